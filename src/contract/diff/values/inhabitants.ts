import type { Claim } from './claim.ts'

/**
 * The number of the values that some claims hold of, as far as it is known: there are none, there are some, or it is
 * not known.
 */
export type Inhabitants = 'none' | 'perhaps' | 'some'

/** The facts about the values inside a value. */
export interface Inside {
  readonly ask: (claims: readonly Claim[]) => Inhabitants
  /** True where the schema that values come from describes a property: what it does not describe is not sent. */
  readonly isDescribed: (name: string, sign: Claim['sign']) => boolean
  /** That a value is a text, and that it is this one. */
  readonly text: Claim
  readonly named: (name: string) => Claim
}

const order = { none: 0, perhaps: 1, some: 2 }

/** Combines findings where all values are needed. */
export function fewest(known: readonly Inhabitants[]): Inhabitants {
  return known.reduce((least, one) => (order[one] < order[least] ? one : least), 'some')
}

/** Combines findings where one value is enough. */
export function most(known: readonly Inhabitants[]): Inhabitants {
  return known.reduce((best, one) => (order[one] > order[best] ? one : best), 'none')
}
