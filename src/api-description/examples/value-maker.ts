import { bigIntOf, ExactNumber, numberOf, type Numeric } from '../../util/exact-number.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonPointer } from '../../util/json-pointer.ts'
import { mapping, texts } from '../../util/read-values.ts'
import { toldBy } from '../json-schema/discriminators.ts'
import { leftOut } from '../json-schema/json-schemas.ts'
import { type CombinedSchema, combineSchema } from './combine-schema.ts'
import type { Decisions } from './revise-decisions.ts'
import { exampleNumber, likedNumber } from './example-number.ts'
import { exampleText } from './example-text.ts'
import { fakeValue, seedOf } from './fake-value.ts'
import { fitsShallowly, inItsType, typeOf } from './fits-shallowly.ts'
import { withoutLeftOut } from './without-left-out.ts'

/** The schema and the names that an example is made from. */
export interface Making {
  /** A schema that stands alone, with its definitions. */
  readonly schema: JsonObject
  /** Says which operation and place this is for, so that a second time gives the same. */
  readonly seed: string
  /** The name of the value. */
  readonly name: string
  /** Joins the words of names that become texts. */
  readonly separator: string
  /**
   * True where it shows the shape: every property, `string` for texts and 0 for numbers that no example, format or bound
   * says more of.
   */
  readonly isPlain?: boolean
}

/** Where a value is made: the way to it, the definitions around it, its name. */
interface Place {
  readonly path: readonly (string | number)[]
  readonly within: ReadonlySet<string>
  readonly name: string
}

/**
 * Makes one value of a schema: examples, defaults and constants first, then by type and format; of an object what is
 * required and what has an example, of a list one item. A schema inside itself ends at the first optional property or
 * list. What it did is noted by place, for a next attempt that decides otherwise.
 */
export class ValueMaker {
  /** Where an example was taken. */
  readonly examples = new Set<string>()
  /** Where there are examples, and none is of the type that is asked for. */
  readonly passedOver: string[] = []
  /** Properties that nothing asks for. */
  readonly optional = new Set<string>()
  /** Where one of several branches was taken, and how many there are. */
  readonly choices = new Map<string, number>()
  /** Values that were begun, lists and objects included. */
  #begun = 0
  readonly #making: Making
  readonly #definitions: JsonObject
  readonly #decisions: Decisions

  constructor(making: Making, decisions: Decisions) {
    this.#making = making
    this.#definitions = mapping(making.schema['$defs'])
    this.#decisions = decisions
  }

  /** The value; undefined when the schema has no end. */
  make(): JsonValue | undefined {
    return this.#value(this.#making.schema, { path: [], within: new Set(), name: this.#making.name })
  }

  /**
   * True where it was given up because there is no end of values, as where each of many schemas asks for the next one
   * twice.
   */
  get isTooLarge(): boolean {
    return this.#begun > mostValues
  }

  #value(schema: JsonValue, place: Place): JsonValue | undefined {
    this.#begun++
    if (this.isTooLarge) return undefined
    const pointer = pointerOf(place)
    const faked = this.#faked(schema, pointer)
    if (faked !== undefined) return faked
    const first = this.#decisions.branches.get(pointer) ?? 0
    for (let skipped = first; ; skipped++) {
      const combined = combineSchema(schema, this.#definitions, place.within, skipped)
      if (combined === undefined) return undefined
      if (combined.choices > 1) this.choices.set(pointer, combined.choices)
      const value = this.#combinedValue(combined, { ...place, within: combined.within })
      if (value !== undefined || skipped - first >= combined.choices - 1) return value
    }
  }

  #faked(schema: JsonValue, pointer: string): JsonValue | undefined {
    const attempt = this.#decisions.faked.get(pointer)
    if (attempt === undefined || !isObject(schema)) return undefined
    const whole = { ...schema, $defs: this.#definitions }
    const value = fakeValue(whole, seedOf(`${this.#making.seed} ${pointer} ${attempt}`))
    return value === undefined ? undefined : withoutLeftOut(value, schema, this.#definitions)
  }

  #combinedValue({ schema }: CombinedSchema, place: Place): JsonValue | undefined {
    const shown = this.#example(schema, pointerOf(place))
    if (shown !== undefined) return withoutLeftOut(shown, schema, this.#definitions)
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, place)
      case 'array':
        return this.#list(schema, place)
      case 'integer':
        return this.#number(schema, place, true)
      case 'number':
        return this.#number(schema, place, false)
      case 'boolean':
        return true
      case 'null':
        return null
      case 'string':
        return this.#text(schema, place)
      default:
        return place.path.length === 0 && place.name === '' ? {} : this.#text(schema, place)
    }
  }

  #text(schema: JsonObject, place: Place): string {
    const seed = seedOf(`${this.#making.seed} ${pointerOf(place)}`)
    const name = this.#making.isPlain === true ? 'string' : place.name
    return exampleText(schema, name, seed, this.#making.separator)
  }

  #number(schema: JsonObject, { name }: Place, isInteger: boolean): Numeric {
    return exampleNumber(schema, this.#making.isPlain === true ? 0 : likedNumber(name), isInteger)
  }

  #example(schema: JsonObject, pointer: string): JsonValue | undefined {
    const { examples = [], default: usual, const: constant, enum: choices } = schema
    const candidates = [...(isList(examples) ? examples : []), ...(usual === undefined ? [] : [usual])]
    const told = schema[toldBy]
    const shown = this.#decisions.withoutExample.has(pointer)
      ? undefined
      : [...(told === undefined ? [] : [told]), ...candidates]
          .map(value => inItsType(value, schema))
          .find(value => fitsShallowly(value, schema, this.#making.isPlain))
    if (shown !== undefined) {
      this.examples.add(pointer)
      return shown
    }
    if (candidates.some(value => value !== null) && !this.#decisions.withoutExample.has(pointer))
      this.passedOver.push(pointer)
    if (constant !== undefined) return constant
    if (choices === undefined || !isList(choices)) return undefined
    return choices.find(value => fitsShallowly(value, schema)) ?? choices.find(value => value !== null)
  }

  #object(schema: JsonObject, place: Place): JsonObject | undefined {
    const members: [string, JsonValue][] = []
    const required = new Set(texts(schema['required']))
    for (const [name, property] of this.#chosenProperties(schema, required, place)) {
      const inner = { ...place, path: [...place.path, name], name }
      const value = this.#value(property, inner)
      if (value === undefined && required.has(name)) return undefined
      if (!required.has(name)) this.optional.add(pointerOf(inner))
      if (value !== undefined) members.push([name, value])
    }
    return Object.fromEntries(members)
  }

  /**
   * Chooses the properties that are required and those that have an example; where there are none, all there are, as an
   * empty object is of no use.
   */
  #chosenProperties(
    schema: JsonObject,
    required: ReadonlySet<string>,
    place: Place,
  ): readonly (readonly [string, JsonValue])[] {
    const known = Object.entries(mapping(schema['properties'])).filter(([name, property]) => {
      const isDropped = this.#decisions.dropped.has(pointerOf({ path: [...place.path, name] }))
      return (required.has(name) || !(isObject(property) && property[leftOut] === true)) && !isDropped
    })
    const unknown = [...required].filter(name => !known.some(([own]) => own === name))
    const others = [...unknown, ...this.#fillers(schema, known.length + unknown.length)]
    const more = others.map(name => [name, this.#schemaOfOther(schema)] as const)
    const wanted = known.filter(([name, property]) => required.has(name) || this.#hasExample(property))
    const least = typeof schema['minProperties'] === 'number' ? schema['minProperties'] : 0
    const isEnough = wanted.length + more.length >= Math.max(least, 1)
    const isDeep = place.path.length > deepestOptional && least === 0
    if (this.#making.isPlain === true && !isDeep) {
      const optional = known.filter(([name]) => !required.has(name)).slice(0, mostOptional)
      return [...known.filter(one => required.has(one[0]) || optional.includes(one)), ...more]
    }
    return [...(isEnough || isDeep ? wanted : known.slice(0, Math.max(least, mostOptional))), ...more]
  }

  /** Names for the properties that `minProperties` asks for and no schema names. */
  #fillers(schema: JsonObject, count: number): readonly string[] {
    const least = typeof schema['minProperties'] === 'number' ? Math.min(schema['minProperties'], 20) : 0
    return Array.from({ length: Math.max(0, least - count) }, (_, index) => `key${index + 1}`)
  }

  #schemaOfOther(schema: JsonObject): JsonValue {
    const [pattern] = Object.values(mapping(schema['patternProperties']))
    return pattern ?? schema['additionalProperties'] ?? true
  }

  #hasExample(schema: JsonValue): boolean {
    if (!isObject(schema)) return false
    if (schema['examples'] !== undefined || schema[toldBy] !== undefined) return true
    const { $ref: reference } = schema
    if (typeof reference !== 'string') return false
    const definition = this.#definitions[reference.slice('#/$defs/'.length)]
    return isObject(definition) && definition['examples'] !== undefined
  }

  #list(schema: JsonObject, place: Place): JsonValue {
    const { prefixItems, items = true, minItems, maxItems, uniqueItems } = schema
    const firsts = prefixItems !== undefined && isList(prefixItems) ? prefixItems : []
    const least = Math.max(typeof minItems === 'number' ? minItems : 0, firsts.length, 1)
    const count = Math.min(least, typeof maxItems === 'number' ? maxItems : least, longestList)
    const values: JsonValue[] = []
    for (let index = 0; index < count; index++) {
      const inner = { ...place, path: [...place.path, index], name: singular(place.name) }
      const value = this.#value(firsts[index] ?? items, inner)
      if (value === undefined) break
      values.push(uniqueItems === true && index > 0 ? varied(value, index, firsts[index] ?? items) : value)
    }
    return values
  }
}

/** Values that one example holds at most. */
export const mostValues = 20_000

/** How far below the root objects still show properties that nothing asks for. */
const deepestOptional = 1

/** Properties that are shown of an object that asks for none. */
const mostOptional = 25

/** Items a list is given at most. */
const longestList = 100

function pointerOf({ path }: Pick<Place, 'path'>): string {
  return path.length === 0 ? '' : jsonPointer(path)
}

/** The name of one of several: `tags` holds a `tag`. */
function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y')
  return name.replace(/(?<![su])s$/, '')
}

/** Another value for the next item of a list whose items must differ. */
function varied(value: JsonValue, index: number, schema: JsonValue): JsonValue {
  const choices = isObject(schema) ? schema['enum'] : undefined
  if (choices !== undefined && isList(choices)) return choices[index % choices.length] ?? value
  if (value instanceof ExactNumber) {
    const whole = bigIntOf(value)
    return whole === undefined ? Number(value) + index : numberOf(String(whole + BigInt(index)))
  }
  if (typeof value === 'number') return value + index
  if (typeof value === 'string') return `${value}${index + 1}`
  return typeof value === 'boolean' ? index % 2 === 0 : value
}
