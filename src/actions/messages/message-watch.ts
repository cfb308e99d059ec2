import type { Message, Success } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { EvaluationEnded } from '../../util/limit-evaluation.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import type { Awaited } from './awaited.ts'

/** Takes messages one by one, keeps the awaited ones and knows when there are enough. */
export class MessageWatch {
  readonly #awaited: Awaited
  readonly #taken: Message[] = []
  #seen = 0
  #lastMismatch: string | undefined
  /** Why it is unknown whether a message is an awaited one. */
  #undecided: string | undefined

  constructor(awaited: Awaited) {
    this.#awaited = awaited
  }

  /** True where it is one of the awaited messages. */
  async offer(message: Message): Promise<boolean> {
    this.#seen++
    const mismatch = await this.#mismatch(message)
    if (mismatch === undefined) this.#taken.push(message)
    else this.#lastMismatch = mismatch
    return mismatch === undefined
  }

  async #mismatch(message: Message): Promise<string | undefined> {
    try {
      return await this.#awaited.matcher.mismatch(message)
    } catch (error) {
      if (!(error instanceof EvaluationEnded)) throw error
      const undecided = `a message that could not be compared: ${error.about('that')}`
      const { none, matcher } = this.#awaited
      // Another one may fit; that none did cannot be known any more.
      if (none || matcher.isLate()) this.#undecided = undecided
      return undecided
    }
  }

  /** True where no further message can change the outcome. */
  get isOver(): boolean {
    if (this.#undecided !== undefined) return true
    return this.#taken.length >= (this.#awaited.none ? 1 : this.#awaited.count)
  }

  /** The awaited messages that came, in their order: the value of `$`. */
  get entries(): readonly JsonValue[] {
    return this.#taken.map(({ entry }) => entry)
  }

  /**
   * How it went, after so many milliseconds; `instead` says why no further message can come. Where the connection was not
   * open to the end (`isCutShort`), that no message came proves nothing.
   */
  success(limit: number, instead?: string, isCutShort = false): Success {
    const { none, count, matcher } = this.#awaited
    const wanted = none ? 'none' : String(count)
    const such = matcher.description === '' ? '' : ` with ${matcher.description}`
    return {
      subject: 'messages',
      holds:
        this.#undecided === undefined &&
        (none ? this.#taken.length === 0 && !isCutShort : this.#taken.length >= count),
      expected: `${wanted}${such} within ${formatDuration(limit)}`,
      actual: `${this.#actual()}${instead === undefined || instead === '' ? '' : `; ${instead}`}`,
    }
  }

  #actual(): string {
    const taken = this.#taken.length
    if (this.#undecided !== undefined) return this.#undecided
    if (this.#seen === 0) return 'no message at all'
    if (this.#seen === taken) return plural(taken, 'message')
    const of = `${taken === 0 ? 'none' : taken} of ${plural(this.#seen, 'message')}`
    return this.#lastMismatch === undefined ? of : `${of} (the last other one: ${this.#lastMismatch})`
  }
}
