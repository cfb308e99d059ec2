import type { Expectation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { matchesEverything } from '../../validations/operators/matches-regex.ts'
import { markerNames, markerPattern } from '../../validations/type-marker.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** A pattern can fail to be found, and what none of the items may be like is something that an item can be. */
export const tellingPatterns: Rule = async parsed => {
  const problems: Problem[] = []
  for (const step of allSteps(parsed))
    for (const item of [...everyTarget(parsed, step), ...step.when])
      if ('expectations' in item && item.expectations.some(holdsPattern))
        problems.push(...(await patternProblems(parsed, item.expectations)))
  return problems
}

function holdsPattern({ operator, inner = [] }: Expectation): boolean {
  return operator === 'matches-regex' || operator === 'matches' || inner.some(holdsPattern)
}

async function patternProblems(
  parsed: ParsedSuite,
  expectations: readonly Expectation[],
  isNone = false,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const { operator, expected, inner = [], span } of expectations) {
    const why = await holdsAnyway(operator, expected, isNone)
    if (why !== undefined) problems.push(problemAt(parsed.source, span, 'bad-value', `"${operator}": ${why}`))
    problems.push(...(await patternProblems(parsed, inner, operator === 'none')))
  }
  return problems
}

/** Why a pattern holds for everything, or a marker that there is not for nothing, which nobody sees in `none`. */
async function holdsAnyway(
  operator: string,
  expected: JsonValue,
  isNone: boolean,
): Promise<string | undefined> {
  if (operator !== 'matches-regex' && operator !== 'matches') return undefined
  for (const text of operator === 'matches' ? textsIn(expected) : [expected]) {
    if (typeof text !== 'string' || text === '' || text.includes('{{')) continue
    const pattern = operator === 'matches' ? markerPattern(text) : text
    if (pattern !== undefined && (await matchesEverything(pattern)))
      return `${text} matches everything: it is found in every text`
    const isMarker = operator === 'matches' && /^<[\w-]+>$/.test(text)
    if (isNone && isMarker && !markerNames.includes(text))
      return `${text} is none of the markers ${markerNames.join(', ')}, so that no value is like it`
  }
  return undefined
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
