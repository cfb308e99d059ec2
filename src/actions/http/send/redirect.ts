import type { HeaderList, RequestRecord } from '../../../model/exchange.ts'
import { headerValue } from '../../../model/header-value.ts'
import { isCredentialLine } from '../../../secrets/index.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { hasIdentity, withoutIdentity } from '../../transport/client-identity.ts'
import { type Address, namesHost, parseAddress, pathAsWritten } from '../address.ts'
import type { WireResponse } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { defined } from '../../../util/defined.ts'

/** Where an answer sends the request on to. */
export interface Redirect {
  readonly status: number
  /** As the answer gave it. */
  readonly location: string
}

/** The statuses that name another place to ask (RFC 9110 section 15.4); 304 and 300 do not. */
const redirects = new Set([301, 302, 303, 307, 308])

/** Reads the redirect from a response; undefined when it is an answer. */
export function redirectOf({ status, headers }: WireResponse): Redirect | undefined {
  const location = redirects.has(status) ? headerValue(headers, 'location') : undefined
  return location === undefined ? undefined : { status, location }
}

/** The request that follows a redirect, and what is not sent with it because it leads to another origin. */
export interface Followed {
  readonly request: PreparedRequest
  /** Names of headers, `body`, `client certificate`. */
  readonly withheld: readonly string[]
}

/**
 * The request that follows a redirect: the place it names, without a body where the method becomes GET. Another origin is
 * nobody the step has spoken to: it gets no credentials and cookies (Fetch standard, HTTP-redirect fetch), and neither
 * headers that hold a secret, nor the body, nor the certificate of the client.
 */
export function followRedirect(
  request: PreparedRequest,
  redirect: Redirect,
  isSecret: (text: string) => boolean,
): Prepared<Followed> {
  const address = resolveLocation(request, redirect)
  if (!address.ok) return address
  const method = methodAfter(request.wire.method, redirect.status)
  const sameOrigin = address.value.origin === request.wire.origin
  const hasBody = method === request.wire.method && request.wire.body !== undefined
  const keepsBody = hasBody && sameOrigin
  const withheld = sameOrigin ? [] : credentialLines(request, isSecret)
  const dropped = new Set(['host', ...(keepsBody ? [] : bodyHeaders), ...withheld])
  const kept = request.record.headers.filter(([name]) => !dropped.has(name.toLowerCase()))
  const headers: HeaderList = [['host', address.value.host], ...kept]
  const showsCertificate = request.sendsCredentials && hasIdentity(request.record.settings?.['tls'])
  return prepared({
    request: redirected(keepsBody ? request : withoutBody(request), address.value, {
      method,
      headers,
      sameOrigin,
    }),
    withheld: [
      ...withheld,
      ...(hasBody && !keepsBody ? ['body'] : []),
      ...(!sameOrigin && showsCertificate ? ['client certificate'] : []),
    ],
  })
}

/** The request as it goes to another address. */
function redirected(
  request: PreparedRequest,
  { origin, pathname, search }: Address,
  { method, headers, sameOrigin }: { method: string; headers: HeaderList; sameOrigin: boolean },
): PreparedRequest {
  const { body, bodySource, ...record } = request.record
  const path = pathname + search
  const url = origin + path
  return {
    ...request,
    sendsCredentials: request.sendsCredentials && sameOrigin,
    wire: { ...request.wire, origin, path, method, headers: headers.flat() },
    record: defined({
      ...(sameOrigin ? record : anonymous(record)),
      body,
      bodySource,
      summary: `${method} ${url}`,
      method,
      url,
      headers,
    }),
  }
}

function withoutBody(request: PreparedRequest): PreparedRequest {
  const { body: _, ...wire } = request.wire
  const { body: __, bodySource: ___, ...record } = request.record
  return { ...request, wire, record }
}

/** The names, in lower case, of the headers that are for the first origin alone. */
function credentialLines(
  { record, credentialHeaders }: PreparedRequest,
  isSecret: (text: string) => boolean,
): readonly string[] {
  const names = record.headers.flatMap(([name, value]) => {
    const isTheirs = name.toLowerCase() === 'cookie' || isCredentialLine(name) || isSecret(value)
    return isTheirs || credentialHeaders.includes(name.toLowerCase()) ? [name.toLowerCase()] : []
  })
  return [...new Set(names)]
}

/** The record without credentials. */
function anonymous({ settings = {}, ...record }: RequestRecord): RequestRecord {
  const { auth: _, ...others } = settings
  const kept = withoutIdentity(others)
  return Object.keys(kept).length === 0 ? record : { ...record, settings: kept }
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

/** The path that a reference leads to, dots and escapes in it as they are written. */
function pathOfReference(
  location: string,
  { origin, path }: Pick<PreparedRequest['wire'], 'origin' | 'path'>,
): string {
  const reference = location.trim()
  if (/^[a-z][a-z\d+.-]*:/i.test(reference)) return pathAsWritten(reference)
  if (/^[\\/]{2}/.test(reference)) return pathAsWritten(`http:${reference}`)
  const [own = ''] = path.split('?', 1)
  if (/^(?:[?#]|$)/.test(reference)) return own
  return pathAsWritten(origin + (reference.startsWith('/') ? '' : own.replace(/[^/]*$/, '')) + reference)
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
  ) {
    const isAsIs = record.settings?.['path-as-is'] === true
    return prepared(isAsIs ? { ...address, pathname: pathOfReference(location, wire) } : address)
  }
  return {
    ok: false,
    failure: {
      ...failed('redirect-astray', { url: record.url ?? '', status, location }).failure,
      request: record,
    },
  }
}
