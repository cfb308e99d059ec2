import { presenceRules } from './presence.ts'

/** `else`: a schema under else. */
export const elseRules = presenceRules('else', 'else', 'a schema under else')
