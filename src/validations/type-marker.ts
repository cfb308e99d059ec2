import type { JsonValue } from '../model/json.ts'
import { isDateTime } from '../util/date-time.ts'
import { compilePattern } from '../patterns/index.ts'
import { hasJsonType } from './json-type.ts'

/** True where a value is of the kind of a marker such as `<uuid>`. */
export type Marker = (value: JsonValue) => boolean

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const markers: ReadonlyMap<string, Marker> = new Map<string, Marker>([
  ...['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'].map(
    type => [`<${type}>`, (value: JsonValue) => hasJsonType(value, type)] as const,
  ),
  ['<any>', () => true],
  ['<uuid>', value => typeof value === 'string' && uuid.test(value)],
  ['<date-time>', value => typeof value === 'string' && isDateTime(value)],
])

/** The names of all markers without a parameter, angle brackets included. */
export const markerNames: readonly string[] = [...markers.keys()]

const regexMarker = /^<regex:(.*)>$/s

/** The pattern of a `<regex:...>` marker. */
export function markerPattern(text: string): string | undefined {
  return regexMarker.exec(text)?.[1]
}

/** The pattern that tells all of a marker; undefined for one that a pattern does not tell. */
export function patternOfMarker(text: string): string | undefined {
  return text === '<uuid>' ? `(?i)${uuid.source}` : markerPattern(text)
}

/** The marker that an expected text is, or undefined when it is a text like any other. An invalid pattern fits nothing. To be called inside of `whenLoaded`. */
export function findMarker(text: string): Marker | undefined {
  const pattern = markerPattern(text)
  if (pattern === undefined) return markers.get(text)
  const prepared = compilePattern(pattern)
  return value => typeof value === 'string' && prepared.ok && prepared.pattern.test(value)
}
