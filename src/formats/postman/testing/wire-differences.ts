import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { memberAt, objectAt, textAt } from '../parts.ts'
import { requestOf } from '../read/read-request.ts'
import { withoutComments } from '../read/json-comments.ts'
import { queryParameters } from '../read/query-text.ts'
import type { SentRequest } from './sent-requests.ts'

/** The request that a runner of Postman put on the wire, as `wire.json` has it. */
export interface WireRow {
  readonly name?: string
  readonly error?: string
  readonly dynamic?: boolean
  readonly method?: string
  readonly host?: string
  readonly target?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
  readonly bodyLength?: number
  readonly bodySha1?: string
}

/** Headers that a runner adds in its own way. */
const dropped = new Set([
  ...['user-agent', 'accept', 'accept-encoding', 'connection', 'cache-control', 'content-length'],
  ...['host', 'cookie', 'postman-token'],
])

/** In which of its fields a request differs from what Postman's runner sent for the same item. */
export function wireDifferences(
  sent: SentRequest,
  row: WireRow,
  item: JsonObject,
  fill: (text: string) => string,
): readonly string[] {
  if ('problem' in sent) return [`not sent: ${sent.problem}`]
  const fields: readonly (readonly [string, unknown, unknown])[] = [
    ['method', sent.method, row.method],
    ['host', withoutPort(sent.host), withoutPort(row.host ?? '')],
    ['target', decoded(sent.target), decoded(row.target ?? '')],
    ['headers', ownHeaders(sent.headers), ownHeaders(row.headers ?? [])],
  ]
  const different = fields.filter(([, ours, theirs]) => !isDeepStrictEqual(ours, theirs))
  const body = sameBody(sent.body, row, item, fill)
    ? []
    : [`body ${JSON.stringify(sent.body)} for ${JSON.stringify(row)}`]
  return [
    ...different.map(
      ([name, ours, theirs]) => `${name} ${JSON.stringify(ours)} for ${JSON.stringify(theirs)}`,
    ),
    ...body,
  ]
}

function withoutPort(host: string): string {
  return host.replace(/:(80|443)$/, '')
}

function decoded(target: string): string {
  return target.replace(/(%[\da-f]{2})+/gi, bytes => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes.toUpperCase()
    }
  })
}

function ownHeaders(headers: readonly (readonly [string, string])[]): readonly string[] {
  return headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !dropped.has(name))
    .map(([name, value]) => `${name}: ${value.replace(/boundary=.*/, 'boundary=*').trim()}`)
    .sort()
}

/** Equal as text, as JSON or as fields of a form; long bodies are only known by their hash, so they are made again. */
function sameBody(body: string, row: WireRow, item: JsonObject, fill: (text: string) => string): boolean {
  const ours = body.replace(/apitest-[\da-f-]{36}/g, 'BOUNDARY')
  const candidates = row.bodySha1 === undefined ? [row.body ?? ''] : [ours, ...remade(item, fill)]
  const theirs = candidates.find(text => row.bodySha1 === undefined || hash(text).startsWith(row.bodySha1))
  return (
    theirs !== undefined &&
    (normal(ours) === normal(theirs) || sameJson(ours, theirs) || sameForm(ours, theirs))
  )
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

function normal(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function sameJson(left: string, right: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(left), JSON.parse(right))
  } catch {
    return false
  }
}

function sameForm(left: string, right: string): boolean {
  if (!/^[^\s=]+=/.test(right)) return false
  return isDeepStrictEqual([...new URLSearchParams(left)], [...new URLSearchParams(right)])
}

/** Bodies as a runner of Postman writes them, made from the item itself. */
function remade(item: JsonObject, fill: (text: string) => string): readonly string[] {
  const body = memberAt(requestOf(item), 'body')
  const raw = textAt(body, 'raw')
  const graphql = objectAt(body, 'graphql')
  const fields = queryParameters(memberAt(body, 'urlencoded')).filter(({ disabled }) => !disabled)
  const names = [...new Set(fields.map(({ key }) => key))]
  const grouped = names.flatMap(name => fields.filter(({ key }) => key === name))
  return [
    ...(raw === undefined ? [] : [fill(raw), withoutComments(fill(raw))]),
    grouped.map(({ key, value }) => `${escaped(fill(key ?? ''))}=${escaped(fill(value ?? ''))}`).join('&'),
    ...(isObject(memberAt(body, 'graphql')) ? [graphqlText(graphql, fill)] : []),
  ]
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function graphqlText(graphql: JsonObject, fill: (text: string) => string): string {
  const variables = textAt(graphql, 'variables') ?? ''
  const query = `"query":${JSON.stringify(fill(textAt(graphql, 'query') ?? ''))}`
  return `{${query}${variables === '' ? '' : `,"variables":${fill(variables)}`}}`
}
