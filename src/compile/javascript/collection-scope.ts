import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { writtenVariables } from '../written-variables.ts'
import { CodeScope, type CodeTarget } from './code-scope.ts'

/** The scope of a whole collection: its variables, and those of its folders that have one value only. */
export function collectionScope(
  collection: Collection,
  target: CodeTarget,
): { readonly scope: CodeScope; readonly values: JsonObject } {
  const { values, changing } = writtenVariables(collection)
  return { scope: new CodeScope(values, changing, target), values }
}

/** Variables of a folder that have another value elsewhere, as lines that set them. */
export function folderAssignments(own: JsonObject, values: JsonObject, scope: CodeScope): readonly string[] {
  return Object.entries(own)
    .filter(([name, value]) => !jsonEqual(values[name] ?? null, value))
    .map(([name, value]) => `${scope.names.identifier(name)} = ${scope.value(value)}`)
}
