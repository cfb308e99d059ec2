import { Secrets } from '../../secrets/index.ts'

/** How many values are hidden at least; of more, those that came first are forgotten. */
const mostRecent = 500

/**
 * What no output may show, in a process that goes on for hours: what is known from the start for good, and of what comes with calls
 * the latest.
 */
export class RecentSecrets {
  readonly #known: Secrets
  #recent = new Secrets()
  #before = new Secrets()
  #count = 0

  constructor(known: Secrets) {
    this.#known = known
  }

  /** Bound, to be handed on as it is. */
  readonly add = (value: string): void => {
    if (++this.#count > mostRecent) {
      this.#before = this.#recent
      this.#recent = new Secrets()
      this.#count = 1
    }
    this.#recent.add(value)
  }

  /** Bound, too. */
  readonly mask = (text: string): string => this.#known.mask(this.#recent.mask(this.#before.mask(text)))
}
