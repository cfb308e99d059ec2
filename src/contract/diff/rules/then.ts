import { presenceRules } from './presence.ts'

/** `then`: a schema under then. */
export const thenRules = presenceRules('then', 'then', 'a schema under then')
