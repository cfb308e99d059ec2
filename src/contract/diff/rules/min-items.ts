import { boundRules } from './bounds.ts'

/** Changes of least number of items. */
export const minItemsRules = boundRules({
  name: 'min-items',
  words: 'the least number of items',
  kind: 'lower',
  set: 'warning',
  zero: ['set'],
})
