import { parseJson } from './parse-json.ts'
import type { JsonValue } from './json-value.ts'

/** The JSON that a text is; undefined when it is none. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
