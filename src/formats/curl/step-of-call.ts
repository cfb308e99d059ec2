import { curlFormPart } from '../../compile/curl-form-part.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { isObject } from '../../util/is-json.ts'
import { encodeAround } from './encode-around.ts'
import { Given, type Piece, type Remark, type CallContext } from './given.ts'
import type { CurlCall, GivenOption } from './read-arguments.ts'
import { formText, isUrlData, readData } from './read-data.ts'
import { readHeaders } from './read-headers.ts'
import { readTransport } from './read-transport.ts'
import { defined } from '../../util/defined.ts'

/** A step that sends what a call of curl would send; texts still have marks for variables of the shell. */
export interface CurlStep {
  readonly step: JsonObject
  readonly losses: readonly Remark[]
  /** Why no request can be made; empty for one that can. */
  readonly refused: readonly string[]
  /** True where it keeps cookies, as curl does only with an option. */
  readonly keepsCookies: boolean
}

/** Makes a step of a call for one of its URLs. */
export function stepOfCall(call: CurlCall, url: string, context: CallContext): CurlStep {
  const given = new Given(call, context)
  const { contentType, ...headers } = readHeaders(given)
  const hasAuthorization = Object.keys(headersOf(headers)).some(
    name => name.toLowerCase() === 'authorization',
  )
  const auth = hasAuthorization || 'auth' in headers.keys ? { keys: {} } : readAuth(given, url)
  const body =
    given.all('form', 'form-string').length > 0 ? readForm(given, contentType) : readData(given, contentType)
  const untyped = Object.keys(body.keys).length === 0 && typeof contentType === 'string'
  const pieces: readonly Piece[] = [
    readTarget(given, url),
    untyped ? { keys: { headers: { ...headersOf(headers), 'Content-Type': contentType } } } : { keys: {} },
    auth,
    body,
    readTransport(given),
  ]
  return {
    step: inOrder(together([headers, ...pieces])),
    losses: [
      ...[headers, ...pieces].flatMap(({ losses = [] }) => losses),
      ...call.lost.map(what => ({ what, why: 'suites have no word for it' })),
    ],
    refused: [...call.refused, ...[headers, ...pieces].flatMap(({ refused = [] }) => refused)],
    keepsCookies: given.all('cookie', 'cookie-jar').length > 0,
  }
}

/** Keys of a step in the order people write them. */
const order = ['request', 'headers', 'auth']
const last = ['timeout', 'retry']

/** The request line of a call. */
function readTarget(given: Given, typed: string): Piece {
  const url = withQuery(withUploadName(withScheme(typed, given.last('proto-default')), given), given)
  const method = given.last('request') ?? methodOf(given)
  const refused = [
    ...(/^https?:\/\//i.test(url) || startsWithVariable.test(url) ? [] : [`${url} is no URL of HTTP`]),
    ...(requestMethods.includes(method) ? [] : [`suites have no method ${method}`]),
    ...(given.has('get') && given.all('form', 'form-string').length > 0 ? ['--get sends no form'] : []),
  ]
  return { keys: { request: `${method} ${url}` }, refused }
}

function methodOf(given: Given): string {
  if (given.has('head')) return 'HEAD'
  if (given.last('upload-file') !== undefined) return 'PUT'
  const sendsData = given.all(...isUrlData, 'json', 'form', 'form-string').length > 0
  return sendsData && !given.has('get') ? 'POST' : 'GET'
}

const startsWithVariable = /^(\ue000|\{\{)/

/** Without a scheme curl takes HTTP. */
function withScheme(typed: string, scheme = 'http'): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(typed) || startsWithVariable.test(typed)
    ? typed
    : `${scheme}://${typed}`
}

/** Where a URL names a folder, curl uploads a file under its own name. */
function withUploadName(url: string, given: Given): string {
  const file = given.last('upload-file')
  const [, base = '', rest = ''] = /^([^?#]*\/)([?#].*)?$/s.exec(url) ?? []
  if (file === undefined || file === '-' || file === '.' || base === '') return url
  return base + encodeAround(file.split(/[/\\]/).at(-1) ?? '') + rest
}

/** With -G all data goes into the query; --url-query always does. */
function withQuery(typed: string, given: Given): string {
  const url = typed.replace(/#.*$/s, '')
  const data = given.has('get') ? formText(given, isUrlData) : undefined
  const query = [data?.text, formText(given, ['url-query'])?.text].filter(
    text => text !== undefined && text !== '',
  )
  if (query.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
}

function headersOf({ keys }: Piece): JsonObject {
  const { headers } = keys
  return isObject(headers) ? headers : {}
}

/** The parts that -F and --form-string give. */
function readForm(given: Given, contentType: JsonValue | undefined): Piece {
  const parts = given.all('form', 'form-string').map(option => partOf(option, given))
  if (parts.length === 0) return { keys: {} }
  const refused = parts.flatMap(part => (part.refused === undefined ? [] : [part.refused]))
  const kind =
    typeof contentType === 'string' && /^multipart\/(?!form-data\b)/i.test(contentType)
      ? contentType
      : undefined
  const multipart = namedValues(parts.map(({ name, value }) => [name, value]))
  const losses = parts
    .filter(
      ({ value }) => kind === undefined && typeof value === 'string' && /(?<!\r)\n|\r(?!\n)/.test(value),
    )
    .map(({ name }) => ({
      what: `line breaks of the part ${name}`,
      why: 'curl sends them as they are, a suite as CR LF unless the part has a type',
    }))
  return { keys: defined({ multipart, 'content-type': kind }), refused, losses }
}

interface ReadPart {
  readonly name: string
  readonly value: JsonValue
  readonly refused?: string
}

function partOf({ name: option, value: written }: GivenOption, given: Given): ReadPart {
  const at = written.indexOf('=')
  const name = written.slice(0, Math.max(at, 0))
  const content = written.slice(at + 1)
  if (at < 1) return { name, value: '', refused: `--${option} ${written} is not name=value` }
  if (option === 'form-string') return { name, value: content }
  const { sign, value, type, filename, headers, unknown } = curlFormPart(content)
  if (unknown !== undefined)
    return { name, value: '', refused: `--form ${name}: suites have no ;${unknown}=` }
  const isInput = value === '-' && sign !== ''
  const isFile = sign === '@' && !isInput
  if (isFile && value.includes(',') && !content.startsWith('@"'))
    return { name, value: '', refused: `--form ${name}: several files in one part` }
  const read = isInput || sign === '<' ? given.textOf(value) : value
  if (read === undefined)
    return {
      name,
      value: '',
      refused: `--form ${name}=${sign}${value}: what is read there is not in the command`,
    }
  const named = filename ?? (isInput && sign === '@' ? '-' : undefined)
  const details = defined({ filename: named, 'content-type': type, headers })
  if (isFile) return { name, value: { file: value, ...details } }
  return { name, value: Object.keys(details).length === 0 ? read : { text: read, ...details } }
}

/** Reads -u with what says how it is proved, and --oauth2-bearer. `url` is that of the request. */
function readAuth(given: Given, url: string): Piece {
  const bearer = given.last('oauth2-bearer')
  if (bearer !== undefined) return { keys: { auth: { bearer } } }
  const user = given.last('user')
  if (user === undefined) return { keys: {} }
  const at = user.indexOf(':')
  const username = at < 0 ? user : user.slice(0, at)
  const password = at < 0 ? '' : user.slice(at + 1)
  const unasked = at < 0 && username !== '' ? [{ what: '--user', why: 'curl asks for the password' }] : []
  const aws = given.last('aws-sigv4')
  if (aws !== undefined) return awsAuth(aws, { username, password, url, token: given })
  if (given.has('digest')) return { keys: { auth: { digest: { username, password } } }, losses: unasked }
  const chosen = given.has('anyauth')
    ? [{ what: '--anyauth', why: 'a suite has one kind of credentials; basic is sent' }]
    : []
  return { keys: { auth: { basic: { username, password } } }, losses: [...unasked, ...chosen] }
}

/** Region and service that are not named are those of the host, `service.region.amazonaws.com`. */
function awsAuth(
  written: string,
  { username, password, url }: { username: string; password: string; url: string; token: Given },
): Piece {
  const [, , named, signing] = written.split(':')
  const host = URL.canParse(url) ? new URL(url).hostname.split('.') : []
  const region = named ?? (host.length > 3 ? host[1] : undefined)
  const service = signing ?? host[0]
  if (region === undefined || service === undefined)
    return { keys: {}, refused: [`--aws-sigv4 ${written} does not name region and service`] }
  const keys = { 'access-key-id': username, 'secret-access-key': password, region, service }
  return { keys: { auth: { aws: keys } } }
}

/** All keys; header lines are put together. */
function together(pieces: readonly Piece[]): JsonObject {
  const headers = Object.assign({}, ...pieces.map(headersOf)) as JsonObject
  const keys = Object.assign({}, ...pieces.map(piece => piece.keys)) as JsonObject
  return { ...keys, ...(Object.keys(headers).length === 0 ? {} : { headers }) }
}

function inOrder(step: JsonObject): JsonObject {
  const keys = Object.keys(step)
  const middle = keys.filter(key => !order.includes(key) && !last.includes(key))
  const ordered = [...order, ...middle, ...last].filter(key => keys.includes(key))
  return Object.fromEntries(ordered.map((key): [string, JsonValue] => [key, step[key] ?? null]))
}
