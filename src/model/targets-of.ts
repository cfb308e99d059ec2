import type { Conditional, FoundExtract, TargetValidation, Validation } from './expectation.ts'
import type { MockRoute } from './mock.ts'
import type { Step } from './suite.ts'

type Looking = Pick<Step, 'validations' | 'extracts' | 'retry' | 'rounds'>

/** Every check of a step, and every attempt of it, asks for them. */
const known = new WeakMap<Looking, readonly (Validation | FoundExtract)[]>()

/** Everything of a step that looks at its answer. */
export function targetsOf(step: Looking): readonly (Validation | FoundExtract)[] {
  const before = known.get(step)
  if (before !== undefined) return before
  const targets = findTargets(step)
  known.set(step, targets)
  return targets
}

function findTargets(step: Looking): readonly (Validation | FoundExtract)[] {
  const { validations, extracts, retry, rounds } = step
  const judged: readonly (Validation | FoundExtract)[] =
    retry === undefined && rounds === undefined
      ? validations
      : [...validations, ...(retry?.stopWhen ?? []), ...endTargets(step)]
  const isPlain = !judged.some(isConditional) && !extracts.some(isConditional)
  if (isPlain && extracts.length === 0) return judged
  const found = extracts.filter(extract => 'target' in extract)
  if (isPlain) return judged.concat(found)
  return [...judged, ...found, ...judged.flatMap(conditionTargets), ...extracts.flatMap(conditionTargets)]
}

/** Lists the conditions that the response of the last round of a step meets. */
export function endTargets({ rounds }: Pick<Step, 'rounds'>): readonly TargetValidation[] {
  return rounds?.kind === 'repeat' ? (rounds.until ?? []).flatMap(({ targets }) => targets) : unconditional
}

/** True where something counts only under conditions. */
export function isConditional({ when, unless }: Conditional): boolean {
  return when !== undefined || unless !== undefined
}

/** Lists the targets that decide whether a validation or an extract counts. */
export function conditionTargets(part: Conditional): readonly TargetValidation[] {
  if (!isConditional(part)) return unconditional
  const { when, unless } = part
  return [...(when ?? []), ...(unless ?? [])].flatMap(({ targets }) => targets)
}

/** Lists the targets that a route of a mock looks at, for itself and for its replies to messages. */
export function routeTargets(route: MockRoute): readonly TargetValidation[] {
  return routeConditions(route).flatMap(conditionTargets)
}

/** The conditions of a route, and of its replies. */
export function routeConditions(route: MockRoute): readonly Conditional[] {
  const replies = route.answers.flatMap(({ talk }) => talk?.replies ?? noReplies)
  return replies.length === 0 ? [route] : [route, ...replies]
}

const noReplies: readonly Conditional[] = []

const unconditional: readonly TargetValidation[] = []
