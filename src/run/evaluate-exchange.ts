import type { Performed } from '../actions/action.ts'
import { takeExtract } from '../extracts/index.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import type { Exchange } from '../model/exchange.ts'
import { type Extract, isSchemaValidation, schemaTexts, type Validation } from '../model/expectation.ts'
import type { Outcome } from '../model/outcome.ts'
import { type ExtractResult, isMissing, type ValidationResult, withName } from '../model/result.ts'
import type { Span } from '../model/span.ts'
import { type RenderProblem, problemText } from '../template/render-problem.ts'
import { defined } from '../util/defined.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import { judgeTarget, prepareJudging } from '../validations/index.ts'
import type { Attempt } from './attempt.ts'
import { type Applies, appliesTo, isUnset } from './conditions.ts'
import { judgeContract, judgeEcho } from './implied-validations.ts'
import type { EvaluationTime } from './evaluation-time.ts'
import type { AttemptContext } from './iteration.ts'
import { renderExpectations, renderExtract, renderName, renderValidation } from './render.ts'
import {
  type PreparedExtract,
  type PreparedValidation,
  rowStatus,
  withRowStatus,
  wordsOf,
} from './prepared-step.ts'

/**
 * Takes the variables out of an exchange, lets the scripts after it run, and holds the exchange against what is expected
 * of it. Rejects with `Unjudged`.
 */
export function evaluateExchange(
  answer: Performed,
  context: AttemptContext,
  time: EvaluationTime,
  runScripts?: () => Promise<readonly ValidationResult[]>,
): Maybe<Attempt> {
  const { exchange, variables } = answer
  if (variables !== undefined)
    for (const [name, value] of Object.entries(variables)) context.iteration.leave(name, value)
  const extracts = judgeExtracts(exchange, context, time)
  return runScripts === undefined && !(extracts instanceof Promise)
    ? judgeWith(extracts, none, answer, context, time)
    : judgeLater(extracts, runScripts, answer, context, time)
}

const none: readonly never[] = []

async function judgeLater(
  extracts: Maybe<readonly ExtractResult[]>,
  runScripts: (() => Promise<readonly ValidationResult[]>) | undefined,
  answer: Performed,
  context: AttemptContext,
  time: EvaluationTime,
): Promise<Attempt> {
  const extracted = await extracts
  const scripted = (await runScripts?.()) ?? none
  return judgeWith(extracted, scripted, answer, context, time)
}

function judgeWith(
  extracts: readonly ExtractResult[],
  scripted: readonly ValidationResult[],
  answer: Performed,
  context: AttemptContext,
  time: EvaluationTime,
): Maybe<Attempt> {
  const own = judgeOwn(answer, context, time)
  if (own instanceof Promise || scripted.length > 0 || isHeldAgainstMore(answer.exchange, context))
    return judgeImplied(own, extracts, scripted, answer, context, time)
  return attemptOf(answer, context, time, extracts, own)
}

/** Whether more is expected of an exchange than what its step says. */
function isHeldAgainstMore({ echo, listsErrors }: Exchange, { iteration }: AttemptContext): boolean {
  return echo !== undefined || listsErrors === true || iteration.run.contract !== undefined
}

/** Holds an exchange against what is expected of any, behind the validations of its step and before what scripts judged. */
async function judgeImplied(
  judged: Maybe<readonly ValidationResult[]>,
  extracts: readonly ExtractResult[],
  scripted: readonly ValidationResult[],
  answer: Performed,
  context: AttemptContext,
  time: EvaluationTime,
): Promise<Attempt> {
  const own = await judged
  const { exchange } = answer
  const { span } = context.prepared.step
  const { contract } = context.iteration.run
  const echo = judgeEcho(exchange, span)
  const errors =
    exchange.listsErrors === true ? await withoutErrors(exchange, span, [...own, ...extracts]) : none
  const kept = await time.each(
    [{ span }],
    () => judgeContract(exchange, span, contract),
    () => `contract ${contract?.spec ?? ''}`,
  )
  return attemptOf(answer, context, time, extracts, [...own, ...echo, ...errors, ...kept.flat(), ...scripted])
}

/** What judging comes to. */
function attemptOf(
  answer: Performed,
  context: AttemptContext,
  time: EvaluationTime,
  extracts: readonly ExtractResult[],
  validations: readonly ValidationResult[],
): Maybe<Attempt> {
  const { exchange, steps, skipReason } = answer
  const wrongStatus = exchange.success.holds ? undefined : wrongStatusOf(exchange, validations)
  const passed = wrongStatus === undefined && !extracts.some(isMissing) && havePassed(validations)
  if (passed && steps === undefined && skipReason === undefined)
    return { outcome: 'passed', exchange, extracts, validations }
  const attempt: Attempt = { outcome: outcomeOf(answer, passed), exchange, extracts, validations }
  return andThen(passed ? {} : givingUp(context, exchange, time), given => ({
    ...attempt,
    ...defined({ wrongStatus, steps, skipReason }),
    ...given,
  }))
}

/** Takes the variables out of an answer, each of which the next may use. */
function judgeExtracts(
  exchange: Exchange,
  context: AttemptContext,
  time: EvaluationTime,
): Maybe<readonly ExtractResult[]> {
  const { prepared, iteration } = context
  if (prepared.extracts.length === 0) return none
  const judge = (one: PreparedExtract): ExtractResult => {
    const isPlain = one.isConstant && !one.isConditional
    const result = isPlain ? takeExtract(one.extract, exchange) : judgeExtract(one, exchange, context)
    if (result.value !== undefined) iteration.leave(result.variable, result.value)
    return result
  }
  return time.each(prepared.extracts, judge, ({ extract }) => `extract ${extract.variable}`)
}

/** Holds an exchange against the validations of its step, and against the status that its row expects. */
function judgeOwn(
  { exchange, skipReason }: Performed,
  context: AttemptContext,
  time: EvaluationTime,
): Maybe<readonly ValidationResult[]> {
  const { prepared, iteration, row } = context
  const status = rowStatus(prepared, iteration.row, row)
  if (status !== undefined || (prepared.handsStatusOn && skipReason === undefined))
    iteration.hasJudgedStatus = true
  const validations = status === undefined ? prepared.validations : withRowStatus(prepared, status)
  return evaluateAll(validations, exchange, context, time)
}

function havePassed(validations: readonly ValidationResult[]): boolean {
  for (const { passed } of validations) if (!passed) return false
  return true
}

/** What is said of a status that is no success, where no validation looks at it. */
function wrongStatusOf(exchange: Exchange, validations: readonly ValidationResult[]): string | undefined {
  const { subject: by, unless = by === undefined ? ['status'] : [] } = exchange.success
  const isJudged = validations.some(
    ({ subject, skipped }) =>
      skipped !== true && unless.some(name => subject === name || subject.startsWith(`${name} `)),
  )
  return isJudged ? undefined : statusMessage(exchange)
}

function outcomeOf({ skipReason, steps = [] }: Performed, passed: boolean): Outcome {
  if (passed) return skipReason === undefined ? 'passed' : 'skipped'
  return steps.some(({ outcome }) => outcome === 'errored') ? 'errored' : 'failed'
}

/** Without a validation of the status, a step expects what its action calls success. */
function statusMessage({ success, response }: Exchange): string {
  return `${success.subject ?? 'status'}: Expected ${success.expected}, got ${success.actual ?? response.status ?? 'nothing'}`
}

/** Takes one variable out of an answer, if it is one to take it from. */
function judgeExtract(
  { extract, isConstant, isConditional }: PreparedExtract,
  exchange: Exchange,
  context: AttemptContext,
): ExtractResult {
  const { scope } = context
  const applies = isConditional ? appliesTo(extract, exchange, scope, toleratesUnset(context)) : always
  if (!applies.applies)
    return 'problems' in applies
      ? unrenderedExtract(extract, applies.problems)
      : skippedExtract(extract, applies.reason)
  const rendered = isConstant ? ({ ok: true, value: extract } as const) : renderExtract(extract, scope)
  if (rendered.ok) return takeExtract(rendered.value, exchange)
  const { problems } = rendered
  return 'value' in extract && toleratesUnset(context) && problems.every(isUnset)
    ? skippedExtract(extract, problemText(problems))
    : unrenderedExtract(extract, problems)
}

const always: Applies = { applies: true }

function toleratesUnset({ iteration }: AttemptContext): boolean {
  return iteration.planned.settings.unsetVariables === 'fail'
}

function skippedExtract(extract: Extract, skipReason: string): ExtractResult {
  const { variable, span } = extract
  const source = 'target' in extract ? targetSubject(extract.target) : 'value'
  return { variable, source, found: false, optional: true, skipReason, span }
}

function evaluateAll(
  validations: readonly PreparedValidation[],
  exchange: Exchange,
  context: AttemptContext,
  time: EvaluationTime,
): Maybe<readonly ValidationResult[]> {
  if (validations.length === 0) return none
  const judge = (one: PreparedValidation): Maybe<readonly ValidationResult[]> => {
    const results = judgeValidation(one, exchange, context)
    const { name: written } = one.validation
    if (written === undefined) return results
    const name = renderName(written, context.scope)
    return andThen(results, all => all.map(result => ({ name, ...result })))
  }
  const judged = time.each(validations, judge, wordsOf)
  return andThen(judged, joined)
}

/** All in one list, of no more room than it takes: it is kept with the result of its step. */
function joined(lists: readonly (readonly ValidationResult[])[]): readonly ValidationResult[] {
  const [first = none] = lists
  if (lists.length === 1) return first
  let length = 0
  for (const list of lists) length += list.length
  const all = new Array<ValidationResult>(length)
  let at = 0
  for (const list of lists) for (const result of list) all[at++] = result
  return all
}

function judgeValidation(
  one: PreparedValidation,
  exchange: Exchange,
  context: AttemptContext,
): Maybe<readonly ValidationResult[]> {
  const { validation, judging, isConstant, isConditional, namesStatus } = one
  const { prepared, iteration, scope } = context
  if (!isConditional && judging !== undefined) {
    if (isConstant) return judgeTarget(judging, exchange)
    if (namesStatus) iteration.hasJudgedStatus = true
    const expected = renderExpectations(judging.expectations, scope)
    if (expected.ok) return judgeTarget(judging, exchange, expected.value)
    return [unrenderedValidation(validation, expected.problems)]
  }
  const applies = isConditional ? appliesTo(validation, exchange, scope, toleratesUnset(context)) : always
  const rendered = isConstant
    ? ({ ok: true, value: validation } as const)
    : renderValidation(validation, scope, prepared.directory)
  if ('reason' in applies) return skippedValidation(rendered.ok ? rendered.value : validation, applies.reason)
  if (namesStatus) iteration.hasJudgedStatus = true
  if ('problems' in applies) return [unrenderedValidation(validation, applies.problems)]
  if (!rendered.ok) return [unrenderedValidation(validation, rendered.problems)]
  return prepareJudging(rendered.value)(exchange, iteration.run.schemas)
}

async function withoutErrors(
  exchange: Exchange,
  span: Span,
  judged: readonly (ValidationResult | ExtractResult)[],
): Promise<readonly ValidationResult[]> {
  const { judgeListedErrors } = await import('./implied-validations.ts')
  return judgeListedErrors(exchange, span, judged)
}

/** What was not judged, because the answer is not one to judge by it. */
function skippedValidation(validation: Validation, skipReason: string): readonly ValidationResult[] {
  const common = { passed: true, skipped: true as const, skipReason, messages: [], span: validation.span }
  if (isSchemaValidation(validation)) {
    const expected = schemaTexts(validation).join(' ')
    return [{ subject: `schema ${expected}`.trim(), operator: 'schema', expected, ...common }]
  }
  const subject = targetSubject(validation.target)
  return validation.expectations.map(({ operator, expected }) => ({ subject, operator, expected, ...common }))
}

/** What is expected is not known, so nothing can be as expected, nor different from it. */
function unrenderedValidation(validation: Validation, problems: readonly RenderProblem[]): ValidationResult {
  const subject = isSchemaValidation(validation)
    ? `schema ${schemaTexts(validation).join(' ')}`
    : targetSubject(validation.target)
  const { operator = 'schema', expected = '' } = isSchemaValidation(validation)
    ? {}
    : (validation.expectations[0] ?? {})
  const messages = problems.map(problem => `${subject}: ${problem.message}`)
  return { subject, operator, expected, passed: false, messages, span: validation.span }
}

/** What to look for is unknown, even if nothing has to be found. */
function unrenderedExtract(extract: Extract, problems: readonly RenderProblem[]): ExtractResult {
  const { variable, span } = extract
  const source = 'target' in extract ? targetSubject(extract.target) : 'value'
  const reasons = problemText(problems)
  return { variable, source, found: false, message: `extract ${variable}: ${reasons}`, span }
}

/** Whether `stop-when` says that waiting longer is in vain. */
function givingUp(
  context: AttemptContext,
  exchange: Exchange,
  time: EvaluationTime,
): Maybe<{ final?: true; gaveUp?: string }> {
  const { stopWhen } = context.prepared
  if (stopWhen.length === 0) return {}
  return andThen(evaluateAll(stopWhen, exchange, context, time), results => {
    if (!results.every(result => result.passed && result.skipped !== true)) return {}
    const met = results.map(result =>
      withName(`${result.subject} ${result.operator} ${JSON.stringify(result.expected)}`, result),
    )
    return { final: true, gaveUp: `gave up, because stop-when holds: ${met.join(' and ')}` }
  })
}
