import { STATUS_CODES } from 'node:http'
import type { JsonValue } from '../../../../../model/json.ts'
import { mayMatchEmptyText } from '../../../../../patterns/index.ts'
import { isList, isObject } from '../../../../../util/is-json.ts'
import { isInherited } from '../../body-path.ts'
import { isLongNumber, readsAsOtherType } from '../../ambiguous-text.ts'
import { allOf, checkOf } from './check-of.ts'
import type { Check } from './check.ts'
import { falsy, type Facts } from './facts.ts'
import { escapeBraces, escapeValue } from './template-text.ts'
import type { Value } from './value.ts'

/** `value === expected`, and `eql` where `isDeep`: strict about types, as JavaScript is. */
export function equalTo(value: Value, expected: Value, isDeep: boolean): readonly Check[] | undefined {
  if (expected.kind === 'variable' && expected.isText) return equalToText(value, `{{${expected.name}}}`, true)
  if (expected.kind === 'template' && expected.isText && !expected.made)
    return equalToText(value, expected.text, true)
  // A variable that may hold anything: a list or an object is only equal by what is in it, which `===` does not ask.
  if (expected.kind === 'variable' && value.kind === 'body' && isDeep)
    return allOf(checkOf(value, 'same-as', `{{${expected.name}}}`))
  // Only a text by itself compares as text: inside of lists and objects types count.
  if (expected.kind === 'structure' && value.kind === 'body' && isDeep)
    return allOf(checkOf(value, 'equals', expected.value))
  if (expected.kind !== 'literal') return undefined
  const literal = expected.value
  if (typeof literal === 'object' && literal !== null && !isDeep) return undefined
  return equalToLiteral(value, literal)
}

function equalToLiteral(value: Value, literal: JsonValue): readonly Check[] | undefined {
  switch (value.kind) {
    case 'status':
    case 'time':
      return typeof literal === 'number' ? allOf(checkOf(value, 'equals', literal)) : undefined
    case 'reason':
      return typeof literal === 'string' ? statusNamed(literal) : undefined
    case 'type':
      return typeof literal === 'string' ? ofTypeName(value.of, literal) : undefined
    case 'variable':
      return equalToHeld(value, literal)
    case 'header':
    case 'text':
    case 'body': {
      if (typeof literal === 'string') {
        const text = escapeBraces(literal)
        return text === undefined || isLongNumber(literal)
          ? undefined
          : equalToText(value, text, readsAsOtherType(literal))
      }
      const escaped = escapeValue(literal)
      if (value.kind !== 'body' || escaped === undefined) return undefined
      return allOf(checkOf(value, 'equals', escaped))
    }
    default:
      return undefined
  }
}

/** The value of a variable is compared as strictly as JavaScript does. */
function equalToHeld(variable: Value, literal: JsonValue): readonly Check[] | undefined {
  const escaped = isList(literal) || isObject(literal) ? undefined : escapeValue(literal)
  if (escaped === undefined) return undefined
  const mayBeAnother = typeof literal === 'string' && (readsAsOtherType(literal) || isLongNumber(literal))
  return allOf(checkOf(variable, mayBeAnother ? 'same-as' : 'equals', escaped))
}

/** Text compares as text in a validation, so a value of the body may need its type said. */
function equalToText(value: Value, text: string, saysType: boolean): readonly Check[] | undefined {
  if (value.kind !== 'body') {
    const isText = value.kind === 'header' || value.kind === 'text'
    return isText ? allOf(checkOf(value, 'equals', text)) : undefined
  }
  const equal = checkOf(value, 'equals', text)
  return saysType ? allOf(equal, checkOf(value, 'has-type', 'string')) : allOf(equal)
}

/** The status with this reason phrase, as servers send it unless they make up their own. */
export function statusNamed(reason: string): readonly Check[] | undefined {
  const codes = Object.keys(STATUS_CODES).filter(code => STATUS_CODES[code] === reason)
  return codes.length === 1
    ? [{ target: 'status', operator: 'equals', expected: Number(codes[0]) }]
    : undefined
}

/** `typeof value === name`. */
function ofTypeName(value: Value, name: string): readonly Check[] | undefined {
  return ['string', 'number', 'boolean'].includes(name) ? ofType(value, name) : undefined
}

/** Checks that a value is of a JSON type. */
export function ofType(value: Value, type: string): readonly Check[] | undefined {
  if (value.kind === 'body') return allOf(checkOf(value, 'has-type', type))
  if (value.kind === 'header' && type === 'string') return present(value)
  return undefined
}

/** `value !== expected`, which also holds for what is missing: only for what must be there. */
export function notEqualTo(
  value: Value,
  expected: Value,
  facts: Facts,
  isDeep: boolean,
): readonly Check[] | undefined {
  if (expected.kind !== 'literal') return undefined
  const literal = expected.value
  const isScalar = !isList(literal) && !isObject(literal)
  if (value.kind === 'status' || value.kind === 'time')
    return typeof literal === 'number' ? allOf(checkOf(value, 'not-equals', literal)) : undefined
  if (!isScalar && !isDeep) return undefined
  const escaped = escapeValue(literal)
  if (escaped === undefined) return undefined
  if (value.kind === 'text')
    return typeof literal === 'string' ? allOf(checkOf(value, 'not-equals', escaped)) : undefined
  if (value.kind !== 'body' || !facts.isPresent(value.path)) return undefined
  if (typeof literal === 'string' && (readsAsOtherType(literal) || isLongNumber(literal))) return undefined
  // A validation takes false for "no", which JavaScript does not.
  if (typeof literal === 'string' && /^(?:yes|no|on|off|true|false)$/i.test(literal)) return undefined
  // "36" is no 36 in JavaScript, and neither the one nor the other for a validation.
  const isTyped = typeof literal === 'number' || typeof literal === 'boolean'
  if (isTyped && facts.typeOf(value.path) === undefined) return undefined
  return allOf(checkOf(value, 'not-equals', escaped))
}

/** Compares numbers; what is no number never holds, as in chai. */
export function compare(
  value: Value,
  operator: 'greater-than' | 'less-than' | 'at-least' | 'at-most',
  expected: Value,
): readonly Check[] | undefined {
  if (expected.kind === 'number') return allOf(checkOf(value, operator, expected.text))
  if (expected.kind !== 'literal' || typeof expected.value !== 'number') return undefined
  const isNumber = value.kind === 'status' || value.kind === 'time' || value.kind === 'body'
  return isNumber ? allOf(checkOf(value, operator, expected.value)) : undefined
}

/** Checks that a value is there at all; null will do. */
export function present(value: Value): readonly Check[] | undefined {
  if (value.kind === 'group') return groupFound(value)
  if (value.kind === 'body') {
    const last = value.path.at(-1)
    // A list has `length` and a text has `sub` in JavaScript, whatever the body says.
    if (last !== undefined && isInherited(last)) return undefined
  }
  return value.kind === 'body' || value.kind === 'header' || value.kind === 'variable'
    ? allOf(checkOf(value, 'matches', '<any>'))
    : undefined
}

/**
 * Checks that a value is not there at all, and null is. A name that is looked for in a list or a text is undefined in
 * JavaScript, and fails a validation.
 */
export function missing(value: Value): readonly Check[] | undefined {
  if (value.kind === 'body') {
    const last = value.path.at(-1)
    if (last === undefined || isInherited(last)) return undefined
  }
  return value.kind === 'body' || value.kind === 'header' || value.kind === 'variable'
    ? allOf(checkOf(value, 'missing', true))
    : undefined
}

/** A pattern has a first group where it matches at all. */
function groupFound({ of, pattern }: Value & { kind: 'group' }): readonly Check[] | undefined {
  return mayMatchEmptyText(pattern) ? undefined : allOf(checkOf(of, 'matches-regex', pattern))
}

/** Checks that a value is there and not null. */
export function presentAndNotNull(value: Value): readonly Check[] | undefined {
  if (value.kind !== 'body' && value.kind !== 'variable') return present(value)
  return present(value) === undefined ? undefined : allOf(checkOf(value, 'not-equals', null))
}

/** Checks that a value counts as true in JavaScript. */
export function truthy(value: Value, facts: Facts): readonly Check[] | undefined {
  if (value.kind === 'header' || value.kind === 'text') return allOf(checkOf(value, 'not-equals', ''))
  if (value.kind === 'condition') return value.checks
  if (value.kind === 'variable') return allOf(checkOf(value, 'not-one-of', falsy))
  if (value.kind !== 'body' || present(value) === undefined) return undefined
  if (facts.typeOf(value.path) === 'string') return allOf(checkOf(value, 'not-equals', ''))
  return allOf(checkOf(value, 'not-one-of', falsy))
}
