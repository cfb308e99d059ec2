import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Delay } from '../../model/mock.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { text } from '../../util/read-values.ts'
import { isNumber } from '../../util/exact-number.ts'

/** How long something waits: a number counts seconds. */
export function buildDelay(value: JsonValue | undefined): Delay | undefined {
  if (!isObject(value)) {
    const time = milliseconds(value)
    return time === undefined ? undefined : { kind: 'fixed', time }
  }
  const [min, max, median, p99] = ['min', 'max', 'median', 'p99'].map(key => milliseconds(value[key]))
  if (min !== undefined && max !== undefined) return { kind: 'even', min, max }
  return median === undefined || p99 === undefined ? undefined : { kind: 'tailed', median, p99 }
}

/** A length of time; a number counts seconds. */
export function milliseconds(value: JsonValue | undefined): number | undefined {
  return isNumber(value) ? Number(value) * 1000 : parseDuration(text(value) ?? '')
}

/** True where an item of the `messages` of gRPC is a message with a time to wait before, and not itself one. */
export function isDelayed(message: JsonValue): message is JsonObject {
  return isObject(message) && Object.keys(message).toSorted().join() === 'delay,message'
}
