import { findingAt } from './keyword-locations.ts'
import type { SchemaRule } from './rule.ts'

/** Changes of whether items may be alike. */
export const uniqueItemsRules: readonly SchemaRule[] = [
  {
    id: '{place}-unique-items-added',
    request: 'breaking',
    response: 'safe',
    description: 'Items must not be alike any more',
    find: pair =>
      !pair.before.keywords.has('uniqueItems') && pair.after.keywords.has('uniqueItems')
        ? [findingAt(pair, ['uniqueItems'], 'items must not be alike any more')]
        : [],
  },
  {
    id: '{place}-unique-items-removed',
    request: 'safe',
    response: 'breaking',
    description: 'Items may be alike now',
    find: pair =>
      pair.before.keywords.has('uniqueItems') && !pair.after.keywords.has('uniqueItems')
        ? [findingAt(pair, ['uniqueItems'], 'items may be alike now')]
        : [],
  },
]
