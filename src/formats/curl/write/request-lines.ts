import type { WrittenBody, WrittenRequest } from '../../../compile/request-of-step.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { curlSettings } from '../../../report/curl/curl-settings.ts'
import { parseTemplate } from '../../../template/template.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { parseDuration } from '../../../util/duration.ts'
import { encodeQueryText } from '../../../actions/http/query.ts'
import { valueText } from '../../../util/value-text.ts'
import { typeByName } from '../../../actions/http/body/file-source.ts'
import { formPart, headerText, methodOption } from '../../../report/curl/curl-parts.ts'
import { encodePercent } from '../../../util/encode-percent.ts'
import { shellJson, shellText, shellUrl, type ShellVariables } from './shell-variables.ts'
import { writeJson } from '../../../util/exact-number.ts'

/** A request as the arguments of curl, and what of it curl cannot do. */
export interface CurlArguments {
  /** Each is an option with its value, as it stands in a script. */
  readonly options: readonly string[]
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** The arguments of curl that send a request. */
export function requestArguments(request: WrittenRequest, variables: ShellVariables): CurlArguments {
  const { method, url, query, headers, withoutHeaders, body, settings } = request
  const text = (template: string): string => shellText(template, variables)
  const { literal, counted } = splitQuery(query)
  const sendable = sendableUrl(url, settings['path-as-is'] === true)
  const target = literal.length === 0 ? sendable : withQuery(sendable, literal)
  const hasBody = body !== undefined
  const auth = authArguments(request, text)
  const type = body === undefined ? [] : typeArguments(body, withoutHeaders, text)
  return {
    options: [
      [...methodOption(method, hasBody), shellUrl(target, variables)].join(' '),
      ...(/[[\]{}]/.test(withoutPlaceholders(target)) ? ['--globoff'] : []),
      ...counted.map(([name, value]) => `--url-query ${text(`${encodeQueryText(name)}=${value}`)}`),
      ...headers.map(([name, value]) => `-H ${text(headerText(name, value))}`),
      ...withoutHeaders
        .filter(name => !hasBody || name.toLowerCase() !== 'content-type')
        .map(name => `-H ${text(`${name}:`)}`),
      ...auth.options,
      ...type,
      ...(hasBody ? bodyArguments(body, variables) : []),
      ...travelArguments(request),
      ...timeLimit(settings),
    ],
    losses: [...auth.losses, ...settingLosses(settings)],
  }
}

/** By itself curl calls data a form. */
function typeArguments(
  body: WrittenBody,
  withoutHeaders: readonly string[],
  text: (template: string) => string,
): readonly string[] {
  const isLeftOut = withoutHeaders.some(name => name.toLowerCase() === 'content-type')
  const type = body.kind === 'file' && !isLeftOut ? (body.type ?? typeByName(body.file)) : body.type
  if (body.kind === 'multipart' && type === undefined) return []
  if (type === 'application/x-www-form-urlencoded') return []
  return [`-H ${text(`Content-Type:${type === undefined ? '' : ` ${type}`}`)}`]
}

/** A URL as a run sends it: without its fragment, and with what no request line can carry encoded. */
function sendableUrl(template: string, pathAsIs: boolean): string {
  const encode = (text: string): string => text.replace(/[^!-~]+/g, encodePercent)
  let url = ''
  for (const [index, piece] of template.split(/(\{\{[^{}]*\}\})/).entries()) {
    if (index % 2 === 1) {
      url += piece
      continue
    }
    const [written = ''] = piece.split('#', 1)
    const mark = url.includes('?') ? 0 : written.indexOf('?')
    const path = mark === -1 ? written : written.slice(0, mark)
    // A backslash at the end may keep braces literal.
    url += encode(pathAsIs ? path : path.replace(/\\(?!$)/g, '/')) + encode(written.slice(path.length))
    if (written !== piece) break
  }
  return url
}

type Fields = WrittenRequest['query']

/** Fields before the first placeholder can be encoded now; from there on curl encodes the values, so that their order stays. */
function splitQuery(query: Fields): { literal: Fields; counted: Fields } {
  const first = query.findIndex(([name, value]) => `${name}${value}`.includes('{{'))
  return first < 0
    ? { literal: query, counted: [] }
    : { literal: query.slice(0, first), counted: query.slice(first) }
}

function withQuery(url: string, fields: Fields): string {
  const encoded = fields
    .map(([name, value]) => `${encodeQueryText(name)}=${encodeQueryText(value)}`)
    .join('&')
  return `${url}${url.includes('?') ? '&' : '?'}${encoded}`
}

function withoutPlaceholders(template: string): string {
  return parseTemplate(template)
    .parts.filter(part => typeof part === 'string')
    .join('')
}

function authArguments({ auth }: WrittenRequest, text: (template: string) => string): CurlArguments {
  if (auth === undefined) return { options: [], losses: [] }
  const [kind = '', value = null] = Object.entries(auth)[0] ?? []
  const keys = isObject(value) ? value : {}
  const key = (name: string): string =>
    typeof keys[name] === 'string' ? keys[name] : valueText(keys[name] ?? '')
  const user = (name: string, secret: string): string => `-u ${text(`${key(name)}:${key(secret)}`)}`
  if (kind === 'bearer')
    return { options: [`-H ${text(`Authorization: Bearer ${value as string}`)}`], losses: [] }
  if (kind === 'basic') return { options: [user('username', 'password')], losses: [] }
  if (kind === 'digest') return { options: ['--digest', user('username', 'password')], losses: [] }
  if (kind === 'api-key')
    return {
      options: [
        keys['header'] === undefined
          ? `--url-query ${text(`${encodeQueryText(key('query'))}=${key('value')}`)}`
          : `-H ${text(`${key('header')}: ${key('value')}`)}`,
      ],
      losses: [],
    }
  if (kind === 'aws') {
    const token =
      keys['session-token'] === undefined
        ? []
        : [`-H ${text(`x-amz-security-token: ${key('session-token')}`)}`]
    return {
      options: [
        `--aws-sigv4 ${text(`aws:amz:${key('region')}:${key('service')}`)}`,
        user('access-key-id', 'secret-access-key'),
        ...token,
      ],
      losses: [],
    }
  }
  return { options: [], losses: [{ what: `auth ${kind}`, why: 'curl does not fetch tokens' }] }
}

function bodyArguments(body: WrittenBody, variables: ShellVariables): readonly string[] {
  const text = (template: string): string => shellText(template, variables)
  switch (body.kind) {
    case 'json':
      return [dataOption(shellJson(jsonTemplate(body.value, variables), variables), body.type)]
    case 'form':
      return body.fields.length === 0
        ? ["--data-raw ''"]
        : body.fields.map(([name, value]) => `--data-urlencode ${text(`${encodeQueryText(name)}=${value}`)}`)
    case 'text':
      return [dataOption(text(body.text), body.type)]
    case 'file':
      return [`--data-binary ${text(`@${body.file}`)}`]
    case 'multipart':
      return body.parts.map(({ type, ...part }) => {
        const isForm = body.type === undefined
        const known = type ?? (isForm || part.file === undefined ? undefined : typeByName(part.file))
        const [option, value] = formPart(known === undefined ? part : { ...part, contentType: known }, isForm)
        return `${option} ${text(value)}`
      })
  }
}

/** A word as a body in the charset of its type: a script is UTF-8. */
function dataOption(word: string, type = ''): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([\w.:-]+)/i.exec(type) ?? []
  const isPlain = /^[ -~]*$/.test(word) && !word.includes('${')
  if (isPlain || /^utf-?8$/i.test(charset)) return `--data-raw ${word}`
  return `--data-binary @<(printf %s ${word} | iconv -f utf-8 -t ${charset})`
}

/** JSON with its placeholders; a lone one of a variable that is no text stands bare, so that its type is kept. */
function jsonTemplate(value: JsonValue, variables: ShellVariables): string {
  if (isList(value)) return `[${value.map(item => jsonTemplate(item, variables)).join(',')}]`
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, inside]) => `${JSON.stringify(key)}:${jsonTemplate(inside, variables)}`,
    )
    return `{${members.join(',')}}`
  }
  if (typeof value !== 'string') return writeJson(value)
  const only = parseTemplate(value).only?.name
  const type = only === undefined ? undefined : numbers.has(only) ? 'number' : variables.typeOf(only)
  if (only !== undefined && type !== undefined && type !== 'string')
    return variables.numberInJson(only) ?? value
  return JSON.stringify(value).replaceAll(String.raw`\\{{`, String.raw`\{{`)
}

const numbers = new Set(['$timestamp', '$randomInt'])

/** Certificates, proxies and the like; those with placeholders are losses. */
function travelArguments({ settings, method, url, body }: WrittenRequest): readonly string[] {
  const plain = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => !JSON.stringify(value).includes('{{')),
  )
  const record = { summary: '', method, url, headers: [], settings: plain }
  const preview = { text: '', size: 0, truncated: false }
  return curlSettings(body === undefined ? record : { ...record, body: preview }).map(option =>
    option.join(' '),
  )
}

function timeLimit({ timeout }: JsonObject): readonly string[] {
  const limit = typeof timeout === 'string' ? parseDuration(timeout) : undefined
  return limit === undefined ? [] : [`--max-time ${limit / 1000}`]
}

function settingLosses(settings: JsonObject): CurlArguments['losses'] {
  const templates = Object.entries(settings).filter(([, value]) => JSON.stringify(value).includes('{{'))
  return [
    ...templates.map(([key]) => ({ what: key, why: 'it has a placeholder' })),
    ...(settings['correlation'] === undefined
      ? []
      : [{ what: 'correlation', why: 'a script has no id of its run' }]),
  ]
}
