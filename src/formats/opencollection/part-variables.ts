import type { JsonObject, JsonValue } from '../../model/json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { variableOf } from './actions.ts'
import type { CollectionPart, CollectionParts } from './collection-part.ts'
import { placeholders, variableValue } from './item-parts.ts'

/** Variables that are not sure to be text, without a value: beside the collection's own. */
export function untypedVariables(
  { environments, root }: CollectionParts,
  own: readonly JsonValue[],
): readonly JsonObject[] {
  const known = new Set(own.map(one => mapping(one)['key']))
  const given = environments.flatMap(one => list(one.document['variables']).map(mapping))
  const typed = [...given, ...variablesBelow(root)].filter(
    one => typeof variableValue(one['value']) !== 'string',
  )
  const names = [...typed.map(one => valueText(one['name'] ?? '')), ...actionNames(root)]
  return [...new Set(names)].filter(name => !known.has(name)).map(key => ({ key, value: null }))
}

/** The variables of requests and folders. */
function variablesBelow({ document, parts = [] }: CollectionPart): readonly JsonObject[] {
  const own = mapping(document['runtime'] ?? document['request'])
  return [...list(own['variables']).map(mapping), ...parts.flatMap(variablesBelow)]
}

/** The names of variables that are set after an answer. */
function actionNames({ document, parts = [] }: CollectionPart): readonly string[] {
  const own = list(mapping(document['runtime'])['actions']).map(mapping)
  return [...own.flatMap(action => variableOf(action)?.name ?? []), ...parts.flatMap(actionNames)]
}

/** Headers that a folder or the collection gives to all requests in it. */
export function sharedHeaders(document: JsonObject): JsonObject {
  const lines = list(mapping(document['request'])['headers']).map(mapping)
  return Object.fromEntries(
    lines.map(({ name, value, disabled }): [string, JsonValue] => {
      const written = placeholders(valueText(value ?? ''))
      return [valueText(name ?? ''), disabled === true ? { disabled: written } : written]
    }),
  )
}

/** Variables that are switched on. */
export function variablesIn(variables: JsonValue | undefined): JsonObject {
  const enabled = list(variables)
    .map(mapping)
    .filter(one => one['disabled'] !== true)
  return Object.fromEntries(enabled.map(one => [valueText(one['name'] ?? ''), variableValue(one['value'])]))
}
