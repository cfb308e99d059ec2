import type { HeaderList, RequestRecord } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { requestMethods } from '../../model/request-methods.ts'
import type { Settings } from '../../model/settings.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import type { Mutable } from '../../util/defined.ts'
import { isObject } from '../../util/is-json.ts'
import { andThen, type Maybe } from '../../util/maybe.ts'
import type { ActionContext, InputOf } from '../action.ts'
import type { Auth } from '../auth/auth.ts'
import type { Credentials } from '../auth/credentials.ts'
import { correlationOf } from '../correlation.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { type Address, isPlainPath } from './address.ts'
import { prepareBody, withGraphqlInQuery } from './body/index.ts'
import type { PreparedBody } from './body/prepared-body.ts'
import { chooseCredentials } from './choose-credentials.ts'
import { type HeaderLines, headerProblem, type HeaderSources, readHeaderSources } from './header-lines.ts'
import type { WireRequest } from './engine/wire.ts'
import type { PreparedRequest } from './prepared-request.ts'
import { appendQuery, namedValues } from './query.ts'
import { requestHeaders } from './request-headers.ts'
import { parseRequestTarget, type RequestTarget } from './request-target.ts'

/** Turns a step's input into a request. Nothing has been sent when it fails. */
export function prepareRequest(
  input: InputOf<'request'>,
  context: ActionContext,
): Maybe<Prepared<PreparedRequest>> {
  const { request: line } = input
  const likes = bare.get(context.settings)
  if (likes !== undefined && typeof line === 'string' && hasNoMore(input)) {
    // Most lines of a run have this form, and no more of them is looked at: a method, an origin seen before, and a
    // path.
    const space = line.indexOf(' ')
    const slash = line.indexOf('/', space + behindScheme)
    const like = slash === -1 ? undefined : likes.get(line.slice(space + 1, slash))
    const method = line.slice(0, space)
    if (like !== undefined && repeatable.has(method) && isPlainPath(line, slash))
      return { ok: true, value: another(like, method, line.slice(slash), context) }
  }
  return prepareNew(input, likes, context)
}

/** The least between the space before a URL and the slash behind its host: `http://` and a letter, or `https://`. */
const behindScheme = 9

function prepareNew(
  input: InputOf<'request'>,
  likes: Map<string, PreparedRequest> | undefined,
  context: ActionContext,
): Maybe<Prepared<PreparedRequest>> {
  const target = parseRequestTarget(input.request, context.settings.transport?.['path-as-is'] === true)
  if (!target.ok) return target
  const { method, address } = target.value
  const { origin, pathname, search, username, password } = address
  const whole = (): Maybe<Prepared<PreparedRequest>> => prepareWhole(input, target.value, context)
  if (!hasNoMore(input) || username !== '' || password !== '' || !repeatable.has(method)) return whole()
  const like = likes?.get(origin)
  if (like !== undefined) return prepared(another(like, method, pathname + search, context))
  if (!isPlain(context)) return whole()
  return andThen(whole(), made => {
    const origins = likes ?? new Map<string, PreparedRequest>()
    bare.set(context.settings, origins)
    if (made.ok && origins.size < mostOrigins) origins.set(origin, made.value)
    return made
  })
}

/** One request to each origin that is nothing but a method and a URL, by its settings: all others are like it. */
const bare = new WeakMap<Settings, Map<string, PreparedRequest>>()

/** More origins than this are not remembered. */
const mostOrigins = 1000

/** The methods of requests that may be like others. */
const repeatable: ReadonlySet<string> = new Set(requestMethods.filter(method => method !== 'TRACE'))

/** True where a request is nothing but its line, so that everything else of it comes of its settings. */
function hasNoMore(input: InputOf<'request'>): boolean {
  for (const key in input) if (key !== 'request') return false
  return true
}

/** True where its settings make such a request like all others. */
function isPlain({ settings, runId }: ActionContext): boolean {
  return (settings.auth ?? 'none') === 'none' && correlationOf(settings, runId) === undefined
}

/**
 * A request that differs from one before in its method and its path only. Member by member: V8 makes a new shape for each
 * copy of an object that gets other members.
 */
function another(
  like: PreparedRequest,
  method: string,
  path: string,
  { timeout, signal, wantsBody }: ActionContext,
): PreparedRequest {
  const { origin, headers } = like.wire
  const { headers: lines, settings } = like.record
  const url = origin + path
  const record: Mutable<RequestRecord> = { summary: `${method} ${url}`, method, url, headers: lines }
  if (settings !== undefined) record.settings = settings
  const request: Mutable<PreparedRequest> = {
    wire: { origin, path, method, headers, timeout, signal, wantsBody },
    record,
    sendsCredentials: true,
    credentialHeaders: noNames,
  }
  if (like.withoutCookies === true) request.withoutCookies = true
  return request
}

function prepareWhole(
  written: InputOf<'request'>,
  { method, address }: RequestTarget,
  context: ActionContext,
): Maybe<Prepared<PreparedRequest>> {
  const placed = withGraphqlInQuery(written, method)
  if (!placed.ok) return placed
  const input = placed.value
  const lines = readHeaderSources(input, context.settings)
  if (!lines.ok) return lines
  const shared = method === 'TRACE' ? withoutAuth(context.settings) : context.settings
  const auth = chooseCredentials(input, shared, address, lines.value)
  if (!auth.ok) return auth
  const credentials = auth.value?.kind === 'fixed' ? auth.value.credentials : undefined
  for (const secret of credentials?.secrets ?? []) context.hide(secret)
  const search = searchOf(input, address, credentials)
  if (!search.ok) return search
  const parts = { method, address, search: search.value, lines: lines.value, auth: auth.value }
  return andThen<Prepared<PreparedBody | undefined>, Prepared<PreparedRequest>>(
    prepareBody(input, context.directory, headerValue(lines.value.own.lines, 'content-type')),
    body => (body.ok ? withBody(body.value, parts, input, context) : body),
  )
}

/** The parts of a request that are known before its body. */
interface Parts extends Pick<Message, 'method' | 'address' | 'search'> {
  readonly lines: HeaderSources
  readonly auth: Auth | undefined
}

function withBody(
  body: PreparedBody | undefined,
  { method, address, search, lines, auth }: Parts,
  input: InputOf<'request'>,
  context: ActionContext,
): Prepared<PreparedRequest> {
  const isTrace = method === 'TRACE'
  if (isTrace && body !== undefined) return unfit('a TRACE request has no body', 'Leave the body out.')
  const problem = boundaryProblem(lines.own, body) ?? correlationProblem(context)
  if (problem !== undefined) return problem
  const credentials = auth?.kind === 'fixed' ? headerOf(auth.credentials) : undefined
  const headers = requestHeaders(lines, { address, credentials, body }, context)
  const message = { method, address, search, headers, body }
  const request: Mutable<PreparedRequest> = {
    wire: wireOf(message, inTurn(headers), context),
    record: recordOf(message, recordedSettings(input, context)),
    sendsCredentials: true,
    credentialHeaders: credentials === undefined ? noNames : [credentials[0].toLowerCase()],
  }
  if (isTrace || isLeftOut('cookie', lines)) request.withoutCookies = true
  if (auth !== undefined && auth.kind !== 'fixed') request.auth = auth
  return prepared(request)
}

const noNames: readonly string[] = []

/** An answer to TRACE repeats the request, so only what the step itself says of credentials is sent (RFC 9110 section 9.3.8). */
function withoutAuth({ auth: _, ...settings }: Settings): Settings {
  return settings
}

/** True where a header, by its name in lower case, is `null`. */
function isLeftOut(name: string, { own, shared }: HeaderSources): boolean {
  const nearest = own.names.has(name) ? own : shared
  return nearest.names.has(name) && !nearest.lines.some(([line]) => line.toLowerCase() === name)
}

/** A multipart content-type copied from elsewhere has no boundary, or another one than the body. */
function boundaryProblem(own: HeaderLines, body: PreparedBody | undefined): Prepared<never> | undefined {
  if (!own.names.has('content-type') || !body?.contentType.startsWith('multipart/')) return undefined
  return unfit(
    'a content-type header does not go with multipart, which needs its own boundary in it',
    'Leave the header out. Another kind of multipart is the `content-type` of the step.',
  )
}

function searchOf(
  input: InputOf<'request'>,
  address: Address,
  credentials: Credentials | undefined,
): Prepared<string> {
  if (input.query === undefined && credentials?.placement !== 'query') return prepared(address.search)
  const query = input.query === undefined ? prepared([]) : namedValues('query', input.query)
  if (!query.ok) return query
  const { placement, name, value } = credentials ?? {}
  const pairs =
    placement === 'query' && name !== undefined && value !== undefined
      ? [...query.value, [name, value] as const]
      : query.value
  return prepared(appendQuery(address.search, pairs))
}

function headerOf({ placement, name, value }: Credentials): HeaderList[number] | undefined {
  return placement === 'header' ? [name, value] : undefined
}

function correlationProblem({ settings, runId }: ActionContext): Prepared<never> | undefined {
  const correlation = correlationOf(settings, runId)
  return correlation && headerProblem(correlation.header, correlation.id)
}

/** The parts of a request, each ready to be written. */
interface Message {
  readonly method: string
  readonly address: Address
  /** The query with its question mark, or nothing. */
  readonly search: string
  readonly headers: HeaderList
  readonly body: PreparedBody | undefined
}

/** A request as it is written; `headers` are its lines, names and values in turn. */
function wireOf(
  { method, address, search, body }: Message,
  headers: readonly string[],
  { timeout, signal, wantsBody }: ActionContext,
): WireRequest {
  const { origin, pathname } = address
  const path = pathname + search
  const wire: Mutable<WireRequest> = { origin, path, method, headers, timeout, signal, wantsBody }
  if (body !== undefined) wire.body = body.wire
  return wire
}

/** A request as it is recorded, with the settings that its record keeps. */
function recordOf(
  { method, address, search, headers, body }: Message,
  settings: JsonObject | undefined,
): RequestRecord {
  const url = address.origin + address.pathname + search
  const record: Mutable<RequestRecord> = { summary: `${method} ${url}`, method, url, headers }
  if (body !== undefined) record.body = body.preview
  if (body?.source !== undefined) record.bodySource = body.source
  if (settings !== undefined) record.settings = settings
  return record
}

/** Names and values in turn. (`flat` takes several times as long, and this is done for every request.) */
function inTurn(headers: HeaderList): readonly string[] {
  const texts: string[] = []
  for (const line of headers) texts.push(line[0], line[1])
  return texts
}

/** The settings that another program needs to send the same request. */
const recorded = ['tls', 'proxy', 'resolve', 'unix-socket', 'http-version', 'path-as-is', 'follow-redirects']

/**
 * Picks the settings of a request that its record keeps (see `RequestRecord`); undefined when there is nothing to keep.
 * Secrets in them appear in no output.
 */
function recordedSettings(
  input: InputOf<'request'>,
  { settings: { transport: given, auth }, hide }: ActionContext,
): JsonObject | undefined {
  const computed = input.auth ?? auth
  const isComputed = isObject(computed) && ('digest' in computed || 'aws' in computed)
  if (given === undefined && !isComputed) return undefined
  const transport = given ?? {}
  const entries = recorded.flatMap(key => {
    const value = transport[key]
    return value === undefined || value === false ? [] : [[key, value] as const]
  })
  // Cookies count for another program only where it follows redirects; what the first request had is in its headers.
  const keepsNone = transport['cookies'] === false && entries.some(([key]) => key === 'follow-redirects')
  hideSecrets(transport, hide)
  if (entries.length === 0 && !isComputed) return undefined
  return {
    ...Object.fromEntries(entries),
    ...(keepsNone ? { cookies: false } : {}),
    ...(isComputed ? { auth: computed } : {}),
  }
}

/** The passphrase of a key, and a proxy's password, also the one in its URL. */
function hideSecrets({ tls, proxy }: JsonObject, hide: (secret: string) => void): void {
  const { passphrase } = isObject(tls) ? tls : {}
  const { url, password }: Partial<JsonObject> = isObject(proxy) ? proxy : { url: proxy ?? null }
  for (const secret of [passphrase, password, passwordIn(url)])
    if (typeof secret === 'string' && secret !== '') hide(secret)
}

function passwordIn(url: JsonValue | undefined): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? decodePercent(new URL(url).password) : undefined
}
