import type { JsonValue } from '../../../model/json.ts'
import { findingAt, show } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'
import { isConstant } from './const.ts'

const keys = ['enum', 'const', 'oneOf', 'anyOf']

/** Lists of the values that are right. */
export const enumRules: readonly SchemaRule[] = [
  {
    id: '{place}-became-enum',
    headerId: 'request-header-property-became-enum',
    request: 'breaking',
    response: 'safe',
    description: 'Only listed values are right where any was',
    find: pair => {
      const { before, after } = pair
      if (before.values !== undefined || after.values === undefined || isConstant(after)) return []
      return [findingAt(pair, keys, `only ${listed([...after.values.values()])} are right now`)]
    },
  },
  {
    id: '{place}-enum-removed',
    request: 'safe',
    response: 'warning',
    description: 'Any value is right where only listed ones were',
    find: pair => {
      const { before, after } = pair
      if (before.values === undefined || after.values !== undefined || isConstant(before)) return []
      return [findingAt(pair, keys, `not only ${listed([...before.values.values()])} are right now`)]
    },
  },
  {
    id: '{place}-enum-value-removed',
    request: 'breaking',
    response: 'safe',
    description: 'A listed value is no longer right',
    find: pair => {
      const gone = missing(pair, 'before', 'after')
      return gone.length === 0 ? [] : [valuesFinding(pair, gone, 'no longer right')]
    },
  },
  {
    id: '{place}-enum-value-added',
    request: 'safe',
    response: 'warning',
    description: 'Another value is right',
    find: pair => {
      const fresh = missing(pair, 'after', 'before')
      return fresh.length === 0 ? [] : [valuesFinding(pair, fresh, 'new')]
    },
  },
]

/** Values of one side that the other does not have, where both have lists. */
function missing(pair: ShapePair, side: 'before' | 'after', than: 'before' | 'after'): readonly JsonValue[] {
  const { values } = pair[side]
  const others = pair[than].values
  if (values === undefined || others === undefined || (isConstant(pair.before) && isConstant(pair.after)))
    return []
  return [...values].filter(([key]) => !others.has(key)).map(([, value]) => value)
}

function valuesFinding(pair: ShapePair, values: readonly JsonValue[], what: string): SchemaFinding {
  return findingAt(pair, keys, `${listed(values)} ${values.length === 1 ? 'is' : 'are'} ${what}`)
}

/** The first of several values. */
function listed(values: readonly JsonValue[]): string {
  const shown = values.slice(0, 5).map(show).join(', ')
  return values.length > 5 ? `${shown} and ${values.length - 5} more` : shown
}
