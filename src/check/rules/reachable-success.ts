import { factsOf } from '../../actions/index.ts'
import type { Statuses } from '../../actions/facts.ts'
import { foundStatus } from '../../extracts/selected.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import { isConditional } from '../../model/targets-of.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { valueText } from '../../util/value-text.ts'
import { evaluateExpectation } from '../../validations/prepare-expectation.ts'
import { finalStatuses } from '../../validations/status-words.ts'
import { expectedStatus } from '../expected-status.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/** A step that tries until it succeeds ends with a status of success, so it cannot want another one. */
export const reachableSuccess: Rule = async (parsed, facts) => {
  const tried = allSteps(parsed).filter(
    step => step.retry?.until === 'success' && !isJudgedByRow(step, facts),
  )
  const found = await whenLoaded(() => tried.map(otherStatus))
  return found
    .flatMap(one => one ?? [])
    .map(({ span, wanted }) =>
      problemAt(
        parsed.source,
        span,
        'bad-value',
        `this can never hold beside \`until: success\`, which fails a last answer that is not ${wanted}`,
        { hint: 'Take out `until: success`: without it, a step is tried again until its validations hold.' },
      ),
    )
}

/** The first status that a step wants in any case, and no success has. */
function otherStatus({ action, validations }: Step) {
  const { statuses } = factsOf(action)
  if (statuses === undefined) return undefined
  const wanted = successes(statuses).map(foundStatus)
  const ofStatus = validations.flatMap(one =>
    one.target.kind === 'status' && 'expectations' in one && !isConditional(one) ? one.expectations : [],
  )
  const other = ofStatus.find(
    one => !holdsBraces(one.expected) && !wanted.some(status => evaluateExpectation('', status, one).passed),
  )
  return (
    other && {
      span: other.span,
      wanted:
        statuses.kind === 'numbers' && statuses.hasClasses === true
          ? '2xx'
          : statuses.usual.map(valueText).join(' or '),
    }
  )
}

function successes(statuses: Statuses): readonly JsonValue[] {
  if (statuses.kind === 'names' || statuses.hasClasses !== true) return statuses.usual
  return finalStatuses(statuses).filter(one => Number(one) < 300)
}

/** A row that says which status is right takes the place of what the step says of it. */
function isJudgedByRow(step: Step, { rows = [], stepRows }: Facts): boolean {
  return [...rows, ...(stepRows?.get(step) ?? [])].some(row => expectedStatus(row) !== undefined)
}
