import { STATUS_CODES } from 'node:http'
import type { OperatorName } from '../../../model/expectation.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { bodyPathText, isInherited } from './body-path.ts'
import type { Check } from './check.ts'
import type { Facts } from './facts.ts'
import { escapeBraces, escapeValue } from './template-text.ts'
import type { BodyPath, Value } from './value.ts'

/** A check of what a value looks at; undefined for what no validation can look at. */
export function checkOf(value: Value, operator: OperatorName, expected: JsonValue): Check | undefined {
  switch (value.kind) {
    case 'body': {
      const target = bodyPathText(value.path)
      if (target === undefined || mayBeCharacter(value.path, operator, expected)) return undefined
      return { target, path: value.path, operator, expected }
    }
    case 'header':
      return { target: `header ${value.name}`, operator, expected }
    case 'status':
    case 'time':
    case 'text':
      return { target: value.kind, operator, expected }
    default:
      return undefined
  }
}

/** Whether a character of a text could pass: `"text"[0]` is one in JavaScript, and nothing in a JSONPath. */
function mayBeCharacter(path: BodyPath, operator: OperatorName, expected: JsonValue): boolean {
  if (typeof path.at(-1) !== 'number') return false
  switch (operator) {
    case 'equals':
      return typeof expected === 'string' && (expected.length === 1 || expected.includes('{{'))
    case 'has-type':
      return expected === 'string'
    case 'matches':
      return typeof expected !== 'object'
    case 'greater-than':
    case 'less-than':
    case 'at-least':
    case 'at-most':
    case 'has-length':
      return false
    default:
      return true
  }
}

/** Several checks that are all needed; undefined when one of them cannot be said. */
export function allOf(...checks: readonly (Check | undefined)[]): readonly Check[] | undefined {
  return checks.every(check => check !== undefined) ? checks : undefined
}

/** `value === expected`, and `eql` where `isDeep`: strict about types, as JavaScript is. */
export function equalTo(
  value: Value,
  expected: Value,
  texts: ReadonlySet<string>,
  isDeep: boolean,
): readonly Check[] | undefined {
  if (expected.kind === 'variable' && texts.has(expected.name))
    return equalToText(value, `{{${expected.name}}}`, true)
  if (expected.kind === 'template' && expected.isText && !expected.made)
    return equalToText(value, expected.text, true)
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
    case 'header':
    case 'text':
    case 'body': {
      if (typeof literal === 'string') {
        const text = escapeBraces(literal)
        return text === undefined || isLongNumber(literal)
          ? undefined
          : equalToText(value, text, isTextOfAnother(literal))
      }
      const escaped = escapeValue(literal)
      if (value.kind !== 'body' || escaped === undefined) return undefined
      return allOf(checkOf(value, 'equals', escaped))
    }
    default:
      return undefined
  }
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

/** Whether some value that is no text has this as its JSON: `1`, `true`, `[]`. */
export function isTextOfAnother(text: string): boolean {
  if (!/^[-\d[{tfn]/.test(text) || !/[\d\]}el]$/.test(text)) return false
  try {
    const value = JSON.parse(text) as JsonValue
    return typeof value !== 'string' && JSON.stringify(value) === text
  } catch {
    return false
  }
}

/** Whether an answer's number of these digits would be text to a validation. */
export function isLongNumber(text: string): boolean {
  return /^-?\d{16,}$/.test(text) || /^-?\d[\d.]*e\+?\d{3,}$/i.test(text)
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

/** Whether a value is of a JSON type. */
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
  if (typeof literal === 'string' && (isTextOfAnother(literal) || isLongNumber(literal))) return undefined
  return allOf(checkOf(value, 'not-equals', escaped))
}

/** Whether a value is there at all; null will do. */
export function present(value: Value): readonly Check[] | undefined {
  if (value.kind === 'group') return groupFound(value)
  if (value.kind === 'body') {
    const last = value.path.at(-1)
    // A list has `length` and a text has `sub` in JavaScript, whatever the body says.
    if (last !== undefined && isInherited(last)) return undefined
  }
  return value.kind === 'body' || value.kind === 'header'
    ? allOf(checkOf(value, 'matches', '<any>'))
    : undefined
}

/** A pattern has a first group where it matches at all. */
function groupFound({ of, pattern }: Value & { kind: 'group' }): readonly Check[] | undefined {
  return allOf(checkOf(of, 'matches-regex', pattern))
}

/** Whether a value is there and not null. */
export function presentAndNotNull(value: Value): readonly Check[] | undefined {
  if (value.kind !== 'body') return present(value)
  return present(value) === undefined ? undefined : allOf(checkOf(value, 'not-equals', null))
}

/** Whether a value counts as true in JavaScript. */
export function truthy(value: Value, facts: Facts): readonly Check[] | undefined {
  if (value.kind === 'header' || value.kind === 'text') return allOf(checkOf(value, 'not-equals', ''))
  if (value.kind === 'condition') return value.checks
  if (value.kind !== 'body' || present(value) === undefined) return undefined
  if (facts.isTruthy(value.path)) return []
  if (facts.typeOf(value.path) === 'string') return allOf(checkOf(value, 'not-equals', ''))
  return allOf(...[null, false, 0, ''].map(nothing => checkOf(value, 'not-equals', nothing)))
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
