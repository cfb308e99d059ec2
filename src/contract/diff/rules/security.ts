import type { ChangeLevel } from '../../../model/contract-change.ts'
import { mapping } from '../../../util/read-values.ts'
import type { DescriptionPair } from '../pairs/description-pair.ts'
import type { OperationPair } from '../pairs/operation-pair.ts'
import { compareSecurity, type SecurityChanges } from '../pairs/security-change.ts'
import type { DescriptionRule, Finding, OperationRule, SourceLocation } from './rule.ts'

interface Kind {
  readonly name: string
  readonly level: ChangeLevel
  readonly description: string
  readonly of: keyof SecurityChanges
  readonly say: (what: string) => string
}

const kinds: readonly Kind[] = [
  {
    name: 'added',
    level: 'breaking',
    description: 'Credentials are needed that were not',
    of: 'added',
    say: what => `${what} is needed now`,
  },
  {
    name: 'scope-added',
    level: 'breaking',
    description: 'Another scope is needed',
    of: 'scopesAdded',
    say: what => `the scope ${what} is needed now`,
  },
  {
    name: 'scheme-combined',
    level: 'breaking',
    description: 'Other credentials are needed beside those that were enough',
    of: 'combined',
    say: what => `${what} is needed, too`,
  },
  {
    name: 'alternative-removed',
    level: 'breaking',
    description: 'Credentials are no longer enough, and others that were still are',
    of: 'alternativesRemoved',
    say: what => `${what} is not enough any more`,
  },
  {
    name: 'alternative-added',
    level: 'safe',
    description: 'Other credentials are enough, too',
    of: 'alternativesAdded',
    say: what => `${what} is enough now`,
  },
  {
    name: 'scope-removed',
    level: 'safe',
    description: 'A scope is no longer needed',
    of: 'scopesRemoved',
    say: what => `the scope ${what} is no longer needed`,
  },
  {
    name: 'removed',
    level: 'safe',
    description: 'No credentials are needed any more',
    of: 'removed',
    say: what => what,
  },
]

/** Credentials that operations ask for on their own, before or after. */
export const operationSecurityRules: readonly OperationRule[] = kinds.map(kind => ({
  id: `api-security-${kind.name}`,
  level: kind.level,
  description: kind.description,
  find: pair => (inheritsTwice(pair) ? [] : ofOperation(pair, kind)),
}))

/** Credentials that all operations ask for without security of their own: reported once. */
export const descriptionSecurityRules: readonly DescriptionRule[] = kinds.map(kind => ({
  id: `api-global-security-${kind.name}`,
  level: kind.level,
  description: `${kind.description}, in all operations that say nothing else`,
  find: pair => (pair.operations.some(inheritsTwice) ? ofAll(pair, kind) : []),
}))

/** True where an operation has no security of its own, neither before nor after. */
function inheritsTwice({ before, after }: OperationPair): boolean {
  return [before, after].every(({ operation, description }) => operation.security === description.security)
}

function ofOperation({ before, after, schemes }: OperationPair, { of, say }: Kind): readonly Finding[] {
  return compareSecurity(before.operation.security, after.operation.security, schemes)[of].map(what => ({
    reason: say(what),
    before: locationOf(before.written),
    after: locationOf(after.written),
  }))
}

function ofAll({ before, after, schemes }: DescriptionPair, { of, say }: Kind): readonly Finding[] {
  return compareSecurity(before.security, after.security, schemes)[of].map(what => ({
    reason: say(what),
    before: locationOf({ value: mapping(before.root.root), document: before.root }),
    after: locationOf({ value: mapping(after.root.root), document: after.root }),
  }))
}

function locationOf(holder: OperationPair['before']['written']): SourceLocation {
  return Object.hasOwn(holder.value, 'security') ? { ...holder, keys: ['security'] } : holder
}
