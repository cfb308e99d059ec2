import type { Claim } from './claim.ts'

/** What is known of the values that some claims hold of: there are none, there are some, or it is not known. */
export type Inhabitants = 'none' | 'perhaps' | 'some'

/** What is known of the values inside a value. */
export interface Inside {
  readonly ask: (claims: readonly Claim[]) => Inhabitants
  /** Whether the schema that values come from describes a property: what it does not describe is not sent. */
  readonly isDescribed: (name: string, sign: Claim['sign']) => boolean
  /** That a value is a text, and that it is this one. */
  readonly text: Claim
  readonly named: (name: string) => Claim
}

const order = { none: 0, perhaps: 1, some: 2 }

/** What is known where all are needed. */
export function fewest(known: readonly Inhabitants[]): Inhabitants {
  return known.reduce((least, one) => (order[one] < order[least] ? one : least), 'some')
}

/** What is known where one is enough. */
export function most(known: readonly Inhabitants[]): Inhabitants {
  return known.reduce((best, one) => (order[one] > order[best] ? one : best), 'none')
}
