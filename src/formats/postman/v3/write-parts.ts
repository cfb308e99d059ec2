import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { listAt, memberAt, objectAt, objectOf, textAt, textOf, withoutUndefined } from '../parts.ts'
import { readDescription } from '../read/read-description.ts'
import { headerLines } from '../read/read-headers.ts'
import { queryParameters } from '../read/query-text.ts'
import { urlText } from '../read/url-text.ts'

/** An item of version 2.1 as the file of a request. Its name is said where the name of the file does not. */
export function requestDocument(item: JsonObject, stem: string): JsonObject {
  const request = objectAt(item, 'request')
  const isGraphql = isGraphqlRequest(request)
  const url = memberAt(request, 'url')
  const name = textAt(item, 'name') ?? ''
  return withoutUndefined({
    $kind: isGraphql ? 'graphql-request' : 'http-request',
    name: name === stem ? undefined : name,
    description: readDescription(request['description']) ?? readDescription(item['description']),
    url: textAt(url, 'raw') ?? urlText(isObject(url) ? { ...url, variable: [] } : url),
    method: isGraphql ? undefined : (textAt(request, 'method') ?? 'GET'),
    headers: namedList(headersOf(request)),
    queryParams: isInUrl(url) ? undefined : namedList(queryOf(memberAt(url, 'query')), true),
    pathVariables: namedList(memberAt(url, 'variable')),
    ...(isGraphql ? graphqlKeys(request) : { body: bodyDocument(memberAt(request, 'body')) }),
    settings: settingsOf(item),
    auth: authDocument(memberAt(request, 'auth')),
    scripts: scriptsOf(item, isGraphql ? { prerequest: 'beforeQuery' } : {}),
  })
}

/** True where a parameter has no `=`, which only the URL can say, and there is no more to any of them. */
function isInUrl(url: JsonValue | undefined): boolean {
  const query = listAt({ query: queryOf(memberAt(url, 'query')) ?? null }, 'query')
  const isPlain = query.every(
    one => memberAt(one, 'disabled') !== true && memberAt(one, 'description') === undefined,
  )
  return isPlain && query.some(one => (memberAt(one, 'value') ?? null) === null)
}

/** Header lines, which may be texts. */
function headersOf({ header }: JsonObject): JsonValue | undefined {
  if (header === undefined || (isList(header) && header.every(isObject))) return header
  return headerLines(header).map(({ name, value, disabled }) => ({ key: name, value, disabled }))
}

/** Parameters or fields, which may be texts. */
function queryOf(query: JsonValue | undefined): JsonValue | undefined {
  if (query === undefined || (isList(query) && query.every(isObject))) return query
  return queryParameters(query).map(({ key, value, disabled }) => ({ key, value, disabled }))
}

/** GraphQL in a POST is a kind of request of its own. */
function isGraphqlRequest(request: JsonObject): boolean {
  return textAt(objectAt(request, 'body'), 'mode') === 'graphql' && textAt(request, 'method') === 'POST'
}

function graphqlKeys(request: JsonObject): JsonObject {
  const graphql = objectAt(objectAt(request, 'body'), 'graphql')
  const { query, operationName } = graphql
  const variables = textAt(graphql, 'variables')
  return withoutUndefined({ query, operationName, variables: variables === '' ? undefined : variables })
}

/** A group of version 2.1 as the definition of a folder; `path` makes the ids that its authentication needs. */
export function folderDocument(group: JsonObject, folderName: string, path: string): JsonObject {
  const info = objectAt(group, 'info')
  const name = textAt(info, 'name') ?? textAt(group, 'name') ?? ''
  const auth = authDocument(memberAt(group, 'auth'))
  const type = textAt(auth, 'type') ?? ''
  const named = { id: idOf(`${path} ${type}`), type, name: `${type} auth` }
  return withoutUndefined({
    $kind: 'collection',
    name: name === folderName ? undefined : name,
    description: readDescription(memberAt(info, 'description') ?? memberAt(group, 'description')),
    settings: settingsOf(group),
    variables: namedList(memberAt(group, 'variable')),
    scripts: scriptsOf(group, { prerequest: 'http:beforeRequest', test: 'http:afterResponse' }),
    auth: auth === undefined ? undefined : [{ ...named, ...auth }],
  })
}

/** An id that is the same each time. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20, 32),
  ]
  return `${a}-${b}-4${c}-8${d}-${e}`
}

/** An environment of version 2.1 as a file. */
export function environmentDocument(environment: JsonObject): JsonObject {
  return withoutUndefined({
    name: environment['name'],
    values: listAt(environment, 'values').map(value =>
      isObject(value) ? { ...value, value: asText(value['value']) } : value,
    ),
  })
}

/** A saved answer of version 2.1 as a file. */
export function exampleDocument(response: JsonObject, stem: string, request: JsonObject): JsonObject {
  const { name, code, status, header = null, body } = response
  const original = memberAt(response, 'originalRequest')
  const {
    url,
    method,
    headers,
    queryParams,
    pathVariables,
    body: sent,
  } = isObject(original) ? requestDocument({ request: original }, '') : request
  const language = textAt(response, '_postman_previewlanguage') ?? ''
  const type = ['json', 'xml', 'html', 'text'].includes(language) ? language : guessedType(response)
  return withoutUndefined({
    $kind: 'http-example',
    name: name === stem ? undefined : name,
    request: withoutUndefined({ url, method, headers, queryParams, pathVariables, body: sent }),
    response: withoutUndefined({
      statusCode: code,
      statusText: status,
      headers: namedList(headersOf({ header })),
      body: body === undefined || body === null ? undefined : { type, content: body },
    }),
  })
}

function guessedType(response: JsonObject): string {
  const type = listAt(response, 'header').find(line => /^content-type$/i.test(textAt(line, 'key') ?? ''))
  return /\b(json|xml|html)\b/.exec(textAt(type, 'value') ?? '')?.[1] ?? 'text'
}

/** Names and values: a mapping, or a list where one comes twice or has more to it. */
export function namedList(given: JsonValue | undefined, isListed = false): JsonValue | undefined {
  if (given === undefined || given === null || !isList(given) || given.length === 0) return undefined
  const pairs = given.filter(isObject).map(pair => {
    const { key, value, disabled, description } = pair
    return withoutUndefined({
      key: asText(key ?? pair['id']),
      value: asText(value),
      disabled: disabled === true ? true : undefined,
      description: readDescription(description),
    })
  })
  const names = new Set(pairs.map(({ key }) => key))
  const isPlain = names.size === pairs.length && pairs.every(pair => Object.keys(pair).length === 2)
  if (!isPlain || isListed) return pairs
  return Object.fromEntries(pairs.map(({ key = '', value = '' }) => [textOf(key), value]))
}

function asText(value: JsonValue | undefined): JsonValue {
  return value === undefined || value === null ? '' : textOf(value)
}

function bodyDocument(body: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(body)) return undefined
  const mode = textAt(body, 'mode') ?? ''
  const content = body[mode]
  const disabled = body['disabled'] === true ? true : undefined
  if (mode === 'raw') {
    const language = textAt(objectAt(objectAt(body, 'options'), 'raw'), 'language') ?? 'text'
    const text = textAt(body, 'raw') ?? ''
    return text === '' ? undefined : withoutUndefined({ type: language, content: text, disabled })
  }
  if (mode === 'urlencoded')
    return withoutUndefined({ type: mode, content: namedList(queryOf(content)) ?? [], disabled })
  if (mode === 'formdata')
    return withoutUndefined({ type: mode, content: listAt(body, mode).map(fieldOf), disabled })
  if (mode === 'file' || mode === 'graphql')
    return withoutUndefined({ type: mode, content: content ?? {}, disabled })
  return undefined
}

function fieldOf(field: JsonValue): JsonValue {
  if (!isObject(field)) return field
  const { type = 'text', key, value, description, disabled, src, contentType, fileName } = field
  const isFile = type === 'file' || src !== undefined
  const isNone = src === undefined || src === null || (isList(src) && src.length === 0)
  return withoutUndefined({
    type,
    key: asText(key),
    value: isFile ? undefined : asText(value),
    src: isFile && isNone ? '' : src,
    contentType,
    fileName,
    disabled: disabled === true ? true : undefined,
    description: readDescription(description),
  })
}

/** An authentication with its parameters as a mapping. */
export function authDocument(auth: JsonValue | undefined): JsonObject | undefined {
  const type = textAt(auth, 'type')
  if (type === undefined) return undefined
  const pairs = listAt(auth, type).map(
    pair => [textAt(pair, 'key') ?? '', memberAt(pair, 'value') ?? ''] as const,
  )
  return withoutUndefined({ type, credentials: objectOf(Object.fromEntries(pairs)) })
}

/** Scripts by their phases, as `words` say them. */
function scriptsOf(owner: JsonObject, words: Readonly<Record<string, string>>): JsonValue | undefined {
  const all: Readonly<Record<string, string>> = {
    prerequest: 'beforeRequest',
    test: 'afterResponse',
    ...words,
  }
  const events = memberAt(owner, 'event')
  const scripts = (isObject(events) ? [events] : listAt(owner, 'event')).flatMap(event => {
    const listen = textAt(event, 'listen') ?? ''
    const script = memberAt(event, 'script')
    const exec = isObject(script) ? script['exec'] : script
    const code =
      exec !== undefined && exec !== null && isList(exec) ? exec.map(textOf).join('\n') : textOf(exec ?? '')
    if (code === '') return []
    const disabled = memberAt(event, 'disabled') === true ? true : undefined
    const language = textAt(script, 'type') ?? 'text/javascript'
    return [withoutUndefined({ type: all[listen] ?? listen, code, language, disabled })]
  })
  return scripts.length === 0 ? undefined : scripts
}

function settingsOf(owner: JsonObject): JsonObject | undefined {
  const { disabledSystemHeaders, ...others } = objectAt(owner, 'protocolProfileBehavior')
  const names = isObject(disabledSystemHeaders)
    ? Object.keys(disabledSystemHeaders).filter(name => disabledSystemHeaders[name] === true)
    : []
  return objectOf({ ...others, disabledSystemHeaders: names.length === 0 ? undefined : names })
}
