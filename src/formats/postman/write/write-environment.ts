import type { SavedEnvironment } from '../../../model/collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { ConversionLog } from '../conversion-log.ts'
import { restored } from '../kept.ts'
import { memberAt } from '../parts.ts'
import { readVariables } from '../read/read-variables.ts'
import { writtenValue } from './write-variables.ts'

/** An environment as Postman imports it. */
export function writeEnvironment(environment: SavedEnvironment): JsonObject {
  const { name, variables, secrets, disabled = {} } = environment
  const read = (document: JsonObject): JsonObject => ({
    name: memberAt(document, 'name') ?? name,
    ...readVariables(memberAt(document, 'values'), new ConversionLog()),
  })
  return restored(newEnvironment(environment), environment.kept, {
    saved: { name, variables, secrets, disabled },
    read,
  })
}

/** An environment as it is written when nothing of it is kept. */
export function newEnvironment({ name, variables, secrets, disabled = {} }: SavedEnvironment): JsonObject {
  return {
    name,
    values: [
      ...values(variables, 'default', true),
      ...values(secrets, 'secret', true),
      ...values(disabled, 'default', false),
    ],
    _postman_variable_scope: 'environment',
  }
}

function values(variables: JsonObject, type: string, enabled: boolean): readonly JsonObject[] {
  return Object.entries(variables).map(([key, value]) => ({ key, value: writtenValue(value), type, enabled }))
}
