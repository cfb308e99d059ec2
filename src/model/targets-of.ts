import type { Conditional, FoundExtract, TargetValidation, Validation } from './expectation.ts'
import type { MockRoute } from './mock.ts'
import type { Step } from './suite.ts'

type Looking = Pick<Step, 'validations' | 'extracts' | 'retry'>

/** Every check of a step, and every attempt of it, asks for them. */
const known = new WeakMap<Looking, readonly (Validation | FoundExtract)[]>()

/** Everything of a step that looks at its answer. */
export function targetsOf(step: Looking): readonly (Validation | FoundExtract)[] {
  const targets = known.get(step) ?? findTargets(step)
  known.set(step, targets)
  return targets
}

function findTargets({ validations, extracts, retry }: Looking): readonly (Validation | FoundExtract)[] {
  const judged = retry === undefined ? validations : [...validations, ...retry.stopWhen]
  const targets: (Validation | FoundExtract)[] = [...judged]
  for (const extract of extracts) if ('target' in extract) targets.push(extract)
  for (const parts of [judged, extracts]) for (const part of parts) targets.push(...conditionTargets(part))
  return targets
}

/** What a validation or an extract looks at to know whether it counts. */
export function conditionTargets({ when, unless }: Conditional): readonly TargetValidation[] {
  if (when === undefined && unless === undefined) return unconditional
  return [...(when ?? []), ...(unless ?? [])].flatMap(({ targets }) => targets)
}

/** What a route of a mock, and what it says to messages, looks at. */
export function routeTargets(route: MockRoute): readonly TargetValidation[] {
  const replies = route.answers.flatMap(({ talk }) => talk?.replies ?? noReplies)
  return replies.length === 0 ? conditionTargets(route) : [route, ...replies].flatMap(conditionTargets)
}

const noReplies: readonly Conditional[] = []

const unconditional: readonly TargetValidation[] = []
