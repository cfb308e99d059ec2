import type { Shape } from '../shape/shape.ts'
import { isObject } from '../../../util/is-json.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaRule } from './rule.ts'

/** `items`: a schema that items must match, where anything was right before or is now. */
export const itemsRules: readonly SchemaRule[] = [
  {
    id: '{place}-items-added',
    request: 'breaking',
    response: 'safe',
    description: 'Items have a schema where anything was right',
    find: pair =>
      holdsAnything(pair.before) && hasItems(pair.after)
        ? [findingAt(pair, ['items'], 'items have a schema now')]
        : [],
  },
  {
    id: '{place}-items-removed',
    request: 'safe',
    response: 'breaking',
    description: 'Items have no schema any more',
    find: pair =>
      hasItems(pair.before) && holdsAnything(pair.after)
        ? [findingAt(pair, ['items'], 'items have no schema any more')]
        : [],
  },
]

/** An array without a schema for its items. An empty schema is a schema that others can be compared with. */
function holdsAnything({ types, schemas }: Shape): boolean {
  return types?.has('array') === true && !schemas.has('items')
}

function hasItems({ types, schemas }: Shape): boolean {
  const items = schemas.get('items') ?? []
  return types?.has('array') === true && items.some(({ value }) => !isObject(value) || asks(value))
}

function asks(schema: object): boolean {
  return Object.keys(schema).length > 0
}
