import { presenceRules } from './presence.ts'

/** `unevaluatedProperties`: a limit for properties that nothing else describes. */
export const unevaluatedPropertiesRules = presenceRules(
  'unevaluatedProperties',
  'unevaluated-properties',
  'a limit for properties that nothing else describes',
)
