import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { prepared, type Read, unfit } from '../failure.ts'
import type { Closing } from './socket-events.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Bytes of a reason that a close frame has room for (RFC 6455 section 5.5). */
const longestReason = 123

/** Reads `close` of a message to send: true, a number, or a mapping with `code` and `reason`. */
export function readClose(close: JsonValue): Read<Closing> {
  const { code = 1000, reason = '' }: Partial<JsonObject> = isObject(close)
    ? close
    : close === true
      ? {}
      : { code: close }
  const number = Number(code)
  // RFC 6455 section 7.4: the others are not for a client to send.
  const isCode =
    Number.isInteger(number) &&
    ((number >= 1000 && number <= 1014 && ![1004, 1005, 1006].includes(number)) ||
      (number >= 3000 && number <= 4999))
  if (!isCode)
    return unfit(
      `close ${writeJson(code)} is not a number a WebSocket can be closed with`,
      'Use 1000, or one from 3000 to 4999.',
    )
  if (Buffer.byteLength(valueText(reason)) > longestReason)
    return unfit(`the reason of close is longer than ${longestReason} bytes`)
  return prepared({ code: number, reason: valueText(reason) })
}
