import path from 'node:path'
import type { Performed } from '../actions/action.ts'
import { expectedStatus, handsStatusOn, namesStatus } from '../check/expected-status.ts'
import { evaluateExtract } from '../extracts/index.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import type { Exchange } from '../model/exchange.ts'
import { type Extract, isSchemaValidation, schemaTexts, type Validation } from '../model/expectation.ts'
import type { Outcome } from '../model/outcome.ts'
import { type ExtractResult, isMissing, type ValidationResult, withName } from '../model/result.ts'
import type { Span } from '../model/span.ts'
import type { Step } from '../model/suite.ts'
import { type RenderProblem, problemText } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { evaluateValidation } from '../validations/index.ts'
import type { Attempt } from './attempt.ts'
import { appliesTo, isUnset } from './conditions.ts'
import { type ExchangeContract, judgeContract, judgeEcho } from './implied-validations.ts'
import type { EvaluationTime } from './evaluation-time.ts'
import type { AttemptContext } from './iteration.ts'
import { renderExtract, renderName, renderValidation } from './render.ts'
import { defined } from '../util/defined.ts'

/**
 * Takes the variables out of an exchange, lets the scripts after it run, and holds the exchange against what is expected
 * of it. Throws `Unjudged`.
 */
export async function evaluateExchange(
  answer: Performed,
  context: AttemptContext,
  time: EvaluationTime,
  runScripts: () => Promise<readonly ValidationResult[]>,
): Promise<Attempt> {
  const { exchange } = answer
  for (const [name, value] of Object.entries(answer.variables ?? {})) context.iteration.leave(name, value)
  const extracts = await judgeExtracts(exchange, context, time)
  const scripted = await runScripts()
  const own = await judgeOwn(answer, context, time)
  const validations = [
    ...own,
    ...(await judgeImplied(exchange, context, time, [...own, ...extracts])),
    ...scripted,
  ]
  const wrongStatus = wrongStatusOf(exchange, validations)
  const passed =
    wrongStatus === undefined &&
    !extracts.some(isMissing) &&
    validations.every(validation => validation.passed)
  return defined({
    outcome: outcomeOf(answer, passed),
    exchange,
    extracts,
    validations,
    wrongStatus,
    steps: answer.steps,
    skipReason: answer.skipReason,
    ...(passed ? {} : await givingUp(context, exchange, time)),
  })
}

/** Takes the variables out of an answer, each of which the next may use. */
async function judgeExtracts(
  exchange: Exchange,
  context: AttemptContext,
  time: EvaluationTime,
): Promise<readonly ExtractResult[]> {
  const { planned, iteration } = context
  const extracts: ExtractResult[] = []
  for (const extract of planned.step.extracts) {
    const result = await time.take(
      () => `extract ${extract.variable}`,
      extract.span,
      () => judgeExtract(extract, exchange, context),
    )
    if (result.value !== undefined) iteration.leave(result.variable, result.value)
    extracts.push(result)
  }
  return extracts
}

/** Holds an exchange against the validations of its step, and against the status that its row expects. */
function judgeOwn(
  { exchange, skipReason }: Performed,
  context: AttemptContext,
  time: EvaluationTime,
): Promise<readonly ValidationResult[]> {
  const { planned, iteration } = context
  const status = rowStatus(context)
  if (status !== undefined || (handsStatusOn(planned.step) && skipReason === undefined))
    iteration.hasJudgedStatus = true
  return evaluateAll(withRowStatus(planned.step, status), exchange, context, time)
}

/** Holds an exchange against what is expected of any; `looked` is what looked at it before. */
async function judgeImplied(
  exchange: Exchange,
  { planned, iteration }: AttemptContext,
  time: EvaluationTime,
  looked: Parameters<typeof withoutErrors>[2],
): Promise<readonly ValidationResult[]> {
  const { span } = planned.step
  return [
    ...judgeEcho(exchange, span),
    ...(exchange.listsErrors === true ? await withoutErrors(exchange, span, looked) : []),
    ...(await withContract(exchange, span, iteration.run.contract, time)),
  ]
}

/** What is said of a status that is no success, where no validation looks at it. */
function wrongStatusOf(exchange: Exchange, validations: readonly ValidationResult[]): string | undefined {
  const { subject: by, unless = by === undefined ? ['status'] : [], holds } = exchange.success
  const isJudged = validations.some(
    ({ subject, skipped }) =>
      skipped !== true && unless.some(name => subject === name || subject.startsWith(`${name} `)),
  )
  return isJudged || holds ? undefined : statusMessage(exchange)
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
async function judgeExtract(
  extract: Extract,
  exchange: Exchange,
  context: AttemptContext,
): Promise<ExtractResult> {
  const { scope } = context
  const applies = await appliesTo(extract, exchange, scope, toleratesUnset(context))
  if (!applies.applies)
    return 'problems' in applies
      ? unrenderedExtract(extract, applies.problems)
      : skippedExtract(extract, applies.reason)
  const rendered = renderExtract(extract, scope)
  if (rendered.ok) return evaluateExtract(rendered.value, exchange)
  const { problems } = rendered
  return 'value' in extract && toleratesUnset(context) && problems.every(isUnset)
    ? skippedExtract(extract, problemText(problems))
    : unrenderedExtract(extract, problems)
}

function toleratesUnset({ iteration }: AttemptContext): boolean {
  return iteration.planned.settings.unsetVariables === 'fail'
}

function skippedExtract(extract: Extract, skipReason: string): ExtractResult {
  const { variable, span } = extract
  const source = 'target' in extract ? targetSubject(extract.target) : 'value'
  return { variable, source, found: false, optional: true, skipReason, span }
}

/** The status that a row expects of the step: one of its own, or that of the suite where it is about this step. */
function rowStatus({ planned, iteration, row }: AttemptContext): string | undefined {
  const own = planned.rows === undefined ? undefined : expectedStatus(row)
  return own ?? (planned.judgedByRow ? expectedStatus(iteration.row) : undefined)
}

/** A row that says which status it expects replaces what the step says of the status. */
function withRowStatus(step: Step, status: string | undefined): readonly Validation[] {
  if (status === undefined) return step.validations
  const own = step.validations.find(({ target }) => target.kind === 'status')
  const { span } = own ?? step
  const byRow: Validation = {
    ...(own?.name === undefined ? {} : { name: own.name }),
    target: { kind: 'status' },
    expectations: [{ operator: 'equals', expected: status, span }],
    span,
  }
  return [byRow, ...step.validations.filter(({ target }) => target.kind !== 'status')]
}

async function evaluateAll(
  validations: readonly Validation[],
  exchange: Exchange,
  context: AttemptContext,
  time: EvaluationTime,
): Promise<readonly ValidationResult[]> {
  const results: ValidationResult[] = []
  for (const validation of validations) {
    const judged = await time.take(
      () => wordsOf(validation),
      validation.span,
      () => judgeValidation(validation, exchange, context),
    )
    results.push(...named(judged, validation, context.scope))
  }
  return results
}

async function judgeValidation(
  validation: Validation,
  exchange: Exchange,
  context: AttemptContext,
): Promise<readonly ValidationResult[]> {
  const { iteration, scope } = context
  const applies = await appliesTo(validation, exchange, scope, toleratesUnset(context))
  const rendered = renderValidation(validation, scope, path.dirname(iteration.planned.loaded.suite.file))
  if ('reason' in applies) return skippedValidation(rendered.ok ? rendered.value : validation, applies.reason)
  if (namesStatus(validation)) iteration.hasJudgedStatus = true
  if ('problems' in applies) return [unrenderedValidation(validation, applies.problems)]
  if (!rendered.ok) return [unrenderedValidation(validation, rendered.problems)]
  return evaluateValidation(rendered.value, exchange, iteration.run.schemas)
}

/** A validation in words: `schema user.json`, `body-json-path $.items matches`. */
function wordsOf(validation: Validation): string {
  if (isSchemaValidation(validation)) return `schema ${schemaTexts(validation).join(' ')}`.trim()
  const operators = validation.expectations.map(({ operator }) => operator)
  return [targetSubject(validation.target), ...operators].join(' ')
}

async function withoutErrors(
  exchange: Exchange,
  span: Span,
  judged: readonly (ValidationResult | ExtractResult)[],
): Promise<readonly ValidationResult[]> {
  const { judgeListedErrors } = await import('./implied-validations.ts')
  return judgeListedErrors(exchange, span, judged)
}

/** Nothing is waited for where the run is held against no description. */
function withContract(
  exchange: Exchange,
  span: Span,
  contract: ExchangeContract | undefined,
  time: EvaluationTime,
): readonly ValidationResult[] | Promise<readonly ValidationResult[]> {
  if (contract === undefined) return []
  const judged = () => Promise.resolve().then(() => judgeContract(exchange, span, contract))
  return time.take(() => `contract ${contract.spec}`, span, judged)
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

function named(
  results: readonly ValidationResult[],
  validation: Validation,
  scope: Scope,
): readonly ValidationResult[] {
  if (validation.name === undefined) return results
  const name = renderName(validation.name, scope)
  return results.map(result => ({ name, ...result }))
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
async function givingUp(
  context: AttemptContext,
  exchange: Exchange,
  time: EvaluationTime,
): Promise<{ final?: true; gaveUp?: string }> {
  const stopWhen = context.planned.step.retry?.stopWhen ?? []
  if (stopWhen.length === 0) return {}
  const results = await evaluateAll(stopWhen, exchange, context, time)
  if (!results.every(result => result.passed && result.skipped !== true)) return {}
  const met = results.map(result =>
    withName(`${result.subject} ${result.operator} ${JSON.stringify(result.expected)}`, result),
  )
  return { final: true, gaveUp: `gave up, because stop-when holds: ${met.join(' and ')}` }
}
