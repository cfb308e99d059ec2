import type { JsonObject, JsonValue } from '../model/json.ts'
import { flowYaml } from '../util/flow-yaml.ts'
import { isList, isObject } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { asExpected, onlyOfOtherType, seemsExpected } from './as-expected.ts'
import type { Actual } from './operator.ts'

/**
 * The rule of `contains`. A list contains what one of its items equals; an object contains an object whose members it
 * has. Text expected of an object may also stand anywhere in its JSON. Null has no text; everything else is looked at as text.
 */
export function includesExpected({ value, textual }: Actual, expected: JsonValue): boolean {
  if (typeof value === 'string' && typeof expected === 'string') return value.includes(expected)
  if (value === null) return expected === null
  if (isList(value)) return value.some(item => asExpected({ value: item, textual }, expected))
  if (isObject(value) && isObject(expected)) return hasMembers(value, expected)
  return valueText(value).includes(valueText(expected))
}

/** True where a text stands somewhere in the JSON of a value. */
export function standsInText(value: JsonValue, expected: JsonValue): boolean {
  return typeof expected === 'string' && valueText(value).includes(expected)
}

/**
 * Why it is next to chance that a value does not contain what is expected: it is there as text, or as items of the list that
 * is expected, or as members of an item.
 */
export function nearlyIncludes({ value, textual }: Actual, expected: JsonValue): string | undefined {
  if (isObject(value) && isObject(expected))
    return hasMembers(value, expected, seemsExpected) ? 'only the types differ' : undefined
  if (!isList(value)) return undefined
  for (const item of value) {
    const near = onlyOfOtherType({ value: item, textual }, expected) ?? nearItem(item, expected)
    if (near !== undefined) return near
  }
  return undefined
}

function nearItem(item: JsonValue, expected: JsonValue): string | undefined {
  const actual = { value: item, textual: false }
  if (isList(expected) && expected.some(one => seemsExpected(actual, one)))
    return `${flowYaml(item)} is an item: write none: { one-of: ${flowYaml(expected)} }`
  if (isObject(item) && isObject(expected) && hasMembers(item, expected, seemsExpected))
    return `an item has these members: write none: { matches: ${flowYaml(expected)} }`
  return undefined
}

function hasMembers(value: JsonObject, expected: JsonObject, fits = asExpected): boolean {
  return Object.entries(expected).every(([key, member]) => {
    const actual = Object.hasOwn(value, key) ? value[key] : undefined
    return actual !== undefined && fits({ value: actual, textual: false }, member)
  })
}
