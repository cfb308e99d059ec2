import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { silent } from '../told.ts'
import { jsonPointerParts, valueAtParts, withValueAt } from './pointer.ts'
import { payloadOf } from './request-of-call.ts'

/**
 * A value of a document with what has changed: `before` and `now` are what is written anew of a step as it was imported and as it is.
 * Whatever is the same in both stays as the document has it.
 */
export function mergedValue(former: JsonValue, before: JsonValue, now: JsonValue): JsonValue {
  if (jsonEqual(before, now)) return former
  if (isList(former) && isList(before) && isList(now)) {
    const isSameLength = former.length === before.length && before.length === now.length
    return isSameLength
      ? former.map((one, index) => mergedValue(one, before[index] ?? null, now[index] ?? null))
      : now
  }
  if (!isObject(former) || !isObject(before) || !isObject(now)) return now
  const isSameShape = jsonEqual(Object.keys(former).sort(), Object.keys(before).sort())
  if (!isSameShape) return now
  const kept = Object.entries(former).flatMap(([key, one]) => {
    const anew = now[key]
    return anew === undefined ? [] : [[key, mergedValue(one, before[key] ?? null, anew)] as const]
  })
  const added = Object.entries(now).filter(([key]) => !Object.hasOwn(former, key))
  return Object.fromEntries([...kept, ...added])
}

/** The body of a request with what has changed, in its payload or in what replaces parts of that. */
export function mergedBody(
  former: JsonObject,
  before: JsonObject,
  now: JsonObject | undefined,
): JsonObject | undefined {
  if (now === undefined || former['payload'] === undefined) return now
  const { contentType: type } = now
  const isOtherType = type !== undefined && type !== before['contentType']
  const own = isOtherType ? { ...former, contentType: type } : former
  const [payloadBefore, payload] = [before['payload'] ?? null, now['payload'] ?? null]
  const wanted = mergedValue(payloadOf(former, silent) ?? null, payloadBefore, payload)
  const merged = {
    ...own,
    payload: mergedValue(
      own['payload'] ?? null,
      withoutReplaced(payloadBefore, former),
      withoutReplaced(payload, former),
    ),
    ...mergedReplacements(former, payloadBefore, payload),
  }
  if (jsonEqual(payloadOf(merged, silent) ?? null, wanted)) return merged
  const { replacements: _, ...plain } = own
  return { ...plain, payload: wanted }
}

function mergedReplacements(former: JsonObject, before: JsonValue, now: JsonValue): JsonObject {
  if (former['replacements'] === undefined) return {}
  const replacements = list(former['replacements'])
    .map(mapping)
    .map(one => {
      const way = jsonPointerParts(valueText(one['target'] ?? ''))
      const [old, anew] = [valueAtParts(before, way), valueAtParts(now, way)]
      const value = one['value'] ?? null
      return {
        ...one,
        value: old === undefined || anew === undefined ? value : mergedValue(value, old, anew),
      }
    })
  return { replacements }
}

/** The payload with nothing where another value is put in. */
function withoutReplaced(payload: JsonValue, { replacements }: JsonObject): JsonValue {
  return list(replacements)
    .map(mapping)
    .reduce((value, { target }) => {
      const way = jsonPointerParts(valueText(target ?? ''))
      return valueAtParts(value, way) === undefined ? value : (withValueAt(value, way, null) ?? value)
    }, payload)
}
