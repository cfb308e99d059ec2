/** Values that are handed over at once, and no more: a slow reader lets go of those it has seen. */
const enough = 256

/** Milliseconds a value waits for more: to wake a reader for each would take longer than what it does with it. */
const longestWait = 20

/**
 * Values from one writer to several readers, in batches. Each reader sees every value written since it began to read, at
 * its own pace, and a value is kept only until the slowest reader has taken it.
 */
export class Channel<Value> {
  #readers: readonly ChannelReader<Value>[] = []
  #ended = false

  /** Hands a value to every reader. */
  write(value: Value): void {
    if (this.#ended) throw new Error('The channel has ended.')
    for (let index = 0; index < this.#readers.length; index++) this.#readers[index]?.give(value)
  }

  /** No more values come: readers finish when they have seen all. */
  end(): void {
    this.#ended = true
    for (const reader of this.#readers) reader.end()
  }

  /** Everything that is written from this call on, until the reader is told to `return`. */
  read(): AsyncIterableIterator<readonly Value[], undefined> & {
    return(): Promise<IteratorReturnResult<undefined>>
  } {
    const reader = new ChannelReader<Value>(() => {
      this.#readers = this.#readers.filter(one => one !== reader)
    })
    if (this.#ended) reader.end()
    else this.#readers = [...this.#readers, reader]
    return reader
  }
}

type Answer<Value> = IteratorResult<readonly Value[], undefined>

const done: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** The values one reader has not taken yet. */
class ChannelReader<Value> implements AsyncIterableIterator<readonly Value[], undefined> {
  readonly #leave: () => void
  #waiting: Value[] = []
  #ended = false
  #asked: ((answer: Answer<Value>) => void) | undefined
  /** Runs while somebody has asked and there is something, but not enough. */
  #timer: NodeJS.Timeout | undefined

  constructor(leave: () => void) {
    this.#leave = leave
  }

  give(value: Value): void {
    if (this.#waiting.push(value) >= enough) this.#answer()
    else if (this.#timer === undefined && this.#asked !== undefined) this.#wait()
  }

  end(): void {
    this.#ended = true
    this.#answer()
  }

  /** One at a time: the next values must not be asked for before the last ones have come. */
  next(): Promise<Answer<Value>> {
    if (this.#ended || this.#waiting.length >= enough) return Promise.resolve(this.#take())
    if (this.#waiting.length > 0) this.#wait()
    return new Promise(resolve => (this.#asked = resolve))
  }

  /** Ends the reading; nothing more is kept for it. */
  return(): Promise<IteratorReturnResult<undefined>> {
    this.#leave()
    this.#waiting = []
    this.end()
    return Promise.resolve(done)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#answer()
    }, longestWait)
  }

  #answer(): void {
    const asked = this.#asked
    if (asked === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#asked = undefined
    asked(this.#take())
  }

  #take(): Answer<Value> {
    if (this.#waiting.length === 0) return done
    return { done: false, value: this.#waiting.splice(0, enough) }
  }
}
