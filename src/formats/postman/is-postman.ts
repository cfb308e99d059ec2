import type { JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { memberAt, textAt } from './parts.ts'

/** True where a document is a collection, an environment or globals of Postman, of whichever version. */
export function isPostman(document: unknown): boolean {
  if (!isObject(document)) return false
  const content = unwrapped(document)
  return isCollection(content) || isOldCollection(content) || isEnvironment(content)
}

/** A collection or environment without the wrapping that Postman's API puts around it. */
export function unwrapped(document: JsonObject): JsonObject {
  if (Array.isArray(memberAt(document, 'item')) || Array.isArray(memberAt(document, 'values')))
    return document
  const inside = ['collection', 'environment', 'globals'].map(key => memberAt(document, key)).find(isObject)
  return inside ?? document
}

/** True where a document is a collection of version 2. */
export function isCollection(document: JsonObject): boolean {
  const info = memberAt(document, 'info')
  const isMarked = isObject(info) && /getpostman|schema\.postman/.test(textAt(info, 'schema') ?? '')
  return isMarked || (Array.isArray(memberAt(document, 'item')) && !Object.hasOwn(document, 'openapi'))
}

/** True where a document is a collection of version 1, which listed its requests beside its folders. */
export function isOldCollection(document: JsonObject): boolean {
  return (
    Array.isArray(memberAt(document, 'requests')) &&
    (Object.hasOwn(document, 'order') || Object.hasOwn(document, 'folders'))
  )
}

/** True where a document is an environment or globals. */
export function isEnvironment(document: JsonObject): boolean {
  const scope = textAt(document, '_postman_variable_scope')
  const values = memberAt(document, 'values')
  return scope !== undefined || (Array.isArray(values) && typeof memberAt(document, 'name') === 'string')
}
