import { limitEvaluation, weigh } from '../../util/limit-evaluation.ts'
import { seemsExpected } from '../as-expected.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { markerPattern } from '../type-marker.ts'
import { matchesEverything } from './matches-regex.ts'
import type { Operator } from '../operator.ts'
import { PartialMatch } from '../partial-match.ts'

/** Has at least what is expected of it, by the rules of `PartialMatch`. */
export const matches: Operator = {
  name: 'matches',
  unfit(_actual, { expected, written }) {
    const become = written === undefined ? undefined : textsIn(expected).find(takesEveryText)
    return become === undefined ? undefined : `${become} has become a pattern that matches everything`
  },
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

function takesEveryText(text: string): boolean {
  const pattern = markerPattern(text)
  return pattern !== undefined && matchesEverything(pattern)
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return isList(value) || isObject(value) ? Object.values(value).flatMap(textsIn) : []
}
