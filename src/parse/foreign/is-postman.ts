import type { JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { property, text } from '../../util/read-values.ts'

/** True where a document is a collection, an environment or globals of Postman, of whichever version. */
export function isPostman(document: unknown): boolean {
  if (!isObject(document)) return false
  const content = unwrapped(document)
  return isCollection(content) || isOldCollection(content) || isEnvironment(content)
}

/** A collection or environment without the wrapping that Postman's API puts around it. */
export function unwrapped(document: JsonObject): JsonObject {
  if (Array.isArray(property(document, 'item')) || Array.isArray(property(document, 'values')))
    return document
  const inside = ['collection', 'environment', 'globals'].map(key => property(document, key)).find(isObject)
  return inside ?? document
}

/** True where a document is a collection of version 2. */
export function isCollection(document: JsonObject): boolean {
  const info = property(document, 'info')
  const isMarked = isObject(info) && /getpostman|schema\.postman/.test(text(property(info, 'schema')) ?? '')
  return isMarked || (Array.isArray(property(document, 'item')) && !Object.hasOwn(document, 'openapi'))
}

/** True where a document is a collection of version 1, which listed its requests beside its folders. */
export function isOldCollection(document: JsonObject): boolean {
  return (
    Array.isArray(property(document, 'requests')) &&
    (Object.hasOwn(document, 'order') || Object.hasOwn(document, 'folders'))
  )
}

/** True where a document is an environment or globals. */
export function isEnvironment(document: JsonObject): boolean {
  const scope = text(property(document, '_postman_variable_scope'))
  const values = property(document, 'values')
  return scope !== undefined || (Array.isArray(values) && typeof property(document, 'name') === 'string')
}
