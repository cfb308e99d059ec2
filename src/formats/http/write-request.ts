import path from 'node:path'
import {
  requestOfStep,
  type WrittenBody,
  type WrittenPart,
  type WrittenRequest,
} from '../../compile/request-of-step.ts'
import { jsonText } from '../../compile/json-text.ts'
import type { LostPart } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { encoded, placeholders } from './client-text.ts'
import { readHttpFile } from './read-http-file.ts'
import { type Handlers, handlersOf, type ScriptsOf } from './write-handlers.ts'

/** A request as lines of a file, and what of it has no place there. */
export interface WrittenLines {
  readonly lines: readonly string[]
  readonly losses: readonly LostPart[]
  /** The same in parts; absent of what is no plain request. */
  readonly parts?: WrittenParts
}

/** The lines of a request by what they say. */
export interface WrittenParts {
  readonly directives: readonly string[]
  readonly before: readonly string[]
  readonly method: string
  readonly url: string
  /** ` HTTP/2`, or nothing. */
  readonly version: string
  readonly headers: readonly string[]
  readonly authorization: readonly string[]
  readonly types: readonly string[]
  readonly body: readonly string[]
  readonly after: readonly string[]
  readonly output: string | undefined
}

/** Facts of the file that a request is written to. */
export interface Around {
  readonly settings: JsonObject
  /** True where a variable only ever holds text. */
  readonly isText: (name: string) => boolean
  /** The name that references to the answer have; absent where nothing needs it. */
  readonly id: string | undefined
  /** True for the client of JetBrains, which has a method for GraphQL; others have a header. */
  readonly isJetBrains?: boolean
  /** True where httpYac judges: the validations that are left have no check of it. */
  readonly hasChecks?: boolean
  /** The scripts that become handlers; absent where the client has none. */
  readonly scriptsOf?: ScriptsOf | undefined
}

/** Writes a step below its title; undefined for a step that is no request. */
export function requestLines(step: JsonObject, around: Around): WrittenLines | undefined {
  if (step['websocket'] !== undefined) return webSocketLines(step)
  const request = requestOfStep(step, around.settings)
  if (request === undefined) return undefined
  const { method, url, query, settings } = request
  const isGraphql = step['graphql'] !== undefined
  const authorization = authLine(request.auth)
  const asQuery = mapping(mapping(request.auth)['api-key'])['query']
  const pairs =
    typeof asQuery === 'string'
      ? [...query, [asQuery, valueText(mapping(mapping(request.auth)['api-key'])['value'] ?? '')] as const]
      : query
  const isMethod = isGraphql && around.isJetBrains === true && method === 'POST'
  const handlers = around.scriptsOf === undefined ? undefined : handlersOf(step, around.scriptsOf)
  const parts: WrittenParts = {
    directives: directives(step, settings, around.id),
    before: handlers?.before ?? [],
    method: isMethod ? 'GRAPHQL' : method,
    url: withQuery(placeholders(url), pairs),
    version: valueText(settings['http-version'] ?? '') === '2' ? ' HTTP/2' : '',
    headers: request.headers.map(([name, value]) => `${placeholders(name)}: ${placeholders(value)}`),
    authorization: authorization ?? [],
    types: typeLine(request, isGraphql).filter(line => !(isMethod && impliedByMethod.test(line))),
    body:
      request.body === undefined
        ? []
        : bodyLines(request.body, isGraphql ? step['graphql'] : undefined, around),
    after: handlers?.after ?? [],
    output: step['save-to'] === undefined ? undefined : `>> ${valueText(step['save-to'])}`,
  }
  return {
    lines: linesOf(parts),
    parts,
    losses: [
      ...request.losses,
      ...operationLoss(step['graphql']),
      ...(authorization === undefined && typeof asQuery !== 'string'
        ? [{ what: `auth ${Object.keys(request.auth ?? {}).join()}`, why: 'the clients have no word for it' }]
        : []),
      ...(handlers?.losses ?? unjudged(step, around.hasChecks === true)),
      ...lossesOf(step, settings, handlers),
    ],
  }
}

function linesOf({ method, url, version, body, after, output, ...parts }: WrittenParts): readonly string[] {
  return [
    ...parts.directives,
    ...parts.before,
    `${method} ${url}${version}`,
    ...parts.headers,
    ...parts.authorization,
    ...parts.types,
    ...(body.length === 0 ? [] : ['', ...body]),
    ...(after.length === 0 ? [] : ['', ...after]),
    ...(output === undefined ? [] : ['', output]),
  ]
}

/** The clients take the name of the operation from the query. */
function operationLoss(graphql: JsonValue | undefined): WrittenLines['losses'] {
  const { query, operation }: JsonObject = isObject(graphql ?? null)
    ? mapping(graphql)
    : { query: graphql ?? null }
  const [, named] = /^\s*(?:query|mutation|subscription)\s+(\w+)/.exec(valueText(query ?? '')) ?? []
  const why = `the clients send ${named === undefined ? 'none' : `${named}, the name in the query`}`
  return named === operation ? [] : [{ what: 'graphql operation', why }]
}

/** Generated values that the clients have a word for. */
const generated = /^\$(?:uuid|randomUUID|guid|isoTimestamp|timestamp|randomInt)$/

function directives(step: JsonObject, settings: JsonObject, id: string | undefined): readonly string[] {
  const milliseconds = parseDuration(valueText(settings['timeout'] ?? ''))
  const follows = settings['follow-redirects']
  return [
    ...(id === undefined ? [] : [`# @name ${id}`]),
    ...(typeof step['skip'] === 'string' ? [`# @disabled ${step['skip']}`] : []),
    ...(follows === undefined || follows === false ? ['# @no-redirect'] : []),
    ...(settings['cookies'] === false ? ['# @no-cookie-jar'] : []),
    ...(milliseconds === undefined
      ? []
      : [milliseconds % 1000 === 0 ? `# @timeout ${milliseconds / 1000}` : `# @timeout ${milliseconds} ms`]),
  ]
}

function withQuery(url: string, query: WrittenRequest['query']): string {
  if (query.length === 0) return url
  const fields = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return `${url}${url.includes('?') ? '&' : '?'}${fields}`
}

/** The header of credentials, which the clients encode; undefined for what they cannot send. */
function authLine(auth: JsonObject | undefined): readonly string[] | undefined {
  if (auth === undefined) return []
  const [[kind, value] = ['', '']] = Object.entries(auth)
  const text = (key: string): string => placeholders(valueText(mapping(value)[key] ?? ''))
  if (kind === 'bearer') return [`Authorization: Bearer ${placeholders(valueText(value))}`]
  if (kind === 'basic' || kind === 'digest') {
    const [user, password] = [text('username'), text('password')]
    const isWords = [user, password].every(one => /^(?:[^\s{}]|\{\{[^{}]*\}\})+$/.test(one))
    if (isWords) return [`Authorization: ${kind === 'basic' ? 'Basic' : 'Digest'} ${user} ${password}`]
    // Blanks part the words of the clients; what is encoded has none.
    const pair = `${user}:${password}`
    if (kind === 'digest' || pair.includes('{{')) return undefined
    return [`Authorization: Basic ${Buffer.from(pair).toString('base64')}`]
  }
  if (kind === 'api-key' && text('header') !== '') return [`${text('header')}: ${text('value')}`]
  if (kind !== 'aws') return undefined
  const named = [
    ['token', 'session-token'],
    ['region', 'region'],
    ['service', 'service'],
  ] as const
  const more = named.flatMap(([word, key]) => (text(key) === '' ? [] : [` ${word}:${text(key)}`]))
  return [`Authorization: AWS ${text('access-key-id')} ${text('secret-access-key')}${more.join('')}`]
}

function typeLine({ body }: WrittenRequest, isGraphql: boolean): readonly string[] {
  if (body === undefined) return []
  const type =
    body.kind === 'multipart' ? `${body.type ?? 'multipart/form-data'}; boundary=${boundary}` : body.type
  const lines = type === undefined ? [] : [`Content-Type: ${placeholders(type)}`]
  return isGraphql ? [...lines, 'X-REQUEST-TYPE: GraphQL'] : lines
}

const boundary = 'RequestBoundary'

const impliedByMethod = /^(?:X-REQUEST-TYPE: |Content-Type: application\/json$)/

function bodyLines(body: WrittenBody, graphql: JsonValue | undefined, around: Around): readonly string[] {
  if (graphql !== undefined) {
    const { query, variables }: JsonObject = isObject(graphql) ? graphql : { query: graphql }
    const more = isObject(variables ?? null)
      ? ['', ...jsonText(variables ?? {}, around.isText, placeholders).split('\n')]
      : []
    return [
      ...placeholders(valueText(query ?? ''))
        .trimEnd()
        .split('\n'),
      ...more,
    ]
  }
  if (body.kind === 'json') return jsonText(body.value, around.isText, placeholders).split('\n')
  if (body.kind === 'text') return placeholders(body.text).split('\n')
  if (body.kind === 'form')
    return body.fields.map(
      ([name, value], index) => `${index === 0 ? '' : '&'}${encoded(name)}=${encoded(value)}`,
    )
  if (body.kind === 'file') return [`< ${fileName(body.file)}`]
  return [...body.parts.flatMap(partLines), `--${boundary}--`]
}

function partLines({ name, text, file, filename, type, headers = [] }: WrittenPart): readonly string[] {
  const shown = filename ?? (file === undefined ? undefined : path.posix.basename(file))
  return [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${placeholders(name)}"${shown === undefined ? '' : `; filename="${placeholders(shown)}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${placeholders(type)}`]),
    ...headers.map(([key, value]) => `${placeholders(key)}: ${placeholders(value)}`),
    '',
    ...(file === undefined ? placeholders(text ?? '').split('\n') : [`< ${fileName(file)}`]),
  ]
}

function fileName(file: string): string {
  return /^(?:\.{0,2}\/|\{\{)/.test(file) ? placeholders(file) : `./${placeholders(file)}`
}

function webSocketLines(step: JsonObject): WrittenLines {
  const messages = list(step['messages'])
  const texts = messages.filter(message => typeof message === 'string')
  return {
    lines: [
      `WEBSOCKET ${placeholders(valueText(step['websocket'] ?? ''))}`,
      ...Object.entries(mapping(step['headers'])).map(
        ([name, value]) => `${name}: ${placeholders(valueText(value))}`,
      ),
      ...texts.flatMap((message, index) => [index === 0 ? '' : '===', ...placeholders(message).split('\n')]),
    ],
    losses: [
      ...(texts.length < messages.length ? [{ what: 'messages', why: 'only texts can be written' }] : []),
      ...lossesOf(step, {}),
    ],
  }
}

/** Keys that are written, or say nothing of the request. */
const written = new Set(
  (
    'name id description tags request headers query auth json form text xml graphql multipart file content-type variables extracts ' +
    'save-to follow-redirects cookies timeout http-version websocket messages validations'
  ).split(' '),
)

function lossesOf(step: JsonObject, settings: JsonObject, handlers?: Handlers): WrittenLines['losses'] {
  const why = 'a file of requests has no word for it'
  const travel = Object.keys(settings).filter(
    key =>
      !Object.hasOwn(step, key) &&
      key !== 'unset-variables' &&
      // The clients go on behind a request that fails.
      !(key === 'stop-on-failure' && settings[key] === false),
  )
  const generators = [...JSON.stringify(step).matchAll(/\{\{\s*(\$\w+)[^{}]*\}\}/g)].map(
    ([, name = '']) => name,
  )
  return [
    ...[...Object.keys(step), ...travel]
      .filter(key => !written.has(key) && !(handlers !== undefined && key === 'scripts'))
      .map(what => ({ what, why })),
    ...[...new Set(generators)]
      .filter(name => !generated.test(name))
      .map(name => ({ what: `{{${name}}}`, why: 'the clients make no such value' })),
  ]
}

function unjudged(step: JsonObject, hasChecks: boolean): WrittenLines['losses'] {
  return list(step['validations'])
    .map(mapping)
    .map(({ name, ...targets }) => ({
      what: `validation ${typeof name === 'string' ? name : Object.keys(targets).join(', ')}`,
      why: hasChecks ? 'httpYac has no check for it' : 'the clients only send',
    }))
}

/** True where a request, as it is written, is read as one request with this text as its body. */
export function isReadAs(written: string, body: readonly string[]): boolean {
  const [request, ...others] = readHttpFile(written).requests
  const [found, wanted] = [request?.body ?? [], body].map(lines => lines.join('\n').trim())
  return others.length === 0 && found === wanted && !body.some(line => /^<(?:@\w*)?\s+\S/.test(line))
}
