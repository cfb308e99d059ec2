import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { bareType, isJsonType } from '../../api-description/find-response.ts'
import { nameOfOperation } from '../../api-description/operation-names.ts'
import type { SavedRequest } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { serverUrl, variablesOf } from './base-url.ts'
import { bodyOf } from './body-of.ts'
import type { CredentialBook, Credentials } from './credentials.ts'
import type { ExampleFactory } from './example-factory.ts'
import { literalText } from '../../compile/literal-text.ts'
import { parametersOf, type RequestParameters, type Trouble } from './parameters-of.ts'
import { unknownToken } from './usual-header.ts'
import { successOf, validationsOf } from './validations-of.ts'

/** The parts that all requests of a collection are made with. */
export interface RequestMaking {
  readonly description: ApiDescription
  readonly factory: ExampleFactory
  readonly credentials: CredentialBook
  /** The credentials that requests have unless they say otherwise. */
  readonly shared: Credentials | undefined
  /** Names of variables that paths must not use for their own. */
  readonly taken: ReadonlySet<string>
  /** Where the document is saved, relative to the project. */
  readonly spec: string | undefined
}

/** A request and what to report of it. */
export interface MadeRequest {
  readonly request: SavedRequest
  readonly troubles: readonly Trouble[]
}

/** The saved request of an operation, with example values that let it run at once. */
export function requestOf(operation: Operation, making: RequestMaking): MadeRequest {
  const parameters = parametersOf(operation, making.factory, making.taken)
  const body = bodyOf(operation, making.factory)
  const credentials = making.credentials.of(operation.security)
  const [server] = operation.servers
  const variables = { ...(server === undefined ? {} : variablesOf(server)), ...parameters.variables }
  const headers = {
    ...withToken(headersWith(parameters.headers, body.keys, credentials), making.credentials),
    ...credentialHeaders(credentials, making.shared),
  }
  const query = { ...parameters.query, ...credentials?.query }
  const validations = validationsOf(operation, schemaOf(operation, making))
  const step: JsonObject = {
    name: literalText(nameOf(operation)),
    ...descriptionOf(operation),
    ...tagsOf(operation),
    ...unlessEmpty('variables', variables),
    request: `${operation.method} ${urlOf(server === undefined ? '{{baseUrl}}' : serverUrl(server), parameters)}`,
    ...unlessEmpty('query', query),
    ...unlessEmpty('headers', headers),
    ...authOf(credentials, making.shared, headers),
    ...withoutDoubleType(body.keys, headers),
    ...(validations.length === 0 ? {} : { validations }),
  }
  const troubles = [
    ...troublesOf(operation),
    ...responseTroubles(operation, making.factory),
    ...parameters.troubles,
    ...body.troubles,
    ...(credentials?.unknown ?? []).map(({ scheme, why }) => ({ what: `security ${scheme}`, why })),
  ]
  return { request: { kind: 'request', step }, troubles }
}

function troublesOf(operation: Operation): readonly Trouble[] {
  const references = operation.unresolved.map(({ reference, place, reason }) => ({
    what: `reference ${reference} of ${place}`,
    why: reason,
  }))
  const malformed = operation.malformed
    .filter(({ isEmpty }) => isEmpty !== true)
    .map(({ place, reason }) => ({ what: place, why: reason }))
  const losses = [...references, ...malformed]
  const success = successOf(operation.responses)
  const isStream = success?.contents.some(({ type }) => bareType(type) === 'text/event-stream') === true
  const why = 'it may never end; a step `sse` waits for events'
  return isStream ? [...losses, { what: 'answer text/event-stream', why, isNote: true }] : losses
}

/** References in schemas of answers that lead nowhere: no answer can be held against them. */
function responseTroubles({ responses }: Operation, factory: ExampleFactory): readonly Trouble[] {
  return responses.flatMap(({ status, contents }) =>
    contents
      .filter(({ type }) => isJsonType(type))
      .flatMap(content => factory.unresolvedIn(content))
      .map(({ reference, reason }) => ({
        what: `reference ${reference} of response ${status}`,
        why: reason,
      })),
  )
}

/** Names the operation as a person would. */
export function nameOf({ summary, operationId, method, path }: Operation): string {
  return (summary ?? operationId ?? `${method} ${path}`).replace(/\s+/g, ' ')
}

function schemaOf(
  operation: Operation,
  { spec, description }: RequestMaking,
): { readonly spec: string; readonly operation: string } | undefined {
  if (spec === undefined) return undefined
  return { spec, operation: nameOfOperation(description.operations, operation) }
}

function descriptionOf(operation: Operation): JsonObject {
  const { description, deprecated } = operation
  const said = description === undefined || description === nameOf(operation) ? [] : [description]
  const lines = [...(deprecated ? ['Deprecated.'] : []), ...said]
  return lines.length === 0 ? {} : { description: lines.join('\n\n') }
}

/** The first tag is the folder; others choose steps, where a tag can be written so. */
function tagsOf({ tags }: Operation): JsonObject {
  const others = [...new Set(tags.slice(1))].filter(tag => /^[^\s,!]+$/.test(tag))
  return others.length === 0 ? {} : { tags: others }
}

/** The URL with its query. A fragment only tells operations of one path apart, and is not sent. */
function urlOf(base: string, { path, queryText }: RequestParameters): string {
  const [sent = ''] = path.split('#')
  if (queryText === '') return `${base}${sent}`
  return `${base}${sent}${sent.includes('?') ? '&' : '?'}${queryText}`
}

/** The headers of parameters with those of credentials; several cookies are one header. */
function headersWith(own: JsonObject, body: JsonObject, credentials: Credentials | undefined): JsonObject {
  const cookie = credentialCookie(credentials)
  const given = own['Cookie']
  const joined =
    cookie === undefined || given === undefined
      ? {}
      : { Cookie: typeof given === 'string' ? `${given}; ${cookie}` : [cookie, given].flat() }
  const withoutBodyType = Object.entries(own).filter(
    ([name, value]) => !(isBodyType(name) && isObject(value) && Object.keys(body).length > 0),
  )
  return { ...Object.fromEntries(withoutBodyType), ...joined }
}

/** A header that asks for a token which the document does not show gets the one of the collection. */
function withToken(headers: JsonObject, book: CredentialBook): JsonObject {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name, value === unknownToken ? `Bearer ${book.token()}` : value] as const,
  )
  return Object.fromEntries(entries)
}

/** Further headers of the step's own credentials; those that all requests have and this one must not are left out. */
function credentialHeaders(own: Credentials | undefined, shared: Credentials | undefined): JsonObject {
  if (jsonEqual(own?.headers ?? {}, shared?.headers ?? {})) return {}
  const unwanted = Object.keys(shared?.headers ?? {}).map(name => [name, null] as const)
  return { ...Object.fromEntries(unwanted), ...own?.headers }
}

function credentialCookie(credentials: Credentials | undefined): string | undefined {
  const auth = credentials?.auth
  const key = isObject(auth) ? auth['api-key'] : undefined
  if (!isObject(key) || key['header'] !== 'Cookie') return undefined
  return typeof key['value'] === 'string' ? key['value'] : undefined
}

/** The step's own `auth`, where it differs from the shared one; a header of the same name takes its place. */
function authOf(
  own: Credentials | undefined,
  shared: Credentials | undefined,
  headers: JsonObject,
): JsonObject {
  const auth = own?.auth ?? 'none'
  const usual = shared?.auth ?? 'none'
  if (jsonEqual(auth, usual)) return {}
  const sent = headerOf(auth)
  const isWritten = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === sent && !isObject(value),
  )
  return isWritten ? {} : { auth }
}

/** The header that an `auth` sends, in small letters. */
function headerOf(auth: JsonValue): string | undefined {
  if (!isObject(auth)) return undefined
  const key = auth['api-key']
  if (key === undefined) return 'authorization'
  return isObject(key) && typeof key['header'] === 'string' ? key['header'].toLowerCase() : undefined
}

function isBodyType(name: string): boolean {
  return name.toLowerCase() === 'content-type'
}

/** A header that names the body's type counts alone. */
function withoutDoubleType(body: JsonObject, headers: JsonObject): JsonObject {
  if (!Object.keys(headers).some(isBodyType)) return body
  const { 'content-type': _, ...rest } = body
  return rest
}

function unlessEmpty(key: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [key]: value }
}
