/** One thing that a validator finds wrong: where, as a JSON Pointer with `/` for the root, and what. */
export interface Complaint {
  readonly pointer: string
  readonly message: string
}

/** The notes of an attempt on its value, by place. */
export interface AttemptNotes {
  /** Where an example was taken. */
  readonly examples: ReadonlySet<string>
  /** Properties that nothing asks for. */
  readonly optional: ReadonlySet<string>
  /** Where one of several branches was taken, and how many there are. */
  readonly choices: ReadonlyMap<string, number>
}

/** The decisions for single places of a value (JSON Pointers, the root is empty) because of earlier attempts. */
export interface Decisions {
  /** Places whose examples are wrong. */
  readonly withoutExample: Set<string>
  /** Properties that nothing asks for and that are left out. */
  readonly dropped: Set<string>
  /** How many branches of a choice were wrong before. */
  readonly branches: Map<string, number>
  /** Places that the generator makes, and how often it was wrong. */
  readonly faked: Map<string, number>
}

/** Nothing decided yet. */
export function noDecisions(): Decisions {
  return { withoutExample: new Set(), dropped: new Set(), branches: new Map(), faked: new Map() }
}

/** How often the generator is asked for one place. */
const mostFakes = 8

/**
 * Decides what the next attempt does otherwise in the places that were complained about: no example there, another branch,
 * no such property, or a value of the generator, in this order. False when there is nothing left to try.
 */
export function reviseDecisions(
  complaints: readonly Complaint[],
  notes: AttemptNotes,
  decisions: Decisions,
): boolean {
  const places = new Set(complaints.map(({ pointer }) => (pointer === '/' ? '' : pointer)))
  return [...places].map(place => decideFor(place, notes, decisions)).includes(true)
}

function decideFor(place: string, notes: AttemptNotes, decisions: Decisions): boolean {
  const around = selfAndParents(place)
  const example = around.find(one => notes.examples.has(one))
  if (example !== undefined) {
    decisions.withoutExample.add(example)
    return true
  }
  if (takeNextBranch(place, notes, decisions)) return true
  const optional = around.find(one => notes.optional.has(one))
  if (optional === place) {
    decisions.dropped.add(optional)
    return true
  }
  const choice = around.find(one => takeNextBranch(one, notes, decisions))
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

function takeNextBranch(place: string, { choices }: AttemptNotes, { branches }: Decisions): boolean {
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
