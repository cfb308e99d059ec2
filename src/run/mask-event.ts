import type { BodyPreview, HeaderList } from '../model/exchange.ts'
import type { JsonObject } from '../model/json.ts'
import type {
  ExchangeReport,
  ExtractResult,
  Failure,
  ResponseReport,
  StepResult,
  ValidationResult,
} from '../model/result.ts'
import type { RunEvent, StepFinished } from '../model/run-event.ts'
import { maskCookies, mayTell, Secrets } from '../secrets/index.ts'
import { defined } from '../util/defined.ts'

/**
 * An event without secrets. Only what came from requests, answers and variables is masked: a secret `test` must not
 * change a file's name, nor a secret `passed` an outcome.
 */
export function maskEvent(event: RunEvent, secrets: Secrets): RunEvent {
  if (secrets.isEmpty) return event.type === 'step-finished' ? withoutCookies(event) : event
  switch (event.type) {
    case 'step-started':
      return {
        ...event,
        ...secrets.maskDeep(defined({ name: event.name, row: event.row })),
      }
    case 'step-finished':
      return { ...event, result: maskStep(event.result, secrets) }
    case 'row-finished': {
      const { row, reason } = event.result
      const masked = secrets.maskDeep(defined({ row, reason }))
      return { ...event, result: { ...event.result, ...masked } }
    }
    case 'suite-started':
      return event.reason === undefined ? event : { ...event, reason: secrets.mask(event.reason) }
    case 'suite-finished': {
      const { reason } = event.result
      if (reason === undefined) return event
      return { ...event, result: { ...event.result, reason: secrets.mask(reason) } }
    }
    case 'service':
      return { ...event, message: secrets.mask(event.message) }
    default:
      return event
  }
}

/** A step without the values of its cookies, the event itself where it has none. */
function withoutCookies(event: StepFinished): StepFinished {
  const { exchange, steps = [] } = event.result
  const isClear = steps.length === 0 && !hasCookies(exchange?.request) && !hasCookies(exchange?.response)
  return isClear ? event : { ...event, result: maskStep(event.result, new Secrets()) }
}

const cookieLine = /^(?:set-)?cookie$/i

function hasCookies(part: { readonly headers: HeaderList } | undefined): boolean {
  return part !== undefined && mayTell(part.headers) && part.headers.some(([name]) => cookieLine.test(name))
}

/** A step without secrets, as in `maskEvent`. */
export function maskStep(step: StepResult, secrets: Secrets): StepResult {
  const { name, row, reason, skipReason, exchange, validations, extracts, failures, logs, steps } = step
  return {
    ...step,
    name: secrets.mask(name),
    ...(row === undefined ? {} : { row: secrets.maskDeep(row) }),
    ...(reason === undefined ? {} : { reason: secrets.mask(reason) }),
    ...(skipReason === undefined ? {} : { skipReason: secrets.mask(skipReason) }),
    ...(exchange === undefined ? {} : { exchange: maskExchange(exchange, secrets) }),
    validations: validations.map(validation => maskValidation(validation, secrets)),
    extracts: extracts.map(extract => maskExtract(extract, secrets)),
    failures: failures.map(failure => ({ ...failure, ...secrets.maskDeep(textsOf(failure)) })),
    ...(logs === undefined ? {} : { logs: logs.map(log => ({ ...log, text: secrets.mask(log.text) })) }),
    ...(steps === undefined ? {} : { steps: steps.map(inner => maskStep(inner, secrets)) }),
  }
}

function maskValidation(validation: ValidationResult, secrets: Secrets): ValidationResult {
  const { name, subject, expected, messages, skipReason } = validation
  return {
    ...validation,
    ...(skipReason === undefined ? {} : { skipReason: secrets.mask(skipReason) }),
    ...(name === undefined ? {} : { name: secrets.mask(name) }),
    ...secrets.maskDeep({ subject, messages }),
    expected: secrets.maskData(expected),
  }
}

function maskExtract(extract: ExtractResult, secrets: Secrets): ExtractResult {
  const { source, value, message, skipReason } = extract
  return {
    ...extract,
    ...(skipReason === undefined ? {} : { skipReason: secrets.mask(skipReason) }),
    source: secrets.mask(source),
    ...(value === undefined ? {} : { value: secrets.maskData(value) }),
    ...(message === undefined ? {} : { message: secrets.mask(message) }),
  }
}

/** Returns the texts of a failure, which its place does not tell. */
function textsOf({ message, hint, sourceLine }: Failure): Partial<Failure> {
  return defined({ message, sourceLine, hint })
}

function maskExchange(exchange: ExchangeReport, secrets: Secrets): ExchangeReport {
  const { request, response, ...rest } = secrets.maskDeep(exchange)
  const { settings } = request
  return {
    ...rest,
    request: {
      ...withWholeSecrets(request, secrets),
      ...(settings === undefined ? {} : { settings: maskSettings(settings, secrets) }),
    },
    ...(response === undefined
      ? {}
      : { response: withWholeSecrets(maskBytes(response, exchange.response?.body), secrets) }),
  }
}

/** The names of settings stay, but under `resolve` there are hosts for names. */
function maskSettings(settings: JsonObject, secrets: Secrets): JsonObject {
  const { resolve } = settings
  return resolve === undefined ? settings : { ...settings, resolve: secrets.maskData(resolve) }
}

/** Without the bytes of a body in which a secret stood, as text or by chance in base64. */
function maskBytes(response: ResponseReport, original: BodyPreview | undefined): ResponseReport {
  const { body } = response
  if (body?.base64 === undefined) return response
  const { base64, ...rest } = body
  const isWhole = body.text === original?.text && base64 === original.base64
  return { ...response, body: isWhole ? body : rest }
}

/**
 * Without the values of cookies. Where a body was cut, a secret may have been cut in two: its beginning would not be
 * recognised, so the end goes.
 */
function withWholeSecrets<Part extends { readonly headers: HeaderList; readonly body?: BodyPreview }>(
  part: Part,
  secrets: Secrets,
): Part {
  const { body } = part
  const headers = hasCookies(part)
    ? part.headers.map(([name, value]): HeaderList[number] => [name, maskCookies(name, value)])
    : part.headers
  if (body?.truncated !== true || secrets.longest === 0) return { ...part, headers }
  const { base64, ...rest } = body
  const cut = { ...rest, text: body.text.slice(0, -secrets.longest) }
  // Four characters of it are three bytes, and a character of a secret is four bytes at most.
  const bytes = base64 === undefined ? {} : { base64: base64.slice(0, -8 * secrets.longest) }
  return { ...part, headers, body: { ...cut, ...bytes } }
}
