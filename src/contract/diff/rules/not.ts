import { changedRule, presenceRules } from './presence.ts'

/** `not`: a schema that must not match. */
export const notRules = [
  ...presenceRules('not', 'not', 'a schema that must not match'),
  changedRule('not', 'a schema that must not match'),
]
