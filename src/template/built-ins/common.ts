import type { Generators } from './generator.ts'
import { fraction, integer, uuid, pick, pickCharacter, repeat } from './random.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Identifiers, instants, numbers, letters and colours. */
export const common: Generators = {
  $uuid: uuid,
  $guid: uuid,
  $randomUUID: uuid,
  /** Seconds since 1970. */
  $timestamp: () => Math.floor(Date.now() / 1000),
  $isoTimestamp: () => new Date().toISOString(),
  $randomInt: () => integer(0, 1000),
  $randomBoolean: () => fraction() < 0.5,
  $randomAlphaNumeric: () => pickCharacter(`0123456789${letters}`),
  $randomPassword: () => repeat(15, () => pickCharacter(`0123456789${letters}${letters.toUpperCase()}`)),
  $randomColor: () =>
    pick('red, green, blue, yellow, purple, orange, teal, maroon, olive, silver, gold, fuchsia, grey, navy'),
  $randomHexColor: () => `#${integer(0, 0xffffff).toString(16).padStart(6, '0')}`,
}
