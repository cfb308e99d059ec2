import { isUtf8 } from 'node:buffer'
import { contentCodings } from '../../actions/http/engine/decoder.ts'
import { exactJson } from '../../compile/exact-json.ts'
import { literalText, literalValue } from '../../compile/literal-text.ts'
import type { HeaderList } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isCredentialField, isCredentialLine, Secrets } from '../../secrets/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { unpack } from '../read-request.ts'
import { credentialsIn, type ReceivedRequest } from '../received-request.ts'

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

/** Writes `***` in the place of what is secret. */
export type Masker = Pick<Secrets, 'mask' | 'maskData'>

/** Masks what is known to be secret, and the credentials of a call with its answer. */
export function maskerOf(known: Secrets, request: ReceivedRequest, headers: HeaderList): Masker {
  const own = secretsOf(request, headers)
  return {
    mask: text => known.mask(own.mask(text)),
    maskData: value => known.maskData(own.maskData(value)),
  }
}

/** Credentials of a call with an answer, shorter ones left out: they may be any word. */
function secretsOf(request: ReceivedRequest, headers: HeaderList): Secrets {
  const secrets = new Secrets()
  const cookies = headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'set-cookie' ? [value.replace(/;.*$/, '').replace(/^[^=]*=/, '')] : [],
  )
  for (const text of [...credentialsIn(request), ...cookies].flatMap(one => [
    one,
    one.replace(/^\S+\s+/, ''),
  ]))
    if (text.length >= 8) secrets.add(text)
  return secrets
}

/** What a suite answers to replay an answer, without credentials. */
export async function recordedAnswer(
  status: number,
  headers: HeaderList,
  packed: Buffer,
  masker: Masker,
): Promise<RecordedAnswer> {
  const codings = contentCodings(headerValue(headers, 'content-encoding') ?? '')
  const unpacked = codings.length === 0 ? packed : await unpack(packed, codings)
  // What cannot be unpacked stays as it is.
  const isAsItCame = codings.length > 0 && (!Buffer.isBuffer(unpacked) || unpacked === packed)
  const bytes = Buffer.isBuffer(unpacked) ? unpacked : packed
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
  const value = /\bjson\b/i.test(type ?? '') || /^\s*[[{]/.test(text) ? parsed(text) : undefined
  if (value === undefined) return masker.mask(text)
  const clean = JSON.stringify(masker.maskData(withoutCredentials(value)))
  return clean === JSON.stringify(value) ? text : clean
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
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
      isCredentialField(name) && ['string', 'number'].includes(typeof member)
        ? '***'
        : withoutCredentials(member),
    ]),
  )
}

function writtenHeaders(headers: HeaderList, masker: Masker, isAsItCame: boolean): JsonObject {
  const gathered = new Map<string, string[]>()
  for (const [written, value] of headers) {
    const name = written.toLowerCase()
    const isKept = isAsItCame && name === 'content-encoding'
    if ((passing.has(name) && !isKept) || isCredentialLine(name)) continue
    gathered.set(name, [...(gathered.get(name) ?? []), literalText(masker.mask(value))])
  }
  return Object.fromEntries(
    [...gathered].map(([name, values]) => [name, values.length === 1 ? valueText(values[0] ?? '') : values]),
  )
}
