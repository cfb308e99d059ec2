import { boundRules } from './bounds.ts'

/** Changes of least length. */
export const minLengthRules = boundRules({
  name: 'min-length',
  words: 'the least length',
  kind: 'lower',
  set: 'breaking',
  zero: ['set', 'unset'],
})
