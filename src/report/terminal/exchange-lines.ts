import type { HeaderList } from '../../model/exchange.ts'
import type { ExchangeReport, ResponseReport } from '../../model/result.ts'
import { answerEnd } from '../text/answer-end.ts'
import { type BodyLimits, bodyLines, readable } from '../text/body-lines.ts'
import { oneLine } from '../text/printable.ts'
import { cutText } from '../../util/cut-text.ts'
import { formatDuration, formatSize, plural } from '../../util/quantity.ts'
import type { Palette } from './palette.ts'
import { transcriptLines } from './transcript-lines.ts'

/** How much of an exchange is shown. */
export interface ExchangeFormat {
  readonly colors: Palette
  /** Also the headers that were sent, and bodies as long as the report holds them. */
  readonly everything: boolean
  /** Only as much as is read at a glance in a terminal: no headers but their number, and less of bodies. */
  readonly glance?: boolean
  /** The way to the part of the answer that is shown in any case. */
  readonly path?: readonly string[] | undefined
}

const whole = { lines: 2000, width: 2000 }
const atAGlance = { lines: 15, width: 200 }

function limitsOf({ everything, glance = false }: ExchangeFormat): BodyLimits {
  if (everything) return whole
  return glance ? atAGlance : readable
}

/** Shows the request and the response, bodies laid out. Not indented. */
export function exchangeLines(exchange: ExchangeReport, format: ExchangeFormat): string[] {
  return [
    ...redirectLines(exchange, format),
    ...requestLines(exchange, format),
    ...responseLines(exchange, format),
    ...transcriptLines(exchange.transcript, format),
  ]
}

function redirectLines({ redirects = [] }: ExchangeReport, { colors }: ExchangeFormat): string[] {
  return redirects.map(redirect => {
    const { method, url, status, duration, withheld = [] } = redirect
    const kept = withheld.length === 0 ? '' : `, kept back: ${oneLine(withheld.join(', '))}`
    const facts = colors.dim(`${status}, ${formatDuration(duration)}${kept}`)
    return `${colors.cyan('→')} ${oneLine(`${method} ${url}`)}  ${facts}`
  })
}

/** Shows the request. Not indented. */
export function requestLines({ request }: ExchangeReport, format: ExchangeFormat): string[] {
  const { colors, everything } = format
  const limits = limitsOf(format)
  const lines = [`${colors.cyan('→')} ${oneLine(requestTitle(request))}`]
  if (everything) lines.push(...headerLines(request.headers, colors))
  const body = request.body === undefined ? [] : bodyLines(request.body, limits)
  if (everything && body.length > 0 && request.headers.length > 0) lines.push('')
  return [...lines, ...body.map(line => `  ${line}`)]
}

/** Shows the response. Not indented. */
export function responseLines(exchange: ExchangeReport, format: ExchangeFormat): string[] {
  const { colors, everything, glance = false, path } = format
  const { response } = exchange
  if (response === undefined) return []
  const hidesHeaders = glance && !everything
  const headers = hidesHeaders ? [] : response.headers
  const limits = limitsOf(format)
  const facts = [
    ...(response.body === undefined ? [] : [formatSize(response.body.size)]),
    formatDuration(exchange.duration),
    ...repeatFacts(exchange.repeats),
    ...(hidesHeaders && response.headers.length > 0 ? [plural(response.headers.length, 'header')] : []),
  ]
  const lines = [`${colors.cyan('←')} ${oneLine(responseTitle(response))}  ${colors.dim(facts.join(', '))}`]
  lines.push(...headerLines(headers, colors))
  const body = response.body === undefined ? [] : bodyLines(response.body, limits, path)
  if (body.length > 0 && headers.length > 0) lines.push('')
  return [
    ...lines,
    ...body.map(line => (line === '' ? '' : `  ${line}`)),
    ...headerLines(answerEnd(response), colors),
  ]
}

/** That the request went out again by itself, if so. */
export function repeatFacts(repeats: number | undefined): readonly string[] {
  return repeats === undefined ? [] : ['sent again, as a connection was lost']
}

/** `GET http://127.0.0.1:4010/api/users/1`, or what the action calls it. */
export function requestTitle(request: ExchangeReport['request']): string {
  if (request.method === undefined || request.url === undefined) return request.summary
  return `${request.method} ${request.url}`
}

/** `200 OK`, `HTTP/2 200`, as far as the protocol has such a thing. */
export function responseTitle(response: ResponseReport): string {
  const { httpVersion, status, statusText } = response
  const version = httpVersion === undefined ? undefined : `HTTP/${httpVersion}`
  return [version, status, statusText].filter(part => part !== undefined && part !== '').join(' ')
}

function headerLines(headers: HeaderList, colors: Palette): string[] {
  return headers.map(
    ([name, value]) => `  ${colors.dim(`${oneLine(name)}: ${cutText(oneLine(value), 400)}`)}`,
  )
}
