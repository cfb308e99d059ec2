import { boundRules } from './bounds.ts'

/** Changes of minimum. */
export const minRules = boundRules({ name: 'min', words: 'the minimum', kind: 'lower', set: 'warning' })
