import type { DocumentPath, Position, Span } from '../../model/span.ts'
import { quotedLine } from '../quoted-line.ts'
import type { YamlSource } from '../yaml-source.ts'
import { lineIndex } from './line-index.ts'
import { nameOf, numbersAPlace } from './reading.ts'

/**
 * A text whose places were noted as it was read (see `openPlace`). A place is worked out when somebody looks at it, which
 * for most of them never happens.
 */
export function placedSource(file: string, text: string, value: unknown, places: Int32Array): YamlSource {
  const noted = { file, text, places, positionOf: lineIndex(text) }
  let lines: readonly string[] | undefined
  return {
    file,
    value,
    problems: [],
    spanOf: path => new LaterSpan(noted, path, placeOfValue),
    keySpanOf: path => new LaterSpan(noted, path, placeOfKey),
    lineText: line => quotedLine((lines ??= text.split(/\r?\n/)), line),
  }
}

/** A text, and where the values in it are written. */
interface Noted {
  readonly file: string
  readonly text: string
  readonly places: Int32Array
  readonly positionOf: (offset: number) => Position
}

type Offsets = readonly [start: number, end: number]

/** The place of a value or a key. A suite has thousands, so each is as small as can be. */
class LaterSpan implements Span {
  readonly #noted: Noted
  readonly #path: DocumentPath
  readonly #find: typeof placeOfValue

  constructor(noted: Noted, path: DocumentPath, find: typeof placeOfValue) {
    this.#noted = noted
    this.#path = path
    this.#find = find
  }

  get file(): string {
    return this.#noted.file
  }

  get start(): Position {
    return this.#position(0)
  }

  get end(): Position {
    return this.#position(1)
  }

  toJSON(): Span {
    return { file: this.file, start: this.start, end: this.end }
  }

  #position(which: 0 | 1): Position {
    const { text, places, positionOf } = this.#noted
    return positionOf(this.#find(places, placeAt(text, places, this.#path))[which])
  }
}

function placeOfValue(places: Int32Array, place: number): Offsets {
  return [places[place + 2] ?? 0, places[place + 3] ?? 0]
}

/** Items of a list, and the document itself, have none but that of their value. */
function placeOfKey(places: Int32Array, place: number): Offsets {
  const [start, end] = [places[place] ?? -1, places[place + 1] ?? -1]
  return start < 0 ? placeOfValue(places, place) : [start, end]
}

/** The innermost place on a path that exists. */
function placeAt(text: string, places: Int32Array, path: DocumentPath): number {
  let found = 0
  for (const step of path) {
    const next = placeInside(text, places, found, step)
    if (next === undefined) break
    found = next
  }
  return found
}

function placeInside(
  text: string,
  places: Int32Array,
  around: number,
  step: string | number,
): number | undefined {
  const end = places[around + 4] ?? 0
  let index = 0
  for (let place = around + numbersAPlace; place < end; place = places[place + 4] ?? end) {
    const [keyStart, keyEnd] = [places[place] ?? -1, places[place + 1] ?? -1]
    const isFound = keyStart < 0 ? index++ === step : nameOf(text.slice(keyStart, keyEnd)) === String(step)
    if (isFound) return place
  }
  return undefined
}
