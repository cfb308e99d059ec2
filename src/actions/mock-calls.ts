import { suggesting } from '../util/did-you-mean.ts'
import type { JsonObject } from '../model/json.ts'

/** The calls that a mock received, as `calls` steps read them. */
export interface MockCalls {
  /** The routes it answers, as they are written. */
  readonly routes: readonly string[]
  /** The file of the description that it answers by. */
  readonly spec?: string
  /** True where a server behind it answers what it does not. */
  readonly passesOn: boolean
  /** How many calls came: of a route, or of all. */
  count(route?: string): number
  /** How many of all could not even be read: they have no route, and are not kept. */
  readonly refused: number
  /** Why: the last reasons, with how many there were of each. */
  readonly refusals: readonly JsonObject[]
  /** The calls that are kept, in the order in which they came. */
  kept(route?: string): readonly JsonObject[]
  /** Forgets them; state and answers are as at the start. */
  reset(): void
}

/** The hint where a mock, or a route of one, is not there. */
export function mockHint(written: string, known: readonly string[]): string {
  if (known.length === 0) return 'Mocks are described under `mocks` of the suite.'
  return suggesting(written, known, `These are there: ${known.join(', ')}.`)
}
