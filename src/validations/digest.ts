import type { Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'

/** How a target is written that is hex digits: a SHA-256, or the number of a certificate. */
export type DigestForm = 'plain' | 'fingerprint' | 'serial-number'

/** In which form the target of this name is hex digits; undefined for all others. */
export function digestForm(subject: string): DigestForm | undefined {
  if (subject === 'sha256') return 'plain'
  if (subject === 'certificate serial-number') return 'serial-number'
  return subject === 'certificate fingerprint' ? 'fingerprint' : undefined
}

/** Why something that a target of this form is compared with can never be it; it would fail, or hold, for every body. */
export function noDigest(
  expectations: readonly Pick<Expectation, 'operator' | 'expected'>[],
  form: DigestForm | undefined,
): string | undefined {
  if (form === undefined) return undefined
  const isSerial = form === 'serial-number'
  const sound = isSerial ? /^[0-9a-f]{1,64}$/i : /^[0-9a-f]{64}$/i
  const wrong = expectations
    .filter(({ operator }) => comparesDigests.has(operator))
    .flatMap(({ expected }) => expected)
    .find(one => !sound.test(digits(one, form)) || (typeof one === 'number' && !Number.isSafeInteger(one)))
  if (wrong === undefined) return undefined
  const shown = wrong === '' ? '""' : valueText(wrong)
  return isSerial
    ? `${shown} is no serial number, which has hex digits: write it in quotes`
    : `${shown} is no SHA-256, which has 64 hex digits`
}

/** The operators that compare such digits as a whole. */
export const comparesDigests: ReadonlySet<string> = new Set([
  'equals',
  'not-equals',
  'same-as',
  'one-of',
  'not-one-of',
])

/**
 * Hex digits are written in either case, those of a certificate with and without separators, and a serial number with any
 * zeros before it.
 */
export function sameDigits(expectation: Expectation, form: DigestForm): Expectation {
  if (!comparesDigests.has(expectation.operator)) return expectation
  return { ...expectation, expected: inForm(expectation.expected, form) }
}

function inForm(value: JsonValue, form: DigestForm): JsonValue {
  if (isList(value)) return value.map(one => inForm(one, form))
  const plain = digits(value, form)
  if (form === 'plain') return plain.toLowerCase()
  const upper = plain.toUpperCase()
  if (form === 'fingerprint') return (upper.match(/../g) ?? []).join(':')
  return upper.length % 2 === 0 ? upper : `0${upper}`
}

function digits(value: JsonValue, form: DigestForm): string {
  const text = valueText(value)
  if (form === 'plain') return text
  const together = text.replaceAll(/[:\s-]/g, '')
  return form === 'fingerprint' ? together : together.replace(/^0x(?=.)/i, '').replace(/^0+(?=.)/, '')
}
