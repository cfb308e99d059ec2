import { locationOf } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/** The schema `false`: nothing is right, and no other rule applies. */
export const neverRules: readonly SchemaRule[] = [
  {
    id: '{place}-forbidden',
    about: 'types',
    request: 'breaking',
    response: 'safe',
    description: 'No value is right any more (false)',
    find: pair =>
      !pair.before.isNever && pair.after.isNever ? [finding(pair, 'no value is right any more')] : [],
  },
  {
    id: '{place}-allowed',
    about: 'types',
    request: 'safe',
    response: 'warning',
    description: 'There are values that are right where none was (false)',
    find: pair =>
      pair.before.isNever && !pair.after.isNever ? [finding(pair, 'values are right where none was')] : [],
  },
]

function finding({ before, after }: ShapePair, reason: string): SchemaFinding {
  return { reason, before: locationOf(before), after: locationOf(after) }
}
