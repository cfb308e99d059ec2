/**
 * Values from one writer to several readers. Each reader sees every value written since it began to read, at its own
 * pace, and a value is kept only until the slowest reader has taken it.
 */
export class Channel<Value> {
  readonly #readers = new Set<ChannelReader<Value>>()
  #ended = false

  /** Hands a value to every reader. */
  write(value: Value): void {
    if (this.#ended) throw new Error('The channel has ended.')
    for (const reader of this.#readers) reader.give(value)
  }

  /** No more values come: readers finish when they have seen all. */
  end(): void {
    this.#ended = true
    for (const reader of this.#readers) reader.end()
  }

  /** Everything that is written from this call on, until the reader is told to `return`. */
  read(): AsyncIterableIterator<Value, undefined> & { return(): Promise<IteratorReturnResult<undefined>> } {
    const reader = new ChannelReader<Value>(() => this.#readers.delete(reader))
    if (this.#ended) reader.end()
    else this.#readers.add(reader)
    return reader
  }
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined }

/**
 * The values one reader has not taken yet. They are in lists of the reader's own, because links from each value to the
 * next would let V8 collect none of them early: an old link that is no longer used still keeps those behind it alive.
 */
class ChannelReader<Value> implements AsyncIterableIterator<Value, undefined> {
  readonly #leave: () => void
  /** As they were written. */
  #written: Value[] = []
  /** Those of an earlier `#written` that are still to be taken, the next one last. */
  #turned: Value[] = []
  #ended = false
  #asked: ((answer: IteratorResult<Value, undefined>) => void) | undefined

  constructor(leave: () => void) {
    this.#leave = leave
  }

  give(value: Value): void {
    if (this.#asked === undefined) this.#written.push(value)
    else this.#answer({ done: false, value })
  }

  end(): void {
    this.#ended = true
    this.#answer(done)
  }

  /** One at a time: the next value must not be asked for before the last one has come. */
  next(): Promise<IteratorResult<Value, undefined>> {
    if (this.#turned.length === 0 && this.#written.length > 0) {
      this.#turned = this.#written.reverse()
      this.#written = []
    }
    if (this.#turned.length > 0) return Promise.resolve({ done: false, value: this.#turned.pop() as Value })
    if (this.#ended) return Promise.resolve(done)
    return new Promise(resolve => (this.#asked = resolve))
  }

  /** Ends the reading; nothing more is kept for it. */
  return(): Promise<IteratorReturnResult<undefined>> {
    this.#leave()
    this.#written = []
    this.#turned = []
    this.end()
    return Promise.resolve(done)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #answer(answer: IteratorResult<Value, undefined>): void {
    this.#asked?.(answer)
    this.#asked = undefined
  }
}
