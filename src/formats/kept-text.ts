import { createHash } from 'node:crypto'
import type { Kept, SavedRequest } from '../model/collection.ts'
import type { JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { mapping, text } from '../util/read-values.ts'

/** The formats whose texts are kept word for word, each under its own name. */
export type TextFormat = 'http' | 'hurl' | 'opencollection' | 'postman-v3' | 'arazzo'

/** A part of a file as it was read, with the digest of what it became: while that is the same, so is the text. */
export function keptText(format: TextFormat, source: string, value: JsonValue): Kept {
  return { [format]: { text: source, digest: digestOf(value) } }
}

/** The request with the text of others behind its own, which nothing is made of. */
export function withText(format: TextFormat, request: SavedRequest, more: string): SavedRequest {
  const kept = mapping(request.kept?.[format])
  return {
    ...request,
    kept: { ...request.kept, [format]: { ...kept, text: (text(kept['text']) ?? '') + more } },
  }
}

/** The text that a part was read from, unless the part has changed since. */
export function unchangedText(
  format: TextFormat,
  kept: Kept | undefined,
  value: JsonValue,
): string | undefined {
  const { text: source, digest } = mapping(kept?.[format])
  return digest === digestOf(value) ? text(source) : undefined
}

/** The text that a part was read from, whatever became of the part. */
export function formerText(format: TextFormat, kept: Kept | undefined): string | undefined {
  return text(mapping(kept?.[format])['text'])
}

/** The same for the same value, whatever the order of its keys. */
export function digestOf(value: JsonValue): string {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(value)))
    .digest('base64')
    .slice(0, 22)
}

/** The value with its keys in alphabetical order, except those of the wire, whose order counts. */
function inOrder(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(inOrder)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, inOrder(value[key] ?? null)]),
  )
}
