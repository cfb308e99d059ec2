import { isDeeplyNested, jsonErrorOffset, repeatedKey } from '../../document/json-text.ts'
import { compileJsonPath, defeatOf } from '../../json-path/index.ts'
import type { ResponseRecord } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonValue } from '../../model/json.ts'
import type { SnapshotEnding } from '../../model/snapshot.ts'
import { cutText } from '../../util/cut-text.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { findMarker } from '../../validations/type-marker.ts'
import { printValue } from '../../validations/print-value.ts'
import { masked } from './snapshot-values.ts'
import { writeJson } from '../../util/exact-number.ts'
import { parseJson } from '../../util/parse-json.ts'

/** A body as it stands in a file: what may change is masked, and so are secrets. */
export type SnapshotContent =
  | { readonly ending: '.json'; readonly value: JsonValue }
  | { readonly ending: Exclude<SnapshotEnding, '.json'>; readonly text: string }

type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: readonly string[] }

/** Reads the body of an answer, or says why it cannot be a snapshot. To be called inside of `whenLoaded`. */
export function snapshotContent(
  { body, headers }: Pick<ResponseRecord, 'body' | 'headers'>,
  mask: Readonly<Record<string, JsonValue>>,
  hide: (text: string) => string,
): Read<SnapshotContent> {
  const text = body.text()
  const type = headerValue(headers, 'content-type') ?? ''
  if (text.trim() === '') return refused('the body is empty: there is nothing to keep')
  if (/[\0\ufffd]/.test(text)) return refused('the body is no text: compare it by sha256 or file')
  const json = body.json()
  const isCalledJson = /[/+]json\b/i.test(type)
  if (!json.ok && isCalledJson) return refused(json.reason)
  if (json.ok && (isCalledJson || json.value === null || isCollection(json.value)))
    return jsonContent(text, mask, hide)
  const [path] = Object.keys(mask)
  if (path !== undefined) return refused(`the mask ${path} is a JSONPath, and the body is no JSON`)
  return { ok: true, value: { ending: /[/+]xml\b/i.test(type) ? '.xml' : '.txt', text: hide(text) } }
}

function refused(...why: readonly string[]): Read<never> {
  return { ok: false, why }
}

function jsonContent(
  text: string,
  mask: Readonly<Record<string, JsonValue>>,
  hide: (text: string) => string,
): Read<SnapshotContent> {
  const repeated = repeatedKey(text)
  if (repeated !== undefined) return refused(`the body has the key "${repeated.key}" twice in one object`)
  // Another one than the body has, which is not to be changed.
  const root = parseJson(text)
  const wrong: string[] = []
  const places = Object.entries(mask).flatMap(([path, marker]) => {
    const found = maskedPlaces(path, marker, root)
    if (found.ok) return found.value
    wrong.push(...found.why)
    return []
  })
  if (wrong.length > 0) return refused(...wrong)
  const value = masked(withMarkers(root, places), hide)
  if (value === undefined)
    return refused('keys of one object are the same once the secrets in them are masked')
  return { ok: true, value: { ending: '.json', value } }
}

/** A way down, and the marker that stands there instead. */
interface MaskedPlace {
  readonly location: readonly (string | number)[]
  readonly marker: string
}

/** Where a mask has something to hide, all of which is of its kind. */
function maskedPlaces(path: string, marker: JsonValue, root: JsonValue): Read<readonly MaskedPlace[]> {
  const fits = typeof marker === 'string' ? findMarker(marker) : undefined
  if (typeof marker !== 'string' || fits === undefined)
    return refused(
      `the mask ${path} is ${printValue(marker)}, and not a marker such as <any>, <uuid>, <date-time>`,
    )
  const compiled = compileJsonPath(path)
  if (!compiled.ok) return refused(`the mask ${path} is no JSONPath: ${compiled.message}`)
  try {
    const values = compiled.path.select(root)
    if (values.length === 0) return refused(`the mask ${path} selects nothing`)
    const locations = compiled.path.locations(root)
    const other = values.findIndex(value => !fits(value))
    if (other === -1) return { ok: true, value: locations.map(location => ({ location, marker })) }
    const place = compiled.path.places(root)[other] ?? path
    return refused(`${place}: expected ${marker}, got ${cutText(writeJson(values[other] ?? null), 200)}`)
  } catch (error) {
    return refused(`the mask ${path} cannot be looked up: ${defeatOf(error)}`)
  }
}

/** The value with markers at these places; what stands below another one is gone with it. */
function withMarkers(root: JsonValue, places: readonly MaskedPlace[]): JsonValue {
  // It was just read, and nobody else has it.
  let whole = root
  for (const { location, marker } of places) {
    const last = location.at(-1)
    if (last === undefined) {
      whole = marker
      continue
    }
    let holder: JsonValue | undefined = whole
    for (const step of location.slice(0, -1))
      holder =
        holder !== undefined && (isList(holder) || isObject(holder)) ? memberOf(holder, step) : undefined
    if (holder !== undefined && (isList(holder) || isObject(holder)))
      Object.defineProperty(holder, last, {
        value: marker,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return whole
}

function memberOf(holder: JsonValue, step: string | number): JsonValue | undefined {
  return Object.hasOwn(holder as object, step)
    ? (holder as Readonly<Record<string | number, JsonValue>>)[step]
    : undefined
}

/** The content of a file, or why it cannot be compared with. */
export function contentOfFile(written: string, ending: SnapshotEnding): Read<SnapshotContent> {
  if (ending !== '.json') return { ok: true, value: { ending, text: written } }
  // Some editors begin a file with a byte order mark.
  const text = written.replace(/^\uFEFF/, '')
  try {
    const value = parseJson(text)
    const repeated = repeatedKey(text)
    if (repeated !== undefined) return refused(`has the key "${repeated.key}" twice in one object`)
    if (isDeeplyNested(value, text)) return refused('is nested too deeply')
    return { ok: true, value: { ending, value } }
  } catch (error) {
    return refused(`is not valid JSON, line ${lineOf(text, (error as Error).message)}`)
  }
}

function lineOf(text: string, message: string): number {
  return text.slice(0, jsonErrorOffset(text, message)).split('\n').length
}
