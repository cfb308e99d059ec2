import { boundRules } from './bounds.ts'

/** Changes of exclusive minimum. */
export const exclusiveMinRules = boundRules({
  name: 'exclusive-min',
  words: 'the exclusive minimum',
  kind: 'lower',
  set: 'warning',
})
