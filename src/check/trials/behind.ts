import { foundJson, type Selected } from '../../extracts/selected.ts'
import { targetPlace } from '../../extracts/target-subject.ts'
import type { Conditional, Expectation } from '../../model/expectation.ts'
import type { Step } from '../../model/suite.ts'
import { valueText } from '../../util/value-text.ts'
import { inMilliseconds } from '../../validations/judge-exchange.ts'
import type { Constants } from './constants.ts'
import { asVariable, domainOf } from './domain.ts'
import { wantedAnyway } from './idle-conditions.ts'
import type { MadeVariables, Taken } from './made-variables.ts'
import { areDecidedTogether, fits, isDecidable, isPinned, type NeverMet } from './verdicts.ts'

/** The steps before one, and what is known of them. */
export interface StepsBefore {
  readonly variables: MadeVariables
  readonly constantsOf: (step: Step) => Constants
  readonly isStatusOpen: (step: Step) => boolean
}

/**
 * A condition on a variable that no value meets with which the step has passed that took it out of its answer: behind one that
 * fails no step runs. To be called inside of `whenLoaded`.
 */
export function neverBehind(
  { when = [], unless = [] }: Conditional,
  step: Step,
  before: StepsBefore,
): NeverMet | undefined {
  const asked = [...when.map(one => [one, false] as const), ...unless.map(one => [one, true] as const)]
  for (const [{ targets }, isDenied] of asked) {
    const [first, ...others] = targets
    if (first?.target.kind !== 'variable' || (isDenied && others.length > 0)) continue
    const taken = before.variables.takenBefore(first.target.name, step)
    const wanted = before.constantsOf(step).filled(first.expectations)
    const values = taken === undefined ? [] : passedWith(taken, wanted ?? [], before)
    if (wanted === undefined || values.length === 0) continue
    if (values.some(value => fits(value, wanted) !== isDenied)) continue
    const reason = `${isDenied ? 'is always' : 'cannot be'} so where the step has passed that extracts it`
    return { subject: `variable ${first.target.name}`, span: first.span, reason }
  }
  return undefined
}

/** The values that a target has where its step passes; none where they do not decide on what is asked. */
function passedWith(
  { target, step }: Taken,
  asked: readonly Expectation[],
  { constantsOf, isStatusOpen }: StepsBefore,
): readonly Selected[] {
  const constants = constantsOf(step)
  const place = targetPlace(target)
  const own = wantedAnyway(step, isStatusOpen(step)).filter(one => targetPlace(one.target) === place)
  const known = own.flatMap(one => constants.filled(one.expectations) ?? [])
  const wanted = target.kind === 'time' ? known.map(inMilliseconds) : known
  const all = [...wanted, ...asked]
  const domain = domainOf(target, step, all, constants)
  const isDecided =
    domain?.isComplete === true || areDecidedTogether(all) || (isPinned(wanted) && isDecidable(all))
  if (domain === undefined || wanted.length === 0 || !isDecided) return []
  // A text counts as the number that stands in it, once it is a variable.
  return domain.values
    .flatMap(one => (one.found ? [one, foundJson(valueText(one.value))] : []))
    .flatMap(one => (one.found && fits(one, wanted) ? [asVariable(one.value)] : []))
}
