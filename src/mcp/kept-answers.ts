/** A whole answer, or a report, that a client may read when it wants more than it was told. */
export interface KeptText {
  readonly uri: string
  readonly name: string
  readonly mimeType: string
  readonly text: string
}

/** Answers that are kept, and the characters of all of them; the oldest make room. */
const mostKept = 20
const mostCharacters = 16 * 1024 * 1024

/** Texts that were too long to be told, kept as long as the server runs. */
export class KeptAnswers {
  readonly #kept = new Map<string, KeptText>()
  #characters = 0
  #last = 0

  /** Keeps a text under a new name. */
  add(name: string, mimeType: string, text: string): KeptText {
    const uri = `apitest://answers/${String(++this.#last)}`
    const kept = { uri, name, mimeType, text }
    this.#kept.set(uri, kept)
    this.#characters += text.length
    for (const [oldest, { text: old }] of this.#kept) {
      if (this.#kept.size <= mostKept && (this.#characters <= mostCharacters || oldest === uri)) break
      this.#kept.delete(oldest)
      this.#characters -= old.length
    }
    return kept
  }

  get(uri: string): KeptText | undefined {
    return this.#kept.get(uri)
  }

  /** All that are kept, the latest first. */
  get all(): readonly KeptText[] {
    return [...this.#kept.values()].reverse()
  }
}
