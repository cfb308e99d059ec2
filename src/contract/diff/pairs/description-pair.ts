import type { ApiDescription, Operation } from '../../../api-description/api-description.ts'
import { operationKey } from '../../../api-description/operation-names.ts'
import { type OperationPair, pairOperations } from './operation-pair.ts'

/** Two descriptions with the operations that belong together. */
export interface DescriptionPair {
  readonly before: ApiDescription
  readonly after: ApiDescription
  readonly operations: readonly OperationPair[]
  readonly added: readonly Operation[]
  readonly removed: readonly Operation[]
  /** Paths that no longer have any operation, names of parameters erased. */
  readonly removedPaths: ReadonlySet<string>
}

export function pairDescriptions(before: ApiDescription, after: ApiDescription): DescriptionPair {
  const partners = matchOperations(before.operations, after.operations)
  const taken = new Set(partners.values())
  const left = new Set(after.operations.map(({ path }) => erased(path)))
  return {
    before,
    after,
    operations: [...partners].map(([old, fresh]) => pairOperations(before, after, old, fresh)),
    added: after.operations.filter(operation => !taken.has(operation)),
    removed: before.operations.filter(operation => !partners.has(operation)),
    removedPaths: new Set(before.operations.map(({ path }) => erased(path)).filter(path => !left.has(path))),
  }
}

/** Operations of the same method and path; the names of parameters in paths mean nothing, unless they tell paths apart. */
function matchOperations(
  before: readonly Operation[],
  after: readonly Operation[],
): ReadonlyMap<Operation, Operation> {
  const exact = new Map(after.map(operation => [operationKey(operation), operation]))
  const partners = new Map<Operation, Operation>()
  for (const old of before) {
    const partner = exact.get(`${old.method} ${old.path}`)
    if (partner !== undefined) partners.set(old, partner)
  }
  const taken = new Set(partners.values())
  for (const old of before) {
    if (partners.has(old)) continue
    const partner = after.find(
      fresh => !taken.has(fresh) && fresh.method === old.method && erased(fresh.path) === erased(old.path),
    )
    if (partner === undefined) continue
    partners.set(old, partner)
    taken.add(partner)
  }
  return new Map(
    before.flatMap(old => {
      const partner = partners.get(old)
      return partner === undefined ? [] : [[old, partner]]
    }),
  )
}

/** A path with the names of its parameters erased. */
export function erased(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}')
}
