import type { JsonObject, JsonValue } from './json-value.ts'

/** An object with the same keys, and each value changed. */
export function mapValues<Value>(
  object: JsonObject,
  change: (value: JsonValue) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
