import { literalText } from '../../../compile/literal-text.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { requestMethods } from '../../../model/request-methods.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { withoutGrantedRules } from '../granted-rules.ts'
import { memberAt, objectAt, objectOf, textAt, withoutUndefined } from '../parts.ts'
import type { Context } from '../context.ts'
import { templateOf } from '../template.ts'
import { placeOf, readAuth } from './read-auth.ts'
import { leftOutHeaders, readBehavior } from './read-behavior.ts'
import { readBody } from './read-body.ts'
import { readDescription } from './read-description.ts'
import { readEvents } from './read-events.ts'
import { enabledHeader, headerLines, readHeaders, type HeaderLine } from './read-headers.ts'
import { nowhere, readUrl } from './read-url.ts'
import { defined } from '../../../util/defined.ts'

/** A request of a collection as a step of a suite that sends the same and judges the same. */
export function readRequest(item: JsonObject, around: Context): JsonObject {
  const request = requestOf(item)
  const ownBehavior = objectAt(item, 'protocolProfileBehavior')
  const inside = { ...around, behavior: { ...around.behavior, ...ownBehavior } }
  const auth = readAuth(request['auth'], around.log)
  const { method, url, query } = readTarget(request, inside)
  const place = placeOf(auth ?? around.auth)
  const { headers, body } = readMessage(request, place, { ...inside, method })
  const events = readEvents(item['event'], around)
  const judged = withoutGrantedRules(body, events.keys, events.hasTests || around.hasTests)
  return withoutUndefined({
    name: nameOf(item),
    description: readDescription(request['description']) ?? readDescription(item['description']),
    variables: events.keys['variables'],
    request: `${method} ${withoutReplaced(url, place.query)}`,
    headers: leftOut(headers, body, ownBehavior, inside),
    query,
    auth,
    ...judged.body,
    ...readTravel(request, ownBehavior, inside),
    scripts: events.keys['scripts'],
    validations: judged.validations,
    extracts: events.keys['extracts'],
  })
}

/** A request may be no more than its URL. */
export function requestOf(item: JsonObject): JsonObject {
  const request = memberAt(item, 'request')
  return isObject(request) ? request : typeof request === 'string' ? { url: request } : {}
}

function nameOf(item: JsonObject): string | undefined {
  const name = textAt(item, 'name') ?? ''
  return name === '' ? undefined : literalText(name)
}

/** A method that a suite cannot send makes a request that cannot be sent. */
function readTarget(
  request: JsonObject,
  around: Context,
): { readonly method: string; readonly url: string; readonly query?: JsonObject } {
  const method = (textAt(request, 'method') || 'GET').toUpperCase()
  const target = readUrl(memberAt(request, 'url'), around)
  if (requestMethods.includes(method)) return { method, ...target }
  around.log.lose(`method ${method}`, 'suites have no such method, so the request cannot be sent')
  return { ...target, method: 'POST', url: nowhere }
}

function readMessage(
  request: JsonObject,
  place: { readonly header?: string },
  around: Context & { readonly method: string },
): { readonly headers: JsonObject | undefined; readonly body: JsonObject } {
  const lines = headerLines(memberAt(request, 'header'))
  const type = enabledHeader(lines, 'content-type')
  const { keys, ...effects } = readBody(memberAt(request, 'body'), { ...around, type })
  const kept =
    effects.replacesType === true ? lines.filter(({ name }) => name.toLowerCase() !== 'content-type') : lines
  const lifted = sendsNoType(around) ? { lines: kept, body: keys } : liftContentType(kept, keys)
  const replaced = new Set(place.header === undefined ? [] : [place.header])
  const headers = readHeaders(lifted.lines, replaced, around)
  const added = effects.type === undefined ? headers : { ...headers, 'Content-Type': effects.type }
  return { headers: added, body: lifted.body }
}

function sendsNoType({ behavior }: Context): boolean {
  return Object.hasOwn(leftOutHeaders(behavior), 'Content-Type')
}

/**
 * A content-type header moves beside the body, as people write it in a suite, and goes where it is the usual one. One that
 * asks for another encoding than UTF-8 stays: in Postman it is only a word, beside a body it would be done.
 */
function liftContentType(
  lines: readonly HeaderLine[],
  body: JsonObject,
): { readonly lines: readonly HeaderLine[]; readonly body: JsonObject } {
  const usual = Object.keys(usualTypes).find(kind => Object.hasOwn(body, kind))
  const [type, ...others] = lines.filter(isType)
  if (usual === undefined || type === undefined || others.length > 0 || !isLiftable(type))
    return { lines, body }
  const isUsual = type.value.toLowerCase() === usualTypes[usual]
  return {
    lines: lines.filter(line => !isType(line)),
    body: isUsual ? body : { ...body, 'content-type': templateOf(type.value) },
  }
}

/** The type that each kind of body has when nothing names another. */
const usualTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
  graphql: 'application/json',
  text: '',
  file: '',
}

function isType({ name }: HeaderLine): boolean {
  return name.toLowerCase() === 'content-type'
}

function isLiftable({ value, disabled }: HeaderLine): boolean {
  return !disabled && /^[\x20-\x7e]+$/.test(value) && !/charset\s*=\s*(?!"?utf-?8)/i.test(value)
}

/** A key in the query takes the place of a parameter of the same name. */
function withoutReplaced(url: string, name: string | undefined): string {
  const [path = '', ...rest] = url.split('?')
  if (name === undefined || rest.length === 0) return url
  const kept = rest
    .join('?')
    .split('&')
    .filter(pair => pair !== name && !pair.startsWith(`${name}=`))
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`
}

/**
 * Headers that are to be left out are null, unless the request sets them itself. The type of a body is not left out by what
 * settings say, so a request says that itself, and that of a multipart form has to be sent.
 */
function leftOut(
  headers: JsonObject | undefined,
  body: JsonObject,
  own: JsonObject,
  { behavior, log }: Context,
): JsonObject | undefined {
  const names = new Set(Object.keys(headers ?? {}).map(name => name.toLowerCase()))
  const { 'Content-Type': type, ...inherited } = leftOutHeaders(behavior)
  const isOwn = (name: string): boolean => Object.hasOwn(leftOutHeaders(own), name)
  const others = Object.entries(inherited).filter(([name]) => isOwn(name))
  const isTypeLeftOut = type !== undefined && (isOwn('Content-Type') || Object.keys(body).length > 0)
  const isMultipart = isTypeLeftOut && Object.hasOwn(body, 'multipart')
  if (isMultipart)
    log.lose(
      'disabledSystemHeaders content-type',
      'a multipart form is only read with its type, which is sent',
    )
  const all = [...others, ...(isTypeLeftOut && !isMultipart ? [['Content-Type', null] as const] : [])]
  const added = all.filter(([name]) => !names.has(name.toLowerCase()))
  return added.length === 0 ? headers : { ...headers, ...Object.fromEntries(added) }
}

function readTravel(request: JsonObject, own: JsonObject, { behavior, log }: Context): JsonObject {
  const { tls, ...behaviors } = readBehavior(own, behavior, log)
  const { tls: certificate, ...route } = readRoute(request)
  const joined = objectOf({
    ...objectAt({ tls: tls ?? null }, 'tls'),
    ...objectAt({ tls: certificate ?? null }, 'tls'),
  })
  return defined({ ...behaviors, ...route, tls: joined })
}

/** The client certificate and the proxy of a request, as keys of a step. */
function readRoute(request: JsonObject): JsonObject {
  return objectOf({ tls: readCertificate(request['certificate']), proxy: readProxy(request['proxy']) }) ?? {}
}

function readCertificate(certificate: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(certificate)) return undefined
  const passphrase = textAt(certificate, 'passphrase')
  const files = objectOf({
    certificate: sourceOf(memberAt(certificate, 'cert')),
    key: sourceOf(memberAt(certificate, 'key')),
    pfx: sourceOf(memberAt(certificate, 'pfx')),
  })
  if (files === undefined) return undefined
  return passphrase === undefined || passphrase === ''
    ? files
    : { ...files, passphrase: templateOf(passphrase) }
}

function sourceOf(file: JsonValue | undefined): string | undefined {
  const source = textAt(file, 'src') ?? (typeof file === 'string' ? file : '')
  return source === '' ? undefined : source
}

function readProxy(proxy: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(proxy) || isList(proxy) || memberAt(proxy, 'disabled') === true) return undefined
  const host = textAt(proxy, 'host') ?? ''
  return host === '' ? undefined : `http://${templateOf(host)}:${textAt(proxy, 'port') ?? '8080'}`
}
