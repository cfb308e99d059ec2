import { seedOf } from '../../api-description/examples/fake-value.ts'
import type { BrokenRule } from '../../model/contract-check.ts'
import type { NegativeOptions } from './negative-options.ts'

/** A candidate for the choice: alternatives of one case have the same key. */
interface Choosable {
  readonly found: { readonly rule: BrokenRule }
  isBroken(): boolean
}

/**
 * At most so many cases, one of each kind before the second of any, in the order they were found in. Which of a kind is for
 * the seed to say. Only as many are judged as are needed; of alternatives the first that breaks its rule counts.
 */
export function chooseCases<Case extends Choosable>(
  all: readonly Case[],
  { seed, most }: NegativeOptions,
  keyOf: (one: Case) => string,
): readonly Case[] {
  const alternatives = grouped(all, keyOf)
  const kinds = grouped([...alternatives], ([, [first]]) => first?.found.rule)
  const queues = [...kinds.values()].map(entries =>
    entries
      .map(([key, cases]) => ({ cases, rank: seedOf(`${seed} ${key}`) }))
      .sort((one, other) => one.rank - other.rank)
      .values(),
  )
  const chosen = new Set<Case>()
  let waiting = queues
  while (waiting.length > 0 && chosen.size < most) {
    const next: typeof waiting = []
    for (const queue of waiting) {
      const found = firstBroken(queue)
      if (found === undefined) continue
      if (chosen.size < most) chosen.add(found)
      next.push(queue)
    }
    waiting = next
  }
  return all.filter(one => chosen.has(one))
}

function firstBroken<Case extends Choosable>(
  queue: Iterator<{ readonly cases: readonly Case[] }>,
): Case | undefined {
  for (let next = queue.next(); next.done !== true; next = queue.next()) {
    const found = next.value.cases.find(one => one.isBroken())
    if (found !== undefined) return found
  }
  return undefined
}

function grouped<Key, Value>(all: readonly Value[], keyOf: (one: Value) => Key): ReadonlyMap<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}
