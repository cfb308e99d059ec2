import { numberOf, numberText, plainNumber } from '../util/exact-number.ts'

/** A value in a text of JSON, and where it stands. */
export interface JsonPart {
  readonly kind: 'object' | 'list' | 'scalar'
  readonly start: number
  readonly end: number
  /** The same text for the same scalar; empty for lists and objects. */
  readonly value: string
  readonly items: readonly JsonItem[]
}

/** An item of a list, or a member of an object. */
export interface JsonItem {
  /** The key of a member, as it is in quotes or without. */
  readonly name: string
  readonly start: number
  readonly part: JsonPart
  /** Where the comma behind it is; -1 for none. */
  readonly comma: number
}

/** The parts of a text of JSON, which may have comments, and placeholders in place of values; undefined for any other text. */
export function readJsonParts(text: string): JsonPart | undefined {
  return new PartReader(text).read()
}

class PartReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): JsonPart | undefined {
    const part = this.#part()
    this.#skip()
    return this.#at === this.#text.length ? part : undefined
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #skip(): void {
    this.#take(/(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y)
  }

  #part(): JsonPart | undefined {
    this.#skip()
    const start = this.#at
    // Two braces begin a placeholder.
    if (this.#take(/\{(?!\{)/y) !== undefined) return this.#items('object', start)
    if (this.#take(/\[/y) !== undefined) return this.#items('list', start)
    const quoted = this.#quoted()
    const value = quoted ?? this.#take(/(?:\{\{[^{}]*\}\}|[^\s,\]}{[":/]|\/(?![/*]))+/y)
    if (value === undefined) return undefined
    return { kind: 'scalar', start, end: this.#at, value: comparable(value), items: [] }
  }

  #quoted(): string | undefined {
    return this.#take(/"(?:[^"\\]|\\[^])*"/y)
  }

  #items(kind: 'object' | 'list', start: number): JsonPart | undefined {
    const items: JsonItem[] = []
    const close = kind === 'object' ? /\}/y : /\]/y
    for (;;) {
      this.#skip()
      if (this.#take(close) !== undefined) return { kind, start, end: this.#at, value: '', items }
      if (items.length > 0 && items.at(-1)?.comma === -1) return undefined
      const item = this.#item(kind)
      if (item === undefined) return undefined
      items.push(item)
    }
  }

  #item(kind: 'object' | 'list'): JsonItem | undefined {
    const start = this.#at
    const name = kind === 'object' ? this.#quoted() : ''
    if (name === undefined) return undefined
    this.#skip()
    if (kind === 'object' && this.#take(/:/y) === undefined) return undefined
    const part = this.#part()
    if (part === undefined) return undefined
    this.#skip()
    const comma = this.#at
    const isFollowed = this.#take(/,/y) !== undefined
    return { name: comparable(name), start, part, comma: isFollowed ? comma : -1 }
  }
}

/** A scalar in one spelling. */
function comparable(given: string): string {
  const written = given.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, '{{$1}}')
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return numberText(plainNumber(numberOf(written)))
  if (!written.startsWith('"')) return written
  try {
    return JSON.stringify(JSON.parse(written))
  } catch {
    return written
  }
}
