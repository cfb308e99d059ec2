import { valueText } from '../../../util/value-text.ts'
import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type {
  JsonPart,
  JsonParts,
  JsonType,
  Path,
  Predicate,
  Sign,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { floatLiteral, jsonInner, quoted } from './literals.ts'
import type { NumberCode, RustCode, TextCode } from './rust-code.ts'
import { binary, call, chain, closure, type Code, flat, isBinary, list, prefix } from './rust-syntax.ts'

/** Something is to hold, or not to. */
export type Sense = 'holds' | 'fails'

type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>

/** An expression that tells whether a predicate holds (or fails), and panics for no answer. */
export function holds(predicate: Predicate, code: RustCode, sense: Sense = 'holds'): Code {
  const sensed = (written: Code): Code => (sense === 'holds' ? written : negated(written))
  switch (predicate.kind) {
    case 'equal':
      return withWays(predicate, '==', equal(predicate, code, sense), code, sense)
    case 'compare':
      return withWays(predicate, predicate.sign, compare(predicate, code, sense), code, sense)
    case 'includes':
    case 'starts-with':
    case 'ends-with': {
      const { text, part } = textParts(predicate, code)
      return inText(text, found => chain(found, [textMethods[predicate.kind], part]), sense)
    }
    case 'matches-regex': {
      const text = singleText(predicate.text, code)
      return inText(
        text,
        (found, isReference) => matchCall(found, isReference, predicate.pattern, code),
        sense,
      )
    }
    case 'contains':
      return sensed(contains(predicate, code))
    case 'one-of':
      return oneOf(predicate, code, sense)
    case 'is':
      return isType(predicate.value, predicate.type, code, sense)
    case 'is-single':
      return sensed(isSingle(predicate.value, code))
    case 'present':
      return sensed(present(predicate.value, code))
    case 'exists':
      return exists(predicate.value, code, sense)
    case 'empty':
      return holds({ kind: 'exists', value: predicate.value }, code, opposite(sense))
    case 'absent':
      return sensed(joined('&&', [...waysTo(predicate.part, code), isEmpty(predicate.part, code)]))
    case 'matches':
      return holds(expandPattern(predicate.actual, predicate.pattern), code, sense)
    case 'each':
    case 'any':
      return sensed(ofItems(predicate, code))
    case 'not':
      return holds(predicate.of, code, opposite(sense))
    case 'all':
      return terms(predicate.of, code, sense, sense === 'holds' ? '&&' : '||')
    case 'some':
      return terms(predicate.of, code, sense, sense === 'holds' ? '||' : '&&')
  }
}

/** A comparison, and that there could be something where nothing is enough. */
function withWays(
  { actual, expected }: Of<'equal'> | Of<'compare'>,
  sign: string,
  written: Code,
  code: RustCode,
  sense: Sense,
): Code {
  return sense === 'holds' ? joined('&&', [...waysToNone(actual, sign, expected, code), written]) : written
}

function opposite(sense: Sense): Sense {
  return sense === 'holds' ? 'fails' : 'holds'
}

function negated(code: Code): Code {
  if (code === 'true') return 'false'
  if (code === 'false') return 'true'
  if (typeof code !== 'string' && code.kind === 'prefix' && code.sign === '!') return code.of
  if (typeof code !== 'string' && code.kind === 'chain' && flat(code).endsWith('.is_some()'))
    return chain({ ...code, links: code.links.slice(0, -1) }, 'is_none')
  return prefix('!', code)
}

function terms(of: readonly Predicate[], code: RustCode, sense: Sense, sign: '&&' | '||'): Code {
  return joined(
    sign,
    sense === 'holds' && sign === '&&' ? withStatusRange(of, code) : of.map(one => holds(one, code, sense)),
  )
}

function joined(sign: '&&' | '||', written: readonly Code[]): Code {
  const neutral = sign === '&&' ? 'true' : 'false'
  const ends = sign === '&&' ? 'false' : 'true'
  if (written.includes(ends)) return ends
  const flattened = written
    .filter(one => one !== neutral)
    .flatMap(one => (isBinary(one) && one.sign === sign ? one.terms : [one]))
  const [only, ...others] = flattened
  if (only === undefined) return neutral
  return others.length === 0 ? only : binary(sign, flattened)
}

/** Terms of which two bounds of a status, one behind the other, are one. */
function withStatusRange(of: readonly Predicate[], code: RustCode): readonly Code[] {
  const [first, ...others] = of
  if (first === undefined) return []
  const range = statusRange(of.slice(0, 2), code)
  return range === undefined
    ? [holds(first, code), ...withStatusRange(others, code)]
    : [range, ...withStatusRange(of.slice(2), code)]
}

const classes: Readonly<Record<string, readonly string[]>> = {
  '200,300': ['is_success'],
  '300,400': ['is_redirection'],
  '400,500': ['is_client_error'],
  '500,600': ['is_server_error'],
  '200,400': ['is_success', 'is_redirection'],
  '400,600': ['is_client_error', 'is_server_error'],
}

/** A range of statuses in the words of the client. */
export function statusRange(of: readonly Predicate[], code: RustCode): Code | undefined {
  const [first, second, ...others] = of
  if (first === undefined || second === undefined || others.length > 0) return undefined
  const bound = (one: Predicate, sign: Sign): number | undefined =>
    one.kind === 'compare' &&
    one.actual.kind === 'status' &&
    one.sign === sign &&
    one.expected.kind === 'literal'
      ? Number(one.expected.value)
      : undefined
  const [from, to] = [bound(first, '>='), bound(second, '<')]
  const words = classes[`${String(from)},${String(to)}`]
  if (words !== undefined)
    return joined(
      '||',
      words.map(word => chain(code.places.status, word)),
    )
  if (from === undefined || to === undefined || !Number.isInteger(from) || !Number.isInteger(to))
    return undefined
  return chain(list([`${from}..${to}`], '('), ['contains', prefix('&', chain(code.places.status, 'as_u16'))])
}

// ---- Texts ----

/** How something that may be missing is asked: `is_some_and`, or where it must not hold `is_none_or`. */
export function inText(
  { code, owned, isOptional }: TextCode,
  write: (text: Code, isReference: boolean) => Code,
  sense: Sense,
): Code {
  const sensed = (written: Code): Code => (sense === 'holds' ? written : negated(written))
  if (!isOptional) return sensed(write(code, !owned))
  return chain(code, [
    sense === 'holds' ? 'is_some_and' : 'is_none_or',
    closure('text', sensed(write('text', !owned))),
  ])
}

export const textMethods = {
  includes: 'contains',
  'starts-with': 'starts_with',
  'ends-with': 'ends_with',
} as const

/** The text that is looked at, and the part as an argument. */
export function textParts(
  { kind, text, part }: Of<'includes' | 'starts-with' | 'ends-with'>,
  code: RustCode,
): { readonly text: TextCode; readonly part: Code } {
  const written = code.borrowedText(part)
  return { text: kind === 'includes' ? code.text(text) : singleText(text, code), part: written }
}

/** The text of a value; lists and objects have none. */
export function singleText(value: Value, code: RustCode): TextCode {
  return value.kind === 'text-of' ? code.textOf(value.of, true) : code.text(value)
}

export function matchCall(text: Code, isReference: boolean, pattern: Value, code: RustCode): Code {
  return call(code.helper('is_match'), isReference ? text : prefix('&', text), code.pattern(pattern))
}

// ---- Equality ----

/** True where a value may be null, so that null and nothing must be told apart. */
export function mayBeNull(value: Value, code: RustCode): boolean {
  if (value.kind === 'literal') return value.value === null
  return code.isPlace(value)
}

/** The value that a place is compared with, so that Rust knows how: a text, a number, or JSON. */
export function comparedWith(expected: Value, code: RustCode, isReference: boolean): Code {
  if (expected.kind === 'literal') {
    const { value } = expected
    if (/\d/.test(JSON.stringify(value)) && typeof value !== 'string') code.comparesNumbers = true
    return typeof value === 'object' ? code.jsonLiteral(value) : jsonInner(value)
  }
  if (typeOfValue(expected) === 'text') {
    const { code: written, owned } = code.text(expected)
    return isReference && owned ? chain(written, 'as_str') : code.certainText(expected)
  }
  code.comparesNumbers = true
  return code.plain(expected)
}

function equal({ actual, expected, as }: Of<'equal'>, code: RustCode, sense: Sense): Code {
  const sign = sense === 'holds' ? '==' : '!='
  const compared = (left: Code, right: Code): Code => binary(sign, [left, right])
  if (as === 'number') return equalNumbers(actual, expected, code, sense)
  if (as === 'text' && typeOfValue(actual) === 'text')
    return equalTexts(code.text(actual), code.certainText(expected), sense)
  if (as === 'loose' && !isPlainType(actual, code))
    return compared(looseText(actual, code), code.certainText(expected))
  if (!code.isPlace(actual) && actual.kind !== 'json-list') return equalPlain(actual, expected, code, sense)
  if (actual.kind === 'json-list') return compared(code.owned(actual), comparedWith(expected, code, false))
  if (mayBeNull(expected, code) && code.isCertain(actual))
    return compared(code.compared(actual), wholeOf(expected, code))
  if (mayBeNull(expected, code)) return compared(code.found(actual), someOf(expected, code))
  const isList = !isScalar(expected)
  const left = isList ? code.compared(actual) : code.place(actual)
  return compared(left, comparedWith(expected, code, code.reference(actual) === code.place(actual)))
}

function equalTexts({ code, isOptional }: TextCode, expected: Code, sense: Sense): Code {
  const compared = (left: Code): Code => binary(sense === 'holds' ? '==' : '!=', [left, expected])
  if (!isOptional) return compared(code)
  return chain(code, [sense === 'holds' ? 'is_some_and' : 'is_none_or', closure('text', compared('text'))])
}

/** True where something is a text, a number or a boolean in Rust, too. */
function isPlainType(value: Value, code: RustCode): boolean {
  return !code.isPlace(value) && value.kind !== 'json-list' && typeOfValue(value) !== 'json'
}

function equalPlain(actual: Value, expected: Value, code: RustCode, sense: Sense): Code {
  const sign = sense === 'holds' ? '==' : '!='
  if (typeOfValue(actual) === 'boolean' && expected.kind === 'literal' && typeof expected.value === 'boolean')
    return (sense === 'holds') === expected.value ? code.plain(actual) : negated(code.plain(actual))
  if (typeOfValue(expected) === 'text')
    return binary(sign, [code.certainText(actual), code.certainText(expected)])
  return binary(sign, [code.owned(actual), comparedWith(expected, code, false)])
}

/** A value that may be null, to be compared with something that is there. */
export function wholeOf(expected: Value, code: RustCode): Code {
  code.comparesNumbers = true
  return expected.kind === 'literal' ? code.jsonLiteral(null) : code.compared(expected)
}

/** `Some(&Value::Null)`, for what may be null or nothing. */
export function someOf(expected: Value, code: RustCode): Code {
  if (expected.kind === 'literal') {
    code.use('serde_json::Value')
    return 'Some(&Value::Null)'
  }
  code.comparesNumbers = true
  return call('Some', code.reference(expected))
}

/** The text of any JSON. What is not there is `null`. */
export function looseText(actual: Value, code: RustCode): Code {
  if (actual.kind === 'json-list') return chain(code.owned(actual), 'to_string')
  return code.certainText(actual)
}

/** True where a value is compared as it stands, and not as JSON. */
export function isScalar(value: Value): boolean {
  if (value.kind === 'literal') return typeof value.value !== 'object'
  return typeOfValue(value) !== 'json'
}

// ---- Numbers ----

function equalNumbers(actual: Value, expected: Value, code: RustCode, sense: Sense): Code {
  return numbers(actual, sense === 'holds' ? '==' : '!=', expected, code, sense)
}

function compare({ actual, sign, expected }: Of<'compare'>, code: RustCode, sense: Sense): Code {
  return numbers(actual, sense === 'holds' ? sign : opposites[sign], expected, code, sense)
}

const opposites = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

function numbers(actual: Value, sign: string, expected: Value, code: RustCode, sense: Sense): Code {
  if (actual.kind === 'duration') {
    const limit = durationLimit(expected, code)
    if (limit !== undefined) return binary(sign, ['duration', limit])
  }
  const number = code.number(actual)
  if (actual.kind === 'status' && (isStatus(expected) || code.isStatus(expected)) && /^[=!]=$/.test(sign))
    return binary(sign, [code.places.status, code.plain(expected)])
  const digits = actual.kind === 'status' ? code.statusText(expected) : undefined
  if (digits !== undefined && /^[=!]=$/.test(sign))
    return binary(sign, [chain(code.places.status, 'as_str'), digits])
  const compared = (left: Code): Code => compareNumber(left, number.type, sign, expected, code)
  if (!number.isOptional) return compared(number.code)
  const word = number.type === 'usize' ? 'length' : 'number'
  return chain(number.code, [sense === 'holds' ? 'is_some_and' : 'is_none_or', closure(word, compared(word))])
}

/** A limit of time as a duration. */
function durationLimit(expected: Value, code: RustCode): Code | undefined {
  if (expected.kind !== 'literal' || !Number.isInteger(expected.value) || Number(expected.value) < 0)
    return undefined
  return durationOf(Number(expected.value), code)
}

/** Milliseconds as a duration. */
export function durationOf(milliseconds: number, code: RustCode): Code {
  const name = `${code.use('std::time::Duration')}::from_`
  return milliseconds % 1000 === 0 && milliseconds > 0
    ? call(`${name}secs`, String(milliseconds / 1000))
    : call(`${name}millis`, String(Math.round(milliseconds)))
}

/** True where a value is a whole number that a status can be, for all that is known. */
export function isStatus(value: Value): boolean {
  return (
    value.kind === 'literal' &&
    Number.isInteger(value.value) &&
    Number(value.value) >= 0 &&
    Number(value.value) < 65_536
  )
}

/** A number beside another, both of one type. */
export function compareNumber(
  left: Code,
  type: NumberCode['type'],
  sign: string,
  expected: Value,
  code: RustCode,
): Code {
  const isWhole = isStatus(expected)
  if (type !== 'f64' && isWhole && expected.kind === 'literal') {
    if (type === 'usize' && expected.value === 0 && sign === '>=') return 'true'
    return binary(sign, [left, valueText(expected.value)])
  }
  const right = expected.kind === 'literal' ? floatLiteral(Number(expected.value)) : code.float(expected)
  return binary(sign, [type === 'f64' ? left : `${flat(left)} as f64`, right])
}

// ---- Lists ----

function contains({ actual, expected, as }: Of<'contains'>, code: RustCode): Code {
  if (actual.kind === 'json-list') {
    const item = code.itemOf(actual)
    return code.inItem(item, () =>
      chain(codeOutside(code, actual), ['any', closure(item, itemEquals(expected, as, code))]),
    )
  }
  if (typeOfValue(expected) === 'text')
    return call(code.helper('contains'), code.reference(actual), code.borrowedText(expected))
  code.comparesNumbers = true
  return call(code.helper('contains_value'), code.reference(actual), prefix('&', code.owned(expected)))
}

function codeOutside(code: RustCode, list: JsonParts): Code {
  return code.parts(list, false)
}

function itemEquals(expected: Value, as: Of<'contains'>['as'], code: RustCode): Code {
  const item: Value = { kind: 'json', root: 'item', path: [] }
  return holds({ kind: 'equal', actual: item, expected, as }, code)
}

function oneOf({ actual, expected, as }: Of<'one-of'>, code: RustCode, sense: Sense): Code {
  const simple = oneOfSimple({ kind: 'one-of', actual, expected, as }, code, sense)
  if (simple !== undefined) return simple
  const each: Predicate = {
    kind: 'some',
    of: expected.map(one => ({ kind: 'equal', actual, expected: one, as })),
  }
  return holds(each, code, sense)
}

/** A choice of literals of one kind. */
function oneOfSimple({ actual, expected, as }: Of<'one-of'>, code: RustCode, sense: Sense): Code | undefined {
  const literals = expected.map(one => (one.kind === 'literal' ? one.value : undefined))
  const sensed = (written: Code): Code => (sense === 'holds' ? written : negated(written))
  if (actual.kind === 'status' && expected.every(isStatus))
    return sensed(
      chain(list(literals.map(String)), ['contains', prefix('&', chain(code.places.status, 'as_u16'))]),
    )
  if (!literals.every(one => typeof one === 'string' || (as === 'loose' && typeof one === 'number')))
    return undefined
  const texts = list(literals.map(one => quoted(valueText(one ?? null))))
  if (as === 'loose' && code.isPlace(actual))
    return sensed(chain(texts, ['contains', prefix('&', chain(looseText(actual, code), 'as_str'))]))
  if (as === 'loose') return undefined
  const text = code.text(actual)
  return inText(
    text,
    (found, isReference) =>
      chain(texts, ['contains', prefix('&', isReference ? found : chain(found, 'as_str'))]),
    sense,
  )
}

// ---- What there is ----

const types: Readonly<Record<Exclude<JsonType, 'null'>, string>> = {
  string: 'is_string',
  number: 'is_number',
  integer: 'is_i64',
  boolean: 'is_boolean',
  array: 'is_array',
  object: 'is_object',
}

const typesOfValues = { text: 'string', number: 'number', boolean: 'boolean', json: 'array' } as const

function isType(value: Value, type: JsonType, code: RustCode, sense: Sense): Code {
  const sensed = (written: Code): Code => (sense === 'holds' ? written : negated(written))
  if (!code.isPlace(value)) {
    const isSame = typesOfValues[typeOfValue(value)] === type
    return sensed(isSame ? present(value, code) : 'false')
  }
  if (type === 'null')
    return binary(sense === 'holds' ? '==' : '!=', [
      code.found(value),
      someOf({ kind: 'literal', value: null }, code),
    ])
  if (type === 'integer') code.comparesNumbers = true
  return sensed(chain(code.place(value), types[type]))
}

function isSingle(value: Value, code: RustCode): Code {
  if (!code.isPlace(value)) return value.kind === 'json-list' ? 'false' : present(value, code)
  const place = code.place(value)
  return joined('&&', [
    present(value, code),
    prefix('!', chain(place, 'is_array')),
    prefix('!', chain(place, 'is_object')),
  ])
}

function present(value: Value, code: RustCode): Code {
  if (value.kind === 'json' && value.path.length === 0)
    return value.root === 'item' || code.hasBodyAlways ? 'true' : prefix('!', chain('body', 'is_null'))
  if (code.isPlace(value)) {
    const isVariable = code.keptOf(value) !== undefined
    return isVariable ? 'true' : chain(code.found(value), 'is_some')
  }
  if (value.kind === 'json-list') return exists(value, code)
  if (typeOfValue(value) !== 'text') return 'true'
  const { code: written, isOptional } = code.text(value)
  return isOptional ? chain(written, 'is_some') : 'true'
}

/** True where there is something, or nothing. */
function exists(value: Value, code: RustCode, sense: Sense = 'holds'): Code {
  const sensed = (written: Code): Code => (sense === 'holds' ? written : negated(written))
  if (value.kind === 'json-list') return sense === 'holds' ? isFilled(value, code) : isEmpty(value, code)
  if (code.isPlace(value)) return sensed(call(code.helper('exists'), code.reference(value)))
  switch (typeOfValue(value)) {
    case 'text':
      return inText(code.text(value), text => prefix('!', chain(text, 'is_empty')), sense)
    case 'json':
      return sensed(call(code.helper('exists'), prefix('&', code.owned(value))))
    default:
      return sensed('true')
  }
}

function isEmpty(part: Value, code: RustCode): Code {
  if (part.kind !== 'json-list') return exists(part, code, 'fails')
  const counted = code.count(part)
  if (flat(counted).endsWith('.len()')) return emptied(counted)
  return chain(...first(code.parts(part, false)), 'is_none')
}

/** The first item: `find(…)` for `filter(…)` and `next()`. */
function first(items: Code): readonly [Code, ...(string | readonly [string, ...Code[]])[]] {
  if (typeof items === 'string' || items.kind !== 'chain') return [items, 'next']
  const last = items.links.at(-1)
  if (typeof last === 'string' || last?.name !== '.filter') return [items, 'next']
  return [{ ...items, links: items.links.slice(0, -1) }, ['find', ...last.args]]
}

function isFilled(part: JsonParts, code: RustCode): Code {
  const empty = isEmpty(part, code)
  if (typeof empty === 'string' || empty.kind !== 'chain' || !flat(empty).endsWith('.is_none()'))
    return negated(empty)
  return chain({ ...empty, links: empty.links.slice(0, -1) }, 'is_some')
}

/** `x.is_empty()` for `x.len()`. */
export function emptied(counted: Code): Code {
  if (typeof counted === 'string' || counted.kind !== 'chain') return counted
  return chain({ ...counted, links: counted.links.slice(0, -1) }, 'is_empty')
}

/** That what should hold a part can hold it, all the way to it: else there could never be one. */
export function waysTo(part: JsonPart | JsonParts, code: RustCode): readonly Code[] {
  return part.path.flatMap((selector, index) => {
    const before = part.path.slice(0, index)
    // A filter of something that has no items finds nothing, and is no mistake but in the body itself.
    if (typeof selector === 'object' && selector.kind === 'filter' && (part.root === 'item' || index > 0))
      return []
    const kind =
      typeof selector === 'object' ? 'container' : typeof selector === 'number' ? 'items' : 'members'
    if (before.some(one => typeof one === 'object')) {
      const above: JsonParts = { kind: 'json-list', root: part.root, path: before }
      const item = code.itemOf(above)
      return chain(code.parts(above, false), ['all', wayFrom(kind, item, code)])
    }
    const above: Value = { kind: 'json', root: part.root, path: before as Path }
    if (part.root === 'body' && index === 0) return rootWay(kind)
    return kind === 'container'
      ? containerWay(code.reference(above), code.place(above), code)
      : call(code.helper(mayHave[kind]), code.reference(above))
  })
}

const mayHave = { items: 'may_have_items', members: 'may_have_members' } as const

/** The body itself must be there. */
function rootWay(kind: 'container' | 'items' | 'members'): Code {
  if (kind === 'container') return binary('||', [chain('body', 'is_array'), chain('body', 'is_object')])
  return chain('body', kind === 'items' ? 'is_array' : 'is_object')
}

function containerWay(reference: Code, place: string, code: RustCode): Code {
  return binary('||', [call(code.helper('may_have_items'), reference), chain(place, 'is_object')])
}

function wayFrom(kind: 'container' | 'items' | 'members', item: string, code: RustCode): Code {
  return kind === 'container' ? closure(item, containerWay(item, item, code)) : code.helper(mayHave[kind])
}

/** The conditions that must hold where nothing is enough: that there could be something. */
export function waysToNone(actual: Value, sign: string, expected: Value, code: RustCode): readonly Code[] {
  const counted = actual.kind === 'length' ? actual.of : actual
  if (counted.kind !== 'json-list' || expected.kind !== 'literal') return []
  const value = Array.isArray(expected.value) ? expected.value.length : Number(expected.value)
  const takesNone = { '==': value === 0, '<': value > 0, '<=': value >= 0, '>': value < 0, '>=': value <= 0 }[
    sign
  ]
  return takesNone === true ? waysTo(counted, code) : []
}

function ofItems({ kind, list: of, holds: inner }: Of<'each' | 'any'>, code: RustCode): Code {
  const item = code.itemOf(of)
  const written = (): Code =>
    closure(
      item,
      code.inItem(item, () => holds(inner, code)),
    )
  if (of.kind === 'json-list') {
    if (kind === 'any') return chain(code.parts(of, false), ['any', written()])
    return joined('&&', [isFilled(of, code), chain(code.parts(of, false), ['all', written()])])
  }
  const method = chain('items', 'iter', [kind === 'any' ? 'any' : 'all', written()])
  const body = kind === 'any' ? method : joined('&&', [prefix('!', chain('items', 'is_empty')), method])
  return chain(code.place(of), 'as_array', ['is_some_and', closure('items', body)])
}
