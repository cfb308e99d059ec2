/** Hands things on in the order they came, to one reader that waits for them. */
export class MessageQueue<Item> {
  readonly #items: Item[] = []
  #isEnded = false
  #wake: () => void = () => undefined

  /** How many wait to be taken. */
  get size(): number {
    return this.#items.length
  }

  push(item: Item): void {
    this.#items.push(item)
    this.#wake()
  }

  /** Nothing more will come; what came before is still handed on. */
  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** The next one; undefined when nothing more will come or the signal is aborted. */
  async next(signal: AbortSignal): Promise<Item | undefined> {
    while (this.#items.length === 0 && !this.#isEnded && !signal.aborted) await this.#something(signal)
    return signal.aborted ? undefined : this.#items.shift()
  }

  #something(signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake)
        resolve()
      }
      signal.addEventListener('abort', wake, { once: true })
      this.#wake = wake
    })
  }
}
