import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

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
 * branches to pass over. Undefined when it leads into a definition that it already lies in.
 */
export function combineSchema(
  schema: JsonValue,
  definitions: JsonObject,
  within: ReadonlySet<string>,
  skipped: number,
): CombinedSchema | undefined {
  if (!isObject(schema)) return { schema: {}, within, choices: 0 }
  const { $ref: reference, allOf, ...rest } = schema
  const parts: JsonValue[] = []
  let inside = within
  if (typeof reference === 'string') {
    if (within.has(reference)) return undefined
    inside = new Set([...within, reference])
    parts.push(definitions[reference.slice('#/$defs/'.length)] ?? {})
  }
  if (allOf !== undefined && isList(allOf)) parts.push(...allOf)
  const { own, branches } = splitBranches(rest)
  return combineParts({ schema: own, within: inside, choices: 0 }, parts, branches, definitions, skipped)
}

function combineParts(
  own: CombinedSchema,
  parts: readonly JsonValue[],
  branches: readonly (readonly JsonValue[])[],
  definitions: JsonObject,
  skipped: number,
): CombinedSchema | undefined {
  let combined = own
  const join = (part: JsonValue): boolean => {
    const next = combineSchema(part, definitions, combined.within, skipped)
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
    if (!turned.some(join)) return undefined
    combined = { ...combined, choices: Math.max(combined.choices, usable.length) }
  }
  return combined
}

/** The branches of a schema's choices, apart from the rest of it. */
function splitBranches(schema: JsonObject): { own: JsonObject; branches: readonly (readonly JsonValue[])[] } {
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
  if (keyword === 'enum' && isList(left) && isList(right)) return left.filter(item => right.includes(item))
  if (typeof left === 'number' && typeof right === 'number') {
    if (/^(?:min|exclusiveMin)/.test(keyword)) return Math.max(left, right)
    if (/^(?:max|exclusiveMax)/.test(keyword)) return Math.min(left, right)
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
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => key === 'x-left-out' || key === 'examples'),
  )
}

function commonTypes(left: JsonValue, right: JsonValue): JsonValue {
  const own = [left].flat()
  const others = new Set([right].flat())
  const common = own.filter(type => others.has(type) || (type === 'integer' && others.has('number')))
  const narrowed = own.includes('number') && others.has('integer') ? [...common, 'integer'] : common
  return narrowed.length === 0 ? left : narrowed
}
