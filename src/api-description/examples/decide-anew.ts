import type { Decisions } from './decisions.ts'
import type { ValueMaker } from './value-maker.ts'

/** One thing that a validator finds wrong: where, as a JSON Pointer with `/` for the root, and what. */
export interface Complaint {
  readonly pointer: string
  readonly message: string
}

/** How often the generator is asked for one place. */
const mostFakes = 8

/**
 * Decides what the next attempt does otherwise in the places that were complained about: no example there, another branch,
 * no such property, or a value of the generator, in this order. False when there is nothing left to try.
 */
export function decideAnew(
  complaints: readonly Complaint[],
  maker: Pick<ValueMaker, 'examples' | 'optional' | 'choices'>,
  decisions: Decisions,
): boolean {
  const places = new Set(complaints.map(({ pointer }) => (pointer === '/' ? '' : pointer)))
  return [...places].map(place => decideFor(place, maker, decisions)).includes(true)
}

function decideFor(
  place: string,
  maker: Pick<ValueMaker, 'examples' | 'optional' | 'choices'>,
  decisions: Decisions,
): boolean {
  const around = selfAndParents(place)
  const example = around.find(one => maker.examples.has(one))
  if (example !== undefined) {
    decisions.withoutExample.add(example)
    return true
  }
  if (takeNextBranch(place, maker, decisions)) return true
  const optional = around.find(one => maker.optional.has(one))
  if (optional === place) {
    decisions.dropped.add(optional)
    return true
  }
  const choice = around.find(one => takeNextBranch(one, maker, decisions))
  if (choice !== undefined) return true
  const fakes = decisions.faked.get(place) ?? 0
  if (fakes < mostFakes) {
    decisions.faked.set(place, fakes + 1)
    return true
  }
  if (optional === undefined) return false
  decisions.faked.delete(place)
  decisions.dropped.add(optional)
  return true
}

function takeNextBranch(
  place: string,
  { choices }: Pick<ValueMaker, 'choices'>,
  { branches }: Decisions,
): boolean {
  const count = choices.get(place) ?? 0
  const taken = branches.get(place) ?? 0
  if (taken + 1 >= count) return false
  branches.set(place, taken + 1)
  return true
}

/** A pointer and those around it, the innermost first; the root is last. */
function selfAndParents(pointer: string): readonly string[] {
  const places = [pointer]
  for (let current = pointer; current !== '';) {
    current = current.slice(0, current.lastIndexOf('/'))
    places.push(current)
  }
  return places
}
