import { isUtf8 } from 'node:buffer'
import type { Body, Fields, HeaderList, Message } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { charsetOf, isUtf8Name } from '../body/charset.ts'
import { ReceivedBody } from '../body/received-body.ts'

/** What a protocol knows of a message beside its bytes. */
export interface MessageFacts {
  readonly headers?: HeaderList
  /** What its header or property says. */
  readonly contentType?: string | undefined
  readonly fields?: Fields
  /** How the message appears in the list `$`; its value alone unless said. */
  readonly entry?: (value: JsonValue) => JsonValue
}

/** A message made of the bytes that came. */
export function messageOf(
  bytes: Uint8Array,
  { headers = [], contentType, fields = {}, entry }: MessageFacts = {},
): Message {
  const body = ReceivedBody.of(Buffer.from(bytes), contentType)
  const value = valueOf(body, bytes, contentType)
  return { headers, fields, body, entry: entry === undefined ? value : entry(value) }
}

/** What is JSON as its value, other text as it is, and what is not even text as base64. */
function valueOf(body: Body, bytes: Uint8Array, contentType: string | undefined): JsonValue {
  const json = body.json()
  if (json.ok) return json.value
  return isUtf8Name(charsetOf(contentType)) ? textOrBase64(bytes) : body.text()
}

/** Bytes as text; as base64 when they are no UTF-8. */
export function textOrBase64(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isUtf8(buffer) ? buffer.toString() : buffer.toString('base64')
}
