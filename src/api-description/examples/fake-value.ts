import { isNumber } from '../../util/exact-number.ts'
import { generateSync } from 'json-schema-faker'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { definitionsUsed } from '../../util/definitions-used.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'

/**
 * A value that a generator makes of a schema; the same seed gives the same value. Undefined where the generator gives up,
 * or would have to make too much. It does not promise that the value is right.
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

/** The most that the generator is asked for, by keyword. It makes any number, and cannot be stopped. */
const most: ReadonlyMap<string, number> = new Map([
  ['minLength', 100_000],
  ['minItems', 1000],
  ['minProperties', 1000],
])

/** Characters that a pattern may ask for, by its largest counts multiplied. */
const longestPattern = 1_000_000

/** True where a schema asks anywhere for so long a text or list that making one would not end in sensible time. */
function asksForTooMuch(schema: JsonValue): boolean {
  if (isList(schema)) return schema.some(asksForTooMuch)
  if (!isObject(schema)) return false
  return Object.entries(schema).some(([keyword, value]) => {
    if (isNumber(value)) return Number(value) > (most.get(keyword) ?? Infinity)
    if (keyword === 'pattern' && typeof value === 'string') return isLongPattern(value)
    return asksForTooMuch(value)
  })
}

/** `(a{1000}){1000}` asks for a million characters, `a{5}` for five. */
function isLongPattern(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  return (
    counts.reduce((product, [, least, highest]) => product * Number(highest || least || 1), 1) >
    longestPattern
  )
}

/** A number that is the same for the same text, on every machine (FNV-1a, 32 bits). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}
