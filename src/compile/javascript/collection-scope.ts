import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { dependentNames, writtenVariables } from '../written-variables.ts'
import type { CodeScope, CodeVariables } from './code-scope.ts'

/** The variables of a whole collection, and those of its folders that have one value only. */
export function codeVariables(collection: Collection): CodeVariables {
  const { values, changing } = writtenVariables(collection)
  return { values, names: Object.keys(values), changing, dependent: dependentNames(values, changing) }
}

/** Variables of a folder that have another value elsewhere, as lines that set them. */
export function folderAssignments(own: JsonObject, values: JsonObject, scope: CodeScope): readonly string[] {
  return Object.entries(own)
    .filter(([name, value]) => !jsonEqual(values[name] ?? null, value))
    .map(([name, value]) => `${scope.names.identifier(name)} = ${scope.value(value)}`)
}
