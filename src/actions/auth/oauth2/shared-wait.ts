import { onInterruption } from '../../../util/interruptions.ts'

/**
 * Something that is made once for several who wait for it, each as long as it likes. When the last of them has left, the
 * signal tells the maker to give up.
 */
export class SharedWait<Value> {
  readonly #controller = new AbortController()
  readonly #value: Promise<Value>
  #waiting = 0

  /** Begins at once. `make` must not reject. */
  constructor(make: (signal: AbortSignal) => Promise<Value>) {
    this.#value = make(this.#controller.signal)
  }

  /** True where everybody left before there was a value. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted
  }

  /** The value; undefined when the signal is aborted before there is one. */
  async wait(signal: AbortSignal): Promise<Value | undefined> {
    this.#waiting++
    const value = await unlessAborted(this.#value, signal)
    this.#waiting--
    if (value === undefined && this.#waiting === 0) this.#controller.abort()
    return value
  }
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  return new Promise(resolve => {
    const leave = onInterruption(signal, () => {
      resolve(undefined)
    })
    void promise.then(value => {
      leave()
      resolve(value)
    })
  })
}
