import type { Parameter } from '../../api-description/api-description.ts'
import type { JsonValue } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import {
  hasProperty,
  itemPart,
  type Preference,
  propertyPart,
  scalarValue,
  type SchemaPart,
  typesOf,
} from './written-value.ts'

/** A name with its value, decoded; and as it was written, where that may say more. */
export type TextPair = readonly [name: string, value: string, written?: string]

type Written = Pick<Parameter, 'name' | 'style' | 'explode'>

/**
 * The value that a parameter has among the pairs of a query, a form or cookies (OpenAPI "Style Values", RFC 6570);
 * undefined where it is not there.
 */
export function valueInPairs(
  parameter: Written,
  pairs: readonly TextPair[],
  part: SchemaPart,
  preference: Preference,
): JsonValue | undefined {
  const { name, style, explode } = parameter
  const own = pairs.filter(([key]) => key === name)
  const types = typesOf(part)
  if (types.has('object') && style === 'deepObject') return deepObject(name, pairs, part, preference)
  if (types.has('object') && explode && own.length === 0) return explodedObject(pairs, part, preference)
  const [first, ...others] = own.map(([, text, written = text]) =>
    types.has('array') && explode
      ? scalarValue(text, itemPart(part), preference)
      : valueOfText(text, writtenItems(written, separators[style] ?? ','), part, preference),
  )
  // Given several times it has several values, whatever its style: its schema says whether it may.
  if (first === undefined || (others.length === 0 && !(types.has('array') && explode))) return first
  return types.has('array') ? [first, ...others].flat() : [first, ...others]
}

/** The items of a list in a URL: a separator within one of them is percent-encoded. Some clients encode all of them. */
export function writtenItems(written: string, separator: string): readonly string[] {
  const items = written.split(separator)
  return items.length > 1 ? items.map(decodePercent) : decodePercent(written).split(separator)
}

/** The items of a list in a header, where nothing else is percent-encoded than their commas. */
export function headerItems(text: string): readonly string[] {
  return text.split(',').map(item => item.replace(/%2C/gi, ','))
}

/** The value of a parameter that is one text, in a path or a header, and of the unexploded forms of the others. */
export function valueOfText(
  text: string,
  items: readonly string[],
  part: SchemaPart,
  preference: Preference,
  explode = false,
): JsonValue {
  const types = typesOf(part)
  if (types.has('array'))
    return text === '' ? [] : items.map(item => scalarValue(item.trim(), itemPart(part), preference))
  if (types.has('object')) return objectOfText(items, part, preference, explode)
  return scalarValue(text, part, preference)
}

const separators: Partial<Readonly<Record<Parameter['style'], string>>> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
}

/** `R=100,G=200` when it is exploded, `R,100,G,200` when not. */
function objectOfText(
  parts: readonly string[],
  part: SchemaPart,
  preference: Preference,
  explode: boolean,
): JsonValue {
  const pairs = explode
    ? parts.map((pair): TextPair => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)])
    : parts.flatMap((name, index): TextPair[] => (index % 2 === 0 ? [[name, parts[index + 1] ?? '']] : []))
  return objectOf(pairs, part, preference)
}

/** The members of an exploded object are pairs of their own: those that its schema describes. */
function explodedObject(
  pairs: readonly TextPair[],
  part: SchemaPart,
  preference: Preference,
): JsonValue | undefined {
  const own = pairs.filter(([name]) => hasProperty(part, name))
  return own.length === 0 ? undefined : objectOf(own, part, preference)
}

/** `filter[name]=a`, also with further levels, which are then objects in it. */
function deepObject(
  name: string,
  pairs: readonly TextPair[],
  part: SchemaPart,
  preference: Preference,
): JsonValue | undefined {
  const own = pairs.flatMap(([key, value]): TextPair[] =>
    key.startsWith(`${name}[`) && key.endsWith(']') ? [[key.slice(name.length + 1, -1), value]] : [],
  )
  if (own.length === 0) return undefined
  const names = [...new Set(own.map(([key]) => key.split('][')[0] ?? key))]
  return Object.fromEntries(
    names.map(member => {
      const inner = own.filter(([key]) => key === member || key.startsWith(`${member}][`))
      return [member, deepMember(member, inner, propertyPart(part, member), preference)]
    }),
  )
}

function deepMember(
  name: string,
  pairs: readonly TextPair[],
  part: SchemaPart,
  preference: Preference,
): JsonValue {
  const nested = pairs.map(([key, value]): TextPair => [`${key.replace('][', '[')}]`, value])
  if (pairs.some(([key]) => key !== name)) return deepObject(name, nested, part, preference) ?? {}
  return memberOf(
    pairs.map(([, value]) => value),
    part,
    preference,
  )
}

function objectOf(pairs: readonly TextPair[], part: SchemaPart, preference: Preference): JsonValue {
  const names = [...new Set(pairs.map(([name]) => name))]
  return Object.fromEntries(
    names.map(name => {
      const texts = pairs.filter(([key]) => key === name).map(([, value]) => value)
      return [name, memberOf(texts, propertyPart(part, name), preference)]
    }),
  )
}

function memberOf(texts: readonly string[], part: SchemaPart, preference: Preference): JsonValue {
  if (typesOf(part).has('array')) return texts.map(text => scalarValue(text, itemPart(part), preference))
  const [first = '', ...others] = texts.map(text => scalarValue(text, part, preference))
  return others.length === 0 ? first : [first, ...others]
}
