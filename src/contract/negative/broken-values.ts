import { sumOf } from '../../template/functions/numbers.ts'
import { compareNumbers, isNumber, numberOf, numberText, type Numeric } from '../../util/exact-number.ts'
import { typeOf } from '../../api-description/examples/fits-shallowly.ts'
import type { BrokenRule } from '../../model/contract-check.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import { number, text, texts } from '../../util/read-values.ts'

/** A value that may break one rule of its schema; whoever uses it has the whole schema judge it. */
export interface BrokenValue {
  readonly rule: BrokenRule
  /** The error in it: `below 1`. */
  readonly words: string
  readonly value: JsonValue
}

/** The longest text and list that are made to be too long. */
const longest = { text: 100_000, list: 1000 } as const

/**
 * Values that each break another rule of a schema, which is combined; `value` is one that it allows, where there is one.
 * Several for one rule are alternatives, as not each breaks that rule alone.
 */
export function brokenValues(schema: JsonObject, value: JsonValue | undefined): readonly BrokenValue[] {
  const isChosen = schema['enum'] !== undefined || schema['const'] !== undefined
  if (isChosen) return [...notListed(schema), ...nulls(schema)]
  const ofType = { string: brokenTexts, integer: brokenNumbers, number: brokenNumbers, array: brokenLists }
  const type = typeOf(schema)
  const breakOne = type !== undefined && type in ofType ? ofType[type as keyof typeof ofType] : undefined
  return [...(breakOne?.(schema, value) ?? []), ...wrongTypes(schema), ...nulls(schema)]
}

/** Types that a schema names; of one that names none nothing is of a wrong type. */
function namedTypes({ type }: JsonObject): readonly JsonValue[] {
  return type === undefined ? [] : isList(type) ? type : [type]
}

function nulls(schema: JsonObject): readonly BrokenValue[] {
  const types = namedTypes(schema)
  return types.length === 0 || types.includes('null') ? [] : [{ rule: 'null', words: 'null', value: null }]
}

/** Servers may take `"5"` for 5, so a value of another type is one that nobody could take for the right one. */
function wrongTypes(schema: JsonObject): readonly BrokenValue[] {
  const types = namedTypes(schema)
  if (types.length === 0) return []
  const words = 'of a wrong type'
  const other = types.includes('string') ? (types.includes('object') ? undefined : {}) : wrongText(types)
  return other === undefined ? [] : [{ rule: 'type', words, value: other }]
}

function wrongText(types: readonly JsonValue[]): string {
  const kind = texts(types).find(type => type !== 'null') ?? 'value'
  const noun = { integer: 'number', array: 'list' }[kind] ?? kind
  return `not-${/^[aeiou]/.test(noun) ? 'an' : 'a'}-${noun}`
}

function notListed(schema: JsonObject): readonly BrokenValue[] {
  const known = [
    ...(isList(schema['enum'] ?? null) ? [schema['enum'] ?? []].flat() : [schema['const'] ?? []]),
  ]
  const [first, ...others] = known.filter(isNumber)
  const most = first === undefined ? undefined : others.reduce(larger, first)
  const value = most === undefined ? 'not-one-of-the-list' : sumOf(most, 1)
  return [{ rule: 'enum', words: 'none of its values', value }]
}

function larger(one: Numeric, other: Numeric): Numeric {
  return compareNumbers(one, other) < 0 ? other : one
}

function brokenNumbers(schema: JsonObject, value: JsonValue | undefined): readonly BrokenValue[] {
  const found: BrokenValue[] = []
  const add = (rule: BrokenRule, words: string, limit: Numeric, wrong: Numeric): unknown =>
    found.push({ rule, words: `${words} ${numberText(limit)}`, value: wrong })
  const [least, most, above, below, step] = [
    ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ].map(key => {
    const limit = schema[key]
    return isNumber(limit) ? limit : undefined
  })
  const stride = step ?? 1
  if (least !== undefined) add('minimum', 'below', least, sumOf(least, negative(stride)))
  if (above !== undefined) add('minimum', 'not above', above, above)
  if (most !== undefined) add('maximum', 'above', most, sumOf(most, stride))
  if (below !== undefined) add('maximum', 'not below', below, below)
  if (step !== undefined) {
    const start = isNumber(value) ? value : (least ?? step)
    for (const part of [Number(step) / 2, 1]) add('multiple', 'no multiple of', step, sumOf(start, part))
  }
  return found
}

function negative(value: Numeric): Numeric {
  return typeof value === 'number' ? -value : numberOf(`-${value.json}`.replace(/^--/, ''))
}

function brokenTexts(schema: JsonObject, value: JsonValue | undefined): readonly BrokenValue[] {
  const found: BrokenValue[] = []
  const least = number(schema['minLength']) ?? 0
  const most = number(schema['maxLength']) ?? Infinity
  const good = text(value) ?? 'x'.repeat(Math.min(Math.max(least, 1), longest.text))
  if (least > 0)
    found.push({ rule: 'too-short', words: `shorter than ${least}`, value: cut(good, least - 1) })
  if (most < longest.text) {
    const filling = good.at(-1) ?? 'x'
    const padded = good + filling.repeat(Math.max(most + 1 - lengthOf(good), 1))
    for (const long of [padded, 'x'.repeat(most + 1), '1'.repeat(most + 1)])
      found.push({ rule: 'too-long', words: `longer than ${most}`, value: long })
  }
  const pattern = schema['pattern']
  const format = text(schema['format']) ?? ''
  if (typeof pattern === 'string')
    for (const wrong of patternBreakers(good, least, most))
      found.push({ rule: 'pattern', words: 'not as its pattern says', value: wrong })
  const unlike = notOfFormat.get(format)
  if (unlike !== undefined) found.push({ rule: 'format', words: `no ${format}`, value: unlike })
  return found
}

/** Lengths count characters, and not the units of UTF-16. */
function lengthOf(good: string): number {
  return Array.from(good).length
}

function cut(good: string, length: number): string {
  return Array.from(good).slice(0, length).join('')
}

/** Texts that most patterns do not allow, the first as long as a right one, so that its length is not wrong, too. */
function patternBreakers(good: string, least: number, most: number): readonly string[] {
  const length = Math.min(Math.max(lengthOf(good), least, 1), most, longest.text)
  return [...['!', '~', 'x', '0'].map(one => one.repeat(length)), '!~ not as described']
}

const notOfFormat: ReadonlyMap<string, string> = new Map(
  Object.entries({
    date: 'not-a-date',
    'date-time': 'not-a-date',
    time: 'not-a-time',
    duration: 'not-a-duration',
    email: 'not-an-email',
    'idn-email': 'not-an-email',
    hostname: '-not a host-',
    ipv4: '999.999.999.999',
    ipv6: 'not-an-address',
    uri: 'not a uri',
    url: 'not a uri',
    uuid: 'not-a-uuid',
  }),
)

function brokenLists(schema: JsonObject, value: JsonValue | undefined): readonly BrokenValue[] {
  const good = value !== undefined && isList(value) ? value : []
  const [first] = good
  if (first === undefined) return []
  const least = number(schema['minItems']) ?? 0
  const most = number(schema['maxItems']) ?? Infinity
  const found: BrokenValue[] = []
  if (least > 0)
    found.push({ rule: 'too-few', words: `with fewer than ${least}`, value: good.slice(0, least - 1) })
  if (most < longest.list) {
    const filled = [...good, ...Array.from({ length: most + 1 }, () => first)].slice(0, most + 1)
    found.push({ rule: 'too-many', words: `with more than ${most}`, value: filled })
  }
  if (schema['uniqueItems'] === true && most > 1)
    found.push({ rule: 'duplicate', words: 'with an item twice', value: [first, ...good] })
  return found
}
