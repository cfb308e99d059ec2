import { bodyLimit } from '../../actions/body/limits.ts'
import type { JsonValue } from '../../model/json.ts'

/** An answer that nobody wants. */
interface Garbage {
  readonly status: number
  readonly body: string
  /** Its size, where it is one of more bytes than are made. */
  readonly size?: number
}

/** A world that suites are tried in: what stands at a place of an answer in it, or what each answer is. */
export interface World {
  /** The value at a place: another one at each place, in each step and each time, unless all are to be the same. */
  readonly value?: (place: string) => JsonValue
  /** The answer, whatever was asked. */
  readonly garbage?: Garbage
  /** Some of what paths name is missing. */
  readonly omits?: boolean
  /** How much of the time that an answer may take it takes. */
  readonly share: number
  /** Answers meet what validations ask before they count. */
  readonly meets?: boolean
  /** Values that are compared with stand in answers. */
  readonly holdsLiterals?: boolean
  /** Makes numbers that are another for each world. */
  readonly salt: number
}

/** A number that looks like chance and is the same for the same text. */
export function numberFor(text: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return (hash ^ (hash >>> 15)) >>> 0
}

const word = (place: string): string => `w${numberFor(place).toString(36)}`
const number = (place: string): number => (numberFor(place) % 9000) + 7

const kinds: readonly ((place: string) => JsonValue)[] = [
  word,
  number,
  place => number(place) * 1e9,
  place => -number(place),
  place => number(place) + 0.25,
  place => numberFor(place) % 3,
  place => numberFor(place) % 2 === 0,
  place => [word(place)],
  place => [number(place), number(`${place}'`)],
  place => [word(`${place}"`), word(place), word(`${place}"`), word(`${place}'`)],
  () => [],
  () => null,
  place => ({ [word(place)]: number(place) }),
  place => new Date(numberFor(place) * 1000).toISOString(),
  place => `${word(place).toUpperCase()} ${word(`${place}'`)}, ${number(place)}`,
  () => '',
  place => `${word(place)}; ${word(`${place}'`)}=${number(place)}`,
  // At each place another kind.
  place => mixed[numberFor(`${place}!`) % mixed.length]?.(place) ?? null,
  place => mixed[numberFor(`${place}?`) % mixed.length]?.(place) ?? null,
]

const mixed = [word, number, (place: string): JsonValue => number(place) * 1e6, (): JsonValue => null]

/** Answers that nobody wants. */
const garbage: readonly Garbage[] = [
  { status: 200, body: '' },
  { status: 200, body: 'null' },
  { status: 200, body: '[]' },
  { status: 200, body: '{}' },
  { status: 500, body: '<!DOCTYPE html><html><head><title>Error</title></head><body>Sorry</body></html>' },
  { status: 404, body: 'not found' },
  { status: 200, body: 'a', size: bodyLimit },
  ...[201, 204, 302, 401, 429, 502, 599].map(status => ({ status, body: '{"error":"no"}' })),
]

/** Every value at each place the same: what compares two of them finds them equal. */
const uniform: readonly JsonValue[] = ['same', 1, ['same']]

/** At once, soon, late, and at the last moment. */
const shares = [0, 0.001, 0.2, 1]

/** The worlds that suites are tried in. */
export const worlds: readonly World[] = [
  ...garbage.map(answer => ({ garbage: answer })),
  ...kinds.flatMap(value => [{ value }, { value, meets: true }]),
  ...[word, number, word, number].map(value => ({ value, meets: true, omits: true })),
  ...uniform.map(value => ({ value: () => value, meets: true })),
  ...kinds.slice(0, 4).map(value => ({ value, meets: true, holdsLiterals: true })),
].map((world, salt) => ({ ...world, salt, share: shares[salt % shares.length] ?? 1 }))
