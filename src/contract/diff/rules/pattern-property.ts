import { namedRules } from './named-schemas.ts'

/** `patternProperties`. */
export const patternPropertyRules = namedRules(
  'patternProperties',
  'pattern-property',
  'a schema for properties that match',
)
