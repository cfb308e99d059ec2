import type { SavedEnvironment } from '../../../model/collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { keptAs, keptParts } from '../kept.ts'
import { memberAt, textAt } from '../parts.ts'
import { newEnvironment } from '../write/write-environment.ts'
import { readVariables } from './read-variables.ts'

/** Members of an environment that say nothing of what it holds. */
const left = new Set(['id', '_postman_id', '_postman_exported_at', '_postman_exported_using'])

/** An exported environment, or the globals of a workspace. */
export function readEnvironment(document: JsonObject, log: ConversionLog): SavedEnvironment {
  const { variables, secrets, disabled } = readVariables(memberAt(document, 'values'), log)
  const environment = {
    name:
      textAt(document, 'name') ??
      (textAt(document, '_postman_variable_scope') === 'globals' ? 'Globals' : 'Environment'),
    variables,
    secrets,
    ...(Object.keys(disabled).length === 0 ? {} : { disabled }),
  }
  return { ...environment, ...keptAs(keptParts(document, newEnvironment(environment), left)) }
}
