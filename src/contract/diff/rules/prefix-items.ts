import { findingAt } from './keyword-locations.ts'
import type { SchemaRule } from './rule.ts'

/** Items that have a schema of their own by their position. */
export const prefixItemsRules: readonly SchemaRule[] = [
  {
    id: '{place}-prefix-items-added',
    request: 'safe',
    response: 'breaking',
    description: 'Another item has a schema of its own',
    find: pair =>
      pair.after.prefixItems.length > pair.before.prefixItems.length
        ? [
            findingAt(
              pair,
              ['prefixItems', 'items'],
              `${pair.after.prefixItems.length} items have a schema of their own, and ${pair.before.prefixItems.length} had`,
            ),
          ]
        : [],
  },
  {
    id: '{place}-prefix-items-removed',
    request: 'breaking',
    response: 'safe',
    description: 'An item has no schema of its own any more',
    find: pair =>
      pair.after.prefixItems.length < pair.before.prefixItems.length
        ? [
            findingAt(
              pair,
              ['prefixItems', 'items'],
              `${pair.after.prefixItems.length} items have a schema of their own, and ${pair.before.prefixItems.length} had`,
            ),
          ]
        : [],
  },
]
