import { looksAtErrors } from '../extracts/looks-at-errors.ts'
import { prepareTarget, readJson } from '../extracts/prepare-target.ts'
import { type ContractFinding, findingText } from '../model/contract.ts'
import type { Exchange } from '../model/exchange.ts'
import type { Exemptions } from '../model/exemption.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonValue } from '../model/json.ts'
import type { ExtractResult, ValidationResult } from '../model/result.ts'
import type { Span } from '../model/span.ts'
import { cutText } from '../util/cut-text.ts'
import { isList, isObject } from '../util/is-json.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { plural } from '../util/quantity.ts'
import { valueText } from '../util/value-text.ts'
import { judgeTarget } from '../validations/index.ts'
import { printValue } from '../validations/print-value.ts'

/** The contract that every exchange of a run is checked against: a description of the API (`--spec`). */
export interface ExchangeContract {
  /** The document, as it was named. */
  readonly spec: string
  /** Its absolute path, where it is a file. */
  readonly file?: string
  /** Judges an exchange by the description; undefined where it knows nothing of such a request, or is not to be asked. */
  judge(exchange: Exchange, exemptions?: Exemptions['list']): ContractVerdict | undefined
}

/** The verdict of a description on one exchange. */
export interface ContractVerdict {
  /** `GET /users/{id}`. */
  readonly operation: string
  readonly findings: readonly ContractFinding[]
}

/** The verdict on an exchange as a validation that its step has beside its own. */
export function judgeContract(
  exchange: Exchange,
  span: Span,
  contract: ExchangeContract | undefined,
  exemptions: Exemptions | undefined,
): readonly ValidationResult[] {
  const verdict = contract?.judge(exchange, exemptions?.list)
  if (contract === undefined || verdict === undefined) return []
  const subject = `contract ${verdict.operation}`
  return [
    {
      subject,
      operator: 'contract',
      expected: contract.spec,
      passed: verdict.findings.length === 0,
      messages: verdict.findings.map(finding => `${subject}: ${findingText(finding)}`),
      span,
    },
  ]
}

/** Judges if the correlation id came back, where that was asked for (mission, Correlation). */
export function judgeEcho({ echo, response }: Exchange, span: Span): readonly ValidationResult[] {
  if (echo === undefined) return []
  const [name, sent] = echo
  const returned = response.headers.filter(([header]) => header.toLowerCase() === name)
  const passed = returned.some(([, value]) => value === sent)
  const got = returned[0]?.[1] ?? 'nothing'
  const message = `header ${name}: Expected equals ${sent}, got ${got}: the correlation id was lost at this hop`
  return [
    {
      subject: `header ${name}`,
      operator: 'equals',
      expected: sent,
      passed,
      messages: passed ? [] : [message],
      span,
    },
  ]
}

/**
 * That an answer to GraphQL is one of GraphQL, and lists no errors where it must not. A page of a proxy is none, nor is the
 * redirect to a login; a script that judges and a step that allows errors may take what they like.
 */
export async function judgeGraphql(
  exchange: Exchange,
  span: Span,
  judged: readonly (ValidationResult | ExtractResult)[],
  scripted: readonly ValidationResult[],
): Promise<readonly ValidationResult[]> {
  const allowsErrors = exchange.graphql?.allowsErrors === true
  const foreign = allowsErrors && scripted.length > 0 ? undefined : unlikeGraphql(exchange, judged)
  if (foreign !== undefined) {
    const message = `graphql: Expected an answer with data or errors, got ${foreign}`
    return [
      { subject: 'graphql', operator: 'exists', expected: true, passed: false, messages: [message], span },
    ]
  }
  return allowsErrors ? [] : judgeListedErrors(exchange, span, judged)
}

/** Describes a response that is none of GraphQL (GraphQL specification, section 7.1). */
function unlikeGraphql(
  { response }: Exchange,
  judged: readonly (ValidationResult | ExtractResult)[],
): string | undefined {
  const { status, headers, body } = response
  if (typeof status !== 'number' || status < 200 || status > 399) return undefined
  if (status >= 300)
    return judged.some(one => 'subject' in one && one.subject === 'status') ? undefined : 'a redirect'
  if (inParts.test(headerValue(headers, 'content-type') ?? '')) return undefined
  const document = readJson(body)
  if (!document.found) return document.instead
  const { value } = document
  if (isObject(value) && (Object.hasOwn(value, 'data') || Object.hasOwn(value, 'errors'))) return undefined
  return printValue(value)
}

/** The types of answers that come part by part, as those of `@defer` and of subscriptions do. */
const inParts = /^(?:multipart\/mixed|text\/event-stream)\b/i

/**
 * That a GraphQL answer lists no errors, as if `$.errors: { exists: false }` stood in the step, where nothing that was
 * judged looks at them: servers tell them with status 200, too (GraphQL specification, section 7.1).
 */
async function judgeListedErrors(
  exchange: Exchange,
  span: Span,
  judged: readonly (ValidationResult | ExtractResult)[],
): Promise<readonly ValidationResult[]> {
  if (!hasSucceeded(exchange.response) || judged.some(speaks)) return []
  const document = readJson(exchange.response.body)
  if (!document.found || !isObject(document.value)) return []
  const { errors } = document.value
  const none = [{ operator: 'exists', expected: false, span }] as const
  const results = await whenLoaded(() =>
    judgeTarget(prepareTarget({ kind: 'json-path', path: '$.errors' }), none, exchange),
  )
  return results.map(result => (result.passed ? result : { ...result, messages: [told(result, errors)] }))
}

function hasSucceeded({ status }: Exchange['response']): boolean {
  return typeof status === 'number' && status >= 200 && status < 300
}

function speaks(result: ValidationResult | ExtractResult): boolean {
  const isSkipped = 'source' in result ? result.skipReason !== undefined : result.skipped === true
  return !isSkipped && looksAtErrors('source' in result ? result.source : result.subject)
}

function told({ subject, messages }: ValidationResult, errors: JsonValue | undefined): string {
  const message =
    errors !== undefined && isList(errors)
      ? `${subject}: Expected exists false, got ${listed(errors)}`
      : (messages[0] ?? '')
  return `${message} (write what $.errors is to be, or allow-errors: true below graphql)`
}

/** Errors that are told one by one. */
const mostErrors = 3

function listed(errors: readonly JsonValue[]): string {
  const texts = errors.slice(0, mostErrors).map(error => {
    const message = isObject(error) ? error['message'] : error
    return cutText(valueText(message ?? error), 200)
  })
  const more = errors.length > mostErrors ? '; …' : ''
  return `${plural(errors.length, 'error')}: ${texts.join('; ')}${more}`
}
