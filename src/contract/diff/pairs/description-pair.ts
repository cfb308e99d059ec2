import type { ApiDescription, Operation } from '../../../api-description/api-description.ts'
import { operationKey } from '../../../api-description/operation-names.ts'
import { type OperationPair, pairOperations } from './operation-pair.ts'
import { pairSchemes } from './security-schemes.ts'

/** Two descriptions with the operations that belong together. */
export interface DescriptionPair {
  readonly before: ApiDescription
  readonly after: ApiDescription
  /** Old names of security schemes by their new ones. */
  readonly schemes: ReadonlyMap<string, string>
  readonly operations: readonly OperationPair[]
  readonly added: readonly Operation[]
  readonly removed: readonly Operation[]
  /** Paths that no longer have any operation, names of parameters erased. */
  readonly removedPaths: ReadonlySet<string>
}

export function pairDescriptions(before: ApiDescription, after: ApiDescription): DescriptionPair {
  const schemes = pairSchemes(before, after)
  const partners = matchOperations(before.operations, after.operations)
  const taken = new Set(partners.values())
  const left = new Set(after.operations.map(({ path }) => erased(path)))
  return {
    before,
    after,
    schemes,
    operations: [...partners].map(([old, fresh]) => pairOperations(before, after, old, fresh, schemes)),
    added: after.operations.filter(operation => !taken.has(operation)),
    removed: before.operations.filter(operation => !partners.has(operation)),
    removedPaths: new Set(before.operations.map(({ path }) => erased(path)).filter(path => !left.has(path))),
  }
}

/** Operations of the same method and path; the names of parameters in paths do not count, unless paths differ in nothing else. */
function matchOperations(
  before: readonly Operation[],
  after: readonly Operation[],
): ReadonlyMap<Operation, Operation> {
  const exact = new Map(after.map(operation => [operationKey(operation), operation]))
  const partners = new Map<Operation, Operation>()
  for (const old of before) {
    const partner = exact.get(operationKey(old))
    if (partner !== undefined) partners.set(old, partner)
  }
  const taken = new Set(partners.values())
  const left = new Map<string, Operation[]>()
  for (const fresh of after.filter(one => !taken.has(one))) {
    const alike = left.get(erasedKey(fresh))
    if (alike === undefined) left.set(erasedKey(fresh), [fresh])
    else alike.push(fresh)
  }
  for (const old of before) {
    const partner = partners.has(old) ? undefined : left.get(erasedKey(old))?.shift()
    if (partner !== undefined) partners.set(old, partner)
  }
  return new Map(
    before.flatMap(old => {
      const partner = partners.get(old)
      return partner === undefined ? [] : [[old, partner]]
    }),
  )
}

function erasedKey({ method, path }: Operation): string {
  return `${method} ${erased(path)}`
}

/** A path with the names of its parameters erased. */
export function erased(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}
