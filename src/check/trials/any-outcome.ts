import { factsOf } from '../../actions/index.ts'
import type { Statuses } from '../../actions/facts.ts'
import { foundStatus, statusClass } from '../../extracts/selected.ts'
import type { TargetValidation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import { endTargets, isConditional } from '../../model/targets-of.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { finalStatuses, isSuccess } from '../../validations/status-words.ts'
import { type Facts, problemAt } from '../rule.ts'
import { scriptsAround } from '../scripts/suite-scripts.ts'
import { writtenIn } from '../written.ts'
import type { Constants } from './constants.ts'
import { isAnyStatus } from './idle-expectations.ts'
import { fits } from './verdicts.ts'

/**
 * Warns of a step that passes with a success and with a fault of the server, and looks at nothing else. To be called inside of
 * `whenLoaded`.
 */
export function anyOutcome(
  parsed: ParsedSuite,
  facts: Facts,
  step: Step,
  constants: Constants,
): readonly Problem[] {
  const { statuses } = factsOf(step.action)
  const [first, ...others] = step.validations
  if (statuses === undefined || first === undefined || others.length > 0 || !isOfStatus(first)) return []
  if (isAnyStatus(first.expectations) || looksFurther(parsed, facts, step)) return []
  const wanted = constants.filled(first.expectations)
  // A status that must not come says something, whatever else passes.
  if (wanted === undefined || wanted.some(({ operator }) => operator.startsWith('not-'))) return []
  const taken = finalStatuses(statuses).filter(status => fits(foundStatus(status), wanted))
  const isAny = taken.some(one => isSuccess(statuses, one)) && taken.some(one => isFault(statuses, one))
  if (!isAny) return []
  const message = 'this takes a success and a fault of the server alike, and the step looks at nothing else'
  const hint =
    'Write the statuses that are right, or look at what is answered; at-least: 100 says that all are right.'
  const [{ span } = first] = first.expectations
  return [problemAt(parsed.source, span, 'bad-value', message, { hint, severity: 'warning' })]
}

function isOfStatus(one: Step['validations'][number]): one is TargetValidation {
  return 'expectations' in one && one.target.kind === 'status' && !isConditional(one)
}

/** True where more than the status of a step decides on anything. */
function looksFurther(parsed: ParsedSuite, { sharedScripts }: Facts, step: Step): boolean {
  const isTaken = step.extracts.some(
    one => 'target' in one && one.optional !== true && one.default === undefined && !isConditional(one),
  )
  return (
    isTaken ||
    step.phase === 'after' ||
    parsed.suite.load !== undefined ||
    endTargets(step).length > 0 ||
    scriptsAround(step, parsed, sharedScripts).after.length > 0 ||
    writtenIn(parsed.source).has(['contract', 'spec'])
  )
}

function isFault(statuses: Statuses, status: JsonValue): boolean {
  return statuses.kind === 'names'
    ? statuses.faults.some(one => one === status)
    : statuses.hasClasses === true && statusClass(status) === '5xx'
}
