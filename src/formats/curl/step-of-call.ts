import { bodyOfText } from '../../compile/body-of-text.ts'
import { CurlOptions } from '../../curl/given-options.ts'
import {
  orderedStep,
  type Part,
  part,
  type Remark,
  nothing,
  refused,
  together,
} from '../../parse/argument-part.ts'
import { readAuth } from '../../curl/read-auth.ts'
import { methodOf, readBody } from '../../curl/read-body.ts'
import { dataOptions, dataText, withUploadName } from '../../curl/read-data.ts'
import { hasForm, isMultipart } from '../../curl/read-form.ts'
import { contentTypeOf, headerLines, headersPart, isSame } from '../../curl/read-headers.ts'
import { readTransport } from '../../curl/read-transport.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Result, usageProblem, usageRefusal } from '../../model/problem.ts'
import { requestMethods } from '../../model/request-methods.ts'
import type { CurlCall } from './read-arguments.ts'

/** A step that sends what a call of curl would send; texts still have marks for variables of the shell. */
export interface CurlStep {
  readonly step: JsonObject
  readonly losses: readonly Remark[]
  /** Why no request can be made; empty for one that can. */
  readonly refused: readonly string[]
  /** True where it keeps cookies, as curl does only with an option. */
  readonly keepsCookies: boolean
}

/** Reads a file that a command names, if that may be and it is a text. */
export type FileReader = (name: string) => string | undefined

/** The input and the files that a command may read. */
export interface CallContext {
  /** The standard input that a here-document gives. */
  readonly input?: string | undefined
  readonly read?: FileReader | undefined
}

/** Variables of the shell. */
const marks = /(\ue000[^\ue001]*\ue001)/

const allData = [...dataOptions, 'json']

/** Headers that say how a message is framed, which is for the engine to say. */
const framing = ['transfer-encoding', 'content-length', 'keep-alive', 'upgrade', 'expect', 'connection']

/** Makes a step of a call for one of its URLs. */
export function stepOfCall(call: CurlCall, url: string, context: CallContext): CurlStep {
  const options = new CurlOptions(call.options, { textOf: textsOf(context), marks })
  const { lines, problems } = headerLines(options)
  const written = lines.filter(({ name }) => !framing.includes(name.toLowerCase()))
  const type = contentTypeOf(written)
  const body = readBody(options, options.has('get') ? [] : allData, {
    type,
    bodyOf: ({ text }, usual) => bodyOfText(text, type ?? usual),
  })
  const isTyped = hasForm(options) ? isMultipart(type) : Object.keys(body.keys).length > 0
  const isUnread = body.keys['file'] !== undefined || options.last('upload-file') !== undefined
  const isBeside = typeof type === 'string' && isTyped
  const headers = headersPart(isBeside ? written.filter(line => !isSame(line, 'content-type')) : written)
  const all = together([
    headers,
    { ...nothing, problems },
    readTarget(options, url),
    lines.some(line => isSame(line, 'authorization')) ? nothing : readAuth(options, url),
    body,
    isBeside && isUnread ? part({ 'content-type': type }) : nothing,
    readTransport(options),
    readRetry(options),
  ])
  const connection = lines.filter(line => !written.includes(line))
  return {
    step: orderedStep(all.keys),
    losses: [
      ...connection.map(({ name }) => ({ what: `header ${name}`, why: 'it belongs to the connection' })),
      ...(all.remarks ?? []).map(({ what, why }) => ({ what, why })),
      ...call.lost.map(what => ({ what, why: 'suites have no word for it' })),
    ],
    refused: [...call.refused, ...all.problems.map(({ message }) => message)],
    keepsCookies: options.all('cookie', 'cookie-jar').length > 0,
  }
}

/** The texts of files, as far as the command or its reader knows them. */
function textsOf({ input, read }: CallContext) {
  return (option: string, file: string): Result<string> => {
    const text = file === '-' ? input : read?.(file)
    if (text !== undefined) return { ok: true, value: text }
    const why = file === '-' ? 'what is read there' : 'the file'
    return usageRefusal(`${option} @${file}: ${why} is not in the command`)
  }
}

/** The request line of a call. */
function readTarget(options: CurlOptions, typed: string): Part {
  const named = withUploadName(withScheme(typed, options.last('proto-default')), options)
  const query = dataText(options, options.has('get') ? allData : [])
  const more = dataText(options, ['url-query'])
  if (!query.ok || !more.ok) return refused(...[query, more].flatMap(one => (one.ok ? [] : one.problems)))
  const url = withQuery(named, [query.value.text, more.value.text])
  const sendsData = !options.has('get') && options.all(...allData, 'form', 'form-string').length > 0
  const method = options.last('request') ?? methodOf(options, sendsData)
  const cookies = options.all('cookie').find(({ value }) => value !== '' && !value.includes('='))
  const wrong = [
    ...(/^https?:\/\//i.test(url) || startsWithVariable.test(url) ? [] : [`${url} is no URL of HTTP`]),
    ...(requestMethods.includes(method) ? [] : [`suites have no method ${method}`]),
    ...(options.has('get') && hasForm(options) ? ['--get sends no form'] : []),
    ...(cookies === undefined ? [] : [`--cookie ${cookies.value}: the file is not in the command`]),
  ]
  return { ...part({ request: `${method} ${url}` }), problems: wrong.map(message => usageProblem(message)) }
}

const startsWithVariable = /^(\ue000|\{\{)/

/** Without a scheme curl takes HTTP. */
function withScheme(typed: string, scheme = 'http'): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(typed) || startsWithVariable.test(typed)
    ? typed
    : `${scheme}://${typed}`
}

/** With -G all data goes into the query; --url-query always does. */
function withQuery(typed: string, texts: readonly string[]): string {
  const url = typed.replace(/#.*$/s, '')
  const query = texts.filter(text => text !== '').join('&')
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
}

/** Ends the attempts where curl makes no other: it tries again after these statuses alone, and after timeouts. */
export const transientOnly: JsonObject = {
  status: { 'not-one-of': [408, 429, 500, 502, 503, 504, 522, 524] },
}

/** Without --retry-delay curl waits one second, then twice as long each time. */
function readRetry(options: CurlOptions): Part {
  const times = Number(options.last('retry') ?? 0)
  const delay = Number(options.last('retry-delay') ?? 0)
  const pace: JsonObject = delay > 0 ? { interval: `${delay}s` } : { interval: '1s', backoff: 2 }
  const ends: JsonObject = options.has('retry-all-errors') ? {} : { 'stop-when': transientOnly }
  const made = times > 0 ? part({ retry: { attempts: Math.min(times + 1, 100), ...pace, ...ends } }) : nothing
  const remarks = [{ what: '--retry-max-time', why: 'suites count attempts' }]
  return options.last('retry-max-time') === undefined ? made : { ...made, remarks }
}
