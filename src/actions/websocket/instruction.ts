import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'

/** The keys that say what a message is. */
export const contents = ['text', 'json', 'file', 'close']
/** The keys that say when it is sent. */
export const moments = ['after', 'delay']

/**
 * True where an item of `messages` says what to send and when: a mapping with one of `text`, `json`, `file` and `close`, and
 * with nothing else than `after` and `delay`. Any other mapping is itself what is sent, as JSON.
 */
export function isInstruction(message: JsonValue): message is JsonObject {
  if (!isObject(message)) return false
  const keys = Object.keys(message)
  return (
    keys.filter(key => contents.includes(key)).length === 1 &&
    keys.every(key => contents.includes(key) || moments.includes(key))
  )
}
