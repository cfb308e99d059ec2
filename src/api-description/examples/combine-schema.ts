import { jsonEqual } from '../../util/json-equal.ts'
import { isNumber, compareNumbers } from '../../util/exact-number.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { extendedBy, toldBy } from '../json-schema/discriminators.ts'
import { leftOut } from '../json-schema/json-schemas.ts'

/** A schema without references and compositions: what a value is made of. */
export interface CombinedSchema {
  readonly schema: JsonObject
  /** The definitions it lies in, so that a schema inside itself is noticed. */
  readonly within: ReadonlySet<string>
  /** Branches of the `oneOf` and `anyOf` that were chosen from. */
  readonly choices: number
}

/**
 * Brings together what a schema says by `$ref`, `allOf` and one branch of its `oneOf` or `anyOf`; `skipped` says how many
 * branches to pass over. Of a schema that others extend and tell themselves apart by, one of those, unless what is around it
 * `isExtended` by it. Undefined when it leads into a definition that it already lies in.
 */
export function combineSchema(
  schema: JsonValue,
  definitions: JsonObject,
  within: ReadonlySet<string>,
  skipped: number,
  isExtended = false,
): CombinedSchema | undefined {
  if (!isObject(schema)) return { schema: {}, within, choices: 0 }
  const { $ref: reference, allOf, ...rest } = schema
  const parts: Part[] = []
  const { own, branches } = splitBranches(rest)
  let inside = within
  if (typeof reference === 'string') {
    if (within.has(reference)) return undefined
    const definition = definitions[reference.slice('#/$defs/'.length)] ?? {}
    const extensions = isExtended ? [] : extensionsOf(definition, within)
    if (extensions.length > 0) branches.push(extensions)
    else {
      inside = new Set([...within, reference])
      parts.push({ schema: definition, isExtended })
    }
  }
  if (allOf !== undefined && isList(allOf)) {
    // With nothing beside it, a list of one is what older versions write around a reference.
    const extends_ = allOf.length > 1 || own['properties'] !== undefined
    parts.push(...allOf.map(part => ({ schema: part, isExtended: isExtended || extends_ })))
  }
  return combineParts({ schema: own, within: inside, choices: 0 }, parts, branches, definitions, skipped)
}

/** One of several schemas that are all about a value. */
interface Part {
  readonly schema: JsonValue
  /** True where the schema around it extends it, and so is what a value is one of. */
  readonly isExtended: boolean
}

/** The schemas that extend one, of which a value is to be one, unless it is already made of one of them. */
function extensionsOf(schema: JsonValue, within: ReadonlySet<string>): readonly JsonValue[] {
  const extensions = isObject(schema) ? schema[extendedBy] : undefined
  if (extensions === undefined || !isList(extensions)) return []
  const references = extensions.map(one => (isObject(one) ? one['$ref'] : undefined))
  return references.some(one => typeof one === 'string' && within.has(one)) ? [] : extensions
}

function combineParts(
  own: CombinedSchema,
  parts: readonly Part[],
  branches: readonly (readonly JsonValue[])[],
  definitions: JsonObject,
  skipped: number,
): CombinedSchema | undefined {
  let combined = own
  const join = ({ schema, isExtended }: Part): boolean => {
    const next = combineSchema(schema, definitions, combined.within, skipped, isExtended)
    if (next === undefined) return false
    const isWhole = parts.length === 1 && branches.length === 0
    combined = {
      schema: mergeSchemas(combined.schema, isWhole ? next.schema : withoutExamples(next.schema)),
      within: new Set([...combined.within, ...next.within]),
      choices: Math.max(combined.choices, next.choices),
    }
    return true
  }
  if (!parts.every(join)) return undefined
  for (const choice of branches) {
    const usable = preferred(choice)
    const turned = usable.map((_, index) => usable[(index + skipped) % usable.length] ?? true)
    if (!turned.some(schema => join({ schema, isExtended: false }))) return undefined
    combined = { ...combined, choices: Math.max(combined.choices, usable.length) }
  }
  return combined
}

/** The branches of a schema's choices, apart from the rest of it. */
function splitBranches(schema: JsonObject): { own: JsonObject; branches: (readonly JsonValue[])[] } {
  const { oneOf, anyOf, ...own } = schema
  const branches = [oneOf, anyOf].filter(choice => choice !== undefined).filter(isList)
  return { own, branches }
}

/** Branches with those that are only null behind the others, as a value says more than none. */
function preferred(branches: readonly JsonValue[]): readonly JsonValue[] {
  const isNull = (branch: JsonValue) => isObject(branch) && branch['type'] === 'null'
  return [...branches.filter(branch => !isNull(branch)), ...branches.filter(isNull)]
}

/** An example of a part shows but a part of the whole. */
function withoutExamples(schema: JsonObject): JsonObject {
  const isObjectSchema = schema['type'] === 'object' || schema['properties'] !== undefined
  if (!isObjectSchema) return schema
  const { examples: _, default: __, ...rest } = schema
  return rest
}

/** A schema that asks for what both ask for, as far as examples need to know. */
function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...right, ...left }
  for (const [keyword, value] of Object.entries(right)) {
    const own = left[keyword]
    if (own !== undefined) merged[keyword] = mergeKeyword(keyword, own, value)
  }
  return merged
}

function mergeKeyword(keyword: string, left: JsonValue, right: JsonValue): JsonValue {
  if (keyword === 'properties' && isObject(left) && isObject(right)) return mergeProperties(left, right)
  if (keyword === 'required' && isList(left) && isList(right)) return [...new Set([...left, ...right])]
  if (keyword === 'type') return commonTypes(left, right)
  if (keyword === 'enum' && isList(left) && isList(right))
    return left.filter(item => right.some(other => jsonEqual(item, other)))
  if (isNumber(left) && isNumber(right)) {
    const [least, most] = compareNumbers(left, right) < 0 ? [left, right] : [right, left]
    if (/^(?:min|exclusiveMin)/.test(keyword)) return most
    if (/^(?:max|exclusiveMax)/.test(keyword)) return least
  }
  return left
}

function mergeProperties(left: JsonObject, right: JsonObject): JsonObject {
  const entries = Object.entries(right).map(([name, value]) => {
    const own = Object.hasOwn(left, name) ? left[name] : undefined
    return [name, own === undefined || own === value ? value : bothOf(own, value)] as const
  })
  return Object.fromEntries([...Object.entries(left), ...entries])
}

/** A schema that asks for both, with the marks of both, which are looked for without combining. */
function bothOf(left: JsonValue, right: JsonValue): JsonValue {
  const marks = { ...markOf(right), ...markOf(left) }
  return { ...marks, allOf: [left, right] }
}

function markOf(schema: JsonValue): JsonObject {
  if (!isObject(schema)) return {}
  return Object.fromEntries(Object.entries(schema).filter(([key]) => marks.has(key)))
}

/** The keys that are looked for in a property without combining it. */
const marks: ReadonlySet<string> = new Set([leftOut, toldBy, 'examples'])

function commonTypes(left: JsonValue, right: JsonValue): JsonValue {
  const own = [left].flat()
  const others = new Set([right].flat())
  const common = own.filter(type => others.has(type) || (type === 'integer' && others.has('number')))
  const narrowed = own.includes('number') && others.has('integer') ? [...common, 'integer'] : common
  return narrowed.length === 0 ? left : narrowed
}
