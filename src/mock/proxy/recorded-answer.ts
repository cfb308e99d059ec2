import { isUtf8 } from 'node:buffer'
import { contentCodings } from '../../actions/http/engine/decoder.ts'
import { exactJson } from '../../compile/exact-json.ts'
import { literalText, literalValue } from '../../compile/literal-text.ts'
import type { HeaderList } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isCredentialLine, maskUrlCredentials } from '../../secrets/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { unpack } from '../read-request.ts'
import { isCredentialMember, isPlace, type Masker } from './seen-secrets.ts'
import { writeJson } from '../../util/exact-number.ts'
import { parseJson } from '../../util/parse-json.ts'

/** Bytes of a body above which it becomes a file beside the suite. */
const largestWritten = 8 * 1024

/** Headers that belong to one answer, to one connection, or to who asked. */
const passing = new Set([
  'age',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'set-cookie',
  'via',
])

/** An answer as a route of a suite writes it, its latency left out; with a body that becomes a file, where it is one. */
export interface RecordedAnswer {
  readonly written: JsonObject
  readonly file?: { readonly bytes: Buffer; readonly type: string }
}

/** The body of an answer, unpacked. */
export interface AnswerContent {
  readonly bytes: Buffer
  /** True where it cannot be unpacked, and stays as it is. */
  readonly isAsItCame: boolean
}

export async function contentOf(headers: HeaderList, packed: Buffer): Promise<AnswerContent> {
  const codings = contentCodings(headerValue(headers, 'content-encoding') ?? '')
  if (codings.length === 0) return { bytes: packed, isAsItCame: false }
  const unpacked = await unpack(packed, codings)
  return Buffer.isBuffer(unpacked) && unpacked !== packed
    ? { bytes: unpacked, isAsItCame: false }
    : { bytes: packed, isAsItCame: true }
}

/** The JSON of a body, if it is that. */
export function jsonOf(text: string, type: string | undefined): JsonValue | undefined {
  return /\bjson\b/i.test(type ?? '') || /^\s*[[{]/.test(text) ? parsed(text) : undefined
}

/** The answer with which a suite replays a response, without credentials. */
export function recordedAnswer(
  status: number,
  headers: HeaderList,
  { bytes, isAsItCame }: AnswerContent,
  masker: Masker,
): RecordedAnswer {
  const lines = writtenHeaders(headers, masker, isAsItCame)
  const head = {
    ...(status === 200 ? {} : { status }),
    ...(Object.keys(lines).length === 0 ? {} : { headers: lines }),
  }
  if (bytes.length === 0) return { written: withType(head, headers) }
  const type = headerValue(headers, 'content-type')
  const isText = !isAsItCame && isUtf8(bytes) && !bytes.includes(0)
  const text = isText ? cleanText(bytes.toString(), type, masker) : ''
  if (!isText || text.length > largestWritten) {
    const file = { bytes: isText ? Buffer.from(text) : bytes, type: type ?? 'application/octet-stream' }
    return { written: { ...head, ...(type === undefined ? {} : { 'content-type': type }) }, file }
  }
  return { written: { ...head, ...writtenBody(text, type) } }
}

/** An answer without a body may have a type all the same. */
function withType(head: JsonObject, headers: HeaderList): JsonObject {
  const type = headerValue(headers, 'content-type')
  return type === undefined
    ? head
    : { ...head, headers: { 'content-type': type, ...(head['headers'] as JsonObject | undefined) } }
}

function writtenBody(text: string, type: string | undefined): JsonObject {
  const value = /\bjson\b/i.test(type ?? '') ? exactJson(text) : undefined
  const body: JsonObject = value === undefined ? { text: literalText(text) } : { json: literalValue(value) }
  const usual = value === undefined ? 'text/plain; charset=utf-8' : 'application/json'
  return type === usual ? body : { ...body, 'content-type': type ?? usual }
}

/** A body without credentials; exactly as it came where it has none. */
function cleanText(text: string, type: string | undefined, masker: Masker): string {
  const value = jsonOf(text, type)
  if (value === undefined) return masker.mask(text)
  const clean = writeJson(masker.maskData(withoutCredentials(value)))
  return clean === writeJson(value) ? text : clean
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** JSON with `***` in the place of what serves as a credential by its name. */
function withoutCredentials(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutCredentials)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isCredentialMember(name, member) ? '***' : withoutCredentials(member),
    ]),
  )
}

function writtenHeaders(headers: HeaderList, masker: Masker, isAsItCame: boolean): JsonObject {
  const gathered = new Map<string, string[]>()
  for (const [written, value] of headers) {
    const name = written.toLowerCase()
    const isKept = isAsItCame && name === 'content-encoding'
    if ((passing.has(name) && !isKept) || isCredentialLine(name)) continue
    const clean = isPlace(name) ? maskUrlCredentials(value) : value
    gathered.set(name, [...(gathered.get(name) ?? []), literalText(masker.mask(clean))])
  }
  return Object.fromEntries(
    [...gathered].map(([name, values]) => [name, values.length === 1 ? valueText(values[0] ?? '') : values]),
  )
}
