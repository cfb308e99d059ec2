import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { encodeMessage } from './json/encode-message.ts'
import type { GrpcMethod } from './schema/find-method.ts'

/** The messages of a call as bytes; without any, an empty one where the method takes one. */
export function encodeMessages(
  { requestType, streamsRequests, path }: GrpcMethod,
  given: readonly JsonValue[] | undefined,
): Prepared<readonly Uint8Array[]> {
  const messages = given ?? (streamsRequests ? [] : [{}])
  if (!streamsRequests && messages.length !== 1)
    return unfit(
      `${path.slice(1)} takes one message, and the step has ${messages.length}`,
      'Only a method whose requests are a stream takes several.',
    )
  const encoded: Uint8Array[] = []
  for (const [index, message] of messages.entries()) {
    const which = messages.length === 1 ? 'the message' : `message ${index + 1}`
    const bytes = encodeMessage(requestType, message, which)
    if (!bytes.ok) return bytes
    encoded.push(bytes.value)
  }
  return prepared(encoded)
}

/** The types that `Any` messages in the JSON of messages name, `shop.v1.Order` of `type.googleapis.com/shop.v1.Order`. */
export function namedTypes(value: JsonValue): readonly string[] {
  if (isList(value)) return value.flatMap(namedTypes)
  if (!isObject(value)) return []
  const url = value['@type']
  const own = typeof url === 'string' ? [url.slice(url.lastIndexOf('/') + 1)] : []
  return [...own, ...Object.values(value).flatMap(namedTypes)]
}
