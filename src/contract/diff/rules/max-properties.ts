import { boundRules } from './bounds.ts'

/** Changes of greatest number of properties. */
export const maxPropertiesRules = boundRules({
  name: 'max-properties',
  words: 'the greatest number of properties',
  kind: 'upper',
  set: 'breaking',
})
