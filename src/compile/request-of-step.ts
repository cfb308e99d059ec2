import type { FolderContents } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { transportKeys } from '../generated/language.ts'
import { isList, isObject } from '../util/is-json.ts'
import { joinSettings } from './join-settings.ts'
import { graphqlOperation } from '../actions/http/graphql-operation.ts'
import { withGraphqlInQuery } from './graphql-in-query.ts'
import { defined } from '../util/defined.ts'
import { isNumber } from '../util/exact-number.ts'

/**
 * The request of a step, with everything that its folders say, for those who write it down in another language. Texts
 * are templates: placeholders stay, and `\{{` means literal braces. Parts that are switched off are left out.
 */
export interface WrittenRequest {
  readonly method: string
  readonly url: string
  /** To be encoded, and put behind the query that the URL has already. */
  readonly query: readonly WrittenField[]
  readonly headers: readonly WrittenField[]
  /** Headers that are not to be sent though something else would send them. */
  readonly withoutHeaders: readonly string[]
  /** `bearer`, `basic` and the like; undefined for none. */
  readonly auth?: JsonObject
  readonly body?: WrittenBody
  /** How it travels, and `timeout`, in the words of suites. */
  readonly settings: JsonObject
  /** The parts of a step that cannot be said here. */
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

export type WrittenField = readonly [name: string, value: string]

/** A body. `type` is its content type; undefined when none is to be sent. */
export type WrittenBody = (
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'form'; readonly fields: readonly WrittenField[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'multipart'; readonly parts: readonly WrittenPart[] }
  | { readonly kind: 'file'; readonly file: string }
) & { readonly type?: string }

/** A part of a multipart form: text, or the file of this name. */
export interface WrittenPart {
  readonly name: string
  readonly text?: string
  readonly file?: string
  readonly filename?: string
  readonly type?: string
  readonly headers?: readonly WrittenField[]
}

/**
 * Lists the losses of a multipart body where only forms can be written, whose parts have a type and no other header
 * lines.
 */
export function multipartLosses(
  body: WrittenBody | undefined,
): readonly { readonly what: string; readonly why: string }[] {
  if (body?.kind !== 'multipart') return []
  const withHeaders = body.parts.filter(({ headers = [] }) => headers.length > 0)
  return [
    ...(body.type === undefined ? [] : [{ what: body.type, why: 'it becomes a form' }]),
    ...withHeaders.map(({ name }) => ({ what: `headers of the part ${name}`, why: 'a part has none there' })),
  ]
}

/** The settings that hold inside the last of these folders. */
export function settingsWithin(chain: readonly FolderContents[]): JsonObject {
  return chain.reduce<JsonObject>((outer, { settings = {} }) => joinSettings(outer, settings), {})
}

/** The request of a step with the action `request`; undefined for any other step. `settings` are those of its folders. */
export function requestOfStep(given: JsonObject, settings: JsonObject): WrittenRequest | undefined {
  const { step, losses } = withGraphqlInQuery(given)
  const [, method, url] = /^(\S+)\s+(\S.*)$/s.exec(textOf(step['request']) ?? '') ?? []
  if (method === undefined || url === undefined) return undefined
  const { headers = {}, auth, ...others } = joinSettings(settings, ownSettings(step))
  const lines = isObject(headers) ? headers : {}
  const fields = fieldsOf(lines)
  const without = Object.keys(lines).filter(name => lines[name] === null)
  const body = bodyOf(step, typeOf(fields), without)
  const credentials = isObject(auth) && !givesWay(auth, step, fields) ? auth : undefined
  return defined({
    method,
    url,
    query: fieldsOf(step['query']),
    headers: body === undefined ? fields : fields.filter(([name]) => name.toLowerCase() !== 'content-type'),
    withoutHeaders: without,
    auth: credentials,
    body,
    settings: Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
    losses,
  })
}

/** The keys of a step that settings can have, too. */
function ownSettings(step: JsonObject): JsonObject {
  const keys = ['headers', 'auth', 'timeout', 'contract', ...transportKeys]
  return Object.fromEntries(Object.entries(step).filter(([key]) => keys.includes(key)))
}

/** Credentials of the settings give way to a header of the same name (docs/steps.md, Credentials). */
function givesWay(auth: JsonObject, step: JsonObject, headers: readonly WrittenField[]): boolean {
  if (step['auth'] !== undefined) return false
  const key = auth['api-key']
  const name = isObject(key) ? (textOf(key['header']) ?? '') : 'authorization'
  return name !== '' && headers.some(([other]) => other.toLowerCase() === name.toLowerCase())
}

function typeOf(headers: readonly WrittenField[]): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
}

function bodyOf(
  step: JsonObject,
  header: string | undefined,
  without: readonly string[],
): WrittenBody | undefined {
  const untyped = without.some(name => name.toLowerCase() === 'content-type')
  const typed = (usual?: string): { readonly type?: string } => {
    const type = header ?? textOf(step['content-type']) ?? usual
    return untyped || type === undefined ? {} : { type }
  }
  const { json, form, text, xml, graphql, multipart, file } = step
  if (json !== undefined) return { kind: 'json', value: json, ...typed('application/json') }
  if (graphql !== undefined)
    return { kind: 'json', value: graphqlOperation(graphql) ?? {}, ...typed('application/json') }
  if (form !== undefined)
    return { kind: 'form', fields: fieldsOf(form), ...typed('application/x-www-form-urlencoded') }
  if (text !== undefined)
    return { kind: 'text', text: textOf(text) ?? '', ...typed('text/plain; charset=utf-8') }
  if (xml !== undefined) return { kind: 'text', text: textOf(xml) ?? '', ...typed('application/xml') }
  if (multipart !== undefined) return { kind: 'multipart', parts: partsOf(multipart), ...ownKind(step) }
  return file === undefined ? undefined : { kind: 'file', file: textOf(file) ?? '', ...typed() }
}

/** The type of a multipart body that is no form. */
function ownKind(step: JsonObject): { readonly type?: string } {
  const type = textOf(step['content-type'])
  return type === undefined || /^multipart\/form-data\b/i.test(type) ? {} : { type }
}

/** Names and values of a mapping, lists one by one. */
function fieldsOf(mapping: JsonValue | undefined): readonly WrittenField[] {
  return valuesOf(mapping).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === undefined ? [] : [[name, text] as const]
  })
}

function partsOf(mapping: JsonValue): readonly WrittenPart[] {
  return valuesOf(mapping).map(([name, value]): WrittenPart => {
    if (!isObject(value)) return { name, text: textOf(value) ?? '' }
    const { text, file, filename, 'content-type': type, headers } = value
    return {
      name,
      ...optionalText('text', text),
      ...optionalText('file', file),
      ...optionalText('filename', filename),
      ...optionalText('type', type),
      ...(headers === undefined ? {} : { headers: fieldsOf(headers) }),
    }
  })
}

/** Every value of a mapping that is sent: null and `{ disabled }` are not. */
function valuesOf(mapping: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  if (!isObject(mapping)) return []
  return Object.entries(mapping).flatMap(([name, given]) =>
    (isList(given) ? given : [given])
      .filter(value => value !== null && !(isObject(value) && 'disabled' in value))
      .map(value => [name, value] as const),
  )
}

function optionalText(key: 'text' | 'file' | 'filename' | 'type', value: JsonValue | undefined): object {
  const text = textOf(value)
  return text === undefined ? {} : { [key]: text }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || isNumber(value) || typeof value === 'boolean'
    ? String(value)
    : undefined
}
