import type { HeaderList, RequestRecord } from '../../../model/exchange.ts'
import { headerValue } from '../../../model/header-value.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { namesHost, parseAddress, type Address } from '../address.ts'
import type { WireResponse } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'

/** Where an answer sends the request on to. */
export interface Redirect {
  readonly status: number
  /** As the answer gave it. */
  readonly location: string
}

/** The statuses that name another place to ask (RFC 9110 section 15.4); 304 and 300 do not. */
const redirects = new Set([301, 302, 303, 307, 308])

/** What an answer redirects to; undefined when it is an answer. */
export function redirectOf({ status, headers }: WireResponse): Redirect | undefined {
  const location = redirects.has(status) ? headerValue(headers, 'location') : undefined
  return location === undefined ? undefined : { status, location }
}

/**
 * The request that follows a redirect: the place it names, without a body where the method becomes GET, and without
 * credentials and cookies of the step where it leads to another origin (Fetch standard, HTTP-redirect fetch).
 */
export function followRedirect(request: PreparedRequest, redirect: Redirect): Prepared<PreparedRequest> {
  const address = resolveLocation(request, redirect)
  if (!address.ok) return address
  const { origin, host, pathname, search } = address.value
  const path = pathname + search
  const url = origin + path
  const method = methodAfter(request.wire.method, redirect.status)
  const keepsBody = method === request.wire.method
  const sameOrigin = origin === request.wire.origin
  const dropped = new Set([
    'host',
    ...(keepsBody ? [] : bodyHeaders),
    ...(sameOrigin ? [] : ['authorization', 'proxy-authorization', 'cookie', ...request.credentialHeaders]),
  ])
  const kept = request.record.headers.filter(([name]) => !dropped.has(name.toLowerCase()))
  const headers: HeaderList = [['host', host], ...kept]
  const { body: wireBody, ...wire } = request.wire
  const { body, bodySource, ...record } = request.record
  return prepared({
    ...request,
    sendsCredentials: request.sendsCredentials && sameOrigin,
    wire: {
      ...wire,
      ...(keepsBody && wireBody !== undefined ? { body: wireBody } : {}),
      origin,
      path,
      method,
      headers: headers.flat(),
    },
    record: {
      ...(sameOrigin ? record : withoutAuth(record)),
      ...(keepsBody && body !== undefined ? { body } : {}),
      ...(keepsBody && bodySource !== undefined ? { bodySource } : {}),
      summary: `${method} ${url}`,
      method,
      url,
      headers,
    },
  })
}

/** The record as that of a request which nobody in particular sends. */
function withoutAuth({ settings: { auth: _, ...settings } = {}, ...record }: RequestRecord): RequestRecord {
  return Object.keys(settings).length === 0 ? record : { ...record, settings }
}

const bodyHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-location',
]

/** RFC 9110 section 15.4: 303 asks for GET, and after 301 and 302 a POST becomes one, as every browser does it. */
function methodAfter(method: string, status: number): string {
  if (status === 303) return method === 'HEAD' ? method : 'GET'
  return method === 'POST' && (status === 301 || status === 302) ? 'GET' : method
}

function resolveLocation(
  { wire, record }: PreparedRequest,
  { status, location }: Redirect,
): Prepared<Address> {
  const text = URL.canParse(location, wire.origin + wire.path)
    ? new URL(location, wire.origin + wire.path).href
    : location
  const address = parseAddress(text)
  if (
    typeof address === 'object' &&
    'origin' in address &&
    (address.origin === wire.origin || namesHost(location))
  )
    return prepared(address)
  return {
    ok: false,
    failure: {
      ...failed(
        'Network Error',
        `${record.url ?? ''} answered ${status} with location "${location}", which is no http or https URL with a host`,
        'Leave follow-redirects out to look at the redirect itself.',
      ).failure,
      request: record,
    },
  }
}
