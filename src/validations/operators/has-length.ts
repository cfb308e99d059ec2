import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { Operator } from '../operator.ts'
import { printValue } from '../print-value.ts'
import { expectedNumber } from '../to-number.ts'

/** Counts a text's characters (code points), a list's items or an object's members. */
export const hasLength: Operator = {
  name: 'has-length',
  holds: ({ value }, expected) => lengthOf(value) === Number(expectedNumber(expected)),
  unfit({ value }, { expected }) {
    if (expectedNumber(expected) === undefined) return `${printValue(expected)} is not a number`
    return lengthOf(value) === undefined ? 'length unknown' : undefined
  },
  explain: ({ value }) => `length ${lengthOf(value) ?? 'unknown'}`,
}

/** Returns the length that `has-length` counts; undefined for a value that has no length. */
export function lengthOf(value: JsonValue): number | undefined {
  if (typeof value === 'string') return Array.from(value).length
  if (isList(value)) return value.length
  return isObject(value) ? Object.keys(value).length : undefined
}
