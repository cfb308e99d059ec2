import { parse as parseQuery } from 'node:querystring'
import { charsetOf } from '../actions/body/charset.ts'
import { headerListOf } from '../actions/http/engine/header-list.ts'
import { bareType } from '../api-description/find-response.ts'
import { ReceivedBody } from '../actions/body/received-body.ts'
import type { Body, HeaderList } from '../model/exchange.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { isCredentialLine } from '../secrets/index.ts'
import { valueText } from '../util/value-text.ts'

/** A request that came to a mock. */
export interface ReceivedRequest {
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  readonly path: string
  /** Parameters of the query, decoded; one that was given several times is a list. */
  readonly query: JsonObject
  readonly headers: HeaderList
  readonly body: Body
  /** The body as it came; `body` lets go of it when it is read. */
  readonly bytes: Uint8Array
  /** Whether the body is a form. */
  readonly isForm: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What came, read as a request. `rawHeaders` are names and values in turn. */
export function receivedRequest(
  {
    method = 'GET',
    url = '/',
    rawHeaders,
  }: Partial<Record<'method' | 'url', string | undefined>> & { readonly rawHeaders: readonly string[] },
  bytes: Buffer,
): ReceivedRequest {
  const headers = headerListOf(rawHeaders)
  const { path, search } = splitTarget(url)
  const type = headerValue(headers, 'content-type')
  const isForm = bareType(type ?? '') === 'application/x-www-form-urlencoded'
  const body = new ReceivedBody([bytes], bytes.length, true, charsetOf(type))
  return {
    method,
    url: path + search,
    path,
    query: parameters(search.slice(1)),
    headers,
    body: isForm ? formBody(body) : body,
    bytes,
    isForm,
    at: Date.now(),
  }
}

/** The target of a request (RFC 9112, 3.2): a path with or without a query, or a whole URL when it goes by a proxy. */
function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const local = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  const [before = '', ...query] = local.split('?')
  return { path: before === '' ? '/' : before, search: query.length === 0 ? '' : `?${query.join('?')}` }
}

/** A form, whose fields are the members of its JSON. */
function formBody(body: Body): Body {
  return {
    size: body.size,
    complete: body.complete,
    bytes: () => body.bytes(),
    text: () => body.text(),
    json: () => ({ ok: true, value: parameters(body.text()) }),
  }
}

/** Names and values as application/x-www-form-urlencoded writes them. */
function parameters(text: string): JsonObject {
  if (text === '') return {}
  const found = parseQuery(text, undefined, undefined, { maxKeys: 0 })
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, value ?? '']))
}

/** The body as JSON where it is that, else as text. */
export function bodyValue({ body }: Pick<ReceivedRequest, 'body'>): JsonValue {
  if (body.size === 0) return ''
  const json = body.json()
  return json.ok ? json.value : body.text()
}

/** What came as credentials, by the names of headers and parameters: no output is to show it. */
export function credentialsIn({
  headers,
  query,
}: Pick<ReceivedRequest, 'headers' | 'query'>): readonly string[] {
  const lines = headers
    .filter(([name]) => isCredentialLine(name) || /^cookie$/i.test(name))
    .map(([, value]) => value)
  const parameters = Object.entries(query).filter(([name]) => isCredentialLine(name))
  return [...lines, ...parameters.flatMap(([, value]) => [value].flat().map(valueText))]
}
