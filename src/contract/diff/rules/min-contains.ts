import { boundRules } from './bounds.ts'

/** Changes of least number of matching items. */
export const minContainsRules = boundRules({
  name: 'min-contains',
  words: 'the least number of matching items',
  kind: 'lower',
  set: 'breaking',
})
