import type { JsonValue } from '../../model/json.ts'
import { Secrets } from '../../secrets/index.ts'

/** How many values are hidden at least; of more, those that came first are forgotten. */
const mostRecent = 500

/**
 * The secrets that no output may show, in a process that goes on for hours: those known from the start for good, and of
 * those that come with calls the latest.
 */
export class RecentSecrets {
  readonly #known: Secrets
  #values = new Set<string>()
  #recent = new Secrets()
  #before = new Secrets()

  constructor(known: Secrets) {
    this.#known = known
  }

  /** Bound, to be handed on as it is. */
  readonly add = (value: string): void => {
    if (this.#values.has(value)) return
    if (this.#values.size >= mostRecent) {
      this.#before = this.#recent
      this.#recent = new Secrets()
      this.#values = new Set()
    }
    this.#values.add(value)
    this.#recent.add(value)
  }

  /** Hides what came with calls before, too, where this one goes on for another. */
  goOnFor(other: RecentSecrets): void {
    this.#values = other.#values
    this.#recent = other.#recent
    this.#before = other.#before
  }

  /** Bound, too. */
  readonly mask = (text: string): string => this.#known.mask(this.#recent.mask(this.#before.mask(text)))

  maskData(value: JsonValue): JsonValue {
    return this.#known.maskData(this.#recent.maskData(this.#before.maskData(value)))
  }
}
