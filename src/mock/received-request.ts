import { parse as parseQuery } from 'node:querystring'
import { charsetOf } from '../actions/body/charset.ts'
import { ReceivedBody } from '../actions/body/received-body.ts'
import type { Body, HeaderList } from '../model/exchange.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonObject } from '../model/json.ts'

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
  chunks: readonly Buffer[],
  size: number,
): ReceivedRequest {
  const headers = headerPairs(rawHeaders)
  const { path, search } = splitTarget(url)
  const type = headerValue(headers, 'content-type')
  const body = new ReceivedBody(chunks, size, true, charsetOf(type))
  return {
    method,
    url: path + search,
    path,
    query: parameters(search.slice(1)),
    headers,
    body: isForm(type) ? formBody(body) : body,
    at: Date.now(),
  }
}

function headerPairs(raw: readonly string[]): HeaderList {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? ''])
  return pairs
}

/** The target of a request (RFC 9112, 3.2): a path with or without a query, or a whole URL when it goes by a proxy. */
function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const local = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  const [before = '', ...query] = local.split('?')
  return { path: before === '' ? '/' : before, search: query.length === 0 ? '' : `?${query.join('?')}` }
}

function isForm(type: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type ?? '')
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
  const found = parseQuery(text, undefined, undefined, { maxKeys: 1000 })
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, value ?? '']))
}
