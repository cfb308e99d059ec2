import { boundRules } from './bounds.ts'

/** Changes of greatest number of items. */
export const maxItemsRules = boundRules({
  name: 'max-items',
  words: 'the greatest number of items',
  kind: 'upper',
  set: 'warning',
})
