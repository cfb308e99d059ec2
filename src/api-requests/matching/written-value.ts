import type { JsonObject, JsonValue } from '../../model/json.ts'
import { numberOfYaml } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping, property } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'

/** A schema with the one its references count from. */
export interface SchemaPart {
  readonly schema: JsonObject
  readonly root: JsonObject
}

/** How a text in a URL, a header or a form may be meant: numbers before text, or text before all. */
export type Preference = 'typed' | 'text'

/**
 * The value of a text, by the type in its schema: in URLs, headers and forms everything is
 * text. A text that cannot be of that type stays one, and the schema will say what is wrong with it.
 */
export function scalarValue(text: string, part: SchemaPart, preference: Preference): JsonValue {
  const types = typesOf(part)
  if (preference === 'text' && (types.size === 0 || types.has('string'))) return text
  if ((types.has('number') || types.has('integer')) && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text))
    return numberOfYaml(text) ?? text
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true'
  if (types.has('null') && (text === '' || text === 'null')) return null
  return types.size === 0 ? untypedValue(text, part) : text
}

/** A value whose schema names no type is the one of its `enum` or `const` that is written so. */
function untypedValue(text: string, { schema }: SchemaPart): JsonValue {
  const choices = property(schema, 'enum')
  const only = property(schema, 'const')
  const shown = [
    ...(choices !== undefined && isList(choices) ? choices : []),
    ...(only === undefined ? [] : [only]),
  ]
  return shown.find(choice => valueText(choice) === text) ?? text
}

/** The types that a schema allows, in all its branches; none when it does not say. */
export function typesOf(part: SchemaPart): ReadonlySet<string> {
  const found = branchesOf(part).flatMap(({ schema }) => {
    const type = property(schema, 'type')
    return type === undefined ? [] : [type].flat()
  })
  return new Set(found.filter(type => typeof type === 'string'))
}

/** The schema of a property, wherever in the branches it is described; everything is allowed where none is. */
export function propertyPart(part: SchemaPart, name: string): SchemaPart {
  const branches = branchesOf(part)
  const described = branches.map(({ schema }) => property(mapping(property(schema, 'properties')), name))
  const others = branches.map(({ schema }) => property(schema, 'additionalProperties'))
  const schema = [...described, ...others].find(found => isObject(found))
  return { schema: isObject(schema) ? schema : {}, root: part.root }
}

/** True where a property is described by name. */
export function hasProperty(part: SchemaPart, name: string): boolean {
  return branchesOf(part).some(({ schema }) => Object.hasOwn(mapping(property(schema, 'properties')), name))
}

/** The schema of the items of a list. */
export function itemPart(part: SchemaPart): SchemaPart {
  const schema = branchesOf(part)
    .map(branch => property(branch.schema, 'items'))
    .find(items => isObject(items))
  return { schema: isObject(schema) ? schema : {}, root: part.root }
}

/** The schema itself and everything it is put together of, references followed; each once, so recursion ends. */
function branchesOf(part: SchemaPart): readonly SchemaPart[] {
  const found = new Set<JsonObject>()
  const waiting: JsonValue[] = [part.schema]
  for (let schema = waiting.shift(); schema !== undefined; schema = waiting.shift()) {
    if (!isObject(schema) || found.has(schema)) continue
    found.add(schema)
    const reference = property(schema, '$ref')
    if (typeof reference === 'string') waiting.push(definition(reference, part.root))
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const branches = property(schema, keyword)
      if (branches !== undefined && isList(branches)) waiting.push(...branches)
    }
  }
  return [...found].map(schema => ({ schema, root: part.root }))
}

function definition(reference: string, root: JsonObject): JsonValue {
  return property(mapping(property(root, '$defs')), reference.replace('#/$defs/', '')) ?? {}
}
