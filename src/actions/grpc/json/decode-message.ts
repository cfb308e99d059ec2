import type { Type } from 'protobufjs'
import type { JsonValue } from '../../../model/json.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { protoJson } from '../protobuf.ts'
import { fullName } from '../schema/service-names.ts'
import { finishJson } from './finish-json.ts'
import { wrapUnknownContents } from './unknown-contents.ts'

/** The canonical JSON of a message that came as bytes; `defaults` adds fields that have their default value. */
export function decodeMessage(type: Type, bytes: Uint8Array, defaults = false): Prepared<JsonValue> {
  try {
    const message = type.decode(bytes)
    wrapUnknownContents(type, message)
    return prepared(finishJson(type, protoJson.toJson(type, message) as JsonValue, defaults))
  } catch (error) {
    return failed(
      'Request Error',
      `what the server sent is not a ${fullName(type)}: ${(error as Error).message}`,
      'The schema may be of another version than the server.',
    )
  }
}
