import type { JsonObject, JsonValue } from '../../model/json.ts'
import { namedValues } from '../../compile/named-values.ts'
import { defined } from '../../util/defined.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { list, mapping, text as textOf } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { inPostmanWords, pathOf, type PostmanScript } from '../rewrite-script.ts'
import { postmanAuth } from './auth.ts'
import type { Around } from './templates.ts'

/** A request as a collection of Postman has it. */
export function postmanItem(document: JsonObject, around: Around): JsonObject {
  const method = (valueText(document['method'] ?? '') || 'GET').toUpperCase()
  const headers = pairsOf(document['headers'], around)
  const { body, type } = bodyOf(document, around)
  const enabled = headers.filter(one => one['disabled'] !== true)
  const isTyped = enabled.some(({ key }) => /^content-type$/i.test(valueText(key ?? '')))
  const isSigned = enabled.some(({ key }) => /^authorization$/i.test(valueText(key ?? '')))
  return defined({
    name: nameOf(document),
    request: defined({
      method,
      url: isWebSocket(document) ? urlOf(document, around).replace(/^ws/i, 'http') : urlOf(document, around),
      header: isTyped || type === undefined ? headers : [...headers, { key: 'Content-Type', value: type }],
      body,
      // A header that is written out is sent in the place of credentials.
      auth: isSigned ? { type: 'noauth' } : postmanAuth(document['authentication'], around),
      description: descriptionOf(document),
    }),
    event: eventsOf(document, around),
    protocolProfileBehavior: {
      ...travelOf(mapping(document['settings']), around),
      ...(body === undefined ? {} : { disableBodyPruning: true }),
    },
  })
}

/** A folder as one of Postman. */
export function postmanFolder(document: JsonObject, around: Around): JsonObject {
  return defined({
    name: nameOf(document),
    description: descriptionOf(document),
    auth: postmanAuth(document['authentication'], around),
    event: eventsOf(document, around),
  })
}

/** Text of a name, whatever was written there. */
export function nameOf({ name }: JsonObject): string {
  return valueText(name ?? '')
}

/** The description, where there is one. */
export function descriptionOf({ meta, description }: JsonObject): string | undefined {
  return [mapping(meta)['description'], description].map(textOf).find(one => one !== undefined && one !== '')
}

/** True of a request that opens a WebSocket. */
export function isWebSocket({ kind, meta, url, method }: JsonObject): boolean {
  return (
    kind === 'websocket_request' ||
    /^ws-req/.test(valueText(mapping(meta)['id'] ?? '')) ||
    (method === undefined && /^wss?:/i.test(valueText(url ?? '')))
  )
}

/** How a request travels, where Postman has no word for it. */
export function pathKeysOf(document: JsonObject, { tell }: Around): JsonObject {
  const { encodeUrl, rebuildPath } = mapping(document['settings'])
  if (encodeUrl === false) tell.note('encodeUrl: false', 'what no URL can hold is encoded all the same')
  return rebuildPath === false ? { 'path-as-is': true } : {}
}

/** The query that stands in a list, as a step has it. */
export function queryOf(document: JsonObject, { templates, ...place }: Around): JsonObject {
  const named = list(document['parameters'])
    .map(mapping)
    .filter(({ name }) => valueText(name ?? '') !== '')
  return namedValues(
    named.map(({ name, value, disabled }): [string, JsonValue] => {
      const text = templates.text(valueText(value ?? ''), place)
      return [templates.text(valueText(name ?? ''), place), disabled === true ? { disabled: text } : text]
    }),
  )
}

function urlOf(document: JsonObject, { templates, ...place }: Around): string {
  const url = valueText(document['url'] ?? '').trim()
  if (url === '') {
    place.tell.lose('no URL', 'there is none to send to')
    return 'http://no-address.invalid'
  }
  const values = new Map(
    list(document['pathParameters'])
      .map(mapping)
      .map(({ name, value }) => [valueText(name ?? ''), valueText(value ?? '')] as const),
  )
  const [, path = '', rest = ''] = /^((?:\{\{.*?\}\}|\{%.*?%\}|[^?#])*)(.*)$/s.exec(url) ?? []
  const filled = path.replace(/\/:([^/?#:]+)/g, (whole, name: string) => {
    const value = values.get(name) ?? ''
    return value === '' ? whole : `/${encoded(value)}`
  })
  return templates.text(filled + rest, place)
}

/** A value as a segment of a path; what is worked out first stays. */
function encoded(value: string): string {
  return /\{[{%]/.test(value) ? value : encodeURIComponent(value)
}

/** Headers and the like as a collection of Postman has them. */
export function pairsOf(
  entries: JsonValue | undefined,
  { templates, ...place }: Around,
): readonly JsonObject[] {
  return list(entries)
    .map(mapping)
    .map(({ name, value, disabled }) =>
      defined({
        key: templates.text(valueText(name ?? ''), place),
        value: templates.text(valueText(value ?? ''), place),
        disabled: disabled === true ? true : undefined,
      }),
    )
}

interface Body {
  readonly body?: JsonObject
  /** The type to send where no header says one. */
  readonly type?: string
}

function bodyOf({ body, settings }: JsonObject, around: Around): Body {
  const { mimeType: given, params, fileName, text } = mapping(body)
  const mimeType = valueText(given ?? '')
  const type = mimeType.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded' && Array.isArray(params))
    return { body: { mode: 'urlencoded', urlencoded: pairsOf(params, around) } }
  if (type === 'multipart/form-data' && Array.isArray(params))
    return {
      body: {
        mode: 'formdata',
        formdata: list(params)
          .map(mapping)
          .map(one => partOf(one, around)),
      },
    }
  const usual = mimeType === '' ? {} : { type: mimeType }
  const file = around.templates.text(valueText(fileName ?? ''), around)
  if (file !== '') return { body: { mode: 'file', file: { src: file } }, ...usual }
  const written = valueText(text ?? '')
  if (written === '') return {}
  const isLiteral = mapping(settings)['renderRequestBody'] === false
  const raw = isLiteral ? around.templates.literal(written) : around.templates.text(written, around)
  if (type === 'application/graphql') return { body: graphqlBody(raw), type: 'application/json' }
  const [, language = 'text'] = /[/+](json|xml|html|javascript)$/.exec(type ?? '') ?? []
  return { body: { mode: 'raw', raw, options: { raw: { language } } }, ...usual }
}

function graphqlBody(raw: string): JsonObject {
  const { query, variables, operationName } = mapping(jsonIn(raw))
  if (typeof query !== 'string') return { mode: 'raw', raw, options: { raw: { language: 'json' } } }
  const given = isObject(variables) ? JSON.stringify(variables) : valueText(variables ?? '')
  const operation = valueText(operationName ?? '')
  return {
    mode: 'graphql',
    graphql: { query, variables: given, ...(operation === '' ? {} : { operationName: operation }) },
  }
}

function partOf(part: JsonObject, around: Around): JsonObject {
  const [pair = {}] = pairsOf([part], around)
  const { type, fileName, multiline } = part
  if (type === 'file')
    return { ...pair, type: 'file', src: around.templates.text(valueText(fileName ?? ''), around) }
  return { ...pair, type: 'text', ...(typeof multiline === 'string' ? { contentType: multiline } : {}) }
}

function travelOf({ followRedirects, cookies }: JsonObject, { tell }: Around): JsonObject {
  const { send, store } = mapping(cookies)
  const isOff = send === false
  if (isOff !== (store === false))
    tell.lose(
      `cookies: { send: ${String(!isOff)}, store: ${String(isOff)} }`,
      'a request sends cookies and keeps them, or neither',
    )
  return {
    ...(followRedirects === 'on' || followRedirects === 'off'
      ? { followRedirects: followRedirects === 'on' }
      : {}),
    ...(isOff ? { disableCookies: true } : {}),
  }
}

function eventsOf({ scripts }: JsonObject, { tell }: Around): readonly JsonObject[] {
  const { preRequest, afterResponse } = mapping(scripts)
  return [
    ['prerequest', preRequest],
    ['test', afterResponse],
  ].flatMap(([listen, code]) => {
    const source = valueText(code ?? '').replaceAll('\r\n', '\n')
    if (source.trim() === '') return []
    const script = postmanScript(source)
    if (script === undefined) tell.lose(`script: ${source.split('\n')[0] ?? ''}`, 'it is no JavaScript')
    else if (script.unknown.length > 0)
      tell.lose(
        `script: ${script.unknown.join(', ')}`,
        'scripts have no such word here; the script is left out',
      )
    return script === undefined || script.unknown.length > 0
      ? []
      : [{ listen: listen ?? '', script: { type: 'text/javascript', exec: script.source.split('\n') } }]
  })
}

/** Writes a script of Insomnia with the words of Postman, which are the same but for a few. Undefined for what is no JavaScript. */
function postmanScript(source: string): PostmanScript | undefined {
  return inPostmanWords(source, undefined, unknown => (node, around) => {
    if (node.type === 'MemberExpression') {
      const path = pathOf(node) ?? ''
      if (isUnknown.test(path)) unknown.add(path)
      return path === 'insomnia.baseEnvironment' ? 'pm.collectionVariables' : undefined
    }
    if (node.type === 'Literal' && node.value === 'insomnia-collection') return '"postman-collection"'
    const isKey =
      (around?.type === 'MemberExpression' && around.property === node && !around.computed) ||
      (around?.type === 'Property' && around.key === node)
    return node.type === 'Identifier' && node.name === 'insomnia' && !isKey ? 'pm' : undefined
  })
}

/** Words that Postman has not. */
const isUnknown = /^insomnia\.(?:vault|parentFolders|settings|clientCertificates|send)$/
