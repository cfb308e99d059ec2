import type { WrittenBody, WrittenRequest } from '../../../compile/request-of-step.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { parseTemplate } from '../../../template/template.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { parseDuration } from '../../../util/duration.ts'
import { encodeQueryText } from '../../../actions/http/query.ts'
import { typeByName } from '../../../actions/http/body/file-source.ts'
import { authOptions, curlOptions } from '../../../curl/write/option-words.ts'
import { type CurlRequest, curlTarget, formPart } from '../../../curl/write/curl-parts.ts'
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
  const { method, url, query, auth, body, settings } = request
  const text = (template: string): string => shellText(template, variables)
  const { literal, counted } = splitQuery(query)
  const sendable = sendableUrl(url, settings['path-as-is'] === true)
  const target = literal.length === 0 ? sendable : withQuery(sendable, literal)
  const word = curlTarget(withoutPlaceholders(target), shellUrl(target, variables))
  const options = curlOptions(
    {
      method,
      url,
      ...typedHeaders(request),
      body: body === undefined ? [] : bodyArguments(body, variables),
      settings: { ...plain(settings), ...(auth === undefined ? {} : { auth }) },
    },
    text,
    word,
  )
  const [first = '', ...others] = options
  return {
    options: [
      first,
      ...counted.map(([name, value]) => `--url-query ${text(`${encodeQueryText(name)}=${value}`)}`),
      ...others,
      ...timeLimit(settings),
    ],
    losses: [
      ...(auth === undefined || authOptions(auth, text).length > 0
        ? []
        : [{ what: `auth ${Object.keys(auth).join()}`, why: 'curl does not fetch tokens' }]),
      ...settingLosses(settings),
    ],
  }
}

/** The headers with the type of the body: by itself curl calls data a form. */
function typedHeaders({
  headers,
  withoutHeaders,
  body,
}: WrittenRequest): Pick<CurlRequest, 'headers' | 'without'> {
  const isType = (name: string): boolean => name.toLowerCase() === 'content-type'
  if (body === undefined) return { headers, without: withoutHeaders }
  const without = withoutHeaders.filter(name => !isType(name))
  const isGuessed = body.kind === 'file' && !withoutHeaders.some(isType)
  const type = body.type ?? (isGuessed ? typeByName(body.file) : undefined)
  const isUsual =
    body.kind === 'multipart' ? type === undefined : type === 'application/x-www-form-urlencoded'
  if (isUsual) return { headers, without }
  return type === undefined
    ? { headers, without: [...without, 'Content-Type'] }
    : { headers: [...headers, ['Content-Type', type]], without }
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

/** Settings with placeholders are losses. */
function plain(settings: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => !JSON.stringify(value).includes('{{')),
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
    ...(settings['contract'] === undefined
      ? []
      : [{ what: 'contract', why: 'answers are held against no description' }]),
  ]
}
