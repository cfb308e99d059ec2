import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { postmanText } from '../template.ts'

/** Variables as a collection lists them. */
export function writeVariables(
  variables: JsonObject,
  secrets: JsonObject,
): readonly JsonObject[] | undefined {
  const list = [
    ...Object.entries(variables).map(([key, value]) => ({ key, value: writtenValue(value) })),
    ...Object.entries(secrets).map(([key, value]) => ({ key, value: writtenValue(value), type: 'secret' })),
  ]
  return list.length === 0 ? undefined : list
}

/** A value as Postman has it: texts with its own placeholders. */
export function writtenValue(value: JsonValue): JsonValue {
  return typeof value === 'string' ? postmanText(value) : value
}
