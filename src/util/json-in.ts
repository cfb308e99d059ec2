import type { JsonValue } from './json-value.ts'

/** The JSON that a text is; undefined when it is none. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
