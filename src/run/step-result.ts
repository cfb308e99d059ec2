import type { SettingNames } from '../actions/faults/setting-names.ts'
import { failed } from '../actions/failure.ts'
import { faultText } from '../actions/faults/index.ts'
import { type Exchange, previewLimit, type ResponseRecord } from '../model/exchange.ts'
import {
  type ExchangeReport,
  type Failure,
  isMissing,
  type ResponseReport,
  type RowLabel,
  type StepResult,
  withName,
} from '../model/result.ts'
import type { Span } from '../model/span.ts'
import type { DataRow, Step } from '../model/suite.ts'
import { labelRow } from '../parse/data-rows/label-row.ts'
import type { Attempt } from './attempt.ts'
import { defined, type Mutable } from '../util/defined.ts'

/** Gives the text of the line that a span starts on. */
export type LineText = (span: Span) => string

/** A step that did not run, and why. */
export function skippedStep(step: Step, reason: string): StepResult {
  return skippedResult({ ...identity(step), name: step.name }, reason)
}

/** The result of something that did not run, and why. */
export function skippedResult(
  identity: Pick<StepResult, 'index' | 'phase' | 'id' | 'name' | 'action' | 'span' | 'providerStates'>,
  reason: string,
): StepResult {
  return {
    ...identity,
    outcome: 'skipped',
    flaky: false,
    skipReason: reason,
    attempts: 0,
    startedAt: Date.now(),
    duration: 0,
    validations: [],
    extracts: [],
    failures: [],
  }
}

/** The facts about how a step ran, beside its last attempt. */
export interface Ran extends Pick<StepResult, 'name' | 'attempts' | 'startedAt' | 'duration'> {
  readonly writtenName?: string | undefined
  readonly row?: RowLabel | undefined
  /** Why it is luck that it passed: what went wrong in an attempt before the last. */
  readonly fault?: string | undefined
  readonly retryAfter?: number | undefined
  /** How hints name settings, where that is not by the keys of suites. */
  readonly settingNames?: SettingNames | undefined
}

/** A step that ran, with the last attempt's exchange and everything that kept it from passing. */
export function finishedStep(step: Step, attempt: Attempt, lineText: LineText, ran: Ran): StepResult {
  const { outcome, validations, extracts, skipReason, logs = none, calls = none, doneIn } = attempt
  // A result that ran for another step is told there.
  const steps = doneIn === undefined ? (attempt.steps ?? none) : none
  const { index, phase, id, action, span, providerStates } = step
  const { name, writtenName, attempts, startedAt, duration, row, fault, retryAfter, settingNames } = ran
  const flaky = outcome === 'passed' && (fault !== undefined || steps.some(inner => inner.flaky))
  const failures =
    outcome === 'passed' || outcome === 'skipped' ? none : failuresOf(step, attempt, lineText, settingNames)
  const exchange = exchangeOf(attempt)
  const { files } = attempt
  // Made for every step of a run: an object that is put together from others takes many times as long.
  const result: Mutable<StepResult> = {
    index,
    phase,
    action,
    span,
    name,
    attempts,
    startedAt,
    duration,
    outcome,
    flaky,
    validations,
    extracts,
    failures,
  }
  if (exchange !== undefined) result.exchange = exchange
  if (id !== undefined) result.id = id
  if (files !== undefined) result.files = files
  if (providerStates !== undefined) result.providerStates = providerStates
  if (writtenName !== undefined) result.writtenName = writtenName
  if (row !== undefined) result.row = row
  if (retryAfter !== undefined) result.retryAfter = retryAfter
  if (flaky && fault !== undefined) result.reason = fault
  if (outcome === 'skipped' && skipReason !== undefined) result.skipReason = skipReason
  if (doneIn !== undefined) result.doneIn = doneIn
  if (logs.length > 0) result.logs = logs
  // The steps of another suite, and the requests of scripts.
  if (steps.length + calls.length > 0) result.steps = [...steps, ...calls]
  return result
}

const none: readonly never[] = []

/** A step whose script wants to go on where nothing can. */
export function misledStep(result: StepResult, reason: string, lineText: LineText): StepResult {
  const error = errorOf(failed('script-ended', { reason }).failure)
  const outcome = result.outcome === 'failed' ? 'failed' : 'errored'
  const failures = [...result.failures, { ...error, span: result.span, sourceLine: lineText(result.span) }]
  return { ...result, outcome, flaky: false, failures }
}

/** A step without which nothing is judged by the status that a row expects. */
export function unjudgedStep(result: StepResult, message: string, lineText: LineText): StepResult {
  const { skipReason, ...ran } = result
  const reason = skipReason === undefined ? message : `${message}: this step was skipped (${skipReason})`
  const failure = { kind: 'validation', message: reason, span: result.span } as const
  const failures = [...result.failures, { ...failure, sourceLine: lineText(result.span) }]
  return { ...ran, outcome: result.outcome === 'errored' ? 'errored' : 'failed', flaky: false, failures }
}

type Identity = Pick<StepResult, 'index' | 'phase' | 'id' | 'action' | 'span' | 'providerStates'>

function identity({ index, phase, id, action, span, providerStates }: Step): Identity {
  return defined({ index, phase, action, span, id, providerStates })
}

function failuresOf(
  step: Step,
  attempt: Attempt,
  lineText: LineText,
  names: SettingNames | undefined,
): readonly Failure[] {
  const at = (span: Span, failure: Pick<Failure, 'kind' | 'code' | 'message' | 'hint'>): Failure => ({
    ...failure,
    span,
    sourceLine: lineText(span),
  })
  const { failure, wrongStatus, gaveUp } = attempt
  const errors = failure === undefined ? [] : [at(failure.span ?? step.span, errorOf(failure, names))]
  const status = wrongStatus === undefined ? [] : [at(step.span, { kind: 'status', message: wrongStatus })]
  const validations = attempt.validations.flatMap(result =>
    result.messages.map(message =>
      at(result.span, { kind: 'validation', message: withName(message, result) }),
    ),
  )
  const extracts = attempt.extracts
    .filter(isMissing)
    .map(({ message = 'found nothing', span }) => at(span, { kind: 'extract', message }))
  const end = gaveUp === undefined ? [] : [at(step.span, { kind: 'validation', message: gaveUp })]
  return [...errors, ...status, ...validations, ...extracts, ...end]
}

function errorOf(
  failure: NonNullable<Attempt['failure']>,
  names?: SettingNames,
): Pick<Failure, 'kind' | 'code' | 'message' | 'hint'> {
  const { kind, message, hint } = faultText(failure, names)
  return defined({ kind: 'error', code: failure.code, message: `${kind}: ${message}`, hint })
}

function exchangeOf({ exchange, failure }: Attempt): ExchangeReport | undefined {
  if (exchange !== undefined) return exchangeReport(exchange)
  if (failure?.request === undefined) return undefined
  const { redirects, request, timings, transcript } = failure
  const { duration = 0, repeats } = timings ?? {}
  return defined({ redirects, request, transcript, duration, repeats })
}

/** Made for every step of a run: `defined` would take as long as all the rest of it. */
function exchangeReport({ redirects, request, response, timings, transcript }: Exchange): ExchangeReport {
  const { duration, phases, repeats } = timings
  const answered = responseReport(response)
  const report: Mutable<ExchangeReport> =
    phases === undefined
      ? { request, response: answered, duration }
      : { request, response: answered, duration, phases }
  if (repeats !== undefined) report.repeats = repeats
  if (redirects !== undefined) report.redirects = redirects
  if (transcript !== undefined) report.transcript = transcript
  return report
}

/** Every field of the record but its body, member by member as above. */
function responseReport(response: ResponseRecord): ResponseReport {
  const { status, statusText, httpVersion, headers, trailers, fields, body } = response
  const report: Mutable<ResponseReport> = { headers }
  if (status !== undefined) report.status = status
  if (statusText !== undefined) report.statusText = statusText
  if (httpVersion !== undefined) report.httpVersion = httpVersion
  if (trailers !== undefined) report.trailers = trailers
  if (fields !== undefined) report.fields = fields
  if (body.size === 0) return report
  const whole = body.text()
  const text = whole.length <= previewLimit ? whole : shortened(whole)
  const preview = { text, size: body.size, truncated: !body.complete || text.length >= previewLimit }
  const bytes = body.beginning?.()
  report.body =
    bytes === undefined
      ? preview
      : { ...preview, base64: Buffer.from(bytes.subarray(0, previewLimit)).toString('base64') }
  return report
}

/** The beginning of a text, without keeping the rest of a long one in memory. */
function shortened(text: string): string {
  return Buffer.from(text.slice(0, previewLimit)).toString()
}

/** Makes the label of a row in reports. */
export function rowLabel(row: DataRow | undefined): RowLabel | undefined {
  return row === undefined ? undefined : { number: row.number, label: labelRow(row.values) }
}

/** A step's result with the row it ran with; one that has a row stays as it is. */
export function withRow(result: StepResult, label: RowLabel | undefined): StepResult {
  return label === undefined || result.row !== undefined ? result : { ...result, row: label }
}
