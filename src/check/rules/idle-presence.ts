import { targetPlace } from '../../extracts/target-subject.ts'
import { type Expectation, isQuantifier, type Validation } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import { isConditional } from '../../model/targets-of.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { valueText } from '../../util/value-text.ts'
import { everyTarget, mockTargets } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** `missing` says something: an item is there in any case, and "exists: false" says nothing more beside "missing: true". */
export const idlePresence: Rule = parsed => {
  const groups = [...allSteps(parsed).flatMap(step => ofStep(parsed, step)), ...ofMocks(parsed)]
  return groups.flatMap(expectations => [
    ...saidTwice(parsed, expectations),
    ...expectations.flatMap(one => ofItems(parsed, one)),
  ])
}

type Group = readonly Expectation[]

/** All that must be so of one place together. */
function ofStep(parsed: ParsedSuite, step: Step): readonly Group[] {
  const together = new Map<string, Group>()
  for (const one of step.validations.filter(isPlain)) {
    const place = targetPlace(one.target)
    together.set(place, [...(together.get(place) ?? []), ...one.expectations])
  }
  const plain = new Set<object>(step.validations.filter(isPlain))
  const others = everyTarget(parsed, step).filter(one => !plain.has(one))
  return [
    ...together.values(),
    ...others.flatMap(one => ('expectations' in one ? [one.expectations] : [])),
    ...step.when.map(({ expectations }) => expectations),
  ]
}

function isPlain(one: Validation): one is Extract<Validation, { expectations: Group }> {
  return 'expectations' in one && !isConditional(one)
}

function ofMocks(parsed: ParsedSuite): readonly Group[] {
  return mockTargets(parsed).map(({ expectations }) => expectations)
}

function saidTwice({ source }: ParsedSuite, expectations: Group): readonly Problem[] {
  const missing = expectations.find(({ operator }) => operator === 'missing')
  const exists = expectations.find(({ operator }) => operator === 'exists')
  if (missing === undefined || exists === undefined || missing.expected === exists.expected) return []
  const [idle, telling] = missing.expected === true ? [exists, missing] : [missing, exists]
  const message = `${wordsOf(idle)} says nothing more beside ${wordsOf(telling)}`
  const hint = `Leave out ${wordsOf(idle)}.`
  return [problemAt(source, idle.span, 'bad-value', message, { severity: 'warning', hint })]
}

function wordsOf({ operator, expected }: Expectation): string {
  return `"${operator}: ${valueText(expected)}"`
}

function ofItems({ source }: ParsedSuite, { operator, inner = [] }: Expectation): readonly Problem[] {
  if (!isQuantifier(operator)) return []
  const message = `"missing": what ${operator} looks at is there in any case`
  const hint = 'Select the things that must have it, and write each: { matches: { NAME: <any> } }.'
  return inner
    .filter(one => one.operator === 'missing')
    .map(({ span }) => problemAt(source, span, 'bad-value', message, { hint }))
}
