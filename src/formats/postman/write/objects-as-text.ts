import type { Collection, FolderContents, SavedEnvironment } from '../../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { writeJson } from '../../../util/exact-number.ts'
import { isCollection } from '../../../util/is-json.ts'

/**
 * A collection whose variables with lists or objects have them as JSON texts: a placeholder of Postman would be
 * `[object Object]` otherwise. What came from Postman stays.
 */
export function withObjectsAsText(collection: Collection): Collection {
  const environments = collection.environments.map((one): SavedEnvironment => {
    const { variables, secrets } = one
    return one.kept === undefined ? { ...one, variables: texts(variables), secrets: texts(secrets) } : one
  })
  const isForeign = collection.kept?.['postman'] !== undefined
  return { ...(isForeign ? collection : withTexts(collection)), environments }
}

function withTexts<Contents extends FolderContents>(contents: Contents): Contents {
  const { variables, secrets, items } = contents
  return {
    ...contents,
    ...(variables === undefined ? {} : { variables: texts(variables) }),
    ...(secrets === undefined ? {} : { secrets: texts(secrets) }),
    items: items.map(item => (item.kind === 'folder' ? withTexts(item) : item)),
  }
}

function texts(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]))
}

function asText(value: JsonValue): JsonValue {
  return isCollection(value) ? writeJson(value) : value
}
