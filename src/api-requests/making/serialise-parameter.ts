import { writeJson, ExactNumber } from '../../util/exact-number.ts'
import type { Parameter } from '../../api-description/api-description.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'

/** One name with one value, as it stands in a query, a form or a cookie. */
export type Pair = readonly [name: string, value: string | number | boolean]

/** How a single value is written; in a list, what separates its items must not be taken for one of those. */
type Write = (text: string, isInList: boolean) => string

type Serialised = Pick<Parameter, 'name' | 'style' | 'explode' | 'mediaType'>

/** The pairs of a query, form or cookie that a value becomes (OpenAPI "Style Values", RFC 6570). */
export function pairsOf(parameter: Serialised, value: JsonValue, write?: Write): readonly Pair[] {
  const { name, style, explode, mediaType } = parameter
  const one = (single: JsonValue): string | number | boolean =>
    write === undefined ? scalar(single) : write(String(scalar(single)), false)
  const list = (items: readonly JsonValue[]): string =>
    items.map(item => write?.(String(scalar(item)), true) ?? scalar(item)).join(separators[style] ?? ',')
  if (mediaType !== undefined) return [[name, one(typeof value === 'string' ? value : writeJson(value))]]
  if (isList(value)) {
    if (explode && style !== 'deepObject') return value.map(item => [name, one(item)] as const)
    return value.length === 0 ? [] : [[name, list(value)]]
  }
  if (!isObject(value)) return [[name, one(value)]]
  if (style === 'deepObject')
    return deepPairs(name, value).map(([key, member]) => [key, one(member)] as const)
  const members = Object.entries(value)
  if (explode) return members.map(([key, member]) => [key, one(member)] as const)
  return [[name, list(members.flat())]]
}

const separators: Partial<Readonly<Record<Parameter['style'], string>>> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
}

function deepPairs(name: string, value: JsonValue): readonly (readonly [name: string, value: JsonValue])[] {
  if (isList(value)) return value.map(item => [name, item] as const)
  if (!isObject(value)) return [[name, value]]
  return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member))
}

/**
 * Splits the part of a path for a value: a prefix that is the same for every value, and the rest: a single value, or a
 * text in which `write` has written each part of a list or an object.
 */
export function pathPart(
  parameter: Serialised,
  value: JsonValue,
  write: (text: string) => string,
): { readonly prefix: string } & ({ readonly value: JsonValue } | { readonly text: string }) {
  const { name, style, explode } = parameter
  if (!isList(value) && !isObject(value))
    return { prefix: style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : '', value }
  const join = (separator: string, isExploded: boolean) => joined(value, separator, isExploded, write)
  if (style === 'label') return { prefix: '.', text: join(explode ? '.' : ',', explode) }
  if (style !== 'matrix') return { prefix: '', text: join(',', explode) }
  if (!explode) return { prefix: `;${name}=`, text: join(',', false) }
  const items = isList(value)
    ? value.map(item => `${name}=${write(String(scalar(item)))}`).join(';')
    : join(';', true)
  return { prefix: ';', text: items }
}

/** The value of a header, which is always text. */
export function headerText(parameter: Serialised, value: JsonValue): string {
  if (parameter.mediaType !== undefined && typeof value !== 'string') return writeJson(value)
  const write = (text: string): string => text.replaceAll(',', '%2C')
  return isList(value) || isObject(value)
    ? joined(value, ',', parameter.explode, write)
    : String(scalar(value))
}

function joined(
  value: JsonValue,
  separator: string,
  explode: boolean,
  write: (text: string) => string,
): string {
  const one = (single: JsonValue): string => write(String(scalar(single)))
  if (isList(value)) return value.map(one).join(separator)
  if (!isObject(value)) return one(value)
  return Object.entries(value)
    .map(([key, member]) => `${write(key)}${explode ? '=' : separator}${one(member)}`)
    .join(separator)
}

function scalar(value: JsonValue): string | number | boolean {
  if (value === null) return ''
  if (value instanceof ExactNumber) return value.text
  return isCollection(value) ? writeJson(value) : value
}
