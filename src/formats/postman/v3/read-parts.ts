import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { ConversionLog } from '../conversion-log.ts'
import { listAt, memberAt, objectAt, textAt, textOf, withoutUndefined } from '../parts.ts'
import { urlParts } from '../write/write-url.ts'
import { isGlobals, type PartFile, stemOf } from './read-tree.ts'

type Members = Readonly<Record<string, JsonValue | undefined>>

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const always = ['$kind', 'id', 'name', 'description', 'order']

/** The keys of each kind of file that something is made of. */
const knownKeys: Readonly<Record<string, readonly string[]>> = {
  collection: [...always, 'auth', 'scripts', 'settings', 'variables'],
  'http-request': [
    ...always,
    'url',
    'method',
    'headers',
    'queryParams',
    'pathVariables',
    'body',
    'auth',
    'scripts',
    'settings',
    'examples',
  ],
  'graphql-request': [
    ...always,
    'url',
    'headers',
    'queryParams',
    'pathVariables',
    'query',
    'variables',
    'operationName',
    'auth',
    'scripts',
    'settings',
    'examples',
  ],
  'websocket-request': [...always, 'url', 'headers', 'queryParams', 'auth', 'settings', 'messages'],
  'grpc-request': [
    ...always,
    'url',
    'methodPath',
    'methodDescriptor',
    'message',
    'metadata',
    'auth',
    'schema',
    'settings',
    'scripts',
  ],
}

/** Notes the keys of a file that are not known. */
export function noteUnknown({ document }: PartFile, kind: string, log: ConversionLog): void {
  const known = knownKeys[kind] ?? []
  for (const key of Object.keys(document).filter(one => !known.includes(one)))
    log.note(key, 'this key is not known; it is kept')
}

/** A request over HTTP as an item of version 2.1, with the saved answers that belong to it. */
export function itemOf(
  { name, document }: PartFile,
  examples: readonly PartFile[],
  log: ConversionLog,
): JsonObject {
  return withoutUndefined({
    name: textAt(document, 'name') ?? stemOf(name),
    event: eventsOf(document),
    protocolProfileBehavior: behaviorOf(document),
    request: requestOf(document, log),
    response: examples.length === 0 ? undefined : examples.map(exampleOf),
  })
}

function requestOf(document: JsonObject, log: ConversionLog): JsonObject {
  const isGraphql = document['$kind'] === 'graphql-request'
  return withoutUndefined({
    auth: authOf(document['auth'], log),
    method: isGraphql ? 'POST' : document['method'],
    header: pairsOf(document['headers']),
    body: isGraphql ? graphqlBody(document) : bodyOf(document['body']),
    url: urlOf(document),
    description: document['description'],
  })
}

/** A folder as a group of version 2.1, without its items. */
export function groupOf(document: JsonObject, name: string, log: ConversionLog): JsonObject {
  return withoutUndefined({
    name: textAt(document, 'name') ?? name,
    description: document['description'],
    auth: authOf(document['auth'], log),
    event: eventsOf(document),
    variable: variablesOf(document['variables']),
    protocolProfileBehavior: behaviorOf(document),
  })
}

/** A group as a whole collection. */
export function rootOf(
  { name, description, ...group }: JsonObject,
  items: readonly JsonObject[],
): JsonObject {
  return { info: withoutUndefined({ name, description, schema }), item: items, ...group }
}

/** An environment, or globals, as version 2.1 has them. */
export function environmentOf({ name, document }: PartFile): JsonObject {
  const isGlobal = isGlobals(name)
  return withoutUndefined({
    name: textAt(document, 'name') ?? (isGlobal ? 'Globals' : stemOf(name)),
    values: variablesOf(document['values']),
    _postman_variable_scope: isGlobal ? 'globals' : 'environment',
  })
}

/** A mapping of names and values as the list that it is short for. */
export function pairsOf(value: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(value)) return value
  return Object.entries(value).map(([key, own]) => ({ key, value: own ?? '' }))
}

function variablesOf(value: JsonValue | undefined): JsonValue | undefined {
  const pairs = pairsOf(value)
  if (pairs === undefined || !isList(pairs)) return pairs
  return pairs.map(pair => {
    if (!isObject(pair)) return pair
    const { secret, ...others } = pair
    return secret === true ? { ...others, type: 'secret' } : others
  })
}

/** The URL in its parts. Its query is that of the list beside it, where there is one. */
export function urlOf(document: JsonObject): JsonValue | undefined {
  const { url, queryParams, pathVariables } = document
  if (typeof url !== 'string') return url
  const query = pairsOf(queryParams)
  const { query: inText, ...parts } = urlParts(url.trimStart())
  const isEmpty = query === undefined || query === null || (isList(query) && query.length === 0)
  return withoutUndefined({
    raw: url,
    ...parts,
    query: isEmpty ? inText : query,
    variable: pairsOf(pathVariables),
  })
}

/** The languages of bodies that are texts. */
const languages: Readonly<Record<string, string | undefined>> = {
  json: 'json',
  xml: 'xml',
  html: 'html',
  javascript: 'javascript',
  text: undefined,
}

function bodyOf(body: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(body)) return body
  const type = textAt(body, 'type') ?? ''
  const { content, disabled } = body
  const whether: Members = { disabled }
  if (Object.hasOwn(languages, type)) {
    const language = languages[type]
    const options = language === undefined ? undefined : { raw: { language } }
    return withoutUndefined({ mode: 'raw', raw: content, options, ...whether })
  }
  if (type === 'urlencoded' || type === 'formdata')
    return withoutUndefined({ mode: type, [type]: pairsOf(content), ...whether })
  if (type === 'file') {
    const file = typeof content === 'string' ? { src: content } : (content ?? { src: body['src'] ?? '' })
    return withoutUndefined({ mode: 'file', file, ...whether })
  }
  if (type === 'graphql') {
    const operation = typeof content === 'string' ? { query: content } : content
    return withoutUndefined({ mode: 'graphql', graphql: operation, ...whether })
  }
  return withoutUndefined({ mode: type === 'none' ? undefined : type, raw: content, ...whether })
}

function graphqlBody({ query, variables, operationName }: JsonObject): JsonObject {
  return { mode: 'graphql', graphql: withoutUndefined({ query, operationName, variables }) }
}

/** Credentials are a mapping, or a list of names and values; of a list of authentications the first without rules counts. */
export function authOf(given: JsonValue | undefined, log: ConversionLog): JsonValue | undefined {
  const auth = given !== undefined && isList(given) ? oneOf(given, log) : given
  if (!isObject(auth)) return auth
  const type = textAt(auth, 'type')
  if (type === undefined) return auth
  const credentials = pairsOf(auth['credentials'])
  if (type === 'noauth' || credentials === undefined) return { type }
  const typed = isList(credentials)
    ? credentials.map(pair => (isObject(pair) ? { ...pair, type: 'string' } : pair))
    : credentials
  return { type, [type]: typed }
}

function oneOf(auths: readonly JsonValue[], log: ConversionLog): JsonValue | undefined {
  const found = auths.find(auth => memberAt(auth, 'rules') === undefined) ?? auths[0]
  for (const auth of auths.filter(one => one !== found))
    log.lose(
      `auth ${textAt(auth, 'name') ?? textAt(auth, 'type') ?? ''}`,
      'one authentication counts, and it is another one',
    )
  return found
}

const phases: Readonly<Record<string, string>> = {
  beforeRequest: 'prerequest',
  beforeQuery: 'prerequest',
  afterResponse: 'test',
}

/** Scripts; those of folders say the protocol that they are for. */
function eventsOf(document: JsonObject): JsonValue | undefined {
  const { scripts } = document
  if (scripts === undefined || !isList(scripts)) return scripts
  return scripts.map(script => {
    if (!isObject(script)) return script
    const type = textAt(script, 'type') ?? ''
    const { code = null, disabled } = script
    return withoutUndefined({
      listen: phases[type.replace(/^http:/, '')] ?? type,
      script: { type: textAt(script, 'language') ?? 'text/javascript', exec: linesOf(code) },
      disabled,
    })
  })
}

function linesOf(code: JsonValue): JsonValue {
  return typeof code === 'string' ? code.split('\n') : code
}

/** Settings, in which the headers that are not sent are a list. */
function behaviorOf(document: JsonObject): JsonValue | undefined {
  const { settings } = document
  if (!isObject(settings)) return settings
  const { disabledSystemHeaders, ...others } = settings
  const names = listAt(settings, 'disabledSystemHeaders')
  if (names.length === 0)
    return isObject(disabledSystemHeaders) ? settings : Object.keys(others).length === 0 ? undefined : others
  return { ...others, disabledSystemHeaders: Object.fromEntries(names.map(name => [textOf(name), true])) }
}

export function exampleOf({ name, document }: PartFile): JsonObject {
  const response = objectAt(document, 'response')
  const body = objectAt(response, 'body')
  const request = objectAt(document, 'request')
  return withoutUndefined({
    name: textAt(document, 'name') ?? stemOf(name),
    originalRequest: Object.keys(request).length === 0 ? undefined : requestOf(request, silent),
    status: response['statusText'],
    code: response['statusCode'],
    _postman_previewlanguage: body['type'],
    header: pairsOf(response['headers']),
    cookie: [],
    body: body['content'],
  })
}

const silent = new ConversionLog()
