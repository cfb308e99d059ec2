/** Things of one kind that belong together, and those that came and went. */
export interface Match<Thing> {
  readonly both: readonly { readonly before: Thing; readonly after: Thing }[]
  readonly added: readonly Thing[]
  readonly removed: readonly Thing[]
}

/** Matches things by name; the first of duplicates wins. */
export function matchBy<Thing>(
  before: readonly Thing[],
  after: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Match<Thing> {
  const [left, right] = [byName(before, nameOf), byName(after, nameOf)]
  return {
    both: [...left].flatMap(([name, thing]) => {
      const partner = right.get(name)
      return partner === undefined ? [] : [{ before: thing, after: partner }]
    }),
    added: [...right].flatMap(([name, thing]) => (left.has(name) ? [] : [thing])),
    removed: [...left].flatMap(([name, thing]) => (right.has(name) ? [] : [thing])),
  }
}

function byName<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): ReadonlyMap<string, Thing> {
  const named = new Map<string, Thing>()
  for (const thing of things) {
    const name = nameOf(thing)
    if (!named.has(name)) named.set(name, thing)
  }
  return named
}
