import { boundRules } from './bounds.ts'

/** Changes of greatest number of matching items. */
export const maxContainsRules = boundRules({
  name: 'max-contains',
  words: 'the greatest number of matching items',
  kind: 'upper',
  set: 'breaking',
})
