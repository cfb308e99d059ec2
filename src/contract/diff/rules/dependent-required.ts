import type { Shape } from '../shape/shape.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'
import { cameUp, isOther, type Wanted, wentAway } from './value-change.ts'

/** Properties that are required when another is there. */
export const dependentRequiredRules: readonly SchemaRule[] = [
  {
    id: '{place}-dependent-required-added',
    request: 'breaking',
    response: 'safe',
    description: 'Properties are required when another is there',
    find: pair => find(pair, cameUp),
  },
  {
    id: '{place}-dependent-required-removed',
    request: 'safe',
    response: 'breaking',
    description: 'Properties are not required any more when another is there',
    find: pair => find(pair, wentAway),
  },
  {
    id: '{place}-dependent-required-changed',
    request: 'breaking',
    response: 'breaking',
    description: 'Other properties are required when one is there',
    find: pair => find(pair, isOther),
  },
]

function find(pair: ShapePair, wanted: Wanted<string>): readonly SchemaFinding[] {
  const { before, after } = pair
  const names = new Set([...before.dependentRequired.keys(), ...after.dependentRequired.keys()])
  return [...names].flatMap(name => {
    const old = needed(before, name)
    const fresh = needed(after, name)
    if (!wanted(old, fresh)) return []
    const reason = `with ${name} went from ${old ?? 'nothing'} to ${fresh ?? 'nothing'}`
    return [findingAt(pair, ['dependentRequired'], `what is required ${reason}`)]
  })
}

function needed({ dependentRequired }: Shape, name: string): string | undefined {
  return dependentRequired.get(name)?.join(', ')
}
