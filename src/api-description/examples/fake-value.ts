import { generateSync } from 'json-schema-faker'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { definitionsUsed } from '../../util/definitions-used.ts'
import { mapping } from '../../util/read-values.ts'
import { asksForTooMuch } from './asks-for-too-much.ts'

/**
 * A value that a generator makes of a schema; the same seed gives the same value. Undefined where the generator gives up,
 * or would have to make more than anybody waits for. It does not promise that the value is right.
 */
export function fakeValue({ $defs: definitions, ...own }: JsonObject, seed: number): JsonValue | undefined {
  const schema: JsonObject = { ...own, $defs: Object.fromEntries(definitionsUsed(own, mapping(definitions))) }
  if (asksForTooMuch(schema)) return undefined
  try {
    const value: unknown = generateSync(schema, {
      seed,
      optionalsProbability: 0,
      maxDepth: 6,
      refDepthMax: 2,
      maxDefaultItems: 1,
      failOnInvalidTypes: false,
    })
    return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as JsonValue)
  } catch {
    return undefined
  }
}
