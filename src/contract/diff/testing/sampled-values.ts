import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { texts } from '../../../util/read-values.ts'
import type { Random } from './random.ts'

const ofFormats = [
  '2024-02-29',
  '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  'a@example.org',
  '2024-02-29T12:00:00Z',
] as const

const ofPatterns = ['x', 'xy', 'xyy', 'xy1', 'xyzxyz', 'Y', 'yy', 'abc', 'ab1', '1'] as const

/**
 * Values that a schema may take, aimed at the edges of what two schemas say: numbers and lengths beside their limits, their
 * listed values, text for their formats and patterns.
 */
export class SampledValues {
  readonly #random: Random
  readonly #components: JsonObject
  readonly #scalars: readonly [JsonValue, ...JsonValue[]]
  readonly #sizes: readonly [number, ...number[]]

  readonly #hidden: string | undefined

  /**
   * Properties that `hidden` hides are left out, and so are those that the schema does not describe; without it all may
   * be there.
   */
  constructor(
    random: Random,
    components: JsonObject,
    schemas: readonly JsonValue[],
    hidden: string | undefined,
  ) {
    this.#hidden = hidden
    this.#random = random
    this.#components = components
    const said = schemas.flatMap(saidIn)
    const numbers = said.filter(value => typeof value === 'number')
    const sizes = numbers.filter(value => value >= 0 && value < 12 && Number.isInteger(value))
    this.#sizes = [0, 1, 2, ...sizes, ...sizes.map(size => size + 1)]
    this.#scalars = [
      null,
      true,
      false,
      0.25,
      -1,
      3_000_000_000,
      ...numbers.flatMap(number => [number, number + 1, number - 1, number + 0.5, number - 0.25, number * 2]),
      ...said,
      ...this.#sizes.flatMap(size => ['x'.repeat(size), 'Q'.repeat(size)]),
      ...(schemas.some(schema => JSON.stringify(schema).includes('"format"')) ? ofFormats : []),
      ...(schemas.some(schema => JSON.stringify(schema).includes('"pattern"')) ? ofPatterns : []),
    ]
  }

  /** A value for a schema, which may yet refuse it. */
  value(schema: JsonValue, depth = 4): JsonValue {
    const random = this.#random
    if (!isObject(schema) || depth === 0) return this.#anything(depth)
    const { $ref: reference } = schema
    if (typeof reference === 'string')
      return this.value(this.#components[reference.split('/').at(-1) ?? ''] ?? true, depth)
    const values = this.#listed(schema)
    const [first, ...others] = values
    if (first !== undefined && random.chance(0.85)) return random.pick([first, ...others])
    const parts = ['allOf', 'anyOf', 'oneOf'].flatMap(key => this.#chosen(schema, key))
    const made = parts.map(part => this.value(part, depth - 1))
    const { allOf: _, anyOf: __, oneOf: ___, not: ____, ...own } = schema
    if (Object.keys(own).length > 0 || made.length === 0) made.push(this.#own(own, depth))
    if (made.every(isObject)) return Object.assign({}, ...made.filter(() => random.chance(0.9))) as JsonObject
    return random.pick([made[0] ?? null, ...made.slice(1)])
  }

  #listed(schema: JsonObject): readonly JsonValue[] {
    const { const: constant, enum: choices } = schema
    return [
      ...(constant === undefined ? [] : [constant]),
      ...(choices !== undefined && isList(choices) ? choices : []),
    ]
  }

  #chosen(schema: JsonObject, key: string): readonly JsonValue[] {
    const members = schema[key]
    if (members === undefined || !isList(members) || members.length === 0) return []
    return key === 'allOf' || this.#random.chance(0.2)
      ? members
      : [members[this.#random.below(members.length)] ?? true]
  }

  #own(schema: JsonObject, depth: number): JsonValue {
    const random = this.#random
    const types = texts([schema['type'] ?? []].flat())
    const isNullable = schema['nullable'] === true && random.chance(0.2)
    const [first, ...others] = types
    const implied =
      'properties' in schema || 'required' in schema ? 'object' : 'items' in schema ? 'array' : ''
    const type = first === undefined ? implied : random.pick([first, ...others])
    if (isNullable || random.chance(0.03)) return this.#anything(depth)
    if (type === 'object') return this.#object(schema, depth)
    if (type === 'array') return this.#array(schema, depth)
    const fitting = this.#scalars.filter(value => fits(value, type))
    return random.pick([fitting[0] ?? null, ...fitting])
  }

  #object(schema: JsonObject, depth: number): JsonObject {
    const random = this.#random
    const { properties, required, additionalProperties } = schema
    const described = isObject(properties) ? properties : {}
    const needed = texts(required)
    const shown = Object.keys(described).filter(name => !this.#isHidden(described[name] ?? true))
    const there = shown.filter(name => needed.includes(name) || random.chance(0.5))
    const undescribed = needed.filter(name => !Object.hasOwn(described, name))
    const others = this.#hidden === undefined ? ['other', 'a', 'b', 'kind'] : ['other', 'another']
    const free = random.chance(0.2)
      ? random.some(others, 0.5).filter(name => !Object.hasOwn(described, name))
      : []
    const ofOthers = isObject(additionalProperties) ? additionalProperties : true
    return Object.fromEntries([
      ...there.map(name => [name, this.value(described[name] ?? true, depth - 1)] as const),
      ...[...undescribed, ...free].map(name => [name, this.value(ofOthers, depth - 1)] as const),
    ])
  }

  #isHidden(schema: JsonValue): boolean {
    return this.#hidden !== undefined && isObject(schema) && schema[this.#hidden] === true
  }

  #array(schema: JsonObject, depth: number): JsonValue {
    const random = this.#random
    const { minItems } = schema
    const least = typeof minItems === 'number' ? minItems : 0
    const length = Math.min(5, random.chance(0.5) ? least : random.pick(this.#sizes))
    const items = Array.from({ length }, () => this.value(schema['items'] ?? true, depth - 1))
    return random.chance(0.2) && items.length > 1 ? items.map(() => items[0] ?? null) : items
  }

  #anything(depth: number): JsonValue {
    const random = this.#random
    if (depth > 0 && random.chance(0.2)) return random.chance(0.5) ? {} : []
    if (depth > 0 && random.chance(0.1)) return [this.#anything(0)]
    return random.pick(this.#scalars)
  }
}

function fits(value: JsonValue, type: string): boolean {
  if (type === '') return true
  if (type === 'integer') return Number.isInteger(value)
  return type === 'null' ? value === null : typeof value === type
}

/** The scalars that a schema says, whatever it says of them. */
function saidIn(value: JsonValue): JsonValue[] {
  if (isList(value)) return value.flatMap(saidIn)
  if (!isObject(value)) return typeof value === 'boolean' || value === null ? [] : [value]
  return Object.entries(value).flatMap(([key, member]) =>
    ['type', 'format', 'pattern', '$ref', 'required'].includes(key) ? [] : saidIn(member),
  )
}
