import type { JsonObject, JsonValue } from './json-value.ts'
import { isNumber } from './exact-number.ts'
import { isObject } from './is-json.ts'

// Readers of plain document values that answer with nothing when the value is of another kind. The schema check has
// already reported that; what can be read is still read, so that one problem does not hide another.

/** The value as a mapping; an empty one otherwise. */
export function mapping(value: unknown): JsonObject {
  return isObject(value) ? value : noMembers
}

const noMembers: JsonObject = Object.freeze({})

/** The value as a list; an empty one otherwise. */
export function list(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : nothing
}

const nothing: readonly never[] = []

/** The texts of a list. */
export function texts(value: unknown): readonly string[] {
  return value === undefined ? nothing : list(value).filter(item => typeof item === 'string')
}

/** The value as text, if it is text. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The value as a plain number, if it is a number. */
export function number(value: unknown): number | undefined {
  return isNumber(value) ? Number(value) : undefined
}

/** An own property; inherited ones such as `constructor` are not data. */
export function property<Value>(value: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** The value at a path of a document; undefined when the path leads nowhere. */
export function valueAt(document: unknown, path: readonly (string | number)[]): JsonValue | undefined {
  return path.reduce<unknown>(
    (inside, part) => (inside as Readonly<Record<string | number, unknown>> | null | undefined)?.[part],
    document,
  ) as JsonValue | undefined
}
