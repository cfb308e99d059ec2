import { type Exchange, previewLimit } from '../model/exchange.ts'
import {
  type ExchangeReport,
  type Failure,
  isMissing,
  type RowLabel,
  type StepResult,
  withName,
} from '../model/result.ts'
import type { Span } from '../model/span.ts'
import type { DataRow, Step } from '../model/suite.ts'
import { labelRow } from '../parse/data-rows/label-row.ts'
import type { Attempt } from './attempt.ts'
import { defined } from '../util/defined.ts'

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

/** A step that ran, with the last attempt's exchange and everything that kept it from passing. */
export function finishedStep(
  step: Step,
  attempt: Attempt,
  lineText: LineText,
  ran: Pick<StepResult, 'name' | 'writtenName' | 'attempts' | 'startedAt' | 'duration'>,
): StepResult {
  const { outcome } = attempt
  return {
    ...identity(step),
    ...ran,
    outcome,
    flaky: outcome === 'passed' && ran.attempts > 1,
    ...exchangePart(attempt),
    validations: attempt.validations,
    extracts: attempt.extracts,
    failures: outcome === 'passed' || outcome === 'skipped' ? [] : failuresOf(step, attempt, lineText),
    ...(outcome === 'skipped' ? defined({ skipReason: attempt.skipReason }) : {}),
    ...(attempt.logs === undefined || attempt.logs.length === 0 ? {} : { logs: attempt.logs }),
    ...stepsPart(attempt),
  }
}

/** A step whose script wants to go on where nothing can. */
export function misledStep(result: StepResult, reason: string, lineText: LineText): StepResult {
  const error = errorOf({ kind: 'Script Error', message: reason })
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

/** The steps of another suite, and the requests of scripts. */
function stepsPart({ steps = [], calls = [] }: Attempt): { steps?: readonly StepResult[] } {
  return steps.length + calls.length === 0 ? {} : { steps: [...steps, ...calls] }
}

function identity(
  step: Step,
): Pick<StepResult, 'index' | 'phase' | 'id' | 'action' | 'span' | 'providerStates'> {
  const { index, phase, id, action, span, providerStates } = step
  return defined({ index, phase, action, span, id, providerStates })
}

function failuresOf(step: Step, attempt: Attempt, lineText: LineText): readonly Failure[] {
  const at = (span: Span, failure: Pick<Failure, 'kind' | 'message' | 'hint'>): Failure => ({
    ...failure,
    span,
    sourceLine: lineText(span),
  })
  const { failure, wrongStatus, gaveUp } = attempt
  const errors = failure === undefined ? [] : [at(failure.span ?? step.span, errorOf(failure))]
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

function errorOf(failure: NonNullable<Attempt['failure']>): Pick<Failure, 'kind' | 'message' | 'hint'> {
  const { kind, message, hint } = failure
  return defined({ kind: 'error', message: `${kind}: ${message}`, hint })
}

function exchangePart({ exchange, failure }: Attempt): { exchange?: ExchangeReport } {
  if (exchange !== undefined) return { exchange: exchangeReport(exchange) }
  if (failure?.request === undefined) return {}
  const { redirects, request, timings, transcript } = failure
  return {
    exchange: defined({ redirects, request, transcript, duration: timings?.duration ?? 0 }),
  }
}

function exchangeReport({ redirects, request, response, timings, transcript }: Exchange): ExchangeReport {
  const { status, statusText, httpVersion, headers, trailers, fields, body } = response
  const text = body.size === 0 ? '' : shortened(body.text())
  return defined({
    redirects,
    request,
    response: defined({
      status,
      statusText,
      httpVersion,
      headers,
      trailers,
      fields,
      ...(body.size === 0
        ? {}
        : { body: { text, size: body.size, truncated: !body.complete || text.length >= previewLimit } }),
    }),
    transcript,
    duration: timings.duration,
    phases: timings.phases,
  })
}

/** The beginning of a text, without keeping the rest of a long one in memory. */
function shortened(text: string): string {
  if (text.length <= previewLimit) return text
  return Buffer.from(text.slice(0, previewLimit)).toString()
}

/** What a row is called in reports. */
export function rowLabel(row: DataRow | undefined): RowLabel | undefined {
  return row === undefined ? undefined : { number: row.number, label: labelRow(row.values) }
}

/** A step's result with the row it ran with; a row of the step's own stays. */
export function withRow(result: StepResult, label: RowLabel | undefined): StepResult {
  return label === undefined || result.row !== undefined ? result : { ...result, row: label }
}
