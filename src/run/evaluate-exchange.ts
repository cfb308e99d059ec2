import type { Performed } from '../actions/action.ts'
import { evaluateExtract } from '../extracts/index.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import type { Exchange } from '../model/exchange.ts'
import { type Extract, isSchemaValidation, schemaTexts, type Validation } from '../model/expectation.ts'
import type { Outcome } from '../model/outcome.ts'
import { type ExtractResult, isMissing, type ValidationResult, withName } from '../model/result.ts'
import type { Span } from '../model/span.ts'
import { type RenderProblem, problemText } from '../template/render-problem.ts'
import { defined } from '../util/defined.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { evaluateValidation } from '../validations/index.ts'
import type { Attempt } from './attempt.ts'
import { type Applies, appliesTo, isUnset } from './conditions.ts'
import { type ExchangeContract, judgeContract, judgeEcho } from './implied-validations.ts'
import type { EvaluationTime } from './evaluation-time.ts'
import type { AttemptContext } from './iteration.ts'
import { type PreparedExtract, type PreparedValidation, rowStatus } from './prepared-step.ts'

/**
 * Takes the variables out of an exchange, lets the scripts after it run, and holds the exchange against what is expected
 * of it. Throws `Unjudged`.
 */
export async function evaluateExchange(
  answer: Performed,
  context: AttemptContext,
  time: EvaluationTime,
  runScripts?: () => Promise<readonly ValidationResult[]>,
): Promise<Attempt> {
  const { exchange } = answer
  if (answer.variables !== undefined)
    for (const [name, value] of Object.entries(answer.variables)) context.iteration.leave(name, value)
  const extracts = await judgeExtracts(exchange, context, time)
  const scripted = await runScripts?.()
  const validations = await judgeOwn(answer, context, time)
  validations.push(...judgeEcho(exchange, context.prepared.step.span))
  if (exchange.listsErrors === true || context.iteration.run.contract !== undefined)
    validations.push(...(await judgeImplied(exchange, context, time, [...validations, ...extracts])))
  if (scripted !== undefined) validations.push(...scripted)
  const wrongStatus = wrongStatusOf(exchange, validations)
  const passed = wrongStatus === undefined && !extracts.some(isMissing) && validations.every(hasPassed)
  const { steps, skipReason } = answer
  const given = passed ? {} : await givingUp(context, exchange, time)
  return defined({
    outcome: outcomeOf(answer, passed),
    exchange,
    extracts,
    validations,
    wrongStatus,
    steps,
    skipReason,
    ...given,
  })
}

/** Takes the variables out of an answer, each of which the next may use. */
async function judgeExtracts(
  exchange: Exchange,
  context: AttemptContext,
  time: EvaluationTime,
): Promise<readonly ExtractResult[]> {
  const { prepared, iteration } = context
  const results: ExtractResult[] = []
  for (const one of prepared.extracts) {
    const { extract } = one
    const taken = time.take(
      () => `extract ${extract.variable}`,
      extract.span,
      () => whenLoaded(() => judgeExtract(one, exchange, context)),
    )
    const result = taken instanceof Promise ? await taken : taken
    if (result.value !== undefined) iteration.leave(result.variable, result.value)
    results.push(result)
  }
  return results
}

/** Holds an exchange against the validations of its step, and against the status that its row expects. */
function judgeOwn(
  { exchange, skipReason }: Performed,
  context: AttemptContext,
  time: EvaluationTime,
): Promise<ValidationResult[]> {
  const { prepared, iteration, row } = context
  const status = rowStatus(prepared, iteration.row, row)
  if (status !== undefined || (prepared.handsStatusOn && skipReason === undefined))
    iteration.hasJudgedStatus = true
  const validations = status === undefined ? prepared.validations : prepared.withRowStatus(status)
  return evaluateAll(validations, exchange, context, time)
}

/** Holds an exchange against what is expected of any; `looked` is what looked at it before. */
async function judgeImplied(
  exchange: Exchange,
  { prepared, iteration }: AttemptContext,
  time: EvaluationTime,
  looked: Parameters<typeof withoutErrors>[2],
): Promise<readonly ValidationResult[]> {
  const { span } = prepared.step
  return [
    ...(exchange.listsErrors === true ? await withoutErrors(exchange, span, looked) : []),
    ...(await withContract(exchange, span, iteration.run.contract, time)),
  ]
}

function hasPassed({ passed }: ValidationResult): boolean {
  return passed
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
function judgeExtract(
  { extract, fill, isConditional }: PreparedExtract,
  exchange: Exchange,
  context: AttemptContext,
): ExtractResult {
  const { scope } = context
  const applies = isConditional ? appliesTo(extract, exchange, scope, toleratesUnset(context)) : always
  if (!applies.applies)
    return 'problems' in applies
      ? unrenderedExtract(extract, applies.problems)
      : skippedExtract(extract, applies.reason)
  const rendered = fill(scope)
  if (rendered.ok) return evaluateExtract(rendered.value, exchange)
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

async function evaluateAll(
  validations: readonly PreparedValidation[],
  exchange: Exchange,
  context: AttemptContext,
  time: EvaluationTime,
): Promise<ValidationResult[]> {
  const results: ValidationResult[] = []
  for (const one of validations) {
    const taken = time.take(one.words, one.validation.span, () => judgeValidation(one, exchange, context))
    const judged = taken instanceof Promise ? await taken : taken
    const name = one.nameOf?.(context.scope)
    for (const result of judged) results.push(name === undefined ? result : { name, ...result })
  }
  return results
}

function judgeValidation(
  { validation, fill, isConditional, namesStatus }: PreparedValidation,
  exchange: Exchange,
  context: AttemptContext,
): readonly ValidationResult[] | Promise<readonly ValidationResult[]> {
  const { iteration, scope } = context
  const judge = (applies: Applies): ReturnType<typeof judgeValidation> => {
    const rendered = fill(scope)
    if ('reason' in applies)
      return skippedValidation(rendered.ok ? rendered.value : validation, applies.reason)
    if (namesStatus) iteration.hasJudgedStatus = true
    if ('problems' in applies) return [unrenderedValidation(validation, applies.problems)]
    if (!rendered.ok) return [unrenderedValidation(validation, rendered.problems)]
    return evaluateValidation(rendered.value, exchange, iteration.run.schemas)
  }
  if (!isConditional) return judge(always)
  const applies = whenLoaded(() => appliesTo(validation, exchange, scope, toleratesUnset(context)))
  return applies instanceof Promise ? applies.then(judge) : judge(applies)
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
  return time.take(
    () => `contract ${contract.spec}`,
    span,
    () => judgeContract(exchange, span, contract),
  )
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
async function givingUp(
  context: AttemptContext,
  exchange: Exchange,
  time: EvaluationTime,
): Promise<{ final?: true; gaveUp?: string }> {
  const { stopWhen } = context.prepared
  if (stopWhen.length === 0) return {}
  const results = await evaluateAll(stopWhen, exchange, context, time)
  if (!results.every(result => result.passed && result.skipped !== true)) return {}
  const met = results.map(result =>
    withName(`${result.subject} ${result.operator} ${JSON.stringify(result.expected)}`, result),
  )
  return { final: true, gaveUp: `gave up, because stop-when holds: ${met.join(' and ')}` }
}
