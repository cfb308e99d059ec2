import type { Parameter } from '../../api-description/api-description.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** One name with one value, as it stands in a query, a form or a cookie. */
export type Pair = readonly [name: string, value: string | number | boolean]

type Serialised = Pick<Parameter, 'name' | 'style' | 'explode' | 'mediaType'>

/** The pairs of a query, form or cookie that a value becomes (OpenAPI "Style Values", RFC 6570). */
export function pairsOf(parameter: Serialised, value: JsonValue): readonly Pair[] {
  const { name, style, explode, mediaType } = parameter
  if (mediaType !== undefined) return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  if (isList(value)) {
    if (explode && style !== 'deepObject') return value.map(item => [name, scalar(item)] as const)
    return value.length === 0 ? [] : [[name, value.map(scalar).join(separators[style] ?? ',')]]
  }
  if (!isObject(value)) return [[name, scalar(value)]]
  if (style === 'deepObject') return deepPairs(name, value)
  const members = Object.entries(value)
  if (explode) return members.map(([key, member]) => [key, scalar(member)] as const)
  return [[name, members.flatMap(([key, member]) => [key, scalar(member)]).join(separators[style] ?? ',')]]
}

const separators: Partial<Readonly<Record<Parameter['style'], string>>> = {
  spaceDelimited: ' ',
  tabDelimited: '\t',
  pipeDelimited: '|',
}

function deepPairs(name: string, value: JsonValue): readonly Pair[] {
  if (isList(value)) return value.map(item => [name, scalar(item)] as const)
  if (!isObject(value)) return [[name, scalar(value)]]
  return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member))
}

/** What stands in a path for a value: what is the same for every value, and the rest. */
export function pathPart(
  parameter: Serialised,
  value: JsonValue,
): { readonly prefix: string; readonly value: JsonValue } {
  const { name, style, explode } = parameter
  const isSimple = !isList(value) && !isObject(value)
  if (style === 'label')
    return isSimple
      ? { prefix: '.', value }
      : { prefix: '.', value: joined(value, explode ? '.' : ',', explode) }
  if (style !== 'matrix') return { prefix: '', value: isSimple ? value : joined(value, ',', explode) }
  if (isSimple) return { prefix: `;${name}=`, value }
  if (!explode) return { prefix: `;${name}=`, value: joined(value, ',', false) }
  const items = isList(value) ? value.map(item => `${name}=${scalar(item)}`) : [joined(value, ';', true)]
  return { prefix: ';', value: items.join(';') }
}

/** The value of a header, which is always text. */
export function headerText(parameter: Serialised, value: JsonValue): string {
  if (parameter.mediaType !== undefined && typeof value !== 'string') return JSON.stringify(value)
  return String(isList(value) || isObject(value) ? joined(value, ',', parameter.explode) : scalar(value))
}

function joined(value: JsonValue, separator: string, explode: boolean): string {
  if (isList(value)) return value.map(scalar).join(separator)
  if (!isObject(value)) return String(scalar(value))
  return Object.entries(value)
    .map(([key, member]) => `${key}${explode ? '=' : separator}${scalar(member)}`)
    .join(separator)
}

function scalar(value: JsonValue): string | number | boolean {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : value
}
