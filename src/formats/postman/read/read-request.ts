import { literalText } from '../../../compile/literal-text.ts'
import { grantedErrors, noErrors } from '../../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { requestMethods } from '../../../model/request-methods.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { jsonEqual } from '../../../util/json-equal.ts'
import { memberAt, objectAt, objectOf, textAt, withoutUndefined } from '../parts.ts'
import type { Surroundings } from '../surroundings.ts'
import { readBody } from './body/index.ts'
import { liftContentType } from './lift-content-type.ts'
import { placeOf, readAuth } from './read-auth.ts'
import { leftOutHeaders, readBehavior } from './read-behavior.ts'
import { readDescription } from './read-description.ts'
import { readEvents, type ReadEvents } from './read-events.ts'
import { enabledHeader, headerLines, readHeaders } from './read-headers.ts'
import { readRoute } from './read-route.ts'
import { nowhere, readUrl } from './read-url.ts'

/** A request of a collection as a step of a suite that sends the same and judges the same. */
export function readRequest(item: JsonObject, around: Surroundings): JsonObject {
  const request = requestOf(item)
  const ownBehavior = objectAt(item, 'protocolProfileBehavior')
  const inside = { ...around, behavior: { ...around.behavior, ...ownBehavior } }
  const auth = readAuth(request['auth'], around.log)
  const { method, url, query } = readTarget(request, inside)
  const place = placeOf(auth ?? around.auth)
  const { headers, body } = readMessage(request, place, { ...inside, method })
  const events = readEvents(item['event'], around)
  const errors = errorsOf(body, events, around)
  return withoutUndefined({
    name: nameOf(item),
    description: readDescription(request['description']) ?? readDescription(item['description']),
    variables: events.keys['variables'],
    request: `${method} ${withoutReplaced(url, place.query)}`,
    headers: leftOut(headers, body, ownBehavior, inside),
    query,
    auth,
    ...errors.body,
    ...readTravel(request, ownBehavior, inside),
    scripts: events.keys['scripts'],
    validations: withoutRule(validationsOf(events, around), errors.rule),
    extracts: events.keys['extracts'],
  })
}

/** A request may be no more than its URL. */
export function requestOf(item: JsonObject): JsonObject {
  const request = memberAt(item, 'request')
  return isObject(request) ? request : typeof request === 'string' ? { url: request } : {}
}

function readTravel(request: JsonObject, own: JsonObject, { behavior, log }: Surroundings): JsonObject {
  const { tls, ...behaviors } = readBehavior(own, behavior, log)
  const { tls: certificate, ...route } = readRoute(request)
  const joined = objectOf({
    ...objectAt({ tls: tls ?? null }, 'tls'),
    ...objectAt({ tls: certificate ?? null }, 'tls'),
  })
  return { ...behaviors, ...route, ...(joined === undefined ? {} : { tls: joined }) }
}

function nameOf(item: JsonObject): string | undefined {
  const name = textAt(item, 'name') ?? ''
  return name === '' ? undefined : literalText(name)
}

/** A method that a suite cannot send makes a request that cannot be sent. */
function readTarget(
  request: JsonObject,
  around: Surroundings,
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
  around: Surroundings & { readonly method: string },
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

function sendsNoType({ behavior }: Surroundings): boolean {
  return Object.hasOwn(leftOutHeaders(behavior), 'Content-Type')
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
  { behavior, log }: Surroundings,
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

/**
 * Postman has no rule of its own about the status, so where there are tests and none about the status, any is right.
 * The one that stands for the rule of suites is said by saying nothing.
 */
function validationsOf({ keys, hasTests }: ReadEvents, around: Surroundings): JsonValue | undefined {
  const validations = (keys['validations'] ?? []) as readonly JsonObject[]
  if (validations.some(isStatusRule)) return withoutRule(validations, statusRule)
  if (validations.some(judgesStatus)) return validations
  return hasTests || around.hasTests ? [...validations, anyStatus] : keys['validations']
}

/** The validations but the one that suites take for granted. */
function withoutRule(
  validations: JsonValue | undefined,
  rule: JsonObject | undefined,
): JsonValue | undefined {
  if (validations === undefined || rule === undefined || !isList(validations)) return validations
  const others = validations.filter(validation => !jsonEqual(validation, rule))
  return others.length === 0 ? undefined : others
}

/**
 * Postman has no rule about the errors of GraphQL either, so where there are tests and none about them, any may be there.
 * Again the one that stands for the rule of suites is said by saying nothing.
 */
function errorsOf(
  body: JsonObject,
  { keys, hasTests }: ReadEvents,
  around: Surroundings,
): { readonly body: JsonObject; readonly rule?: JsonObject } {
  const { graphql } = body
  if (graphql === undefined || !isObject(graphql)) return { body }
  const validations = (keys['validations'] ?? []) as readonly JsonObject[]
  const others = validations.filter(({ name }) => name !== noErrors['name'])
  const rule = grantedErrors({ ...keys, ...body, validations: others })
  if (rule === undefined) return { body }
  if (validations.some(validation => jsonEqual(validation, rule))) return { body, rule }
  if (!hasTests && !around.hasTests) return { body }
  return { body: { ...body, graphql: { ...graphql, 'allow-errors': true } } }
}

/** Whether a validation says something of the status of every answer. */
export function judgesStatus(validation: JsonObject): boolean {
  const isConditional = Object.hasOwn(validation, 'when') || Object.hasOwn(validation, 'unless')
  return Object.hasOwn(validation, 'status') && !isConditional
}

/** A validation that holds for every answer. */
export const anyStatus: JsonObject = { status: { 'at-least': 100 } }

/** What a test is called that says what suites take for granted: 2xx and 3xx are right. */
export const statusRule: JsonObject = {
  name: 'Status is 2xx or 3xx',
  status: { 'at-least': 200, 'at-most': 399 },
}

function isStatusRule(validation: JsonObject): boolean {
  return jsonEqual(validation, statusRule)
}
