import { decodePercent } from '../../util/decode-percent.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'

/** Finds the target of a reference into the same document; undefined for any other. */
export function localTarget(reference: string, root: JsonObject): JsonValue | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  let value: JsonValue | undefined = root
  for (const part of reference.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    const key = decodePercent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    value = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined
  }
  return value
}
