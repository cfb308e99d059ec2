import type { Problem } from '../model/problem.ts'
import { plural } from '../util/quantity.ts'

/** Errors, and warnings, that are shown before the others are only counted. */
const shown = 50

/** Chooses which problems of a long list are shown. With `all` every one is. */
export class ProblemCut {
  readonly #counts = { error: 0, warning: 0 }
  readonly #all: boolean

  constructor(all: boolean) {
    this.#all = all
  }

  /** True where the next problem is to be shown. */
  shows({ severity }: Problem): boolean {
    return ++this.#counts[severity] <= shown || this.#all
  }

  /** Says how many are not shown; empty when all are, else a line with its line feed. */
  rest(): string {
    if (this.#all) return ''
    const { error, warning } = this.#counts
    const hidden = Math.max(0, error - shown) + Math.max(0, warning - shown)
    const verb = hidden === 1 ? 'is' : 'are'
    return hidden === 0
      ? ''
      : `${plural(hidden, 'more problem')} ${verb} not shown here (--verbose shows all)\n`
  }
}
