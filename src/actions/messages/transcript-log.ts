import { transcriptTextLimit, type Transcript, type TranscriptEntry } from '../../model/exchange.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** How many entries of the beginning, and how many of the end, a transcript keeps. */
const keptAtEachEnd = 250

/** Writes down what is said, with the time of each; of a long conversation the beginning and the end. */
export class TranscriptLog {
  readonly #mask: (text: string) => string
  readonly #startedAt = monotonicTime()
  readonly #beginning: TranscriptEntry[] = []
  readonly #end: TranscriptEntry[] = []
  #leftOut = 0

  /** `mask` makes a text fit for outputs, because half a secret is not recognised later. */
  constructor(mask: (text: string) => string) {
    this.#mask = mask
  }

  add(
    direction: TranscriptEntry['direction'],
    kind: string,
    text: string,
    size = Buffer.byteLength(text),
  ): void {
    const at = Math.round((monotonicTime() - this.#startedAt) * 10) / 10
    const entry = { at, direction, kind, text: this.#shortened(text), size }
    if (this.#beginning.length < keptAtEachEnd) this.#beginning.push(entry)
    else this.#end.push(entry)
    if (this.#end.length <= keptAtEachEnd) return
    this.#end.shift()
    this.#leftOut++
  }

  get transcript(): Transcript {
    return { entries: [...this.#beginning, ...this.#end], leftOut: this.#leftOut }
  }

  #shortened(text: string): string {
    return text.length <= transcriptTextLimit ? text : this.#mask(text).slice(0, transcriptTextLimit)
  }
}
