import { pathText } from '../../../json-path/index.ts'
import type { JsonValue } from '../../../model/json.ts'
import { literalPattern } from '../../../patterns/index.ts'
import { isNumber } from '../../../util/exact-number.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { valueText } from '../../../util/value-text.ts'
import { jsonIn } from '../../../util/json-in.ts'
import type { EntryAnswer } from '../har-document.ts'

/** Where a value stands in an answer, as an extract says it. */
export interface Place {
  /** `$.id`, `header location`, `cookie csrf`, `text`. */
  readonly from: string
  /** The names and indexes of a path into JSON. */
  readonly path?: readonly (string | number)[]
  /** The value is its first group. */
  readonly regex?: string
}

/** A value of an answer. */
export interface AnswerValue {
  readonly value: string
  readonly place: Place
  /** The name of what holds it. */
  readonly name: string
  readonly isNumber: boolean
}

/** Headers whose values are nothing to hand on. */
const plainHeaders =
  /^(:.*|age|alt-svc|cache-control|connection|content-.*|date|expires|keep-alive|server|set-cookie|transfer-encoding|vary|via|www-authenticate)$/i

/** Every value of an answer that somebody wants, in its order. */
export function* valuesIn(
  answer: EntryAnswer,
  wanted: { has(value: string): boolean; readonly words: readonly string[] },
): Generator<AnswerValue> {
  for (const [written, text] of answer.headers) {
    const name = written.toLowerCase()
    if (name === 'set-cookie') yield* cookieValues(text, wanted)
    if (plainHeaders.test(name)) continue
    const from = `header ${name}`
    if (wanted.has(text)) yield { value: text, place: { from }, name, isNumber: false }
    yield* urlValues(text, { from }, wanted)
  }
  const text = answer.text()
  if (text === undefined || text === '') return
  const json = jsonIn(text)
  if (json === undefined) yield* textValues(text, wanted.words)
  else yield* jsonValues(json, [], wanted)
}

function* cookieValues(line: string, wanted: { has(value: string): boolean }): Generator<AnswerValue> {
  const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(line) ?? []
  if (wanted.has(value)) yield { value, place: { from: `cookie ${name}` }, name, isNumber: false }
}

function* jsonValues(
  value: JsonValue,
  path: readonly (string | number)[],
  wanted: { has(value: string): boolean },
): Generator<AnswerValue> {
  if (isList(value)) {
    for (const [index, item] of value.entries()) yield* jsonValues(item, [...path, index], wanted)
    return
  }
  if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) yield* jsonValues(member, [...path, name], wanted)
    return
  }
  if (typeof value !== 'string' && !isNumber(value)) return
  const name = path.findLast(part => typeof part === 'string') ?? ''
  const place = { from: pathText(path), path }
  const text = String(value)
  if (wanted.has(text)) yield { value: text, place, name, isNumber: typeof value !== 'string' }
  else if (typeof value === 'string') yield* urlValues(value, place, wanted)
}

/** Segments and parameters of a text that is a URL, or a path. */
function* urlValues(
  text: string,
  place: Place,
  wanted: { has(value: string): boolean },
): Generator<AnswerValue> {
  const [, path = '', query = ''] =
    /^<?(?:https?:\/\/[^/?#\s]+)?(\/[^?#\s>]*)?(?:\?([^#\s>]*))?/i.exec(text) ?? []
  const segments = path.split('/')
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1] ?? ''
    if (!wanted.has(segment) || !/^[A-Za-z][\w.~-]*$/.test(before)) continue
    const regex = `/${literalPattern(before)}/([^/?#>]+)`
    yield { value: segment, place: { ...place, regex }, name: before, isNumber: false }
  }
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=')
    if (!wanted.has(value)) continue
    const regex = `[?&]${literalPattern(name)}=([^&#>]+)`
    yield { value, place: { ...place, regex }, name, isNumber: false }
  }
}

/** Characters in front of a value in a page by which it is found again. */
const longestLead = 120

/** Words of a page, such as a token in a form. */
function* textValues(text: string, words: readonly string[]): Generator<AnswerValue> {
  for (const value of words) {
    const at = text.indexOf(value)
    if (at < 0) continue
    const before = text.slice(Math.max(0, at - longestLead), at)
    const lead = /(?:<[^<>]*|[^\n<>]*)$/.exec(before)?.[0] ?? ''
    if (lead.trim() === '') continue
    const end = text[at + value.length] ?? ''
    const group = /["'<&;,\s]/.test(end)
      ? `([^${end.trim() === '' ? String.raw`\s` : end}]+)`
      : String.raw`([\w~+/=.-]+)`
    const regex =
      lead
        .trimStart()
        .split(/\s+/)
        .map(literalPattern)
        .join(String.raw`\s+`) + group
    const name = /(?:name|id)=["']?([\w.-]+)/i.exec(lead)?.[1] ?? /([\w-]+)\W*$/.exec(lead)?.[1] ?? 'token'
    yield { value, place: { from: 'text', regex }, name, isNumber: false }
  }
}

/** The value at a place of another answer; undefined where it has none. */
export function valueAt(answer: EntryAnswer, { from, path, regex }: Place): JsonValue | undefined {
  const whole = wholeAt(answer, from, path)
  if (regex === undefined || whole === undefined) return whole
  return new RegExp(regex).exec(valueText(whole))?.[1]
}

function wholeAt(answer: EntryAnswer, from: string, path: Place['path']): JsonValue | undefined {
  if (path !== undefined) {
    let value: JsonValue | undefined = jsonIn(answer.text() ?? '')
    for (const part of path) value = memberOf(value, part)
    return value
  }
  if (from === 'text') return answer.text()
  const [kind = '', name = ''] = from.split(/ (.*)/s)
  if (kind === 'header') return answer.headers.find(([other]) => other.toLowerCase() === name)?.[1]
  const cookie = answer.headers.find(
    ([other, line]) => other.toLowerCase() === 'set-cookie' && line.trimStart().startsWith(`${name}=`),
  )
  return cookie?.[1]
    .split(';', 1)[0]
    ?.trim()
    .slice(name.length + 1)
}

function memberOf(value: JsonValue | undefined, part: string | number): JsonValue | undefined {
  if (value === undefined) return undefined
  if (isList(value)) return typeof part === 'number' ? value[part] : undefined
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
}
