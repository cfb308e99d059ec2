import { boundRules } from './bounds.ts'

/** Changes of maximum. */
export const maxRules = boundRules({ name: 'max', words: 'the maximum', kind: 'upper', set: 'warning' })
