import type { Conjunction } from '../shape/shape.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/** Properties that are not described. */
export const additionalPropertiesRules: readonly SchemaRule[] = [
  {
    id: '{place}-additional-properties-closed',
    request: 'breaking',
    response: 'safe',
    description: 'No other properties may be there any more',
    find: pair => find(pair, (old, fresh) => old !== 'closed' && fresh === 'closed', 'are no longer right'),
  },
  {
    id: '{place}-additional-properties-opened',
    request: 'safe',
    response: 'safe',
    description: 'Other properties may be there now',
    find: pair => find(pair, (old, fresh) => old === 'closed' && fresh !== 'closed', 'are right now'),
  },
  {
    id: '{place}-additional-properties-schema-added',
    request: 'breaking',
    response: 'safe',
    description: 'Other properties have a schema where anything was right',
    find: pair => find(pair, (old, fresh) => old === 'open' && fresh === 'described', 'have a schema now'),
  },
  {
    id: '{place}-additional-properties-schema-removed',
    request: 'safe',
    response: 'breaking',
    description: 'Other properties have no schema any more',
    find: pair =>
      find(pair, (old, fresh) => old === 'described' && fresh === 'open', 'have no schema any more'),
  },
]

type Openness = 'open' | 'described' | 'closed'

function find(
  pair: ShapePair,
  wanted: (old: Openness, fresh: Openness) => boolean,
  words: string,
): readonly SchemaFinding[] {
  const keyword = 'additionalProperties'
  if (!wanted(openness(pair.before.schemas.get(keyword)), openness(pair.after.schemas.get(keyword))))
    return []
  return [findingAt(pair, [keyword], `properties that are not described ${words}`)]
}

/** How open an object is to properties that it does not describe. */
export function openness(schemas: Conjunction | undefined): Openness {
  if (schemas === undefined) return 'open'
  return schemas.some(({ value }) => value === false) ? 'closed' : 'described'
}
