import type { SecurityRequirement } from '../../../api-description/api-description.ts'

/** The changes of the credentials that are asked for, one way of change each. */
export interface SecurityChanges {
  /** Credentials that are not among the old ones. */
  readonly added: readonly string[]
  readonly scopesAdded: readonly string[]
  /** Schemes that are needed beside those that were enough. */
  readonly combined: readonly string[]
  /** Credentials that were enough, and are not any more, while others that were enough still are. */
  readonly alternativesRemoved: readonly string[]
  readonly alternativesAdded: readonly string[]
  readonly scopesRemoved: readonly string[]
  /** The credentials that are not needed any more. */
  readonly removed: readonly string[]
}

/** Schemes that are needed together, by the names they had before, with their scopes. */
type Alternative = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Compares what two lists of alternatives ask for. Who fulfilled one of the old ones must still be let in. `oldNames` are
 * those of schemes by their new ones; a name that is described nowhere is the same scheme on both sides.
 */
export function compareSecurity(
  old: readonly SecurityRequirement[] | undefined,
  fresh: readonly SecurityRequirement[] | undefined,
  oldNames: ReadonlyMap<string, string>,
): SecurityChanges {
  const oldOnes = alternatives(old, name => name)
  const freshOnes = alternatives(fresh, name => oldNames.get(name) ?? name)
  const found = {
    added: new Set<string>(),
    scopesAdded: new Set<string>(),
    combined: new Set<string>(),
    alternativesRemoved: new Set<string>(),
    alternativesAdded: new Set<string>(),
    scopesRemoved: new Set<string>(),
    removed: new Set<string>(),
  }
  for (const one of oldOnes)
    if (!freshOnes.some(other => isEnough(one, other))) explain(one, oldOnes, freshOnes, found)
  for (const other of freshOnes) {
    if (oldOnes.some(one => isEnough(other, one))) continue
    const known = oldOnes.find(one => sameSchemes(one, other))
    if (other.size === 0) found.removed.add('no credentials are needed any more')
    else if (known !== undefined && isEnough(known, other))
      for (const scope of extraScopes(known, other)) found.scopesRemoved.add(scope)
    else if (known === undefined && found.added.size + found.combined.size === 0)
      found.alternativesAdded.add(say(other))
  }
  return {
    added: [...found.added],
    scopesAdded: [...found.scopesAdded],
    combined: [...found.combined],
    alternativesRemoved: [...found.alternativesRemoved],
    alternativesAdded: [...found.alternativesAdded],
    scopesRemoved: [...found.scopesRemoved],
    removed: [...found.removed],
  }
}

/** Says why credentials are no longer enough, by the alternative that is nearest to them. */
function explain(
  one: Alternative,
  oldOnes: readonly Alternative[],
  freshOnes: readonly Alternative[],
  found: {
    added: Set<string>
    scopesAdded: Set<string>
    combined: Set<string>
    alternativesRemoved: Set<string>
  },
): void {
  if (one.size === 0) {
    found.added.add(freshOnes.map(say).join(' or '))
    return
  }
  const same = freshOnes.find(other => sameSchemes(one, other))
  const more = freshOnes.find(other => [...one.keys()].every(name => other.has(name)))
  const others = freshOnes.filter(other => !oldOnes.some(old => sameSchemes(old, other)))
  if (same !== undefined) for (const scope of extraScopes(same, one)) found.scopesAdded.add(scope)
  else if (more !== undefined)
    found.combined.add([...more.keys()].filter(name => !one.has(name)).join(' and '))
  else if (others.length > 0) found.added.add(others.map(say).join(' or '))
  else found.alternativesRemoved.add(say(one))
}

/** Without a word about security, and with an empty list, no credentials are needed. */
function alternatives(
  written: readonly SecurityRequirement[] | undefined,
  nameOf: (name: string) => string,
): readonly Alternative[] {
  if (written === undefined || written.length === 0) return [new Map()]
  return written.map(
    requirement => new Map([...requirement].map(([name, scopes]) => [nameOf(name), new Set(scopes)])),
  )
}

/** True where who has some credentials fulfils an alternative. */
function isEnough(has: Alternative, wanted: Alternative): boolean {
  return [...wanted].every(([name, scopes]) => {
    const own = has.get(name)
    return own !== undefined && [...scopes].every(scope => own.has(scope))
  })
}

function sameSchemes(one: Alternative, other: Alternative): boolean {
  return one.size === other.size && [...one.keys()].every(name => other.has(name))
}

/** Scopes that one alternative has and another, of the same schemes, has not. */
function extraScopes(one: Alternative, than: Alternative): readonly string[] {
  return [...one].flatMap(([name, scopes]) =>
    [...scopes].filter(scope => than.get(name)?.has(scope) !== true).map(scope => `${scope} of ${name}`),
  )
}

function say(alternative: Alternative): string {
  return [...alternative.keys()].join(' and ')
}
