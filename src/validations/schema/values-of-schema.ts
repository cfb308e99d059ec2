import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping, texts } from '../../util/read-values.ts'
import { localTarget } from './local-target.ts'

/** The words of a schema at one place, in whichever of its parts. */
interface Place {
  readonly values: JsonValue[]
  readonly numbers: number[]
  readonly lengths: number[]
  readonly members: Map<string, Place>
  /** A member that no part names. */
  other?: Place
  items?: Place
  /** How many items are spoken of by their position. */
  positions: number
  /** Types are told apart. */
  hasTypes: boolean
}

/**
 * Values in which everything that a flat schema speaks of is in every way that it may tell apart; undefined where these would
 * be too many, or where it has words that nobody makes values for.
 */
export function valuesFor(schema: JsonObject, root: JsonObject): readonly JsonValue[] | undefined {
  const place = emptyPlace()
  place.hasTypes = true
  return gather(schema, place, { root, depth: 0 }) ? valuesAt(place) : undefined
}

/** The most values that are made for a place. */
const most = 3000
const deepest = 12
const longest = 300

/** Words of which a value tells nothing that is made without them in mind. */
const untold: ReadonlySet<string> = new Set([
  ...['pattern', 'format', 'multipleOf', 'patternProperties', 'propertyNames', 'unevaluatedItems'],
])

const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']
const ofOthers = ['additionalProperties', 'unevaluatedProperties']
const ofItems = ['items', 'prefixItems', 'additionalItems', 'contains']
const ofNumbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']
const ofLengths = ['Length', 'Items', 'Properties', 'Contains'].flatMap(one => [`min${one}`, `max${one}`])

interface Gathering {
  readonly root: JsonObject
  readonly depth: number
}

/** Adds what a schema speaks of to its place; false where that takes values that are not made. */
function gather(schema: JsonValue, place: Place, { root, depth }: Gathering): boolean {
  if (!isObject(schema)) return true
  if (depth > deepest || Object.keys(schema).some(word => untold.has(word))) return false
  const deeper = { root, depth: depth + 1 }
  if (schema['type'] !== undefined) place.hasTypes = true
  if (schema['const'] !== undefined) place.values.push(schema['const'])
  place.values.push(...list(schema['enum']))
  place.numbers.push(...numbersIn(schema, ofNumbers))
  place.lengths.push(...numbersIn(schema, ofLengths))
  const { $ref: reference } = schema
  const target = typeof reference === 'string' ? localTarget(reference, root) : undefined
  const dependent = { ...mapping(schema['dependencies']), ...mapping(schema['dependentSchemas']) }
  const parts = [...inPlace.flatMap(word => schema[word] ?? []), ...Object.values(dependent), target ?? true]
  const required = [
    schema['required'],
    ...Object.values(mapping(schema['dependentRequired'])),
    ...Object.values(dependent),
  ]
  for (const name of [
    ...required.flatMap(one => texts(one)),
    ...Object.keys(dependent),
    ...Object.keys(mapping(schema['dependentRequired'])),
  ])
    memberOf(place, name)
  place.positions = Math.max(place.positions, list(schema['prefixItems'] ?? schema['items']).length)
  return (
    parts.every(part => gather(part, place, deeper)) &&
    Object.entries(mapping(schema['properties'])).every(([name, part]) =>
      gather(part, memberOf(place, name), deeper),
    ) &&
    ofOthers
      .flatMap(word => schema[word] ?? [])
      .every(part => gather(part, (place.other ??= emptyPlace()), deeper)) &&
    ofItems
      .flatMap(word => schema[word] ?? [])
      .every(part => gather(part, (place.items ??= emptyPlace()), deeper))
  )
}

function emptyPlace(): Place {
  return { values: [], numbers: [], lengths: [], members: new Map(), positions: 0, hasTypes: false }
}

/** True where nothing is said of a place. */
function isEmpty({ values, numbers, lengths, members, other, items, hasTypes }: Place): boolean {
  const isNamed = members.size > 0 || other !== undefined || items !== undefined
  return !hasTypes && !isNamed && values.length + numbers.length + lengths.length === 0
}

function memberOf({ members }: Place, name: string): Place {
  const known = members.get(name) ?? emptyPlace()
  members.set(name, known)
  return known
}

function numbersIn(schema: JsonObject, words: readonly string[]): readonly number[] {
  return words.map(word => schema[word]).filter(bound => typeof bound === 'number')
}

const ofEachType: readonly JsonValue[] = [null, true, false, 0, 1, -1, 1.5, '', 'a', [], {}]

function valuesAt(place: Place | undefined): readonly JsonValue[] | undefined {
  if (place === undefined || isEmpty(place)) return [null]
  const { values, numbers, lengths, hasTypes } = place
  if (lengths.some(length => length > longest)) return undefined
  const [objects, lists] = [objectsAt(place), listsAt(place)]
  if (objects === undefined || lists === undefined) return undefined
  return [
    ...(hasTypes ? ofEachType : [null, 'zz']),
    ...values,
    ...besideAll(numbers),
    ...sizesOf(lengths).flatMap(ofLength),
    ...objects,
    ...lists,
  ]
}

/** The bounds, what lies between them, and what beside them. */
function besideAll(bounds: readonly number[]): readonly number[] {
  const sorted = bounds.flatMap(one => [one - 1, one, one + 1]).toSorted((one, other) => one - other)
  return [...sorted, ...sorted.slice(1).map((one, index) => (one + (sorted[index] ?? one)) / 2)]
}

function ofLength(length: number): readonly JsonValue[] {
  const indexes = Array.from({ length }, (_, index) => index)
  return ['x'.repeat(length), indexes, Object.fromEntries(indexes.map(index => [`k${index}`, index]))]
}

/** Objects with the members in all ways, each with one more beside, and with as many as are told apart. */
function objectsAt({ members, other, lengths }: Place): readonly JsonValue[] | undefined {
  let objects: readonly JsonObject[] = [{}]
  for (const [name, place] of [...members, ['zz zz', other] as const]) {
    const values = valuesAt(place)
    if (values === undefined || objects.length * (values.length + 1) > most) return undefined
    objects = objects.flatMap(object => [object, ...values.map(value => ({ ...object, [name]: value }))])
  }
  const sizes = sizesOf(lengths)
  if (objects.length * (sizes.length + 1) > most) return undefined
  return [{}, ...sizes.map(size => mapping(ofLength(size)[2]))].flatMap(more =>
    objects.map(object => ({ ...more, ...object })),
  )
}

/** Lists of up to two items in all ways, or of as many as have their own schemas; longer ones where lengths are told apart. */
function listsAt({ items, positions, lengths }: Place): readonly JsonValue[] | undefined {
  const values = items === undefined ? [null, 'zz'] : valuesAt(items)
  if (values === undefined) return undefined
  let lists: readonly (readonly JsonValue[])[] = [[]]
  for (let length = 1; length <= Math.max(2, positions + 1); length++) {
    if (lists.length * (values.length + 1) > most) return undefined
    const shorter = lists.filter(one => one.length === length - 1)
    lists = [...lists, ...shorter.flatMap(one => values.map(value => [...one, value]))]
  }
  const longer = sizesOf(lengths).filter(length => length > 2)
  return [
    ...lists,
    ...longer.flatMap(length => {
      const before = new Array<JsonValue>(length - 1)
      return values.flatMap(value => [
        [...before.fill(value), value],
        [...before.fill(null), value],
      ])
    }),
  ]
}

function sizesOf(lengths: readonly number[]): readonly number[] {
  const near = lengths.flatMap(length => [length - 1, length, length + 1])
  return [...new Set(near)].filter(one => one >= 0)
}
