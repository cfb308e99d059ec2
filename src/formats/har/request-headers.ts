import { literalText } from '../../compile/literal-text.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isCredentialCookie, isCredentialLine, looksLikeCredential } from '../../secrets/index.ts'
import type { Field } from './har-document.ts'
import type { RecordedSecrets } from './recorded-secrets.ts'
import { recordedAuth } from './recorded-auth.ts'

/** The keys of a step that the headers of a recorded call become. */
export interface RequestHeaders {
  readonly headers: JsonObject
  readonly auth?: JsonValue
  /** Names of headers that are left to apitest, in lower case. */
  readonly dropped: readonly string[]
  /** Names of cookies that are not sent, because an earlier answer sets them or because they tell nothing of who asks. */
  readonly cookies: readonly string[]
}

/** Headers that a browser or a proxy adds to any request: they describe the program, not the call. */
const ofTheBrowser =
  /^(:.*|sec-.*|if-.*|proxy-.*|accept-encoding|content-length|host|connection|origin|referer|user-agent|keep-alive|transfer-encoding|te|trailer|upgrade|upgrade-insecure-requests|expect|http2-settings|alt-used|cache-control|pragma|dnt|priority|purpose|x-client-data|x-devtools-.*|postman-token|traceparent|tracestate|sentry-trace|baggage|x-datadog-.*|newrelic|x-firefox-spdy)$/i

/** Of a flow, where the client is what is recorded: headers of the connection, and those that apitest sends by itself. */
const ofTheConnection =
  /^(:.*|proxy-.*|accept-encoding|content-length|host|connection|user-agent|keep-alive|transfer-encoding|te|trailer|upgrade|expect|http2-settings)$/i

/** Cookies by which pages count their visitors. */
const ofAnalytics = /^_+(?:ga|gid|gat|gcl|fb|hj|pk|ut)/

/** Characters from which the value of a cookie is not written, whatever its name. */
const shortestSecretCookie = 6

/** The headers of a call as a suite has them. In a flow only those of the connection are left out. `cookiesSet` are those that earlier answers set. */
export function requestHeaders(
  fields: readonly Field[],
  cookiesSet: ReadonlySet<string>,
  secrets: RecordedSecrets,
  isFlow = false,
): RequestHeaders {
  const leftOut = isFlow ? ofTheConnection : ofTheBrowser
  const lower = (name: string): string => name.toLowerCase()
  const cookieFields = fields
    .filter(([name]) => lower(name) === 'cookie')
    .flatMap(([, value]) => pairs(value))
  const isSent = (name: string): boolean => isCredentialCookie(name) || (isFlow && !ofAnalytics.test(name))
  const sent = cookieFields.filter(([name]) => isSent(name) && !cookiesSet.has(name))
  const auth = fields.filter(([name]) => lower(name) === 'authorization').map(([, value]) => value)[0]
  const credentials = auth === undefined || auth === '' ? undefined : recordedAuth(auth, secrets)
  const kept = fields.filter(
    ([name, value]) =>
      !leftOut.test(name) &&
      !['cookie', 'authorization', 'content-type'].includes(lower(name)) &&
      !(lower(name) === 'accept' && value === '*/*'),
  )
  const cookie = sent.map(([name, value]) => `${literalText(name)}=${cookieValue(name, value, secrets)}`)
  return {
    headers: {
      ...namedValues(kept.map(([name, value]) => [name, headerValue(name, value, secrets)])),
      ...(credentials !== undefined && 'header' in credentials ? { Authorization: credentials.header } : {}),
      ...(cookie.length === 0 ? {} : { Cookie: cookie.join('; ') }),
    },
    ...(credentials !== undefined && 'auth' in credentials ? { auth: credentials.auth } : {}),
    dropped: fields.map(([name]) => lower(name)).filter(name => leftOut.test(name)),
    cookies: cookieFields.filter(field => !sent.includes(field)).map(([name]) => name),
  }
}

/** The value of a cookie; a short one such as `de` tells nothing of who asks. */
function cookieValue(name: string, value: string, secrets: RecordedSecrets): string {
  const isPlain = !isCredentialCookie(name) && value.length < shortestSecretCookie
  return isPlain ? literalText(value) : secrets.placeholder(name, value)
}

function headerValue(name: string, value: string, secrets: RecordedSecrets): string {
  const [, scheme = '', rest = value] = /^((?:Bearer|Token|Basic|JWT|ApiKey|Key)\s+)(.+)$/i.exec(value) ?? []
  const isSecret = rest !== '' && (isCredentialLine(name) || looksLikeCredential(rest))
  return isSecret ? `${scheme}${secrets.placeholder(name, rest)}` : literalText(value)
}

function pairs(cookies: string): readonly Field[] {
  return cookies.split(/;\s*/).flatMap(text => {
    const at = text.indexOf('=')
    return at < 1 ? [] : [[text.slice(0, at).trim(), text.slice(at + 1)] as const]
  })
}
