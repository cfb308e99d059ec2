import type { Body } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The body of an action that answers with values of its own. */
export function jsonBody(value: JsonValue): Body {
  const text = writeJson(value)
  return {
    size: Buffer.byteLength(text),
    complete: true,
    bytes: () => Buffer.from(text),
    text: () => text,
    json: () => ({ ok: true, value }),
  }
}
