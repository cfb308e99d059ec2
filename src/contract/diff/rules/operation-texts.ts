import type { Operation } from '../../../api-description/api-description.ts'
import type { OperationPair } from '../pairs/operation-pair.ts'
import type { Finding, OperationRule } from './rule.ts'

/** The rules for statements about an operation beside its input and its responses. */
export const operationTextRules: readonly OperationRule[] = [
  {
    id: 'endpoint-deprecated',
    level: 'safe',
    description: 'An operation is deprecated',
    find: pair => when(pair, (old, fresh) => !old.deprecated && fresh.deprecated, 'it is deprecated now'),
  },
  {
    id: 'endpoint-reactivated',
    level: 'safe',
    description: 'An operation is no longer deprecated',
    find: pair =>
      when(pair, (old, fresh) => old.deprecated && !fresh.deprecated, 'it is no longer deprecated'),
  },
  {
    id: 'api-operation-id-removed',
    level: 'safe',
    description: 'The name of an operation is gone, or another',
    find: ({ before, after }) => {
      const [old, fresh] = [before.operation.operationId, after.operation.operationId]
      if (old === undefined || old === fresh) return []
      return [{ reason: `the operationId went from ${old} to ${fresh ?? 'none'}` }]
    },
  },
  {
    id: 'api-operation-id-added',
    level: 'safe',
    description: 'An operation has a name',
    find: ({ before, after }) =>
      before.operation.operationId === undefined && after.operation.operationId !== undefined
        ? [{ reason: `the operationId is ${after.operation.operationId} now` }]
        : [],
  },
  {
    id: 'api-tag-added',
    level: 'safe',
    description: 'An operation has another tag',
    find: ({ before, after }) =>
      beyond(after.operation.tags, before.operation.tags, tag => `the tag ${tag} is new`),
  },
  {
    id: 'api-tag-removed',
    level: 'safe',
    description: 'A tag of an operation is gone',
    find: ({ before, after }) =>
      beyond(before.operation.tags, after.operation.tags, tag => `the tag ${tag} is gone`),
  },
  {
    id: 'api-callback-removed',
    level: 'breaking',
    description: 'A call that is made in return is gone',
    find: ({ before, after }) =>
      beyond(before.operation.callbacks, after.operation.callbacks, name => `the callback ${name} is gone`),
  },
  {
    id: 'api-callback-added',
    level: 'safe',
    description: 'There is another call that is made in return',
    find: ({ before, after }) =>
      beyond(after.operation.callbacks, before.operation.callbacks, name => `the callback ${name} is new`),
  },
]

function when(
  { before, after }: OperationPair,
  wanted: (old: Operation, fresh: Operation) => boolean,
  reason: string,
): readonly Finding[] {
  return wanted(before.operation, after.operation) ? [{ reason }] : []
}

function beyond(
  names: readonly string[],
  others: readonly string[],
  say: (name: string) => string,
): readonly Finding[] {
  return names.filter(name => !others.includes(name)).map(name => ({ reason: say(name) }))
}
