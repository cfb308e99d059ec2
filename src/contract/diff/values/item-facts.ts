import type { Claim } from './claim.ts'
import { fewest, type Inhabitants, type Inside, most } from './inhabitants.ts'
import type { ItemsLiteral } from './literal.ts'
import type { Counts } from './scalar-facts.ts'

/** The demands on lists. */
export interface ItemFacts {
  readonly itemCount: Counts
  readonly items: readonly ItemsLiteral[]
  /** True where items must differ (true), or two must be alike (false). */
  readonly unique: readonly boolean[]
}

/** Tells if there are lists of so many items that are like this. */
export function listsOf(facts: ItemFacts, inside: Inside): Inhabitants {
  const { unique, items } = facts
  const { least } = facts.itemCount
  const end = 1 + items.reduce((last, { from, to }) => Math.max(last, from, to === Infinity ? 0 : to), 0)
  const longest = longestOf(facts, end, inside)
  if (least > longest || (unique.includes(false) && (unique.includes(true) || longest < 2))) return 'none'
  const some = items.filter(({ is }) => is === 'some-item')
  return fewest([
    ...Array.from({ length: Math.min(least, end) }, (_, index) => inside.ask(claimsAt(facts, index))),
    ...some.map(literal => withItem(facts, literal, Math.min(longest, end), inside)),
    some.length > 1 || (unique.length > 0 && items.length > 0) ? 'perhaps' : 'some',
  ])
}

/** An item that cannot be there ends a list. */
function longestOf(facts: ItemFacts, end: number, inside: Inside): number {
  const { most: longest } = facts.itemCount
  for (let index = 0; index < Math.min(longest, end); index++)
    if (inside.ask(claimsAt(facts, index)) === 'none') return index
  return longest
}

/** Tells if one of the items can be like this, too. */
function withItem(facts: ItemFacts, literal: ItemsLiteral, end: number, inside: Inside): Inhabitants {
  const { from, to, claim } = literal
  const indexes = Array.from({ length: Math.max(0, Math.min(to, end) - from) }, (_, index) => from + index)
  return most(indexes.map(index => inside.ask([...claimsAt(facts, index), claim])))
}

function claimsAt({ items }: ItemFacts, index: number): readonly Claim[] {
  return items
    .filter(({ is, from, to }) => is === 'each-item' && from <= index && index < to)
    .map(({ claim }) => claim)
}
