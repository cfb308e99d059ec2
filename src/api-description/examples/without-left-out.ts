import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { leftOut } from '../json-schema/json-schemas.ts'
import { combineSchema } from './combine-schema.ts'

/** An example without the properties that do not travel in the direction of its schema. */
export function withoutLeftOut(value: JsonValue, schema: JsonValue, definitions: JsonObject): JsonValue {
  if (!isCollection(value)) return value
  const combined = combineSchema(schema, definitions, new Set(), 0)
  if (combined === undefined) return value
  const { properties, items } = combined.schema
  if (isList(value))
    return items === undefined ? value : value.map(item => withoutLeftOut(item, items, definitions))
  if (properties === undefined || !isObject(properties)) return value
  const kept = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined) return [[name, member]]
    if (isObject(property) && property[leftOut] === true) return []
    return [[name, withoutLeftOut(member, property, definitions)]]
  })
  return Object.fromEntries(kept)
}
