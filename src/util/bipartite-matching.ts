/**
 * Pairs as many of `left` things with distinct ones of `right` things as can be (augmenting paths, not the first that
 * fits). `fits` says whether two belong together; it is asked no more often than need be, and first of those in the same
 * place. The answer holds for each left thing its partner, or undefined.
 */
export function bipartiteMatching(
  left: number,
  right: number,
  fits: (left: number, right: number) => boolean,
): readonly (number | undefined)[] {
  const partners: (number | undefined)[] = Array.from({ length: left })
  const owners: (number | undefined)[] = Array.from({ length: right })
  const rightIndexes = Array.from(owners.keys())
  for (const index of partners.keys()) pair(index, new Set())
  return partners

  /** Gives `index` a partner, where need be by moving others to another one of theirs. */
  function pair(index: number, visited: Set<number>): boolean {
    const others = [...rightIndexes.slice(index), ...rightIndexes.slice(0, index)]
    const free = others.find(other => owners[other] === undefined && fits(index, other))
    const chosen = free ?? others.find(other => fits(index, other) && canLeave(other, visited))
    if (chosen === undefined) return false
    partners[index] = chosen
    owners[chosen] = index
    return true
  }

  function canLeave(other: number, visited: Set<number>): boolean {
    const owner = owners[other]
    if (owner === undefined || visited.has(other)) return false
    visited.add(other)
    return pair(owner, visited)
  }
}
