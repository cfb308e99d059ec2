import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isCredentialField, looksLikeCredential } from '../../secrets/index.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** An example for a value, and rules for the values it is an example of, by their paths from the body's root. */
export interface Shape {
  readonly example: JsonValue
  readonly rules: ReadonlyMap<string, JsonObject>
}

/** The promise of a response body: the types of everything in it, and of lists one item. */
export function shapeOfBody(body: JsonValue): Shape {
  const { example, rules } = shapeOf([body], '$') ?? { example: body, rules: new Map<string, JsonObject>() }
  return { example, rules: new Map([['$', rules.get('$') ?? { match: 'type' }], ...rules]) }
}

/**
 * Finds the common shape of all values that were seen at one place; undefined when they are of different types. Only
 * what is in every one of them is promised.
 */
function shapeOf(values: readonly JsonValue[], path: string, name = ''): Shape | undefined {
  const [first] = values
  if (first === undefined) return undefined
  const lists = values.filter(isList)
  if (lists.length === values.length) return shapeOfLists(lists, path)
  const objects = values.filter(isObject)
  if (objects.length === values.length) return shapeOfObjects(objects, path)
  if (lists.length + objects.length > 0 || values.some(value => typeOf(value) !== typeOf(first)))
    return undefined
  return shapeOfScalars(values, first, path, name)
}

function typeOf(value: JsonValue): string {
  if (isNumber(value)) return 'number'
  return value === null ? 'null' : typeof value
}

function shapeOfLists(lists: readonly (readonly JsonValue[])[], path: string): Shape {
  const isNeverEmpty = lists.every(list => list.length > 0)
  const rule: JsonObject = isNeverEmpty ? { match: 'type', min: 1 } : { match: 'type' }
  const items = shapeOf(lists.flat(), `${path}[*]`)
  // An empty example allows any list.
  if (items === undefined) return { example: [], rules: new Map([[path, { match: 'type' }]]) }
  return { example: [items.example], rules: new Map([[path, rule], ...items.rules]) }
}

function shapeOfObjects(objects: readonly JsonObject[], path: string): Shape {
  const [first = {}] = objects
  const common = Object.keys(first).filter(key => objects.every(object => Object.hasOwn(object, key)))
  const members = common.flatMap(key => {
    const values = objects.map(object => object[key] ?? null)
    const shape = shapeOf(values, `${path}${stepText(key)}`, key)
    return shape === undefined ? [] : [{ key, shape }]
  })
  return {
    example: Object.fromEntries(members.map(({ key, shape }) => [key, shape.example])),
    rules: new Map(members.flatMap(({ shape }) => [...shape.rules])),
  }
}

/** A name in a path: `.id`, or `['unit price']`. */
function stepText(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `.${name}` : `['${name.replace(/['\\]/g, '\\$&')}']`
}

function shapeOfScalars(values: readonly JsonValue[], first: JsonValue, path: string, name: string): Shape {
  const rules = new Map<string, JsonObject>()
  if (typeof first !== 'string') return { example: first, rules }
  if (isSecret(name, first)) return { example: 'secret', rules }
  const regex = formats.find(format =>
    values.every(value => typeof value === 'string' && new RegExp(`^${format}$`).test(value)),
  )
  if (regex !== undefined) rules.set(path, { match: 'regex', regex })
  return { example: first, rules }
}

function isSecret(name: string, value: string): boolean {
  return isCredentialField(name) || looksLikeCredential(value) || value.includes('***')
}

/** Texts whose form says what they are, and that every answer will have in the same form: UUID, moment, day. */
const formats = [
  '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})',
  '\\d{4}-\\d{2}-\\d{2}',
]
