import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { mapping, property, texts } from '../../../util/read-values.ts'
import { type Atom, followed } from './claim.ts'

/** Names, or any of them. */
type Names = Pick<ReadonlySet<string>, 'has'>

const anyName: Names = { has: () => true }

const known = { itself: new WeakMap<Atom, Names>(), anywhere: new WeakMap<Atom, Names>() }

/**
 * The names of properties that a schema says something of, itself or with all that is about the same value. What is not
 * described is not sent: a schema for a new property refuses nothing that was.
 */
export function describedNames(atom: Atom, where: keyof typeof known): Names {
  const names = known[where].get(atom) ?? found(atom, where === 'anywhere')
  known[where].set(atom, names)
  return names
}

function found({ schema, definitions }: Atom, isAnywhere: boolean): Names {
  const names = new Set<string>()
  const seen = new Set<JsonValue>([schema])
  for (const at of seen) {
    if (!isObject(at)) continue
    if (describesOthers(at)) return anyName
    for (const name of Object.keys(mapping(property(at, 'properties')))) names.add(name)
    for (const name of texts(property(at, 'required'))) names.add(name)
    if (isAnywhere) for (const part of partsOf(at, definitions)) seen.add(part)
  }
  return names
}

function describesOthers(schema: JsonObject): boolean {
  const keywords = ['patternProperties', 'additionalProperties', 'unevaluatedProperties']
  return keywords.some(keyword => isObject(property(schema, keyword)))
}

/** The schemas about the same value. */
function partsOf(schema: JsonObject, definitions: JsonObject): readonly JsonValue[] {
  const reference = property(schema, '$ref')
  return [
    ...(typeof reference === 'string' ? [followed(reference, definitions)] : []),
    ...['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'].flatMap(key =>
      [property(schema, key) ?? []].flat(),
    ),
    ...Object.values(mapping(property(schema, 'dependentSchemas'))),
  ]
}
