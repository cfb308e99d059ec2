import { findingAt } from './keyword-locations.ts'
import type { SchemaPlace, SchemaRule } from './rule.ts'

const places: readonly SchemaPlace[] = ['request-property', 'request-parameter-property', 'response-property']

/** Properties that are deprecated, or no longer are. */
export const deprecatedRules: readonly SchemaRule[] = [
  {
    id: '{place}-deprecated',
    request: 'safe',
    response: 'safe',
    places,
    description: 'A property is deprecated',
    find: pair =>
      !pair.before.keywords.has('deprecated') && pair.after.keywords.has('deprecated')
        ? [findingAt(pair, ['deprecated'], 'it is deprecated now')]
        : [],
  },
  {
    id: '{place}-reactivated',
    request: 'safe',
    response: 'safe',
    places,
    description: 'A property is no longer deprecated',
    find: pair =>
      pair.before.keywords.has('deprecated') && !pair.after.keywords.has('deprecated')
        ? [findingAt(pair, ['deprecated'], 'it is no longer deprecated')]
        : [],
  },
]
