import { namedRules } from './named-schemas.ts'

/** `dependentSchemas`. */
export const dependentSchemaRules = namedRules(
  'dependentSchemas',
  'dependent-schema',
  'a schema that depends on',
)
