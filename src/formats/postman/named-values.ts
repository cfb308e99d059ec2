import { namedValues as mappingOf } from '../../compile/named-values.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** A value that stays in the file and is not sent. */
export function disabledValue(value: JsonValue): JsonObject {
  return { disabled: value }
}

/** Names and values as a mapping; of a name that comes again the values are a list. Undefined when there are none. */
export function groupedValues(pairs: readonly (readonly [string, JsonValue])[]): JsonObject | undefined {
  return pairs.length === 0 ? undefined : mappingOf(pairs)
}

/** One value of a mapping such as `headers`. */
export interface NamedValue {
  readonly name: string
  readonly value: JsonValue
  readonly disabled: boolean
}

/** The values of a mapping such as `headers`, each with its name; null, which leaves out, is none. */
export function namedValues(mapping: JsonValue | undefined): readonly NamedValue[] {
  if (!isObject(mapping)) return []
  return Object.entries(mapping).flatMap(([name, given]) =>
    (isList(given) ? given : [given]).flatMap((value): NamedValue[] => {
      if (value === null) return []
      return isDisabled(value)
        ? [{ name, value: value['disabled'] ?? '', disabled: true }]
        : [{ name, value, disabled: false }]
    }),
  )
}

function isDisabled(value: JsonValue): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, 'disabled')
}
