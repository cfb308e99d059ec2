import type { SecretForm } from './forms.ts'

/** The mark where a text was cut (see `cutText`). */
export const cutMark = '…'

/** Letters of a secret that are told apart from a word that happens to stand before a cut. */
const shortestBeginning = 3

/** The mark, and what was cut in front of it, if any: an escape, or a character that was read in the wrong encoding. */
const halfCharacter = /(?:(?:(?<=[%&;\\]|%25)|(?=[%&\\]))[\w#;%&\\]*|[\u0080-\u00ff]{1,3})?\u2026/y

/**
 * The beginnings of a secret in front of the mark of a cut: texts are cut before anybody knows what in them is secret, and
 * half a secret is not recognised by its pattern.
 */
export class CutSecrets {
  /** The common beginning of every beginning that is found: the cheap question before all others. */
  readonly guard: string
  readonly #pieces: readonly string[]
  /** `i` or nothing. */
  readonly #anyCase: string
  #head: RegExp | undefined
  readonly #compiled = new Map<string, RegExp>()

  constructor({ pieces, pattern }: SecretForm) {
    this.#pieces = pieces
    this.#anyCase = pattern.ignoreCase ? 'i' : ''
    const guard = /^[a-z0-9]*/i.exec(pieces.slice(0, shortestBeginning).join(''))?.[0] ?? ''
    this.guard = pattern.ignoreCase ? guard.toLowerCase() : guard
  }

  *find(text: string): Generator<[start: number, end: number]> {
    this.#head ??= new RegExp(this.#pieces.slice(0, shortestBeginning).join(''), `g${this.#anyCase}`)
    this.#head.lastIndex = 0
    for (let match = this.#head.exec(text); match !== null; match = this.#head.exec(text)) {
      const end = this.#endOfBeginning(text, match.index)
      halfCharacter.lastIndex = end
      if (halfCharacter.test(text)) yield [match.index, halfCharacter.lastIndex - cutMark.length]
      this.#head.lastIndex = match.index + 1
    }
  }

  /** Where the text goes on otherwise than the secret that begins at `start`. */
  #endOfBeginning(text: string, start: number): number {
    let position = start
    for (const piece of this.#pieces) {
      const pattern = this.#patternOf(piece)
      pattern.lastIndex = position
      if (!pattern.test(text)) break
      position = pattern.lastIndex
    }
    return position
  }

  /** One for each letter, however often it comes. */
  #patternOf(piece: string): RegExp {
    const pattern = this.#compiled.get(piece) ?? new RegExp(piece, `${this.#anyCase}y`)
    this.#compiled.set(piece, pattern)
    return pattern
  }
}
