import type { JsonValue } from '../../model/json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { scalarTexts } from '../scalars.ts'
import { isObject } from '../../util/is-json.ts'

/**
 * Names and values of a mapping such as `query` or `form`: a list repeats its name, null is left out. `key` names the
 * mapping in failures.
 */
export function namedValues(
  key: string,
  mapping: JsonValue,
): Prepared<readonly (readonly [string, string])[]> {
  if (!isObject(mapping)) return unfit(`${key} must be a mapping of names and values`)
  const pairs: (readonly [string, string])[] = []
  for (const [name, value] of Object.entries(mapping)) {
    const texts = scalarTexts(value)
    if (texts === undefined)
      return unfit(`${key} "${name}" must be text, a number, true, false, or a list of those`)
    for (const text of texts) pairs.push([name, text])
  }
  return prepared(pairs)
}

/**
 * A URL's own query (`?x=1`, or nothing) with more pairs after it, encoded by the URL standard's rules for
 * application/x-www-form-urlencoded. A space becomes %20, which every server reads as a space; some take + literally.
 */
export function appendQuery(search: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return search
  const encoded = pairs.map(([name, value]) => `${encodeQueryText(name)}=${encodeQueryText(value)}`).join('&')
  if (search === '' || search === '?') return `?${encoded}`
  return search.endsWith('&') ? search + encoded : `${search}&${encoded}`
}

/** A name or value as `appendQuery` writes it. */
export function encodeQueryText(text: string): string {
  return encodePairs([['', text]])
    .slice(1)
    .replaceAll('+', '%20')
}

/** Pairs as application/x-www-form-urlencoded. */
export function encodePairs(pairs: readonly (readonly [string, string])[]): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of pairs) parameters.append(name, value)
  return parameters.toString()
}
