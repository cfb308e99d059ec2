import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { valueText } from '../../../util/value-text.ts'

/** A header, a query parameter or a field in Postman's format. */
export interface Pair extends JsonObject {
  readonly key: string
  readonly value: string
}

/** Names and values of a mapping such as `headers` as Postman lists them; a list of values repeats its name. */
export function pairsOf(mapping: JsonValue | undefined): readonly Pair[] {
  return Object.entries(isObject(mapping) ? mapping : {}).flatMap(([key, value]) =>
    (isList(value) ? value : [value]).flatMap(item => pairOf(key, item)),
  )
}

/** Nothing for null, which is no value. */
function pairOf(key: string, item: JsonValue): readonly Pair[] {
  if (item === null) return []
  if (!isObject(item)) return [{ key, value: valueText(item) }]
  const { disabled } = item
  return disabled === undefined ? [] : [{ key, value: valueText(disabled), disabled: true }]
}

/** Reads the pairs of a list in Postman's format, those that are switched off left out. */
export function readPairs(list: JsonValue | undefined): readonly Pair[] {
  const items = list !== undefined && isList(list) ? list.filter(isObject) : []
  return items.flatMap(({ key, value, disabled }) =>
    typeof key === 'string' && key !== '' && disabled !== true
      ? [{ key, value: value === undefined || value === null ? '' : valueText(value) }]
      : [],
  )
}

/** Pairs as a mapping of the suite language: a name that comes again has a list of values. */
export function mappingOf(pairs: readonly Pair[]): JsonObject {
  const mapping = new Map<string, JsonValue>()
  for (const { key, value } of pairs) {
    const earlier = mapping.get(key)
    const list = earlier !== undefined && isList(earlier) ? earlier : [earlier ?? null]
    mapping.set(key, earlier === undefined ? value : [...list, value])
  }
  return Object.fromEntries(mapping)
}
