import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { listAt, memberAt, textAt, withoutUndefined } from '../parts.ts'
import { filledIn, pathSegments, pathVariableOf, pathVariables } from '../read/url-text.ts'

/** Members that are lists of names and values. */
const lists = new Set(['header', 'urlencoded', 'formdata', 'variable', 'values'])

/**
 * A member as it is written with everything that people said beside it in the former one: descriptions and types of names and values,
 * variables in the path of a URL. Undefined for members that have no such parts.
 */
export function amendedPart(
  key: string,
  former: JsonValue,
  written: JsonValue | undefined,
): JsonValue | undefined {
  if (written === undefined) return undefined
  if (key === 'url') return isObject(former) && isObject(written) ? amendedUrl(former, written) : undefined
  return lists.has(key) && isList(former) && isList(written) ? amendedList(key, former, written) : undefined
}

function amendedList(
  key: string,
  former: readonly JsonValue[],
  written: readonly JsonValue[],
): readonly JsonValue[] {
  const left = former.filter(isObject)
  const pairs = written.map((one): readonly [JsonObject | undefined, JsonValue] => {
    const own = isObject(one) ? takeFormer(left, one) : undefined
    return own === undefined || !isObject(one) ? [undefined, one] : [own, withRest(key, own, one)]
  })
  if (key !== 'variable' && key !== 'values') return pairs.map(([, one]) => one)
  // Here the order says nothing, and what is switched off is nowhere else.
  const placed = former.flatMap(one => {
    const pair = pairs.find(([own]) => own === one)
    return pair !== undefined ? [pair[1]] : isOff(one) ? [one] : []
  })
  return [...placed, ...pairs.flatMap(([own, one]) => (own === undefined ? [one] : []))]
}

/** The former entry of this name, one that is switched on or off as this is before any other. */
function takeFormer(left: JsonObject[], one: JsonObject): JsonObject | undefined {
  const isNamed = (other: JsonObject): boolean => nameOf(other) === nameOf(one)
  const same = left.findIndex(other => isNamed(other) && isOff(other) === isOff(one))
  const at = same < 0 ? left.findIndex(isNamed) : same
  return at < 0 ? undefined : left.splice(at, 1)[0]
}

function nameOf(one: JsonObject): string {
  return textAt(one, 'key') ?? textAt(one, 'id') ?? ''
}

function isOff(one: JsonValue): boolean {
  return memberAt(one, 'disabled') === true || memberAt(one, 'enabled') === false
}

/** The former entry with another value; also its type stays, unless that says what the value is. */
function withRest(key: string, own: JsonObject, one: JsonObject): JsonObject {
  const saysType = key === 'formdata' || [own, one].some(other => other['type'] === 'secret')
  const anew = Object.entries(one).filter(
    ([name, value]) => (saysType || name !== 'type') && (name !== 'enabled' || value !== (own[name] ?? true)),
  )
  const ofValue = new Set(['disabled', 'value', 'src', ...(saysType ? ['type'] : [])])
  const rest = Object.entries(own).filter(([name]) => !ofValue.has(name) || Object.hasOwn(one, name))
  return { ...Object.fromEntries(rest), ...Object.fromEntries(anew) }
}

function amendedUrl(former: JsonObject, written: JsonObject): JsonObject {
  const { path, values } = pathWithVariables(former, written)
  const text = (segments: readonly JsonValue[]): string => `/${segments.map(String).join('/')}`
  const raw = textAt(written, 'raw')?.replace(text(listAt(written, 'path')), () => text(path))
  const names = new Set(path.map(pathVariableOf))
  const variable = listAt(former, 'variable')
    .filter(isObject)
    .filter(one => names.has(nameOf(one)))
    .map(one => (values.has(nameOf(one)) ? { ...one, value: values.get(nameOf(one)) ?? '' } : one))
  const query = memberAt(written, 'query')
  return withoutUndefined({
    ...written,
    raw,
    path: path.length === 0 ? undefined : path,
    query:
      query === undefined
        ? undefined
        : amendedList('query', listAt(former, 'query'), listAt(written, 'query')),
    variable: variable.length === 0 ? undefined : variable,
  })
}

/** The path with the variables that it had, and the values of those that have another one now. */
function pathWithVariables(
  former: JsonObject,
  written: JsonObject,
): { readonly path: readonly string[]; readonly values: ReadonlyMap<string, string> } {
  const before = pathSegments(former) ?? []
  const now = pathSegments(written) ?? []
  const known = pathVariables(former)
  const isSameShape =
    before.length === now.length &&
    now.every((segment, index) => {
      const own = before[index] ?? ''
      return pathVariableOf(own) !== undefined || own === segment
    })
  const values = new Map<string, string>()
  const path = now.map((segment, index) => {
    const own = before[index] ?? ''
    const name = pathVariableOf(own)
    if (name === undefined) return segment
    const rest = own.slice(name.length + 1)
    const value = segment.endsWith(rest) ? segment.slice(0, segment.length - rest.length) : ''
    if (filledIn(own, known) === segment && !values.has(name)) return own
    const isFree = (values.get(name) ?? value) === value && known.has(name)
    if (!isSameShape || value === '' || !isFree) return segment
    values.set(name, value)
    return own
  })
  return { path, values }
}
