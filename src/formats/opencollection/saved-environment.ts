import { environmentName } from '../../compile/environment-names.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { EnvironmentPart } from './collection-part.ts'
import { nameOf, type PartTell, variableValue } from './item-parts.ts'
import { keptPart } from './kept-part.ts'

/** An environment with the variables of the one that it extends. The values of its secrets are not in the file. */
export function savedEnvironment(
  part: EnvironmentPart,
  all: readonly EnvironmentPart[],
  tell: PartTell,
): SavedEnvironment {
  const { document } = part
  const groups: Record<'variables' | 'secrets' | 'disabled', Record<string, JsonValue>> = {
    variables: {},
    secrets: {},
    disabled: {},
  }
  for (const one of withInherited(document, all)) {
    const key = valueText(one['name'] ?? '')
    if (key === '') continue
    if (one['disabled'] === true) groups.disabled[key] = variableValue(one['value'])
    else if (one['secret'] === true) {
      const name = environmentName(key)
      groups.secrets[key] = `{{env.${name}}}`
      tell.note(`secret ${key}`, `its value is not in the file: give it in the environment as ${name}`)
    } else groups.variables[key] = variableValue(one['value'])
  }
  if (document['externalSecrets'] !== undefined) tell.lose('external secrets', 'they are kept in a vault')
  if (document['dotEnvFilePath'] !== undefined)
    tell.note(valueText(document['dotEnvFilePath']), 'name it as env-file in apitest.config.yaml')
  const { variables, secrets, disabled } = groups
  const isOff = Object.keys(disabled).length > 0
  const environment = defined({
    name: nameOf(document),
    variables,
    secrets,
    disabled: isOff ? disabled : undefined,
  })
  return { ...environment, kept: keptPart(part, environment) }
}

/** The variables of an environment behind those of the one that it extends. */
function withInherited(
  document: JsonObject,
  all: readonly EnvironmentPart[],
  seen: readonly JsonObject[] = [],
): readonly JsonObject[] {
  const { extends: base } = document
  const other = all.find(one => base !== undefined && one.document['name'] === base)?.document
  const isNew = other !== undefined && other !== document && !seen.includes(other)
  const first = isNew ? withInherited(other, all, [...seen, document]) : []
  return [...first, ...list(document['variables']).map(mapping)]
}
