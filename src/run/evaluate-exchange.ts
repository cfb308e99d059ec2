import type { Performed } from '../actions/action.ts'
import { leavesOnlyExtracts } from '../actions/index.ts'
import { namesStatus } from '../check/expected-status.ts'
import { takeExtract } from '../extracts/index.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import type { Exchange } from '../model/exchange.ts'
import {
  type Extract,
  isSchemaValidation,
  schemaTexts,
  type TargetValidation,
  type Validation,
} from '../model/expectation.ts'
import type { Outcome } from '../model/outcome.ts'
import { isConditional } from '../model/targets-of.ts'
import { type ExtractResult, isMissing, type ValidationResult, withName } from '../model/result.ts'
import { toleratesUnset } from '../model/settings.ts'
import type { Span } from '../model/span.ts'
import { renderVariable } from '../template/render.ts'
import { type RenderProblem, problemText } from '../template/render-problem.ts'
import { defined } from '../util/defined.ts'
import { isList } from '../util/is-json.ts'
import { lazyPart } from '../util/lazy-part.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import { judgeExchange, judgeTarget } from '../validations/index.ts'
import { type Attempt, ruleMessage } from './attempt.ts'
import { type Applies, appliesTo, isUnset } from '../validations/conditions.ts'
import { isOwnAnswer } from './mock-asked.ts'
import { judgeContract, judgeEcho } from './implied-validations.ts'
import type { EvaluationTime } from './evaluation-time.ts'
import { noteMarkers } from '../validations/given-markers.ts'
import type { AttemptContext, Iteration } from './iteration.ts'
import { plainValidation, renderName, renderValidation } from './render.ts'
import { renderExpectations, renderExtract } from '../validations/render-targets.ts'
import { hideValue } from './secret-variables.ts'
import { rowStatus, withRowStatus } from './prepared-step.ts'
import type { JudgedSnapshot } from './snapshots/judge-snapshot.ts'
import { writeJson } from '../util/exact-number.ts'

/** An answer that is judged, with all that it takes. */
interface Evaluation {
  readonly answer: Performed
  readonly exchange: Exchange
  readonly context: AttemptContext
  readonly time: EvaluationTime
  /** The snapshots that were judged so far. */
  snapshots?: JudgedSnapshot[]
}

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
  if (variables !== undefined && !leavesOnlyExtracts(context.prepared.step))
    for (const [name, value] of Object.entries(variables)) context.iteration.leave(name, value)
  const evaluation: Evaluation = { answer, exchange, context, time }
  const { extracts: wanted } = context.prepared.step
  const extracts = wanted.length === 0 ? none : time.each(wanted, judgeExtract, wordsOfExtract, evaluation)
  return runScripts === undefined && !(extracts instanceof Promise)
    ? judgeWith(extracts, none, evaluation)
    : judgeLater(extracts, runScripts, evaluation)
}

const none: readonly never[] = []

async function judgeLater(
  extracts: Maybe<readonly ExtractResult[]>,
  runScripts: (() => Promise<readonly ValidationResult[]>) | undefined,
  evaluation: Evaluation,
): Promise<Attempt> {
  const extracted = await extracts
  const scripted = (await runScripts?.()) ?? none
  return judgeWith(extracted, scripted, evaluation)
}

function judgeWith(
  extracts: readonly ExtractResult[],
  scripted: readonly ValidationResult[],
  evaluation: Evaluation,
): Maybe<Attempt> {
  const { echo, graphql } = evaluation.exchange
  const { contract } = evaluation.context.iteration.run
  const own = judgeOwn(evaluation)
  const isHeldAgainstMore = echo !== undefined || graphql !== undefined || contract !== undefined
  if (own instanceof Promise || scripted.length > 0 || isHeldAgainstMore)
    return judgeImplied(own, extracts, scripted, evaluation)
  return attemptOf(evaluation, extracts, own)
}

/** Holds an exchange against what is expected of any, behind the validations of its step and before what scripts judged. */
async function judgeImplied(
  judged: Maybe<readonly ValidationResult[]>,
  extracts: readonly ExtractResult[],
  scripted: readonly ValidationResult[],
  evaluation: Evaluation,
): Promise<Attempt> {
  const own = await judged
  const { exchange, context, time } = evaluation
  const { step, ownSettings } = context.prepared
  const { span } = step
  const { contract: document } = context.iteration.run
  const isOwn = document !== undefined && isOwnAnswer(exchange.request, context.iteration, document.file)
  const contract = isOwn ? undefined : document
  const echo = judgeEcho(exchange, span)
  const answered =
    exchange.graphql === undefined ? none : await asGraphql(exchange, span, [...own, ...extracts], scripted)
  const kept = await time.each(
    [{ span }],
    () => judgeContract(exchange, span, contract, ownSettings.contract),
    () => `contract ${contract?.spec ?? ''}`,
    evaluation,
  )
  return attemptOf(evaluation, extracts, [...own, ...echo, ...answered, ...kept.flat(), ...scripted])
}

/** Makes the attempt of a judged exchange. */
function attemptOf(
  evaluation: Evaluation,
  extracts: readonly ExtractResult[],
  validations: readonly ValidationResult[],
): Maybe<Attempt> {
  const { answer, exchange, snapshots } = evaluation
  const { steps, doneIn, skipReason, overtime } = answer
  if (overtime !== undefined) {
    const found = extracts.filter(extract => !isMissing(extract))
    const cut = { exchange, extracts: found, validations: none, skipReason: overtime }
    return { outcome: 'skipped', ...cut, ...defined({ steps, doneIn }) }
  }
  const wrongStatus = exchange.success.holds ? undefined : wrongStatusOf(exchange, validations)
  const passed = wrongStatus === undefined && areFound(extracts) && havePassed(validations)
  if (passed && steps === undefined && skipReason === undefined && snapshots === undefined)
    return { outcome: 'passed', exchange, extracts, validations }
  const attempt: Attempt = { outcome: outcomeOf(answer, passed), exchange, extracts, validations }
  return andThen(passed ? {} : givingUp(evaluation), given => ({
    ...attempt,
    ...defined({ wrongStatus, steps, doneIn, skipReason, snapshots }),
    ...given,
  }))
}

/** Takes one variable out of an answer, which the next may use. */
function judgeExtract(extract: Extract, { exchange, context }: Evaluation): ExtractResult {
  const result = extractWhere(extract, exchange, context)
  if (extract.secret === true && !result.found) hideUntaken(extract, exchange, context)
  if (result.value === undefined) return result
  if ('target' in extract && result.value !== extract.default) noteMarkers(result.value, context.scope.hide)
  if ('append' in extract) return appended(result, context)
  context.iteration.leave(result.variable, result.value)
  return result
}

/** Puts what was found behind the list that the variable holds. */
function appended(result: ExtractResult, { iteration, scope }: AttemptContext): ExtractResult {
  const { variable, source, value = null, span } = result
  const before = renderVariable(variable, scope)
  if (before.ok && isList(before.value) && isList(value)) {
    iteration.leave(variable, [...before.value, ...value])
    return result
  }
  const message = `extract ${variable}: ${variable} is no list: begin with variables: { ${variable}: [] }`
  return { variable, source, found: false, message, span }
}

function wordsOfExtract({ variable }: Extract): string {
  return `extract ${variable}`
}

/** Holds an exchange against the validations of its step, and against the status that its row expects. */
function judgeOwn(evaluation: Evaluation): Maybe<readonly ValidationResult[]> {
  const { prepared, iteration, row } = evaluation.context
  const status = rowStatus(prepared, iteration.status, row)
  const isHandedOn = prepared.handsStatusOn && evaluation.answer.skipReason === undefined
  if (status !== undefined || isHandedOn) iteration.hasJudgedStatus = true
  return evaluateAll(
    status === undefined ? prepared.step.validations : withRowStatus(prepared.step, status),
    evaluation,
  )
}

function areFound(extracts: readonly ExtractResult[]): boolean {
  for (let index = 0; index < extracts.length; index++)
    if (isMissing(extracts[index] as ExtractResult)) return false
  return true
}

function havePassed(validations: readonly ValidationResult[]): boolean {
  for (let index = 0; index < validations.length; index++) if (!validations[index]?.passed) return false
  return true
}

/** Finds the message about a status that is no success, where no validation looks at it. */
function wrongStatusOf(exchange: Exchange, validations: readonly ValidationResult[]): string | undefined {
  const { subject: by, unless = by === undefined ? ['status'] : [] } = exchange.success
  const isJudged = validations.some(
    ({ subject, skipped }) =>
      skipped !== true && unless.some(name => subject === name || subject.startsWith(`${name} `)),
  )
  return isJudged ? undefined : ruleMessage(exchange)
}

function outcomeOf({ skipReason, steps = [] }: Performed, passed: boolean): Outcome {
  if (passed) return skipReason === undefined ? 'passed' : 'skipped'
  return steps.some(({ outcome }) => outcome === 'errored') ? 'errored' : 'failed'
}

/** Takes one variable out of an answer, if it is one to take it from. */
function extractWhere(extract: Extract, exchange: Exchange, context: AttemptContext): ExtractResult {
  const { scope } = context
  const applies = isConditional(extract)
    ? appliesTo(extract, exchange, scope, toleratesUnset(context.iteration.planned.settings))
    : always
  if (!applies.applies)
    return 'problems' in applies
      ? unrenderedExtract(extract, applies.problems)
      : skippedExtract(extract, applies.reason)
  const rendered = renderExtract(extract, scope)
  if (rendered.ok) return takeExtract(rendered.value, exchange)
  const { problems } = rendered
  return 'value' in extract && toleratesUnset(context.iteration.planned.settings) && problems.every(isUnset)
    ? skippedExtract(extract, problemText(problems))
    : unrenderedExtract(extract, problems)
}

const always: Applies = { applies: true }

/** Hides the place of a secret that was not taken: an answer of another form, or under another condition, may hold it all the same. */
function hideUntaken(extract: Extract, exchange: Exchange, { scope }: AttemptContext): void {
  const rendered = renderExtract(extract, scope)
  if (!rendered.ok || 'value' in rendered.value) return
  const { regex: _, ...whole } = rendered.value
  const [taken, there] = [rendered.value, whole].map(one => takeExtract(one, exchange))
  const { value } = taken?.found === true ? taken : (there ?? {})
  if (value !== undefined) hideValue(value, scope.hide)
}

function skippedExtract(extract: Extract, skipReason: string): ExtractResult {
  const { variable, span } = extract
  const source = 'target' in extract ? targetSubject(extract.target) : 'value'
  return { variable, source, found: false, optional: true, skipReason, span }
}

function evaluateAll(
  validations: readonly Validation[],
  evaluation: Evaluation,
): Maybe<readonly ValidationResult[]> {
  if (validations.length === 0) return none
  const judged = evaluation.time.each(validations, judgeValidation, wordsOf, evaluation)
  return judged instanceof Promise ? judged.then(joined) : joined(judged)
}

/** All in one list, of no more room than it takes: it is kept with the result of its step. */
function joined(lists: readonly (readonly ValidationResult[])[]): readonly ValidationResult[] {
  if (lists.length === 1) return lists[0] ?? none
  let length = 0
  for (let index = 0; index < lists.length; index++) length += lists[index]?.length ?? 0
  const all = new Array<ValidationResult>(length)
  let at = 0
  for (let index = 0; index < lists.length; index++) {
    const list = lists[index] ?? none
    for (let place = 0; place < list.length; place++) all[at++] = list[place] as ValidationResult
  }
  return all
}

function judgeValidation(validation: Validation, evaluation: Evaluation): Maybe<readonly ValidationResult[]> {
  const { name: written } = validation
  if (written === undefined) return judgeNameless(validation, evaluation)
  const name = renderName(written, evaluation.context.scope)
  return andThen(judgeNameless(validation, evaluation), results =>
    results.map(result => ({ name, ...result })),
  )
}

function judgeNameless(validation: Validation, evaluation: Evaluation): Maybe<readonly ValidationResult[]> {
  const { exchange, context } = evaluation
  const { prepared, iteration, scope } = context
  const plain = prepared.plain?.get(validation) ?? plainValidation(validation)
  if (plain?.isConstant === true) return judgeTarget(plain.target, plain.expectations, exchange)
  if (plain !== undefined) {
    const expected = renderExpectations(plain.expectations, scope)
    noteStatus(validation, iteration)
    if (expected.ok) return judgeTarget(plain.target, expected.value, exchange)
    return [unrenderedValidation(validation, expected.problems)]
  }
  const applies = appliesTo(validation, exchange, scope, toleratesUnset(context.iteration.planned.settings))
  const rendered = renderValidation(validation, scope, prepared.directory)
  if ('reason' in applies) return skippedValidation(rendered.ok ? rendered.value : validation, applies.reason)
  noteStatus(validation, iteration)
  if ('problems' in applies) return [unrenderedValidation(validation, applies.problems)]
  if (!rendered.ok) return [unrenderedValidation(validation, rendered.problems)]
  if (!isSchemaValidation(rendered.value) && rendered.value.target.kind === 'snapshot')
    return judgeBySnapshot(rendered.value, evaluation)
  return judgeExchange(rendered.value, exchange, iteration.run.schemas)
}

const snapshotJudge = lazyPart(() => import('./snapshots/judge-snapshot.ts'))

function judgeBySnapshot(validation: TargetValidation, evaluation: Evaluation): readonly ValidationResult[] {
  const { exchange, context } = evaluation
  const { result, judged } = snapshotJudge().judgeSnapshot(validation, exchange, context)
  if (judged !== undefined) (evaluation.snapshots ??= []).push(judged)
  return [result]
}

/** Notes that a validation expects what the row says of the status. */
function noteStatus(validation: Validation, iteration: Iteration): void {
  if (iteration.status !== undefined && namesStatus(validation)) iteration.hasJudgedStatus = true
}

/** A validation in words: `schema user.json`, `body-json-path $.items matches`. */
function wordsOf(validation: Validation): string {
  if (isSchemaValidation(validation)) return `schema ${schemaTexts(validation).join(' ')}`.trim()
  const operators = validation.expectations.map(({ operator }) => operator)
  return [targetSubject(validation.target), ...operators].join(' ')
}

async function asGraphql(
  exchange: Exchange,
  span: Span,
  judged: readonly (ValidationResult | ExtractResult)[],
  scripted: readonly ValidationResult[],
): Promise<readonly ValidationResult[]> {
  const { judgeGraphql } = await import('./implied-validations.ts')
  return judgeGraphql(exchange, span, judged, scripted)
}

/** Makes the results of a validation that was not judged, because the response is not one to judge by it. */
export function skippedValidation(validation: Validation, skipReason: string): readonly ValidationResult[] {
  const common = { passed: true, skipped: true as const, skipReason, messages: [], span: validation.span }
  if (isSchemaValidation(validation)) {
    const expected = schemaTexts(validation).join(' ')
    return [{ subject: `schema ${expected}`.trim(), operator: 'schema', expected, ...common }]
  }
  const subject = targetSubject(validation.target)
  return validation.expectations.map(({ operator, expected }) => ({ subject, operator, expected, ...common }))
}

/** Fails a validation whose expected value is not known: nothing can be as expected, nor different from it. */
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

/** Fails an extract whose target is unknown, even if nothing has to be found. */
function unrenderedExtract(extract: Extract, problems: readonly RenderProblem[]): ExtractResult {
  const { variable, span } = extract
  const source = 'target' in extract ? targetSubject(extract.target) : 'value'
  const reasons = problemText(problems)
  return { variable, source, found: false, message: `extract ${variable}: ${reasons}`, span }
}

/** Why it cannot be told of an answer whether it is as `stop-when` says. */
function undecidedIn(
  validations: readonly Validation[],
  { exchange, context }: Evaluation,
): string | undefined {
  const targets = validations.flatMap(one => (isSchemaValidation(one) || isConditional(one) ? [] : [one]))
  const applies = appliesTo({ when: [{ targets }] }, exchange, context.scope)
  return 'problems' in applies ? problemText(applies.problems) : undefined
}

/** True where `stop-when` says that waiting longer is in vain. */
function givingUp(evaluation: Evaluation): Maybe<{ final?: true; gaveUp?: string }> {
  const { span, retry } = evaluation.context.prepared.step
  const { stopWhen = none } = retry ?? {}
  if (stopWhen.length === 0) return {}
  const looked = evaluation.time.each(
    [{ span }],
    () => undecidedIn(stopWhen, evaluation),
    wordsOfGivingUp,
    evaluation,
  )
  return andThen(looked, ([wrong]) => {
    if (wrong !== undefined) return { final: true, gaveUp: `gave up: stop-when: ${wrong}` }
    return andThen(evaluateAll(stopWhen, evaluation), results => {
      if (!results.every(result => result.passed && result.skipped !== true)) return {}
      const met = results.map(result =>
        withName(`${result.subject} ${result.operator} ${writeJson(result.expected)}`, result),
      )
      return { final: true, gaveUp: `gave up, because stop-when holds: ${met.join(' and ')}` }
    })
  })
}

function wordsOfGivingUp(): string {
  return 'stop-when'
}
