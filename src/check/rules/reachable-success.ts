import { factsOf } from '../../actions/index.ts'
import { foundStatus } from '../../extracts/selected.ts'
import type { DataRow, Step } from '../../model/suite.ts'
import { isConditional } from '../../model/targets-of.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { evaluateExpectation } from '../../validations/prepare-expectation.ts'
import { finalStatuses, isSuccess, successWords } from '../../validations/status-words.ts'
import { expectedStatus, stepJudgedByRows } from '../expected-status.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'

/** A step that tries until it succeeds ends with a status of success, so it cannot want another one. */
export const reachableSuccess: Rule = async (parsed, facts) => {
  const isJudgedByRows = judgedByRows(parsed, facts)
  const tried = allSteps(parsed).filter(step => step.retry?.until === 'success' && !isJudgedByRows(step))
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
  const successes = finalStatuses(statuses)
    .filter(status => isSuccess(statuses, status))
    .map(foundStatus)
  const ofStatus = validations.flatMap(one =>
    one.target.kind === 'status' && 'expectations' in one && !isConditional(one) ? one.expectations : [],
  )
  const other = ofStatus.find(
    one =>
      !holdsBraces(one.expected) && !successes.some(status => evaluateExpectation('', status, one).passed),
  )
  return other && { span: other.span, wanted: successWords(statuses) }
}

/** A row that says which status is right takes the place of what its step says of it. */
function judgedByRows({ suite }: ParsedSuite, { rows = [], stepRows }: Facts): (step: Step) => boolean {
  const hasStatus = (row: DataRow): boolean => expectedStatus(row) !== undefined
  const judged = rows.some(hasStatus) ? stepJudgedByRows(suite.steps, rows) : undefined
  return step => step === judged || stepRows?.get(step)?.some(hasStatus) === true
}
