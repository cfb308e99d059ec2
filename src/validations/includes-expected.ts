import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { asExpected } from './as-expected.ts'
import type { Actual } from './operator.ts'

/**
 * The rule of `contains`. A list contains what one of its items equals; an object contains an object whose members it
 * has. Text expected of an object may also stand anywhere in its JSON. Everything else is looked at as text.
 */
export function includesExpected({ value, textual }: Actual, expected: JsonValue): boolean {
  if (isList(value)) return value.some(item => asExpected({ value: item, textual }, expected))
  if (isObject(value) && isObject(expected)) return hasMembers(value, expected)
  return valueText(value).includes(valueText(expected))
}

/** Whether a text stands somewhere in the JSON of a value. */
export function standsInText(value: JsonValue, expected: JsonValue): boolean {
  return typeof expected === 'string' && valueText(value).includes(expected)
}

function hasMembers(value: JsonObject, expected: JsonObject): boolean {
  return Object.entries(expected).every(([key, member]) => {
    const actual = Object.hasOwn(value, key) ? value[key] : undefined
    return actual !== undefined && asExpected({ value: actual, textual: false }, member)
  })
}
