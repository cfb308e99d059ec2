import { parse } from 'yaml'
import type { JsonValue } from '../../model/json.ts'

/** A YAML document as JSON. Aliases may repeat at most a hundred nodes. Throws what the reader finds wrong. */
export function parseYaml(text: string): JsonValue {
  return (parse(text, { maxAliasCount: 100, merge: true }) ?? null) as JsonValue
}
