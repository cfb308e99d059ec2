import { boundRules } from './bounds.ts'

/** Changes of exclusive maximum. */
export const exclusiveMaxRules = boundRules({
  name: 'exclusive-max',
  words: 'the exclusive maximum',
  kind: 'upper',
  set: 'warning',
})
