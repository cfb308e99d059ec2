import type { JsonValue } from '../../../model/json.ts'
import type { Check } from './check.ts'

/** `to.have.jsonSchema(schema)`. */
export function schemaCheck(_schema: JsonValue | undefined): readonly Check[] | undefined {
  return undefined
}
