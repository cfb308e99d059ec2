import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { Equality, JsonType, Predicate, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { valueText } from '../../../util/value-text.ts'
import { type Doc, group, indent, join, line, printLayout } from '../layout.ts'
import { array, call, hasObject, text } from './php-layout.ts'
import type { PhpCode } from './php-code.ts'
import { phpPattern } from './php-pattern.ts'

/** An expression that is true or false, and how tightly it holds together. */
export interface Condition {
  readonly doc: Doc
  readonly binds: 'or' | 'and' | 'comparison' | 'call'
}

/** An expression that tells whether a predicate holds, and throws for no answer. */
export function asked(predicate: Predicate, code: PhpCode): Condition {
  switch (predicate.kind) {
    case 'equal': {
      const { actual, expected, as } = predicate
      return both(
        mayBeNull(expected, as, code) ? thereIf(actual, code) : undefined,
        equal(actual, expected, as, code),
      )
    }
    case 'compare': {
      const actual = lenient(predicate.actual, code)
      const holds = comparison(actual, predicate.sign, lenient(predicate.expected, code))
      return both(isNumber(predicate.actual) ? undefined : isType(actual, 'number'), holds)
    }
    case 'includes':
      return textual(predicate.text, code, subject =>
        called(call('str_contains', subject, code.value(predicate.part))),
      )
    case 'starts-with':
    case 'ends-with': {
      const name = predicate.kind === 'starts-with' ? 'str_starts_with' : 'str_ends_with'
      return single(
        predicate.text,
        code,
        textual(predicate.text, code, subject => called(call(name, subject, code.value(predicate.part)))),
      )
    }
    case 'contains':
      return filled(
        predicate.expected,
        code,
        called(code.method('contains', lenient(predicate.actual, code), lenient(predicate.expected, code))),
      )
    case 'matches-regex': {
      const pattern = patternCode(predicate.pattern, code)
      const matches = textual(predicate.text, code, subject =>
        comparison(call('preg_match', pattern, subject), '===', '1'),
      )
      return single(predicate.text, code, matches)
    }
    case 'one-of': {
      const { actual, expected, as } = predicate
      const isNullable = expected.some(one => mayBeNull(one, as, code))
      return both(isNullable ? thereIf(actual, code) : undefined, oneOf(predicate, code))
    }
    case 'is':
      return predicate.type === 'null'
        ? equalNull(predicate.value, code)
        : isType(lenient(predicate.value, code), predicate.type)
    case 'is-single':
      return both(thereIf(predicate.value, code), isSingle(lenient(predicate.value, code)))
    case 'present':
      return thereIf(predicate.value, code) ?? always
    case 'exists':
      return negated(blank(predicate.value, code))
    case 'empty':
      return blank(predicate.value, code)
    case 'absent':
      return absent(predicate.part, code)
    case 'matches':
      return asked(expandPattern(predicate.actual, predicate.pattern), code)
    case 'each':
    case 'any':
      return quantified(predicate, code)
    case 'not':
      return negated(asked(predicate.of, code))
    case 'all':
    case 'some':
      return joined(
        predicate.of.map(part => asked(part, code)),
        predicate.kind === 'all' ? 'and' : 'or',
      )
  }
}

/** The condition that always holds. */
const always: Condition = { doc: 'true', binds: 'call' }
const never: Condition = { doc: 'false', binds: 'call' }

function called(doc: Doc): Condition {
  return { doc, binds: 'call' }
}

function comparison(left: Doc, sign: string, right: Doc): Condition {
  return { doc: [operand(left), ` ${sign} `, operand(right)], binds: 'comparison' }
}

/** An expression with a weaker sign in it stands in parentheses. */
function operand(doc: Doc): Doc {
  return isWeak(doc) ? ['(', doc, ')'] : doc
}

function isWeak(doc: Doc): boolean {
  const last = Array.isArray(doc) ? doc.at(-1) : doc
  return typeof last === 'string' && last.endsWith(' ?? null')
}

function lenient(value: Value, code: PhpCode): Doc {
  return code.value(value, 'lenient')
}

/** One after the other, each of them once. */
function joined(terms: readonly Condition[], binds: 'and' | 'or'): Condition {
  const neutral = binds === 'and' ? always : never
  const parts = [...new Map(terms.map(term => [flat(term.doc), term])).values()].filter(
    ({ doc }) => doc !== neutral.doc,
  )
  const [first, ...others] = parts
  if (first === undefined || others.length === 0) return first ?? neutral
  const docs = parts.map((part): Doc =>
    (part.binds === 'or' || part.binds === 'and') && part.binds !== binds ? ['(', part.doc, ')'] : part.doc,
  )
  return { doc: group(indent(join([line, binds === 'and' ? '&& ' : '|| '], docs))), binds }
}

/** An expression on one line. */
export function flat(doc: Doc): string {
  return printLayout(doc, { width: Infinity, indentation: 4 })
}

function both(first: Condition | undefined, second: Condition): Condition {
  return first === undefined ? second : joined([first, second], 'and')
}

/** The opposite. */
export function negated({ doc, binds }: Condition): Condition {
  if (doc === 'true' || doc === 'false') return doc === 'true' ? never : always
  if (Array.isArray(doc) && doc[0] === '!' && doc.length === 2) return called(doc[1] ?? '')
  const sign = Array.isArray(doc) ? doc[1] : undefined
  if (binds === 'comparison' && Array.isArray(doc) && (sign === ' === ' || sign === ' !== '))
    return { doc: [doc[0] ?? '', sign === ' === ' ? ' !== ' : ' === ', ...doc.slice(2)], binds }
  return called(binds === 'call' ? ['!', doc] : ['!(', doc, ')'])
}

/** That a value is there, where that is not certain. */
function thereIf(value: Value, code: PhpCode): Condition | undefined {
  if (value.kind === 'header' || value.kind === 'variable')
    return comparison(lenient(value, code), '!==', 'null')
  if (value.kind === 'json' && value.path.length > 0) return comparison(code.found(value), '!==', '[]')
  return value.kind === 'json' && value.root === 'body' ? comparison('$body', '!==', 'null') : undefined
}

function equalNull(value: Value, code: PhpCode): Condition {
  return value.kind === 'json' && value.path.length > 0
    ? comparison(code.found(value), '===', '[null]')
    : comparison(lenient(value, code), '===', 'null')
}

/** True where nothing could be taken for what is expected. */
export function mayBeNull(expected: Value, as: Equality, code: PhpCode): boolean {
  const known = code.constant(expected)
  if (known !== undefined) return known.some(one => one === null || (as === 'loose' && one === 'null'))
  return as === 'loose' || (as === 'json' && typeOfValue(expected) === 'json')
}

function equal(actual: Value, expected: Value, as: Equality, code: PhpCode): Condition {
  if (as === 'json' && code.constant(expected)?.every(one => one === null) === true)
    return equalNull(actual, code)
  return sameAs(lenient(actual, code), expected, as, code)
}

/** The comparison of an expression with what is expected. */
function sameAs(left: Doc, expected: Value, as: Equality, code: PhpCode): Condition {
  const right = lenient(expected, code)
  if (as === 'loose' && typeOfValue(expected) === 'text')
    return comparison(code.method('text', left), '===', right)
  if (as === 'number') return comparison(left, expected.kind === 'literal' ? '===' : '==', right)
  if (as === 'text' || isPlain(expected, code)) return comparison(left, '===', right)
  return comparison(code.method('canonical', left), '===', code.method('canonical', right))
}

/** True where `===` is enough: objects are not the same where their members are, and numbers may be 10 and 10.0. */
export function isPlain(expected: Value, code: PhpCode): boolean {
  const known = code.constant(expected)
  if (known !== undefined) return !known.some(hasObject)
  if (expected.kind === 'list') return expected.items.every(item => isPlain(item, code))
  const type = typeOfValue(expected)
  return type === 'text' || type === 'boolean'
}

/** The search for a value among several. */
function oneOf({ actual, expected, as }: Extract<Predicate, { kind: 'one-of' }>, code: PhpCode): Condition {
  const list = listed({ actual, expected, as }, code)
  if (list !== undefined) return called(call('in_array', list.subject, array(list.values), 'true'))
  return joined(
    expected.map(one => equal(actual, one, as, code)),
    'or',
  )
}

/** The subject and the list in which it is looked for, where `===` tells. */
export function listed(
  { actual, expected, as }: Pick<Extract<Predicate, { kind: 'one-of' }>, 'actual' | 'expected' | 'as'>,
  code: PhpCode,
): { readonly subject: Doc; readonly values: readonly Doc[] } | undefined {
  const isLoose = as === 'loose' && expected.every(one => typeOfValue(one) === 'text')
  if (!isLoose && (as === 'loose' || as === 'number') && expected.some(one => one.kind !== 'literal'))
    return undefined
  if ((as === 'loose' && !isLoose) || !expected.every(one => isPlain(one, code))) return undefined
  const subject = lenient(actual, code)
  return {
    subject: isLoose ? code.method('text', subject) : subject,
    values: expected.map(one => code.value(one)),
  }
}

function isNumber(value: Value): boolean {
  return typeOfValue(value) === 'number'
}

/** A part that is only known when tests run must not be empty: it would be in every text. */
function filled(part: Value, code: PhpCode, holds: Condition): Condition {
  return mayBeEmpty(part, code) ? joined([comparison(lenient(part, code), '!==', `''`), holds], 'and') : holds
}

/** True where a value may be the empty text. */
export function mayBeEmpty(value: Value, code: PhpCode): boolean {
  const known = code.constant(value)
  if (known !== undefined) return value.kind !== 'literal' && known.includes('')
  return value.kind !== 'template' || !value.parts.some(part => typeof part === 'string')
}

/** A condition that holds for a text, and for nothing else. */
function textual(value: Value, code: PhpCode, holds: (subject: Doc) => Condition): Condition {
  if (value.kind === 'text-of') return both(thereIf(value.of, code), holds(lenient(value, code)))
  const subject = lenient(value, code)
  const test = holds(subject)
  if (value.kind === 'header') return both(comparison(subject, '!==', 'null'), holds(code.value(value)))
  return typeOfValue(value) === 'text' && !isWeak(subject)
    ? test
    : both(called(call('is_string', subject)), test)
}

/** Lists and objects begin, end and match with nothing, though their JSON may. */
function single(value: Value, code: PhpCode, holds: Condition): Condition {
  return value.kind === 'text-of' ? both(isSingle(lenient(value.of, code)), holds) : holds
}

function isSingle(value: Doc): Condition {
  return joined([negated(called(call('is_array', value))), negated(called(call('is_object', value)))], 'and')
}

function isType(value: Doc, type: JsonType): Condition {
  if (type === 'number')
    return called(call('in_array', call('get_debug_type', value), array(["'int'", "'float'"]), 'true'))
  return called(call(typeChecks[type], value))
}

const typeChecks = {
  string: 'is_string',
  integer: 'is_int',
  boolean: 'is_bool',
  null: 'is_null',
  array: 'is_array',
  object: 'is_object',
} as const

/** A pattern as `preg_match` takes it; one that is only known when tests run gets its delimiters then. */
export function patternCode(pattern: Value, code: PhpCode): Doc {
  const known = pattern.kind === 'literal' ? phpPattern(valueText(pattern.value)) : undefined
  if (known !== undefined) return text(known)
  return [`'~' . `, call('str_replace', `'~'`, String.raw`'\~'`, code.value(pattern)), ` . '~uD'`]
}

function blank(value: Value, code: PhpCode): Condition {
  if (value.kind === 'json-list') return comparison(lenient(value, code), '===', '[]')
  if (value.kind === 'body-text') return comparison(code.value(value), '===', `''`)
  return called(code.method('isBlank', lenient(value, code)))
}

/** That there is nothing, and nothing in the way to it. */
export function absent(part: Extract<Predicate, { kind: 'absent' }>['part'], code: PhpCode): Condition {
  if (part.kind === 'json-list') return comparison(code.selected(part), '===', '[]')
  const path = part.path.map((step): Doc => (typeof step === 'string' ? text(step) : String(step)))
  return called(code.method('isAbsent', code.rootName(part.root), ...path))
}

function quantified(
  { kind, list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>,
  code: PhpCode,
): Condition {
  const items = code.items(list)
  const filtered = filter(items, list, kind === 'any' ? holds : { kind: 'not', of: holds }, code)
  if (kind === 'any') return comparison(filtered, '!==', '[]')
  return joined([comparison(items, '!==', '[]'), comparison(filtered, '===', '[]')], 'and')
}

/** The items of a list for which something holds. */
export function filter(items: Doc, list: Value, holds: Predicate, code: PhpCode): Doc {
  return code.withLocal(code.itemWords(list), item =>
    call('array_filter', items, [
      `fn (mixed ${item}): bool => `,
      code.inItem(item, () => asked(holds, code).doc),
    ]),
  )
}
