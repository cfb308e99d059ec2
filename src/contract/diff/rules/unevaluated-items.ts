import { presenceRules } from './presence.ts'

/** `unevaluatedItems`: a limit for items that nothing else describes. */
export const unevaluatedItemsRules = presenceRules(
  'unevaluatedItems',
  'unevaluated-items',
  'a limit for items that nothing else describes',
)
