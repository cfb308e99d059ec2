import { isObject } from '../util/is-json.ts'
import { property } from '../util/read-values.ts'
import type { Located, LocatedObject } from './documents/loaded-document.ts'

/** Keys of a parameter or header of Swagger 2 that say where it is, not what its value is. */
const elsewhere = new Set([
  'name',
  'in',
  'required',
  'description',
  'collectionFormat',
  'allowEmptyValue',
  'schema',
])

/** The schema of a parameter or header of Swagger 2, which writes it beside the name; `type: file` is bytes. */
export function swaggerSchema({ value, document }: LocatedObject): Located {
  const schema = property(value, 'schema')
  // Not allowed, and yet written: parameters of the query with a schema.
  if (isObject(schema) && property(value, 'type') === undefined) return { value: schema, document }
  return {
    value: Object.fromEntries(Object.entries(value).filter(([key]) => !elsewhere.has(key))),
    document,
  }
}
