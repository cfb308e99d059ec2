import path from 'node:path'
import type {
  BodyPreview,
  HeaderList,
  Phases,
  RedirectRecord,
  RequestRecord,
  Transcript,
} from '../../model/exchange.ts'
import type { ExchangeReport, ResponseReport, StepResult } from '../../model/result.ts'
import { defined } from '../../util/defined.ts'
import { formatSize } from '../../util/quantity.ts'
import { mocksIn, stepName } from '../step-name.ts'
import { isBinary } from '../text/body-lines.ts'

/** Of HAR what says nothing here. */
const unknown = -1

/**
 * Converts the exchange of a step, redirects first, to entries of a HAR; undefined where it went by another protocol
 * than a HAR can have, none where nothing was sent.
 */
export function harEntries(result: StepResult, suite: string): readonly object[] | undefined {
  const { exchange } = result
  const url = exchange?.request.url
  if (exchange === undefined || url === undefined) return []
  if (!/^(?:https?|wss?):/i.test(url)) return undefined
  // Attempts and waits come before it.
  const end = result.startedAt + result.duration
  let startedAt = end - exchange.duration
  for (const { duration } of exchange.redirects ?? []) startedAt -= duration
  startedAt = Math.max(result.startedAt, startedAt)
  const comment = [
    `${suite} › ${stepName(result)}`,
    ...(result.attempts > 1 ? [`the last of ${result.attempts} attempts`] : []),
    ...mocksIn(result).map(name => `mock ${name}`),
  ].join(', ')
  const entries: object[] = []
  for (const redirect of exchange.redirects ?? []) {
    entries.push(redirectEntry(redirect, startedAt, comment))
    startedAt += redirect.duration
  }
  return [...entries, lastEntry(exchange, url, startedAt, { comment, reason: result.failures[0]?.message })]
}

function lastEntry(
  { request, response, transcript, phases, duration }: ExchangeReport,
  url: string,
  startedAt: number,
  { comment, reason }: { readonly comment: string; readonly reason: string | undefined },
): object {
  const isSocket = /^wss?:/i.test(url)
  const isStream = !isSocket && transcript !== undefined
  return {
    ...defined({ _resourceType: isSocket ? 'websocket' : isStream ? 'eventsource' : undefined }),
    ...frame(startedAt, duration, phases),
    request: requestOf(request, url, response),
    response:
      response === undefined ? unanswered(reason) : responseOf(response, isStream ? transcript : undefined),
    ...(isSocket ? { _webSocketMessages: socketMessages(transcript, startedAt) } : {}),
    comment,
  }
}

/** The common parts of all entries. */
function frame(startedAt: number, duration: number, phases: Phases = {}): object {
  const { dns = unknown, connect, tls, firstByte, download = 0 } = phases
  const known = [dns, connect, tls, firstByte, download].reduce<number>(
    (sum, time = 0) => sum + Math.max(0, time),
    0,
  )
  const rest = Math.max(0, duration - known)
  const timings = {
    blocked: firstByte === undefined ? unknown : rest,
    dns,
    // In a HAR the time of TLS is a part of that of connecting.
    connect: connect === undefined && tls === undefined ? unknown : (connect ?? 0) + (tls ?? 0),
    ssl: tls ?? unknown,
    send: 0,
    wait: firstByte ?? rest,
    receive: download,
  }
  const { ssl: _, ...parts } = timings
  const time = Object.values(parts).reduce((sum, part) => sum + Math.max(0, part), 0)
  return { startedDateTime: new Date(startedAt).toISOString(), time, cache: {}, timings }
}

function requestOf(request: RequestRecord, url: string, response: ResponseReport | undefined): object {
  const { method = 'GET', headers } = request
  return {
    method,
    url,
    httpVersion: versionOf(response),
    cookies: cookiesOf(valuesOf(headers, 'cookie').flatMap(line => line.split(/; */))),
    headers: fields(headers),
    queryString: queryOf(url),
    ...sentBody(request),
    headersSize: unknown,
    bodySize: request.body?.size ?? 0,
  }
}

function sentBody({ headers, body, bodySource }: RequestRecord): object {
  if (body === undefined) return {}
  const mimeType = valuesOf(headers, 'content-type')[0] ?? ''
  if (bodySource?.kind === 'file') {
    const comment = `${formatSize(body.size)} that are not kept`
    return {
      postData: { mimeType, params: [{ name: '', fileName: path.basename(bodySource.file), comment }] },
    }
  }
  if (bodySource !== undefined) {
    const params = bodySource.parts.map(({ name, text, filename, contentType }) =>
      defined({ name, value: text, fileName: filename, contentType }),
    )
    return { postData: { mimeType, params } }
  }
  return { postData: { mimeType, text: body.text, ...cut(body) } }
}

function responseOf(response: ResponseReport, stream: Transcript | undefined): object {
  const { status, statusText = '', headers, body } = response
  // The messages of a WebSocket stand beside it.
  const text = stream !== undefined ? eventStream(stream) : status === 101 ? '' : body?.text
  const isOwn = body !== undefined && text === body.text
  const base64 = isOwn ? base64Of(body) : undefined
  const kept =
    base64 !== undefined
      ? { text: base64, encoding: 'base64' }
      : text === undefined || text === '' || isBinary(text)
        ? {}
        : { text }
  const size = status === 101 ? 0 : (body?.size ?? 0)
  const length = Number(valuesOf(headers, 'content-length')[0] ?? unknown)
  const left = size > 0 && !('text' in kept) ? { comment: `${formatSize(size)} that are not kept` } : {}
  return {
    status: typeof status === 'number' ? status : 0,
    statusText,
    httpVersion: versionOf(response),
    cookies: cookiesOf(valuesOf(headers, 'set-cookie').map(line => line.split(';', 1)[0] ?? '')),
    headers: fields(headers),
    content: {
      size,
      mimeType: valuesOf(headers, 'content-type')[0] ?? 'x-unknown',
      ...kept,
      ...left,
      ...(isOwn ? cut(body, base64) : {}),
    },
    redirectURL: valuesOf(headers, 'location')[0] ?? '',
    headersSize: unknown,
    bodySize: Number.isSafeInteger(length) ? length : unknown,
  }
}

/** Returns the known bytes of a body that is no text. */
function base64Of({ text, base64 }: BodyPreview): string | undefined {
  if (base64 !== undefined) return base64 === '' ? undefined : base64
  return isBinary(text) && !text.includes('\ufffd') ? Buffer.from(text).toString('base64') : undefined
}

function cut({ text, size, truncated }: BodyPreview, base64?: string): object {
  const isCut =
    base64 === undefined ? truncated && !isBinary(text) : Buffer.byteLength(base64, 'base64') < size
  return isCut && text !== '' ? { comment: `cut here, ${formatSize(size)} in all` } : {}
}

/** An answer that did not come, as Chrome writes it. */
function unanswered(reason = 'no answer'): object {
  return { ...noAnswer, _error: reason }
}

const noAnswer = {
  httpVersion: 'HTTP/1.1',
  cookies: [],
  redirectURL: '',
  headersSize: unknown,
  bodySize: unknown,
  status: 0,
  statusText: '',
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
}

function redirectEntry(redirect: RedirectRecord, startedAt: number, comment: string): object {
  const { method, url, status, location, duration } = redirect
  const request = {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [],
    queryString: queryOf(url),
    headersSize: unknown,
    bodySize: unknown,
  }
  return {
    ...frame(startedAt, duration),
    request,
    response: { ...noAnswer, status, redirectURL: location },
    comment: `${comment}, redirected`,
  }
}

function versionOf(response: ResponseReport | undefined): string {
  return response?.httpVersion === '2' ? 'HTTP/2.0' : 'HTTP/1.1'
}

function fields(headers: HeaderList): readonly object[] {
  return headers.map(([name, value]) => ({ name, value }))
}

function valuesOf(headers: HeaderList, name: string): readonly string[] {
  return headers.flatMap(([other, value]) => (other.toLowerCase() === name ? [value] : []))
}

function queryOf(url: string): readonly object[] {
  return URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []
}

function cookiesOf(pairs: readonly string[]): readonly object[] {
  return pairs.map(pair => {
    const [name = '', ...value] = pair.split('=')
    return { name: name.trim(), value: value.join('=') }
  })
}

/** The messages of a WebSocket as Chrome writes them; times are seconds since 1970. */
function socketMessages(transcript: Transcript | undefined, startedAt: number): readonly object[] {
  return (transcript?.entries ?? []).flatMap(({ at, direction, kind, text }) =>
    direction !== 'note' && (kind === 'text' || kind === 'binary')
      ? [
          {
            type: direction === 'sent' ? 'send' : 'receive',
            time: (startedAt + at) / 1000,
            opcode: kind === 'text' ? 1 : 2,
            data: text,
          },
        ]
      : [],
  )
}

/** Events as they came, without what the server wrote beside them. */
function eventStream({ entries }: Transcript): string {
  return entries
    .flatMap(({ kind, text }) => {
      const [, event, id] = /^event (.*?)(?: id (.*))?$/s.exec(kind) ?? []
      if (event === undefined) return []
      const named = [...(id === undefined ? [] : [`id: ${id}`]), `event: ${event}`]
      return [[...named, ...text.split('\n').map(line => `data: ${line}`)].join('\n')]
    })
    .map(block => `${block}\n\n`)
    .join('')
}
