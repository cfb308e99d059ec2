import { addCounts, noCounts, type Outcome } from '../../model/outcome.ts'
import type { StepResult } from '../../model/result.ts'
import { outcomesByWeight } from '../text/counts.ts'
import { plural } from '../../util/quantity.ts'
import { markup, type Markup } from './markup.ts'
import { sign } from './step-item.ts'

/** Steps that passed, or were skipped, which a page shows; browsers are slow with many more. */
export const shownPassed = 5000

/** The same for steps that did not pass. */
export const shownFailed = 5000

/** The room on a page: handed out first come, first served. */
export class Room {
  #passed: number
  #failed: number

  constructor(isEndless: boolean) {
    this.#passed = isEndless ? Infinity : shownPassed
    this.#failed = isEndless ? Infinity : shownFailed
  }

  take(outcome: Outcome): boolean {
    return outcome === 'passed' || outcome === 'skipped' ? this.#passed-- > 0 : this.#failed-- > 0
  }
}

/** Steps and rows of a file that there was no room for: they are counted. */
export class LeftOut {
  #steps = noCounts
  #rows = noCounts

  step({ outcome }: Pick<StepResult, 'outcome'>): void {
    this.#steps = addCounts(this.#steps, { ...noCounts, [outcome]: 1 })
  }

  row({ outcome }: Pick<StepResult, 'outcome'>): void {
    this.#rows = addCounts(this.#rows, { ...noCounts, [outcome]: 1 })
  }

  /** A line for each outcome, which the page's script counts and filters as the steps that it stands for. */
  lines(): readonly Markup[] {
    return outcomesByWeight.flatMap(outcome => {
      const [steps, rows] = [this.#steps[outcome], this.#rows[outcome]]
      if (steps === 0) return []
      const inRows = rows === 0 ? '' : `, in ${plural(rows, 'row')}`
      return [
        markup`<details class="step ${outcome}" data-outcome="${outcome}" data-steps="${steps}" data-text="">
<summary>${sign(outcome)}<span class="status"></span><span class="name">${plural(steps, 'more step')} ${outcome}${inRows}</span></summary>
<div class="body"><p class="none">${leftOutWords}</p></div>
</details>
`,
      ]
    })
  }
}

/** Where the others are. */
const leftOutWords = `The page shows the first ${shownPassed} steps that passed and the first ${shownFailed} that did not, with --verbose all. The JSON report has them all.`
