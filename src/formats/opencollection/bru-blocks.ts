import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import type { BruBlock, BruEntry } from './read-bru.ts'

/** The blocks of a file by their names. */
export class BruBlocks {
  readonly #blocks: readonly BruBlock[]

  constructor(blocks: readonly BruBlock[]) {
    this.#blocks = blocks
  }

  /** The text of a block; absent where there is none, or nothing in it. */
  text(name: string): string | undefined {
    const text = this.#blocks.findLast(block => block.name === name)?.text
    return text === undefined || text.trim() === '' ? undefined : text
  }

  entries(name: string): readonly BruEntry[] {
    return this.#blocks.filter(block => block.name === name).flatMap(block => block.entries)
  }

  values(name: string): JsonObject {
    return Object.fromEntries(this.entries(name).map(entry => [entry.name, entry.value]))
  }

  has(name: string): boolean {
    return this.#blocks.some(block => block.name === name)
  }

  /** All blocks of a name, each with its entries. */
  all(name: string): readonly BruBlock[] {
    return this.#blocks.filter(block => block.name === name)
  }

  /** Entries as OpenCollection lists them. */
  named(name: string, more: JsonObject = {}): readonly JsonObject[] {
    return this.entries(name).map(entry => ({
      name: entry.name,
      value: entry.value,
      ...more,
      ...marks(entry),
    }))
  }

  variables(name: string): readonly JsonObject[] {
    return this.entries(name).map(entry => {
      const type = ['number', 'boolean', 'object'].find(word => entry.annotations.has(word))
      const value = type === undefined ? entry.value : { type, data: entry.value }
      return { name: entry.name, value, ...marks(entry) }
    })
  }
}

/** The description of an entry, and that it is switched off. */
export function marks({ annotations, disabled }: BruEntry): JsonObject {
  return defined({ description: annotations.get('description'), disabled: disabled ? true : undefined })
}

/** The members that have something in them. */
export function withoutEmpty(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(
      (pair): pair is [string, JsonValue] =>
        pair[1] !== undefined &&
        !(Array.isArray(pair[1]) && pair[1].length === 0) &&
        !(typeof pair[1] === 'object' && pair[1] !== null && Object.keys(pair[1]).length === 0),
    ),
  )
}
