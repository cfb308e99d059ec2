import type { ApiDescription, Operation } from '../../../api-description/api-description.ts'
import { operationKey } from '../../../api-description/operation-names.ts'
import { erased, type DescriptionPair } from '../pairs/description-pair.ts'
import { OperationLocations } from '../pairs/operation-locations.ts'
import type { DescriptionRule, Finding } from './rule.ts'

type Found = readonly (Finding & { readonly operation: string })[]

/** Operations that came and went. */
export const endpointRules: readonly DescriptionRule[] = [
  {
    id: 'api-path-removed-without-deprecation',
    level: 'breaking',
    description: 'A path is gone with all of its operations',
    find: pair => removed(pair, (operation, wholePath) => wholePath && !operation.deprecated),
  },
  {
    id: 'api-path-removed-with-deprecation',
    level: 'breaking',
    description: 'A path is gone whose operation was deprecated',
    find: pair => removed(pair, (operation, wholePath) => wholePath && operation.deprecated),
  },
  {
    id: 'api-removed-without-deprecation',
    level: 'breaking',
    description: 'An operation is gone from a path',
    find: pair => removed(pair, (operation, wholePath) => !wholePath && !operation.deprecated),
  },
  {
    id: 'api-removed-with-deprecation',
    level: 'breaking',
    description: 'A deprecated operation is gone from a path',
    find: pair => removed(pair, (operation, wholePath) => !wholePath && operation.deprecated),
  },
  {
    id: 'endpoint-added',
    level: 'safe',
    description: 'There is a new operation',
    find: ({ added, after }) =>
      added.map(operation => ({
        operation: operationKey(operation),
        reason: 'this operation is new',
        after: locationOf(after, operation),
      })),
  },
]

function removed(
  { removed, removedPaths, before }: DescriptionPair,
  wanted: (operation: Operation, wholePath: boolean) => boolean,
): Found {
  return removed
    .filter(operation => wanted(operation, removedPaths.has(erased(operation.path))))
    .map(operation => ({
      operation: operationKey(operation),
      reason: operation.deprecated
        ? 'this operation, which was deprecated, is gone'
        : 'this operation is gone',
      before: locationOf(before, operation),
    }))
}

function locationOf(description: ApiDescription, operation: Operation): OperationLocations['operation'] {
  return new OperationLocations(description, operation).operation
}
