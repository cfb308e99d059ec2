import type { FaultCode } from '../../../actions/faults/index.ts'
import { defined } from '../../../util/defined.ts'
import type { ExchangeReport, Failure, StepResult, ValidationResult } from '../../../model/result.ts'
import type { JsonValue } from '../../../model/json.ts'
import { spanAt } from '../../testing/events.ts'

/** An exchange in few words. */
export interface Said {
  readonly action?: string
  readonly method?: string
  readonly url?: string
  /** Headers of the request. */
  readonly sent?: Readonly<Record<string, string>>
  readonly sentBody?: string
  readonly settings?: ExchangeReport['request']['settings']
  readonly status?: number | string
  /** Headers of the answer. */
  readonly got?: Readonly<Record<string, string>>
  /** A text as it is, anything else as JSON. */
  readonly body?: JsonValue
  readonly fields?: NonNullable<ExchangeReport['response']>['fields']
  readonly redirects?: ExchangeReport['redirects']
  readonly phases?: ExchangeReport['phases']
  /** Validations that do not hold: subject, operator, what is expected, and the message. */
  readonly wrong?: readonly (readonly [
    subject: string,
    operator: string,
    expected: JsonValue,
    message?: string,
  ])[]
  /** An extract that found nothing. */
  readonly missing?: string
  /** The code of a failure without an answer, its text, and its hint. */
  readonly code?: FaultCode
  readonly error?: string
  readonly hint?: string
  /** The text of a failure by the status. */
  readonly statusText?: string
  readonly outcome?: StepResult['outcome']
}

/** The moment at which all answers have come. */
export const answeredAt = Date.UTC(2026, 0, 2, 12)

const span = spanAt('a.apitest.yaml', 1, 1, 1)

/** The result of a step: that of an exchange, or of a failure without an answer. */
export function answeredStep(said: Said): StepResult {
  const { action = 'request', code, error, hint, wrong = [], missing, outcome } = said
  const validations = wrong.map(
    ([subject, operator, expected, message = `${subject}: Expected`]): ValidationResult => ({
      ...{ subject, operator, expected, passed: false, span },
      messages: message.split('\n'),
    }),
  )
  const isWrongStatus = error === undefined && validations.length === 0 && missing === undefined
  const failure = (kind: Failure['kind'], message: string): Failure => ({
    kind,
    message,
    span,
    sourceLine: '',
  })
  const failures = [
    ...(error === undefined ? [] : [{ ...failure('error', error), ...defined({ code, hint }) }]),
    ...(isWrongStatus
      ? [failure('status', said.statusText ?? `status: Expected 2xx or 3xx, got ${said.status ?? ''}`)]
      : []),
    ...validations.flatMap(({ messages }) => messages.map(message => failure('validation', message))),
  ]
  return {
    ...{ index: 0, phase: 'steps', name: 'a step', action, span, flaky: false, attempts: 1 },
    outcome: outcome ?? (error === undefined ? 'failed' : 'errored'),
    startedAt: answeredAt - 40,
    duration: 40,
    exchange: exchangeOf(said),
    validations,
    extracts: missing === undefined ? [] : [{ variable: 'id', source: missing, found: false, span }],
    failures: outcome === 'passed' ? [] : failures,
  }
}

function exchangeOf(said: Said): ExchangeReport {
  const { method = 'GET', url = 'http://api.test/users/1', sent = {}, sentBody, got = {}, body } = said
  const { status, fields, settings, redirects, phases, error } = said
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const preview = (whole: string): { text: string; size: number; truncated: boolean } => ({
    text: whole,
    size: whole.length,
    truncated: false,
  })
  const type =
    typeof body === 'object' && !('content-type' in got) ? { 'content-type': 'application/json' } : {}
  return {
    duration: 40,
    ...(redirects === undefined ? {} : { redirects }),
    ...(phases === undefined ? {} : { phases }),
    request: {
      summary: `${method} ${url}`,
      method,
      url,
      headers: Object.entries({ host: new URL(url).host, ...sent }),
      ...(sentBody === undefined ? {} : { body: preview(sentBody) }),
      ...(settings === undefined ? {} : { settings }),
    },
    ...(error === undefined
      ? {
          response: {
            ...(status === undefined ? {} : { status }),
            headers: Object.entries({ date: 'now', ...type, ...got }),
            ...(text === undefined || text === '' ? {} : { body: preview(text) }),
            ...(fields === undefined ? {} : { fields }),
          },
        }
      : {}),
  }
}
