import { changedRule, presenceRules } from './presence.ts'

/** `if`: a condition. */
export const ifRules = [...presenceRules('if', 'if', 'a condition'), changedRule('if', 'a condition')]
