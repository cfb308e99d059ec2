/** Keeps the pieces of a body as they come, unless it is larger than so many bytes. */
export class PiecesUpTo {
  readonly #limit: number
  readonly #pieces: Buffer[] = []
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(piece: Buffer): void {
    this.#size += piece.length
    if (this.#size <= this.#limit) this.#pieces.push(piece)
    else this.#pieces.length = 0
  }

  /** The body so far; undefined when it is too large. */
  whole(): Buffer | undefined {
    return this.#size > this.#limit ? undefined : Buffer.concat(this.#pieces)
  }
}
