import { multipartLosses, requestOfStep } from '../../compile/request-of-step.ts'
import type { SavedExample } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { defined } from '../../util/defined.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { openAuth } from './auth.ts'
import type { FormerPart } from './kept-part.ts'
import { requestOf } from './item-parts.ts'
import { writtenBody } from './write-body.ts'
import { runtimeOf, type ScriptWriting } from './write-runtime.ts'
import { isTargetEncoded, targetOf } from './write-target.ts'
import { brunoText, pairList } from './write-values.ts'

/** The surroundings of a request that is written. */
export interface RequestWriting extends ScriptWriting, Tell {
  /** The item that it was read from. */
  readonly former?: { readonly document: JsonObject } & Pick<FormerPart, 'isSame'>
  /** Its position in its folder, from 1. */
  readonly position: number
  readonly settings: JsonObject
  /** True where a variable only ever holds text. */
  readonly isText: (name: string) => boolean
}

/** A step as an item of OpenCollection; undefined for one that it has no word for. */
export function requestDocument(
  step: JsonObject,
  examples: readonly SavedExample[],
  writing: RequestWriting,
): JsonObject | undefined {
  if (step['websocket'] !== undefined) return messageDocument(step, writing)
  const { former, settings, lose } = writing
  const request = requestOfStep(step, settings)
  if (request === undefined) return undefined
  const isSame = (...keys: readonly string[]): boolean => former?.isSame(...keys) === true
  const document = former?.document ?? {}
  const kind = step['graphql'] === undefined ? 'http' : 'graphql'
  const before = requestOf(document)
  const headers = list(before['headers']).map(mapping)
  const isSameTarget = isSame('request', 'query')
  const isEncoded = !isSameTarget && isTargetEncoded(step, request, former?.document)
  const pairs = isSame('headers') ? headers : pairList(step['headers'], headers)
  const saysType = Object.keys(mapping(step['headers'])).some(name => /^content-type$/i.test(name))
  const type = bodyKeys.some(key => !isSame(key))
    ? writtenBody(request, step, { ...writing, former: before['body'] })
    : undefined
  const details = defined({
    ...before,
    ...(isSameTarget ? {} : targetOf(step, request, before, isEncoded)),
    headers: listOf(saysType ? pairs : withType(pairs, headers, type && { ...type, is: request.body?.type })),
    body: type === undefined ? before['body'] : type.body,
    auth: isSame('auth') ? before['auth'] : authOf(step, lose),
  })
  const runtime = isSame('variables', 'scripts', 'validations', 'extracts')
    ? document['runtime']
    : runtimeOf(judged(step, isSame('validations')), mapping(document['runtime']), writing, writing)
  if (former === undefined)
    for (const loss of [...request.losses, ...multipartLosses(request.body)]) lose(loss.what, loss.why)
  tellOthers(step, isSame, lose)
  return defined({
    info: infoOf(step, kind, writing),
    [kind]: details,
    ...others(document, kind),
    runtime: Object.keys(mapping(runtime)).length === 0 ? undefined : runtime,
    settings: settingsOf(request.settings, isEncoded, writing),
    examples: isSame('examples') ? document['examples'] : listOf(examples.map(exampleOf)),
    docs: docsOf(step, document, isSame('description')),
  })
}

/** The headers with that of the type, which is none of a step; it stays in its place as long as the type is the same. */
function withType(
  pairs: readonly JsonObject[],
  former: readonly JsonObject[],
  body: { readonly is: string | undefined; readonly headers: readonly JsonObject[] } | undefined,
): readonly JsonObject[] {
  const at = former.findIndex(isType)
  const entry = former[at]
  const isSame = entry !== undefined && (body === undefined || entry['value'] === brunoText(body.is ?? ''))
  const typed = isSame ? [entry] : (body?.headers ?? []).map(one => ({ ...entry, ...one }))
  const others = pairs.filter(one => !isType(one))
  return others.toSpliced(at < 0 ? others.length : at, 0, ...typed)
}

function isType({ name, disabled }: JsonObject): boolean {
  return /^content-type$/i.test(valueText(name ?? '')) && disabled !== true
}

const bodyKeys = ['json', 'text', 'xml', 'form', 'multipart', 'file', 'graphql', 'content-type']

function listOf(items: readonly JsonObject[]): readonly JsonObject[] | undefined {
  return items.length === 0 ? undefined : items
}

/** Suites take a status of 2xx or 3xx for granted, which a request has to say that is new or asks for something else than before. */
function judged(step: JsonObject, isSame: boolean): JsonObject {
  const validations = list(step['validations'])
  const saysStatus = validations.some(one => mapping(one)['status'] !== undefined)
  return isSame || saysStatus
    ? step
    : { ...step, validations: [{ status: { 'less-than': 400 } }, ...validations] }
}

/** Members of the former item that are not written here, in their places. */
function others(document: JsonObject, kind: string): JsonObject {
  const own = new Set(['info', 'http', 'graphql', 'runtime', 'settings', 'examples', 'docs'])
  return Object.fromEntries(Object.entries(document).filter(([key]) => !own.has(key) && key !== kind))
}

function infoOf(step: JsonObject, type: string, { former, position }: RequestWriting): JsonObject {
  const before = mapping(former?.document['info'])
  const { tags } = step
  return defined({
    ...before,
    name: former?.isSame('name') === true ? before['name'] : brunoText(stepName(step)),
    type,
    seq: former === undefined ? position : before['seq'],
    tags: Array.isArray(tags) && tags.length > 0 ? tags : undefined,
  })
}

/** The credentials: a request that says nothing inherits those of its folder, one without any has none. */
function authOf({ auth }: JsonObject, lose: RequestWriting['lose']): JsonValue | undefined {
  if (auth === undefined || auth === null) return 'inherit'
  if (auth === 'none') return undefined
  const written = openAuth(auth)
  if (written === undefined) lose(`auth ${Object.keys(mapping(auth)).join()}`, 'Bruno has no word for it')
  return written
}

function settingsOf(
  settings: JsonObject,
  isEncoded: boolean,
  { former }: RequestWriting,
): JsonValue | undefined {
  const before = mapping(former?.document['settings'])
  const own = isEncoded ? { encodeUrl: false } : {}
  if (former?.isSame('timeout', 'follow-redirects') === true)
    return isEncoded ? { ...before, ...own } : former.document['settings']
  const milliseconds = parseDuration(valueText(settings['timeout'] ?? ''))
  const follows = settings['follow-redirects']
  return {
    encodeUrl: true,
    ...before,
    ...own,
    timeout: milliseconds ?? 0,
    followRedirects: follows !== undefined && follows !== false && follows !== 0,
    maxRedirects: typeof follows === 'number' ? follows : (before['maxRedirects'] ?? 5),
  }
}

function docsOf(step: JsonObject, document: JsonObject, isSame: boolean): JsonValue | undefined {
  if (isSame) return document['docs']
  return step['description'] === undefined ? undefined : valueText(step['description'])
}

function exampleOf({ name, status, headers = [], body }: SavedExample): JsonObject {
  const type = headers.find(([key]) => /^content-type$/i.test(key))?.[1] ?? ''
  const kind = /json/.test(type) ? 'json' : /html/.test(type) ? 'html' : /xml/.test(type) ? 'xml' : 'text'
  return {
    name,
    response: defined({
      status,
      headers: listOf(headers.map(([key, value]) => ({ name: key, value }))),
      body: body === undefined ? undefined : { type: kind, data: body },
    }),
  }
}

/** Keys that are written, or say nothing of the request. */
const written = new Set([
  ...'name id description tags request headers query auth timeout follow-redirects variables extracts validations scripts websocket messages'.split(
    ' ',
  ),
  ...bodyKeys,
])

function tellOthers(
  step: JsonObject,
  isSame: (...keys: readonly string[]) => boolean,
  lose: RequestWriting['lose'],
): void {
  for (const key of Object.keys(step))
    if (!written.has(key) && !isSame(key)) lose(key, 'a collection of Bruno has no word for it')
}

function messageDocument(step: JsonObject, { former, position, lose }: RequestWriting): JsonObject {
  const document = former?.document ?? {}
  const before = requestOf(document)
  const messages = list(step['messages']).map(one => {
    const { text, json } = mapping(one)
    const content = isObject(one) ? (text ?? json ?? one) : one
    const type = typeof content === 'string' && !/^\s*[{[]/.test(content) ? 'text' : 'json'
    return { type, data: brunoText(typeof content === 'string' ? content : JSON.stringify(content)) }
  })
  const [only] = messages
  tellOthers(step, (...keys) => former?.isSame(...keys) === true, lose)
  for (const key of ['validations', 'extracts'] as const)
    if (step[key] !== undefined) lose(key, 'Bruno judges no WebSocket')
  const variants = messages.map((message, index) => ({
    title: `message ${index + 1}`,
    selected: true,
    message,
  }))
  return defined({
    ...document,
    info: defined({
      ...mapping(document['info']),
      name: brunoText(stepName(step)),
      type: 'websocket',
      seq: former === undefined ? position : mapping(document['info'])['seq'],
    }),
    websocket: defined({
      ...before,
      url: brunoText(valueText(step['websocket'] ?? '')),
      headers: listOf(pairList(step['headers'], before['headers'])),
      message:
        former?.isSame('messages') === true ? before['message'] : messages.length > 1 ? variants : only,
      auth: former?.isSame('auth') === true ? before['auth'] : authOf(step, lose),
    }),
    docs: docsOf(step, document, former?.isSame('description') === true),
  })
}
