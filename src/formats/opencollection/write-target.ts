import type { WrittenRequest } from '../../compile/request-of-step.ts'
import { encodeAround } from '../../curl/read-data.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { brunoText, pairList } from './write-values.ts'

/** The method and the URL. Parameters of the path stay where its parts are as they were. */
export function targetOf(
  step: JsonObject,
  { method, url }: WrittenRequest,
  before: JsonObject,
  isEncoded: boolean,
): JsonObject {
  const known = list(before['params']).map(mapping)
  const [former = '', ...rest] = valueText(before['url'] ?? '').split('?')
  const segments = former.split('/')
  const [start = '', ...query] = brunoText(url).split('?')
  const params = withValues(known, segments, start.split('/'))
  // A part of the path that is the value of a parameter stays a parameter.
  const path = start.split('/').map((segment, index) => {
    const own = segments[index] ?? ''
    return segment === filledIn(own, params) ? own : segment
  })
  const written = isEncoded ? encoded : (text: string): string => text
  const fields = [
    ...(query.length === 0 ? [] : [query.join('?')]),
    ...sentFields(step).map(([name, value]) => `${written(name)}=${written(value)}`),
  ].join('&')
  const off = Object.fromEntries(valuesOf(step).map(([name, values]) => [name, values.filter(isObject)]))
  const ofKind = (kind: string): readonly JsonObject[] => params.filter(one => kindOf(one) === kind)
  const wanted = [
    ...(fields === rest.join('?') ? ofKind('query') : queryParams(fields)),
    ...pairList(off, ofKind('off')).map(one => ({ ...one, type: 'query' })),
    ...ofKind('path').filter(one => path.some(segment => namesParameter(segment, one))),
  ]
  const shown = `${path.join('/')}${fields === '' ? '' : `?${fields}`}`
  return defined({
    method,
    url: shown,
    params: wanted.length === 0 ? undefined : inPlaces(wanted, known),
  })
}

/**
 * True where the query stands encoded in the URL, so that Bruno must not encode it: a value has a character that would end it, or
 * that counts as encoded already.
 */
export function isTargetEncoded(
  step: JsonObject,
  { url }: WrittenRequest,
  former: JsonObject | undefined,
): boolean {
  if (former === undefined && /\?.*%[\da-f]{2}/i.test(url)) return true
  if (mapping(former?.['settings'])['encodeUrl'] === false) return true
  return sentFields(step).some(([name, value]) =>
    /[&#%+]/.test(`${name.replaceAll('=', '&')}${value}`.replace(/\{\{[^{}]*\}\}/g, '')),
  )
}

/** Parameters of a path with the values that they have in another one, which differs in no more than these. */
function withValues(
  params: readonly JsonObject[],
  former: readonly string[],
  now: readonly string[],
): readonly JsonObject[] {
  const isSameShape =
    former.length === now.length && former.every((own, index) => /^:./.test(own) || own === now[index])
  return params.map(one => {
    const at = former.indexOf(`:${valueText(one['name'] ?? '')}`)
    const value = isSameShape && kindOf(one) === 'path' ? now[at] : undefined
    const isSame = value === undefined || value === '' || value === valueText(one['value'] ?? '')
    return isSame ? one : { ...one, value }
  })
}

function filledIn(segment: string, params: readonly JsonObject[]): string {
  return params
    .filter(one => kindOf(one) === 'path')
    .reduce(
      (text, one) => text.replace(`:${valueText(one['name'] ?? '')}`, () => valueText(one['value'] ?? '')),
      segment,
    )
}

function namesParameter(segment: string, { name }: JsonObject): boolean {
  return segment.includes(`:${valueText(name ?? '')}`)
}

function valuesOf({ query }: JsonObject): readonly (readonly [string, readonly JsonValue[]])[] {
  return Object.entries(mapping(query)).map(([name, value]) => [name, isList(value) ? value : [value]])
}

/** The fields behind those in the URL, without what is switched off. */
function sentFields(step: JsonObject): readonly (readonly [name: string, value: string])[] {
  return valuesOf(step).flatMap(([name, values]) =>
    values
      .filter(one => one !== null && !isObject(one))
      .map(one => [brunoText(name), brunoText(valueText(one))] as const),
  )
}

function kindOf({ type, disabled }: JsonObject): string {
  return type === 'path' ? 'path' : disabled === true ? 'off' : 'query'
}

function queryParams(query: string): readonly JsonObject[] {
  return query
    .split('&')
    .filter(field => field !== '')
    .map(field => {
      const at = field.includes('=') ? field.indexOf('=') : field.length
      return { name: field.slice(0, at), value: field.slice(at + 1), type: 'query' }
    })
}

/** Each parameter in the place of the former one of its kind and name, whose other members stay; new ones behind them. */
function inPlaces(wanted: readonly JsonObject[], former: readonly JsonObject[]): readonly JsonObject[] {
  const left = [...wanted]
  const placed = former.flatMap(one => {
    const at = left.findIndex(other => other['name'] === one['name'] && kindOf(other) === kindOf(one))
    return at < 0 ? [] : left.splice(at, 1).map(other => ({ ...one, ...other }))
  })
  return [...placed, ...left]
}

function encoded(text: string): string {
  return encodeAround(text, /(\{\{[^{}]*\}\})/)
}
