import type { HeaderList, RequestRecord } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import { prepared, type Prepared } from '../failure.ts'
import { prepareBody } from './body/index.ts'
import type { PreparedBody } from './body/prepared-body.ts'
import { chooseCredentials } from './choose-credentials.ts'
import type { Credentials } from './credentials.ts'
import type { WireRequest } from './engine/wire.ts'
import { readHeaders } from './header-lines.ts'
import { mergeHeaders } from './merge-headers.ts'
import { appendQuery, namedValues } from './query.ts'
import { parseRequestTarget } from './request-target.ts'

/** A request as it will be written, and as reports show it. */
export interface PreparedRequest {
  readonly wire: WireRequest
  readonly record: RequestRecord
}

/** Turns a step's input into a request. Nothing has been sent when it fails. */
export async function prepareRequest(
  input: JsonObject,
  context: ActionContext,
): Promise<Prepared<PreparedRequest>> {
  const target = parseRequestTarget(input['request'])
  if (!target.ok) return target
  const { method, url } = target.value
  const own = readHeaders(input['headers'])
  if (!own.ok) return own
  const shared = readHeaders(context.settings.headers)
  if (!shared.ok) return shared
  const credentials = chooseCredentials(input, context.settings, url, own.value, shared.value)
  if (!credentials.ok) return credentials
  for (const secret of credentials.value?.secrets ?? []) context.hide(secret)
  const search = searchOf(input, url, credentials.value)
  if (!search.ok) return search
  const body = await prepareBody(input, context.directory)
  if (!body.ok) return body
  const headers = mergeHeaders(shared.value, headerOf(credentials.value), body.value?.contentType, own.value)
  return prepared(requestOf(method, url, url.pathname + search.value, headers, body.value, context))
}

function searchOf(input: JsonObject, url: URL, credentials: Credentials | undefined): Prepared<string> {
  const query = input['query'] === undefined ? prepared([]) : namedValues('query', input['query'])
  if (!query.ok) return query
  const { placement, name, value } = credentials ?? {}
  const pairs =
    placement === 'query' && name !== undefined && value !== undefined
      ? [...query.value, [name, value] as const]
      : query.value
  return prepared(appendQuery(url.search, pairs))
}

function headerOf(credentials: Credentials | undefined): readonly [string, string] | undefined {
  return credentials?.placement === 'header' ? [credentials.name, credentials.value] : undefined
}

function requestOf(
  method: string,
  url: URL,
  path: string,
  lines: HeaderList,
  body: PreparedBody | undefined,
  context: ActionContext,
): PreparedRequest {
  const address = url.origin + path
  const names = new Set(lines.map(([name]) => name.toLowerCase()))
  const host: HeaderList = names.has('host') ? [] : [['host', url.host]]
  const length: HeaderList =
    body === undefined || names.has('content-length') ? [] : [['content-length', String(body.preview.size)]]
  return {
    wire: {
      origin: url.origin,
      path,
      method,
      headers: [...lines, ...length].flat(),
      ...(body === undefined ? {} : { body: body.wire }),
      timeout: context.timeout,
      signal: context.signal,
      wantsBody: context.wantsBody,
    },
    record: {
      summary: `${method} ${address}`,
      method,
      url: address,
      headers: [...host, ...lines, ...length],
      ...(body === undefined ? {} : { body: body.preview }),
    },
  }
}
