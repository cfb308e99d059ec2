import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { asExpected } from './as-expected.ts'
import type { Actual } from './operator.ts'

/**
 * The rule of `contains`. A list contains what one of its items equals; an object contains an object whose members it
 * has. Text expected of a list or object may also stand anywhere in its JSON. Everything else is looked at as text.
 */
export function includesExpected({ value, textual }: Actual, expected: JsonValue): boolean {
  if (isList(value) && value.some(item => asExpected({ value: item, textual }, expected))) return true
  if (isObject(value) && isObject(expected)) return hasMembers(value, expected)
  if (isList(value) && typeof expected !== 'string') return false
  return valueText(value).includes(valueText(expected))
}

function hasMembers(value: JsonObject, expected: JsonObject): boolean {
  return Object.entries(expected).every(([key, member]) => {
    const actual = Object.hasOwn(value, key) ? value[key] : undefined
    return actual !== undefined && asExpected({ value: actual, textual: false }, member)
  })
}
