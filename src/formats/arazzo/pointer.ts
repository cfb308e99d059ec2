import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { property } from '../../util/read-values.ts'

/** The parts of a JSON pointer (RFC 6901): `/a/0` is `a` and 0. */
export function jsonPointerParts(pointer: string): readonly (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(part => (/^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part))
}

/** The value that parts of a pointer lead to. */
export function valueAtParts(value: JsonValue, parts: readonly (string | number)[]): JsonValue | undefined {
  return parts.reduce<JsonValue | undefined>((inside, part) => {
    if (isList(inside ?? null)) return typeof part === 'number' ? (inside as JsonValue[])[part] : undefined
    return isObject(inside) ? property(inside, String(part)) : undefined
  }, value)
}

/** The value with another one at a place; undefined where there is no such place. */
export function withValueAt(
  value: JsonValue,
  [part, ...rest]: readonly (string | number)[],
  replacement: JsonValue,
): JsonValue | undefined {
  if (part === undefined) return replacement
  if (isList(value)) {
    const at = part === '-' ? value.length : part
    if (typeof at !== 'number' || at > value.length) return undefined
    const inside = withValueAt(value[at] ?? {}, rest, replacement)
    return inside === undefined ? undefined : value.toSpliced(at, 1, inside)
  }
  if (!isObject(value)) return undefined
  const key = String(part)
  const inside = withValueAt(property(value, key) ?? {}, rest, replacement)
  return inside === undefined ? undefined : { ...value, [key]: inside }
}
