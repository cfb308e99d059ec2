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
  const lastItem = { around: -1, index: 0, place: 0 }
  const noted = { file, text, places, positionOf: lineIndex(text), lastItem }
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
  readonly lastItem: LastItem
}

/** The item of a list that was asked for last. */
interface LastItem {
  /** The place of the list; below 0 where none was asked for. */
  around: number
  index: number
  place: number
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
    const { places, positionOf } = this.#noted
    return positionOf(this.#find(places, placeAt(this.#noted, this.#path))[which])
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
function placeAt({ text, places, lastItem }: Noted, path: DocumentPath): number {
  let found = 0
  for (const step of path) {
    const item = typeof step === 'number' ? itemIn(places, found, step, lastItem) : undefined
    // A name may be a number, as those of statuses are.
    const next = item ?? memberIn(text, places, found, String(step))
    if (next === undefined) break
    found = next
  }
  return found
}

/** An item of a list. Most questions are about the item asked for before, or one behind it. */
function itemIn(places: Int32Array, around: number, index: number, last: LastItem): number | undefined {
  const end = places[around + 4] ?? 0
  const goesOn = last.around === around && last.index <= index
  let place = goesOn ? last.place : around + numbersAPlace
  let at = goesOn ? last.index : 0
  for (; place < end; place = places[place + 4] ?? end) {
    const isItem = (places[place] ?? -1) < 0
    if (isItem && at === index) {
      last.around = around
      last.index = index
      last.place = place
      return place
    }
    if (isItem) at++
  }
  return undefined
}

function memberIn(text: string, places: Int32Array, around: number, name: string): number | undefined {
  const end = places[around + 4] ?? 0
  for (let place = around + numbersAPlace; place < end; place = places[place + 4] ?? end) {
    const start = places[place] ?? -1
    if (start >= 0 && nameOf(text.slice(start, places[place + 1] ?? -1)) === name) return place
  }
  return undefined
}
