import type { Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'

/** Why something is no SHA-256; a comparison with it would fail, or hold, for every body. */
export function noDigest(expectations: readonly Pick<Expectation, 'expected'>[]): string | undefined {
  const wrong = expectations.flatMap(({ expected }) => expected).find(one => !isDigest(one))
  return wrong === undefined ? undefined : `${valueText(wrong)} is no SHA-256, which has 64 hex digits`
}

function isDigest(value: JsonValue): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)
}

/** Hex digits are written in either case. */
export function inLowerCase(expectation: Expectation): Expectation {
  return { ...expectation, expected: lowerCase(expectation.expected) }
}

function lowerCase(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(lowerCase)
  return typeof value === 'string' ? value.toLowerCase() : value
}
