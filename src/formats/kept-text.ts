import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Kept, SavedRequest } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Position, Span } from '../model/span.ts'
import { isList, isObject } from '../util/is-json.ts'
import { mapping, text } from '../util/read-values.ts'

/** The formats whose texts are kept word for word, each under its own name. */
export type TextFormat = 'http' | 'hurl' | 'opencollection' | 'postman-v3' | 'arazzo'

/** A part of a file as it was read, with the digest of what it became: while that is the same, so is the text. */
export function keptText(format: TextFormat, source: string, value: JsonValue): Kept {
  return { [format]: { text: source, digest: digestOf(value) } }
}

/** The same with the name of the file that it is all of, under which that is written again. */
export function keptFile(kept: Kept | undefined, format: TextFormat, file: string): Kept {
  return { ...kept, [format]: { ...mapping(kept?.[format]), file } }
}

/** The lines of parts of a step, by the way to each: `validations/0`; undefined where nothing in the file says it. */
export type PartLines = ReadonlyMap<string, number | undefined>

/** The requests that a file becomes, and where each is written; text that nothing is made of stays behind that of the one above. */
export class KeptRequests {
  readonly items: SavedRequest[] = []
  readonly places: Span[] = []
  /** The lines of the parts of each. */
  readonly parts: ReadonlyMap<string, Span>[] = []
  /** The text above all of them. */
  head: string
  readonly #format: TextFormat

  constructor(format: TextFormat, head: string) {
    this.#format = format
    this.head = head
  }

  add(requests: readonly SavedRequest[], place: Span, lines: PartLines): void {
    const own = [...lines].flatMap(([part, line]) =>
      line === undefined ? [] : [[part, lineIn(place.file, line)] as const],
    )
    const parts = new Map(own)
    this.items.push(...requests)
    this.places.push(...requests.map(() => place))
    this.parts.push(...requests.map(() => parts))
  }

  /** Keeps a text that no request is made of. */
  keep(more: string): void {
    const last = this.items.at(-1)
    if (last === undefined) {
      this.head += more
      return
    }
    const own = mapping(last.kept?.[this.#format])
    const whole = { ...own, text: (text(own['text']) ?? '') + more }
    this.items[this.items.length - 1] = { ...last, kept: { ...last.kept, [this.#format]: whole } }
  }
}

/** A line, to the first character of the next. */
function lineIn(file: string, line: number): Span {
  return { file, start: { line, column: 1 }, end: { line: line + 1, column: 1 } }
}

/** The span of a part of a file that lies in a folder. */
export function spanIn(
  { folder, file }: { readonly folder: string; readonly file: string },
  { line, end }: { readonly line: number; readonly end: Position },
): Span {
  return { file: path.join(folder, path.basename(file)), start: { line, column: 1 }, end }
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

/** Short digests of the parts of a value, for those who ask which of them have changed. */
export function digestsOf(parts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, digestOf(part).slice(0, 10)]))
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
