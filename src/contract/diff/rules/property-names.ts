import { presenceRules } from './presence.ts'

/** `propertyNames`: a schema that names of properties must match. */
export const propertyNamesRules = presenceRules(
  'propertyNames',
  'property-names',
  'a schema that names of properties must match',
)
