import type { Operation, Parameter } from '../../api-description/api-description.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { seedOf } from '../../api-description/examples/fake-value.ts'
import { typeOf } from '../../api-description/examples/fits-shallowly.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import { mapping, number } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { ReadSchema } from '../../validations/answer/schema-reader.ts'
import { valueOfText } from '../../api-requests/matching/parameter-value.ts'
import { checkWritten } from '../../api-requests/matching/rule-result.ts'
import { type BrokenValue, brokenValues } from './broken-values.ts'
import { absenceStatuses } from './expected-statuses.ts'
import { type FoundCase, shown } from './negative-case.ts'

/** The longest text that is sent in a URL or a header: servers have limits of their own for those. */
const longestText = 2000

/**
 * Cases in which a parameter is left out or has a value that its schema does not allow, however its text is read: in a URL
 * and in a header all values are text, so that no text is of a wrong type where text is allowed.
 */
export function brokenParameter(
  parameter: Parameter,
  value: JsonValue | undefined,
  schema: ReadSchema | undefined,
): readonly FoundCase[] {
  const { in: place, name, required } = parameter
  const own = { part: { in: place, name }, place: `${place} ${name}` }
  const combined = schema === undefined ? {} : combinedOf(schema.schema, schema.schema)
  const found: FoundCase[] = []
  if (required && place !== 'path' && combined['default'] === undefined)
    found.push({
      rule: 'missing',
      place: own.place,
      words: `${own.place} missing`,
      change: { kind: 'without', part: own.part },
    })
  if (schema === undefined || parameter.mediaType !== undefined || typeOf(combined) === 'object') return found
  for (const { rule, words, value: wrong } of valuesOf(schema, combined, value)) {
    const sent = withItem(value, wrong)
    if (!isWritten(parameter, wrong) || !isWrong(sent, schema)) continue
    found.push({
      rule,
      place: own.place,
      words: `${own.place} ${words}`,
      sent: shown(sent),
      change: { kind: 'value', part: own.part, value: sent },
    })
  }
  return found
}

/** Of a list, values of which one item is wrong. */
function valuesOf(
  { schema }: ReadSchema,
  combined: JsonObject,
  value: JsonValue | undefined,
): readonly BrokenValue[] {
  const isList = typeOf(combined) === 'array'
  const inner = isList ? combinedOf(combined['items'] ?? true, schema) : combined
  const single = Array.isArray(value) ? undefined : value
  return brokenValues(inner, single).filter(
    ({ rule, value: wrong }) => rule !== 'null' && (typeof wrong !== 'object' || wrong === null),
  )
}

function combinedOf(schema: JsonValue, root: JsonObject): JsonObject {
  return combineSchema(schema, mapping(root['$defs']), new Set(), 0)?.schema ?? {}
}

/** True where a value can be written where its parameter stands, and be read as nothing else. */
function isWritten({ in: place, allowsEmpty }: Parameter, value: JsonValue): boolean {
  const text = valueText(value)
  if (text.length > longestText) return false
  if (text === '') return place === 'query' && allowsEmpty !== true
  return place === 'query' || /^[\w.~!-]+$/.test(text)
}

/** A list of several keeps its other items, lest it have too few. */
function withItem(value: JsonValue | undefined, wrong: JsonValue): JsonValue {
  return value !== undefined && isList(value) && value.length > 1 ? [wrong, ...value.slice(1)] : wrong
}

/** True where the schema does not allow a value, for one reason alone. */
function isWrong(value: JsonValue, schema: ReadSchema): boolean {
  const items = [value].flat().map(item => valueText(item))
  const findings = checkWritten('', schema, (part, preference) =>
    valueOfText(items.join(), items, part, preference),
  )
  return new Set(findings.map(({ place }) => place)).size === 1
}

/**
 * A case that asks for something that is not there, with a value that the schema of the parameter allows and that nothing
 * will have; only where the operation documents what it answers then, as a name in a path need not be that of a thing.
 */
export function unknownId(
  operation: Operation,
  { in: place, name }: Parameter,
  schema: ReadSchema | undefined,
  seed: number,
): readonly FoundCase[] {
  if (place !== 'path' || absenceStatuses(operation).length === 0) return []
  const combined = schema === undefined ? {} : combinedOf(schema.schema, schema.schema)
  if (combined['enum'] !== undefined || combined['const'] !== undefined) return []
  const own = unlikely(combined, seedOf(`${seed} ${operationKey(operation)} ${name}`))
  const value = own.find(one => schema === undefined || schema.validate(one).length === 0)
  if (value === undefined) return []
  return [
    {
      rule: 'unknown-id',
      place: `path ${name}`,
      words: `unknown ${name}`,
      sent: shown(value),
      change: { kind: 'value', part: { in: 'path', name }, value },
    },
  ]
}

/** The least number that is taken for one that nothing has. */
const unlikelyNumber = 100_000

/** Values that are right, and are hardly those of anything. */
function unlikely(schema: JsonObject, random: number): readonly JsonValue[] {
  const type = typeOf(schema)
  if (type === 'integer' || type === 'number') {
    const most = Math.min(number(schema['maximum']) ?? 2_147_483_647, 2_147_483_647)
    return most < unlikelyNumber ? [] : [most - 1 - (random % 1000)]
  }
  if (type !== undefined && type !== 'string') return []
  const hex = random.toString(16).padStart(8, '0')
  const { format } = schema
  if (format === 'uuid') return [`${hex}-0000-4000-8000-${hex}0000`]
  if (format !== undefined) return []
  return [`unknown-${hex}`, hex.repeat(3), hex, `U${hex.toUpperCase()}`]
}

/** True where another path differs from that of an operation in nothing but names: a wrong value may be a right one there. */
export function isAmbiguous({ path }: Operation, operations: readonly Operation[]): boolean {
  const shape = shapeOf(path)
  return operations.some(other => other.path !== path && shapeOf(other.path) === shape)
}

function shapeOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}')
}
