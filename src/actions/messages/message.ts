import { isUtf8 } from 'node:buffer'
import type { Body, Fields, HeaderList, Message } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { charsetOf, isUtf8Name } from '../body/charset.ts'
import { ReceivedBody } from '../body/received-body.ts'

/** The parts of a message that a protocol knows beside its bytes. */
export interface MessageFacts {
  readonly headers?: HeaderList
  /** The content type in its header or property. */
  readonly contentType?: string | undefined
  readonly fields?: Fields
  /** The value of its `$`, where that is not the JSON of its bytes. */
  readonly value?: JsonValue
  /** How the message appears in the list `$`; its value alone (default). */
  readonly entry?: (value: JsonValue) => JsonValue
}

/** A message made of the bytes that came. */
export function messageOf(
  bytes: Uint8Array,
  { headers = [], contentType, fields = {}, value: given, entry }: MessageFacts = {},
): Message {
  const received = ReceivedBody.of(Buffer.from(bytes), contentType)
  const body = given === undefined ? received : withValue(received, given)
  const value = given === undefined ? valueOf(received, bytes, contentType) : given
  return { headers, fields, body, entry: entry === undefined ? value : entry(value) }
}

/** Reads JSON as its value, other text as it is, and bytes that are not even text as base64. */
function valueOf(body: Body, bytes: Uint8Array, contentType: string | undefined): JsonValue {
  const json = body.json()
  if (json.ok) return json.value
  return isUtf8Name(charsetOf(contentType)) ? textOrBase64(bytes) : body.text()
}

/** The body with another value than its bytes have as JSON. */
function withValue(body: Body, value: JsonValue): Body {
  const { size, complete } = body
  return {
    ...{ size, complete },
    bytes: () => body.bytes(),
    text: () => body.text(),
    json: () => ({ ok: true, value }),
  }
}

/** Bytes as text; as base64 when they are no UTF-8. */
export function textOrBase64(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isUtf8(buffer) ? buffer.toString() : buffer.toString('base64')
}
