/**
 * Values from one writer to several readers. Each reader sees every value written since it began to read, at its own
 * pace. Values are kept only until the slowest reader has seen them.
 */
export class Channel<Value> {
  /** The link the next value will be put behind; readers hold the link they have come to. */
  #last: Link<Value> = {}
  #ended = false
  #change: Signal | undefined

  /** Hands a value to every reader. */
  write(value: Value): void {
    if (this.#ended) throw new Error('The channel has ended.')
    const next: Link<Value> = {}
    this.#last.entry = { value, next }
    this.#last = next
    this.#wake()
  }

  /** No more values come: readers finish when they have seen all. */
  end(): void {
    this.#ended = true
    this.#wake()
  }

  /** Everything that is written from this call on. */
  read(): AsyncIterable<Value> {
    return this.#follow(this.#last)
  }

  async *#follow(link: Link<Value>): AsyncGenerator<Value, void, undefined> {
    for (;;) {
      while (link.entry === undefined) {
        if (this.#ended) return
        await this.#nextChange()
      }
      const { value, next } = link.entry
      link = next
      yield value
    }
  }

  #nextChange(): Promise<void> {
    this.#change ??= signal()
    return this.#change.promise
  }

  #wake(): void {
    this.#change?.resolve()
    this.#change = undefined
  }
}

interface Link<Value> {
  entry?: { readonly value: Value; readonly next: Link<Value> }
}

interface Signal {
  readonly promise: Promise<void>
  readonly resolve: () => void
}

function signal(): Signal {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
