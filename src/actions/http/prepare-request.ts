import type { HeaderList, RequestRecord } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import type { ComputedAuth } from '../auth/auth.ts'
import type { Credentials } from '../auth/credentials.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import type { Address } from './address.ts'
import { correlationOf } from '../correlation.ts'
import { prepareBody } from './body/index.ts'
import type { PreparedBody } from './body/prepared-body.ts'
import { chooseCredentials } from './choose-credentials.ts'
import type { WireAnswer, WireRequest } from './engine/wire.ts'
import { readHeaders, type HeaderLines } from './header-lines.ts'
import { mergeHeaders } from './merge-headers.ts'
import { appendQuery, namedValues } from './query.ts'
import { recordedSettings } from './recorded-settings.ts'
import { parseRequestTarget } from './request-target.ts'

/** A request as it will be written, and as reports show it. */
export interface PreparedRequest {
  readonly wire: WireRequest
  readonly record: RequestRecord
  /** False once a redirect has led to another origin than the one the credentials are for. */
  readonly sendsCredentials: boolean
  /** Who sends it, where the header that says so is made when it is sent. */
  readonly auth?: ComputedAuth
  /** Names, in lower case, of the headers that carry credentials. */
  readonly credentialHeaders: readonly string[]
  /** How it goes out, where that is not over the run's HTTP connections. */
  readonly send?: (wire: WireRequest) => Promise<WireAnswer>
}

/** Turns a step's input into a request. Nothing has been sent when it fails. */
export async function prepareRequest(
  input: JsonObject,
  context: ActionContext,
): Promise<Prepared<PreparedRequest>> {
  const target = parseRequestTarget(input['request'])
  if (!target.ok) return target
  const { method, address } = target.value
  const own = readHeaders(input['headers'])
  if (!own.ok) return own
  const shared = readHeaders(context.settings.headers)
  if (!shared.ok) return shared
  const auth = chooseCredentials(input, context.settings, address, own.value, shared.value)
  if (!auth.ok) return auth
  const credentials = auth.value?.kind === 'fixed' ? auth.value.credentials : undefined
  for (const secret of credentials?.secrets ?? []) context.hide(secret)
  const search = searchOf(input, address, credentials)
  if (!search.ok) return search
  const body = await prepareBody(input, context.directory)
  if (!body.ok) return body
  const boundary = boundaryProblem(own.value, body.value)
  if (boundary !== undefined) return boundary
  const credentialLine = headerOf(credentials)
  const lines = mergeHeaders(shared.value, credentialLine, body.value?.contentType, own.value)
  const headers = withFraming(lines, address, body.value, [own.value.names, shared.value.names])
  return prepared({
    ...withSettings(
      requestOf(method, address, search.value, withCorrelation(headers, context), body.value, context),
      recordedSettings(input, context),
    ),
    sendsCredentials: true,
    ...(auth.value === undefined || auth.value.kind === 'fixed' ? {} : { auth: auth.value }),
    credentialHeaders: credentialLine === undefined ? [] : [credentialLine[0].toLowerCase()],
  })
}

/** A multipart content-type copied from elsewhere has no boundary, or another one than the body. */
function boundaryProblem(own: HeaderLines, body: PreparedBody | undefined): Prepared<never> | undefined {
  if (!own.names.has('content-type') || !body?.contentType.startsWith('multipart/')) return undefined
  return failed(
    'Request Error',
    'a content-type header does not go with multipart, which needs its own boundary in it',
    'Leave the header out.',
  )
}

function searchOf(
  input: JsonObject,
  address: Address,
  credentials: Credentials | undefined,
): Prepared<string> {
  const query = input['query'] === undefined ? prepared([]) : namedValues('query', input['query'])
  if (!query.ok) return query
  const { placement, name, value } = credentials ?? {}
  const pairs =
    placement === 'query' && name !== undefined && value !== undefined
      ? [...query.value, [name, value] as const]
      : query.value
  return prepared(appendQuery(address.search, pairs))
}

function headerOf(credentials: Credentials | undefined): readonly [string, string] | undefined {
  return credentials?.placement === 'header' ? [credentials.name, credentials.value] : undefined
}

/** The lines with the run's id, unless they say one themselves. */
function withCorrelation(lines: HeaderList, { settings, runId }: ActionContext): HeaderList {
  const correlation = correlationOf(settings, runId)
  if (correlation === undefined) return lines
  const { header, id } = correlation
  const isSet = lines.some(([name]) => name.toLowerCase() === header.toLowerCase())
  return isSet ? lines : [...lines, [header, id]]
}

/** The lines with those around them that say where the message goes and how long it is, unless they are there already. */
function withFraming(
  lines: HeaderList,
  address: Address,
  body: PreparedBody | undefined,
  names: readonly ReadonlySet<string>[],
): HeaderList {
  const all = names.some(set => set.has('host')) ? [...lines] : [['host', address.host] as const, ...lines]
  if (body !== undefined && !names.some(set => set.has('content-length')))
    all.push(['content-length', String(body.preview.size)])
  return all
}

function withSettings<Request extends Pick<PreparedRequest, 'record'>>(
  request: Request,
  settings: JsonObject | undefined,
): Request {
  return settings === undefined ? request : { ...request, record: { ...request.record, settings } }
}

function requestOf(
  method: string,
  address: Address,
  search: string,
  headers: HeaderList,
  body: PreparedBody | undefined,
  context: ActionContext,
): Pick<PreparedRequest, 'wire' | 'record'> {
  const { origin } = address
  const path = address.pathname + search
  const url = origin + path
  const { timeout, signal, wantsBody } = context
  const lines: string[] = []
  for (const [name, value] of headers) lines.push(name, value)
  return {
    wire: {
      origin,
      path,
      method,
      headers: lines,
      ...(body === undefined ? {} : { body: body.wire }),
      timeout,
      signal,
      wantsBody,
    },
    record: {
      summary: `${method} ${url}`,
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body: body.preview }),
      ...(body?.source === undefined ? {} : { bodySource: body.source }),
    },
  }
}
