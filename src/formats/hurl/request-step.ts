import { authOfHeader } from '../../compile/auth-of-header.ts'
import { namedValues } from '../../compile/named-values.ts'
import { orderedStep } from '../../parse/argument-part.ts'
import type { JsonObject } from '../../model/json.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { defined } from '../../util/defined.ts'
import { mapping } from '../../util/read-values.ts'
import type { PartLines } from '../kept-text.ts'
import { readAnswer } from './answer-keys.ts'
import { type EntryReading, encodedPairs, fieldsOf, keepsOrder, type Pair, pairsOf } from './entry-reading.ts'
import type { HurlEntry } from './hurl-file.ts'
import { type Options, readOptions } from './options.ts'
import { bodyKeys } from './request-body.ts'

/** A step, and how long to wait in front of it. */
export interface EntryStep {
  readonly step: JsonObject
  readonly delay?: string
  /** Of the parts of the step. */
  readonly lines: PartLines
}

/** Makes a step of an entry; undefined, with a loss that says why, where suites cannot send it. */
export function stepOfEntry(entry: HurlEntry, reading: EntryReading): EntryStep | undefined {
  const { tell, names } = reading
  const { method, request } = entry
  for (const command of entry.commands)
    tell.lose(`# ${command}`, 'cookies of a run are those that answers have set')
  if (!requestMethods.includes(method)) {
    tell.lose(method, 'suites have no such requests')
    return undefined
  }
  const options = readOptions(fieldsOf(request, 'Options'), reading)
  const headers = [...pairsOf(request.headers, names), ...options.headers]
  const [, type] = headers.find(([name]) => isType(name)) ?? []
  const body = bodyKeys(request, type, reading)
  const isTyped = Object.keys(body).length > 0
  const { auth, lines } = credentialsOf(
    headers.filter(([name]) => !(isTyped && isType(name))),
    entry,
    options,
    reading,
  )
  const { url, query } = addressOf(entry, reading)
  const isUntyped = isTyped && type === undefined && body['content-type'] === ''
  const { 'content-type': contentType, ...sent } = body
  const shown = { ...lines, ...(isUntyped ? { 'Content-Type': null } : {}) }
  const { keys, lines: placed } = readAnswer(entry, reading)
  const step = orderedStep(
    defined({
      name: entry.title,
      request: `${method} ${url}`,
      ...(Object.keys(shown).length === 0 ? {} : { headers: shown }),
      query,
      auth,
      ...sent,
      'content-type': isUntyped ? undefined : contentType,
      ...options.keys,
      // Hurl sends the cookies of answers beside those of the entry.
      cookies: Object.entries(lines).some(isCookie) ? 'added' : undefined,
      ...keys,
    }),
  )
  return defined({ step, delay: options.delay, lines: placed })
}

const isType = (name: string): boolean => name.toLowerCase() === 'content-type'

/** The URL and the parameters, which stand in the URL where a mapping would put them in another order. */
function addressOf(
  { url, request }: HurlEntry,
  { names }: EntryReading,
): { readonly url: string; readonly query?: JsonObject } {
  const written = names.text(url).replaceAll(' ', '%20')
  const pairs = pairsOf(fieldsOf(request, 'Query'), names)
  if (pairs.length === 0) return { url: written }
  if (keepsOrder(pairs)) return { url: written, query: namedValues(pairs) }
  return { url: `${written}${written.includes('?') ? '&' : '?'}${encodedPairs(pairs)}` }
}

function credentialsOf(
  headers: readonly Pair[],
  { request }: HurlEntry,
  options: Options,
  { names, tell }: EntryReading,
): { readonly auth: JsonObject | undefined; readonly lines: JsonObject } {
  const [basic] = fieldsOf(request, 'BasicAuth')
  const [, credentials] = headers.find(([name]) => name.toLowerCase() === 'authorization') ?? []
  const found = credentials === undefined ? undefined : authOfHeader(credentials)
  const own =
    basic === undefined
      ? undefined
      : { basic: { username: names.text(basic.name), password: names.text(basic.value) } }
  const kept = headers.filter(([name]) => {
    if (/^content-length$/i.test(name)) tell.note(name, 'is what is sent')
    return !/^content-length$/i.test(name) && !(found !== undefined && name.toLowerCase() === 'authorization')
  })
  const lines = mapping(namedValues(withCookies(kept, pairsOf(fieldsOf(request, 'Cookies'), names), tell)))
  return { auth: own ?? found ?? options.auth, lines }
}

const isCookie = ([name]: readonly [string, unknown]): boolean => name.toLowerCase() === 'cookie'

/** The header lines with one of the cookies, unless one is written as a header: Hurl sends that alone. */
function withCookies(
  headers: readonly Pair[],
  cookies: readonly Pair[],
  { note }: EntryReading['tell'],
): readonly Pair[] {
  if (cookies.length === 0) return headers
  if (!headers.some(isCookie))
    return [...headers, ['Cookie', cookies.map(([name, value]) => `${name}=${value}`).join('; ')]]
  note('[Cookies]', 'left out: Hurl sends the Cookie header instead')
  return headers
}
