import type { Predicate, Statement } from './test-program.ts'

/** Statements in which bounds of one value that follow each other are one expectation. */
export function joinBounds(statements: readonly Statement[]): readonly Statement[] {
  const found: Statement[] = []
  for (const statement of statements) {
    const last = found.at(-1)
    const holds = last === undefined ? undefined : joinedBounds(last, statement)
    if (last?.kind === 'expect' && holds !== undefined) found[found.length - 1] = { ...last, holds }
    else found.push(statement)
  }
  return found
}

function joinedBounds(one: Statement, other: Statement): Predicate | undefined {
  if (one.kind !== 'expect' || other.kind !== 'expect' || one.when !== other.when) return undefined
  const bounds = one.holds.kind === 'all' ? one.holds.of : [one.holds]
  const [first] = bounds
  const { holds } = other
  if (first?.kind !== 'compare' || holds.kind !== 'compare') return undefined
  if (!bounds.every(bound => bound.kind === 'compare' && bound.actual === first.actual)) return undefined
  if (JSON.stringify(first.actual) !== JSON.stringify(holds.actual)) return undefined
  return { kind: 'all', of: [...bounds, { ...holds, actual: first.actual }] }
}
