/** Things of one kind that belong together, and those that came and went. */
export interface Match<Thing> {
  readonly both: readonly { readonly before: Thing; readonly after: Thing }[]
  readonly added: readonly Thing[]
  readonly removed: readonly Thing[]
}

/** Things by a name of theirs; of those that have the same the first counts. */
export function matchBy<Thing>(
  before: readonly Thing[],
  after: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Match<Thing> {
  const left = new Map([...before].reverse().map(thing => [nameOf(thing), thing]))
  const right = new Map([...after].reverse().map(thing => [nameOf(thing), thing]))
  const old = [...new Set(before.map(nameOf))].flatMap(name => left.get(name) ?? [])
  const fresh = [...new Set(after.map(nameOf))].flatMap(name => right.get(name) ?? [])
  return {
    both: old.flatMap(thing => {
      const partner = right.get(nameOf(thing))
      return partner === undefined ? [] : [{ before: thing, after: partner }]
    }),
    added: fresh.filter(thing => !left.has(nameOf(thing))),
    removed: old.filter(thing => !right.has(nameOf(thing))),
  }
}
