import { boundRules } from './bounds.ts'

/** Changes of least number of properties. */
export const minPropertiesRules = boundRules({
  name: 'min-properties',
  words: 'the least number of properties',
  kind: 'lower',
  set: 'breaking',
})
