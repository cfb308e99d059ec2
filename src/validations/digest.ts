import type { Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'

/** How the SHA-256 of a target is written. */
export type DigestForm = 'plain' | 'fingerprint'

/** In which form the target of this name is a SHA-256; undefined for all others. */
export function digestForm(subject: string): DigestForm | undefined {
  if (subject === 'sha256') return 'plain'
  return subject === 'certificate fingerprint' ? 'fingerprint' : undefined
}

/** Why something that a target of this form is compared with is no SHA-256; it would fail, or hold, for every body. */
export function noDigest(
  expectations: readonly Pick<Expectation, 'operator' | 'expected'>[],
  form: DigestForm | undefined,
): string | undefined {
  if (form === undefined) return undefined
  const wrong = expectations
    .filter(({ operator }) => comparesDigests.has(operator))
    .flatMap(({ expected }) => expected)
    .find(one => !/^[0-9a-f]{64}$/i.test(digits(one, form)))
  return wrong === undefined
    ? undefined
    : `${valueText(wrong) || '""'} is no SHA-256, which has 64 hex digits`
}

/** The operators that compare a SHA-256 as a whole. */
export const comparesDigests: ReadonlySet<string> = new Set([
  'equals',
  'not-equals',
  'same-as',
  'one-of',
  'not-one-of',
])

/** Hex digits are written in either case, those of a fingerprint with and without separators. */
export function sameDigits(expectation: Expectation, form: DigestForm): Expectation {
  if (!comparesDigests.has(expectation.operator)) return expectation
  return { ...expectation, expected: inForm(expectation.expected, form) }
}

function inForm(value: JsonValue, form: DigestForm): JsonValue {
  if (isList(value)) return value.map(one => inForm(one, form))
  const plain = digits(value, form)
  return form === 'plain' ? plain.toLowerCase() : (plain.toUpperCase().match(/../g) ?? []).join(':')
}

function digits(value: JsonValue, form: DigestForm): string {
  return form === 'plain' ? valueText(value) : valueText(value).replaceAll(/[:\s-]/g, '')
}
