import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { leftOut } from '../../api-description/json-schema/json-schemas.ts'
import type { BrokenRule } from '../../model/contract-check.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonPointer } from '../../util/json-pointer.ts'
import { mapping, texts } from '../../util/read-values.ts'
import type { ReadSchema } from '../../validations/answer/schema-reader.ts'
import { brokenValues } from './broken-values.ts'
import { shown } from './negative-case.ts'

/** A body in which one rule may be broken. */
export interface BrokenBody {
  readonly rule: BrokenRule
  /** Where in the body, as a JSON Pointer. */
  readonly pointer: string
  readonly words: string
  readonly sent?: string
  readonly body: JsonValue
}

/** Where in a body, and what its schema says there. */
interface Place {
  readonly path: readonly (string | number)[]
  readonly schema: JsonValue
  /** The value there in a sound body; undefined for an optional property that it has not. */
  readonly value: JsonValue | undefined
}

/** How deep in a body rules are broken. */
const deepest = 4

/** Branches of a choice that are looked at. */
const mostBranches = 3

/**
 * Bodies that are like a sound one but for one rule of its schema. They are only likely to be wrong: several branches may
 * allow a value, so `isBroken` judges each by the whole schema.
 */
export function brokenBodies(body: JsonValue, { schema }: ReadSchema): readonly BrokenBody[] {
  const definitions = mapping(schema['$defs'])
  const found: BrokenBody[] = []
  const add = (
    path: Place['path'],
    one: { readonly rule: BrokenRule; readonly words: string; readonly value?: JsonValue },
  ): void => {
    const { rule, words, value } = one
    found.push({
      rule,
      pointer: jsonPointer(path),
      words: `${path.length === 0 ? 'body' : path.join('/')} ${words}`,
      ...(value === undefined ? {} : { sent: shown(value) }),
      body: withValue(body, path, value) ?? null,
    })
  }
  const visit = ({ path, schema: written, value }: Place): void => {
    for (const combined of branchesOf(written, definitions)) {
      for (const one of brokenValues(combined, value)) add(path, one)
      if (path.length >= deepest || value === undefined) continue
      if (isObject(value)) visitMembers(combined, path, value)
      const [first] = isList(value) ? value : []
      if (first !== undefined) visit({ path: [...path, 0], schema: combined['items'] ?? true, value: first })
    }
  }
  const visitMembers = (combined: JsonObject, path: Place['path'], value: JsonObject): void => {
    const properties = mapping(combined['properties'])
    for (const name of texts(combined['required']))
      if (Object.hasOwn(value, name) && !hasDefault(properties[name] ?? true, definitions))
        add([...path, name], { rule: 'missing', words: 'missing' })
    if (combined['additionalProperties'] === false || combined['unevaluatedProperties'] === false)
      add([...path, surplus], { rule: 'additional', words: 'not described', value: 'surplus' })
    for (const [name, property] of Object.entries(properties)) {
      if (isObject(property) && property[leftOut] === true) continue
      const inner = Object.hasOwn(value, name) ? value[name] : undefined
      visit({ path: [...path, name], schema: property, value: inner })
    }
  }
  visit({ path: [], schema, value: body })
  return found
}

/** A property that no description has. */
const surplus = 'apitestSurplus'

/** True where the schema does not allow a body, for one reason alone: that at the place where it was changed. */
export function isBroken({ pointer, body }: BrokenBody, { validate }: ReadSchema): boolean {
  const places = new Set(validate(body).map(complaint => complaint.pointer))
  const [place] = places
  if (place === undefined || places.size > 1) return false
  return place === '/' || pointer === place || pointer.startsWith(`${place}/`)
}

/** Combines a schema by each of its first branches. */
function branchesOf(schema: JsonValue, definitions: JsonObject): readonly JsonObject[] {
  const first = combineSchema(schema, definitions, new Set(), 0)
  if (first === undefined) return []
  const others = Array.from({ length: Math.min(first.choices, mostBranches) - 1 }, (_, index) =>
    combineSchema(schema, definitions, new Set(), index + 1),
  )
  return [first, ...others.filter(one => one !== undefined)].map(one => one.schema)
}

/** A server may fill in what the description has a default for. */
function hasDefault(schema: JsonValue, definitions: JsonObject): boolean {
  return branchesOf(schema, definitions).some(one => one['default'] !== undefined)
}

/** A value with another one at a place, or without what is there. */
function withValue(
  whole: JsonValue | undefined,
  [name, ...rest]: Place['path'],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (name === undefined) return value
  if (whole !== undefined && isList(whole))
    return whole.flatMap((item, index) => (index === name ? (withValue(item, rest, value) ?? []) : [item]))
  const { [name]: member, ...others } = mapping(whole)
  const changed = withValue(member, rest, value)
  return changed === undefined ? others : { ...mapping(whole), [name]: changed }
}
