import { faultText } from '../actions/faults/index.ts'
import path from 'node:path'
import { encodeText } from '../actions/body/charset.ts'
import { readWholeFile } from '../actions/body/read-whole-file.ts'
import { namedValues } from '../actions/http/query.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonValue } from '../model/json.ts'
import type { MockAnswer, MockBody, MockEvents } from '../model/mock.ts'
import { unsendableHeader } from '../model/sendable-header.ts'
import { holdsBraces } from '../template/holds-braces.ts'
import { renderText, renderValue } from '../template/render.ts'
import { type RenderResult, problemText } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { isWithin, realPath } from '../util/is-within.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import { valueText } from '../util/value-text.ts'
import { makeEvents, playEvents } from './streams/event-stream.ts'
import { type HeaderLines, WireAnswer } from './wire-answer.ts'
import { writeJson } from '../util/exact-number.ts'

/** An answer, or why it cannot be made as it is described. */
type Made =
  | { readonly ok: true; readonly answer: WireAnswer }
  | { readonly ok: false; readonly reason: string }

const types = {
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
} as const

/** Makes answers of what a route says, each by what it is asked; one without placeholders is made once. */
export class AnswerMaker {
  /** As the answer is described. */
  readonly written: MockAnswer
  readonly #directory: string
  readonly #isFixed: boolean
  #made: Made | undefined

  /** `directory` is what files are relative to. */
  constructor(written: MockAnswer, directory: string) {
    const { status, headers, body, events } = written
    this.written = written
    this.#directory = directory
    this.#isFixed =
      events === undefined &&
      ![status, headers, body?.value ?? null, body?.contentType ?? null].some(holdsBraces)
  }

  /** The answer in a scope. Files are read anew for each, so that a change of one is seen. */
  make(scope: () => Scope): Maybe<Made> {
    if (this.#made !== undefined) return this.#made
    return andThen(
      whenLoaded(() => this.#make(scope())),
      made => {
        if (this.#isFixed && this.written.body?.kind !== 'file') this.#made = made
        return made
      },
    )
  }

  #make(scope: Scope): Maybe<Made> {
    const { status: writtenStatus, headers: writtenHeaders, body, events, talk } = this.written
    const status =
      talk === undefined || writtenStatus !== 101 ? statusOf(renderValue(writtenStatus, scope)) : 101
    if (typeof status === 'string') return { ok: false, reason: status }
    const headers = headerLines(renderValue(writtenHeaders, scope))
    if (typeof headers === 'string') return { ok: false, reason: headers }
    if (events !== undefined) return streamOf(events, status, headers, scope)
    const named = headerValue(headers, 'content-type')
    const content = body === undefined ? nothing : bodyOf(body, named, scope, this.#directory)
    return andThen(content, (one): Made => {
      if (typeof one === 'string') return { ok: false, reason: one }
      const type = one.type === undefined || named !== undefined ? [] : [['content-type', one.type] as const]
      return { ok: true, answer: new WireAnswer(status, [...type, ...headers], one.bytes, this.written) }
    })
  }
}

/** An event stream; who has had all of its events is told not to come again (WHATWG HTML, section 9.2.3). */
function streamOf(events: MockEvents, status: number, headers: HeaderLines, scope: Scope): Made {
  const made = makeEvents(events, scope)
  if (!made.ok) return made
  if (made.pieces.length === 0 && !events.staysOpen) return { ok: true, answer: new WireAnswer(204, headers) }
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const own = [['content-type', 'text/event-stream'] as const, ['cache-control', 'no-cache'] as const]
  const lines = [...own.filter(([name]) => !names.has(name)), ...headers]
  const stream = (signal: AbortSignal): AsyncIterable<string> => playEvents(made.pieces, events, signal)
  return { ok: true, answer: new WireAnswer(status, lines, undefined, { stream }) }
}

interface Content {
  readonly bytes: Uint8Array
  readonly type?: string
}

const nothing: Content = { bytes: new Uint8Array() }

function statusOf(rendered: RenderResult<JsonValue>): number | string {
  if (!rendered.ok) return problemText(rendered.problems)
  const status = Number(rendered.value)
  return Number.isInteger(status) && status >= 200 && status <= 599
    ? status
    : `${valueText(rendered.value)} is no status of an answer, 200 to 599`
}

function headerLines(rendered: RenderResult<JsonValue>): HeaderLines | string {
  if (!rendered.ok) return problemText(rendered.problems)
  const lines = namedValues('headers', rendered.value)
  if (!lines.ok) return faultText(lines.failure).message
  return unsendable(lines.value) ?? lines.value
}

/** Why headers cannot be sent, if so. */
export function unsendable(lines: HeaderLines): string | undefined {
  for (const [name, value] of lines) {
    const reason = unsendableHeader(name, value)
    if (reason !== undefined) return reason
  }
  return undefined
}

function bodyOf(
  { kind, value, contentType }: MockBody,
  named: string | undefined,
  scope: Scope,
  directory: string,
): Maybe<Content | string> {
  const rendered = kind === 'json' ? renderValue(value, scope) : renderText(valueText(value), scope)
  if (!rendered.ok) return problemText(rendered.problems)
  const type = renderText(contentType ?? '', scope)
  if (!type.ok) return problemText(type.problems)
  if (kind === 'file') {
    const why = whyKeptBack(value, rendered.value, directory)
    if (why !== undefined) return why
    return readWholeFile(rendered.value, directory).then(file =>
      file.ok
        ? { bytes: file.value.bytes, type: type.value || file.value.contentType }
        : faultText(file.failure).message,
    )
  }
  const text = kind === 'json' ? writeJson(rendered.value) : valueText(rendered.value)
  const own = type.value || types[kind]
  return andThen(encodeText(text, named ?? own), bytes =>
    bytes.ok ? { bytes: bytes.value, type: own } : faultText(bytes.failure).message,
  )
}

/**
 * Why a file is not sent whose name a request has a part in: wherever links lead, it has to lie in the folder of the suite, and
 * be hidden only where the name says so before its first placeholder.
 */
export function whyKeptBack(written: JsonValue, rendered: JsonValue, directory: string): string | undefined {
  if (rendered === written) return undefined
  const file = `the file ${writeJson(rendered)}`
  const place = path.resolve(directory, valueText(rendered))
  if (!isWithin(place, directory)) return `${file} is outside of the folder of the suite`
  const [fixed = ''] = valueText(written).split('{{')
  const known = path.join(directory, fixed.slice(0, fixed.lastIndexOf('/') + 1))
  const start = isWithin(place, known) ? known : directory
  const way = path.relative(realPath(start), realPath(place)).split(path.sep)
  return way.some(part => part.startsWith('.'))
    ? `${file} is hidden, and its name is not of the suite`
    : undefined
}
