import { limitEvaluation, weigh } from '../../util/limit-evaluation.ts'
import { seemsExpected } from '../as-expected.ts'
import type { Operator } from '../operator.ts'
import { PartialMatch } from '../partial-match.ts'

/** Has at least what is expected of it, by the rules of `PartialMatch`. */
export const matches: Operator = {
  name: 'matches',
  holds({ value }, expected) {
    const match = new PartialMatch()
    return limitEvaluation(value, weigh(expected), () => match.fits(value, expected))
  },
  nearly({ value }, expected) {
    const match = new PartialMatch(seemsExpected)
    const fits = limitEvaluation(value, weigh(expected), () => match.fits(value, expected))
    return fits ? 'only the types differ' : undefined
  },
}
