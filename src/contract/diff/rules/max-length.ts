import { boundRules } from './bounds.ts'

/** Changes of greatest length. */
export const maxLengthRules = boundRules({
  name: 'max-length',
  words: 'the greatest length',
  kind: 'upper',
  set: 'warning',
})
