import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import type { Random } from './random.ts'

export type Version = '3.0.3' | '3.1.0'

const names = ['a', 'b', 'kind'] as const
const texts = ['x', 'yy', 'zzz', ''] as const
const numbers = [0, 1, 2, 5, 10] as const
const patterns = ['^x', 'y$', '^[a-z]+$', '^.{2,3}$'] as const
const formats = ['date', 'uuid', 'email', 'date-time'] as const

/** The names of schemas that others refer to. */
export const componentNames = ['Card', 'Bank', 'Node'] as const

/** Makes schemas of one version of OpenAPI. */
export class RandomSchemas {
  readonly #random: Random
  readonly #version: Version

  constructor(random: Random, version: Version) {
    this.#random = random
    this.#version = version
  }

  schema(depth = 2): JsonObject {
    const { pick, chance } = bound(this.#random)
    if (depth > 0 && chance(0.22)) return this.#union(depth)
    if (depth > 0 && chance(0.08)) return { allOf: [this.schema(depth - 1), this.#object(depth - 1)] }
    if (depth > 0 && chance(0.1)) return { $ref: `#/components/schemas/${pick(componentNames)}` }
    const kind = pick([
      'string',
      'string',
      'integer',
      'number',
      'boolean',
      'array',
      'object',
      'object',
      'any',
    ])
    return this.#nullable(this.#kind(kind, depth))
  }

  /** Makes the components: two kinds of objects that are told apart, or not, and one that holds itself. */
  components(): JsonObject {
    return {
      Card: this.#tagged('card'),
      Bank: this.#tagged('bank'),
      Node: {
        type: 'object',
        properties: { a: this.schema(0), next: { $ref: '#/components/schemas/Node' } },
        ...this.#required(['a'], 0.4),
      },
    }
  }

  /** The same schema but for something in it. */
  mutated(schema: JsonValue, depth = 2): JsonValue {
    const { chance, pick } = bound(this.#random)
    if (!isObject(schema)) return this.schema(depth)
    const inner = Object.keys(schema).filter(key => isObject(schema[key]) || isList(schema[key] ?? null))
    const [first, ...others] = inner
    if (first !== undefined && chance(0.55)) return this.#inside(schema, pick([first, ...others]), depth)
    return this.#changed(schema, depth)
  }

  #inside(schema: JsonObject, key: string, depth: number): JsonValue {
    const value = schema[key] ?? null
    const lower = Math.max(0, depth - 1)
    if (key === 'properties' && isObject(value))
      return { ...schema, properties: this.#properties(value, lower) }
    if (['oneOf', 'anyOf', 'allOf', 'enum', 'required', 'type'].includes(key) && isList(value))
      return this.#list(schema, key, value, lower)
    return isObject(value) ? { ...schema, [key]: this.mutated(value, lower) } : schema
  }

  #properties(properties: JsonObject, depth: number): JsonObject {
    const { pick, chance } = bound(this.#random)
    const name = pick(names)
    const { [name]: own, ...others } = properties
    if (own === undefined) return { ...others, [name]: this.schema(depth) }
    return chance(0.25) ? others : { ...others, [name]: this.mutated(own, depth) }
  }

  #list(schema: JsonObject, key: string, list: readonly JsonValue[], depth: number): JsonObject {
    const { chance, below, pick } = bound(this.#random)
    const isOfSchemas = ['oneOf', 'anyOf', 'allOf'].includes(key)
    const without = list.filter((_, index) => index !== below(list.length))
    if (key === 'required')
      return {
        ...schema,
        [key]: chance(0.5) && without.length > 0 ? without : [...new Set([...list, pick(names)])],
      }
    if (chance(0.3) && without.length > 0) return { ...schema, [key]: without }
    if (key === 'type') return schema
    if (chance(0.3)) return { ...schema, [key]: [...list, isOfSchemas ? this.schema(depth) : pick(texts)] }
    if (!isOfSchemas) return schema
    const at = below(list.length)
    return { ...schema, [key]: list.map((one, index) => (index === at ? this.mutated(one, depth) : one)) }
  }

  #changed(schema: JsonObject, depth: number): JsonValue {
    const { pick, chance, below } = bound(this.#random)
    const keys = Object.keys(schema)
    const step = below(8)
    if (step === 0) return this.schema(depth)
    if (step === 1) return { [pick(['oneOf', 'anyOf'])]: [schema, this.schema(Math.max(0, depth - 1))] }
    if (step === 2) return { ...schema, [pick(['oneOf', 'anyOf'])]: this.#members(Math.max(0, depth - 1)) }
    if (step === 3 && 'oneOf' in schema) {
      const { oneOf, ...rest } = schema
      return { ...rest, anyOf: oneOf ?? [] }
    }
    if (step === 3 && 'anyOf' in schema) {
      const { anyOf, ...rest } = schema
      return { ...rest, oneOf: anyOf ?? [] }
    }
    if (step === 4) return { ...schema, not: this.schema(0) }
    if (step < 7 || keys.length < 2) return { ...schema, ...this.#more(schema, depth) }
    // A schema with properties or items means objects or lists, so that its type is not taken away.
    const isImplied = 'properties' in schema || 'items' in schema
    const gone = keys.filter(key => !isImplied || key !== 'type')[below(keys.length)]
    return chance(0.9) ? Object.fromEntries(Object.entries(schema).filter(([key]) => key !== gone)) : {}
  }

  /** Other keywords for what a schema is about. */
  #more(schema: JsonObject, depth: number): JsonObject {
    const type = [schema['type'] ?? 'any'].flat()[0]
    return this.#kind(typeof type === 'string' ? type : 'any', depth)
  }

  #kind(kind: string, depth: number): JsonObject {
    if (kind === 'string') return this.#text()
    if (kind === 'integer' || kind === 'number') return this.#number(kind)
    if (kind === 'array') return this.#array(depth)
    if (kind === 'object') return this.#object(depth)
    return kind === 'any' ? this.#any() : { type: kind }
  }

  #any(): JsonObject {
    const { chance, pick } = bound(this.#random)
    if (chance(0.3)) return {}
    if (chance(0.3)) return { required: [pick(names)] }
    return this.#version === '3.1.0' && chance(0.5)
      ? { type: [pick(['string', 'integer', 'number', 'boolean', 'array']), 'null'] }
      : { enum: [pick(texts), pick(numbers), true] }
  }

  #text(): JsonObject {
    const { chance, pick, some } = bound(this.#random)
    return {
      type: 'string',
      ...(chance(0.2) ? { minLength: pick([0, 1, 2]) } : {}),
      ...(chance(0.2) ? { maxLength: pick([2, 3, 5]) } : {}),
      ...(chance(0.12) ? { pattern: pick(patterns) } : {}),
      ...(chance(0.12) ? { format: pick(formats) } : {}),
      ...(chance(0.2) ? { enum: [pick(texts), ...some(texts, 0.4)].filter(isFirst) } : {}),
      ...(this.#version === '3.1.0' && chance(0.1) ? { const: pick(texts) } : {}),
    }
  }

  #number(type: string): JsonObject {
    const { chance, pick } = bound(this.#random)
    return {
      type,
      ...(chance(0.3) ? this.#bound('minimum', 'exclusiveMinimum', pick(numbers)) : {}),
      ...(chance(0.3) ? this.#bound('maximum', 'exclusiveMaximum', pick(numbers)) : {}),
      ...(chance(0.12) ? { multipleOf: pick([1, 2, 4, 5, 0.5]) } : {}),
      ...(chance(0.1) ? { enum: [pick(numbers), pick(numbers)].filter(isFirst) } : {}),
      ...(type === 'integer' && chance(0.1) ? { format: 'int32' } : {}),
    }
  }

  #bound(plain: string, exclusive: string, value: number): JsonObject {
    if (this.#random.chance(0.6)) return { [plain]: value }
    return this.#version === '3.1.0' ? { [exclusive]: value } : { [plain]: value, [exclusive]: true }
  }

  #array(depth: number): JsonObject {
    const { chance, pick } = bound(this.#random)
    return {
      type: 'array',
      items: depth > 0 ? this.schema(depth - 1) : { type: pick(['string', 'integer']) },
      ...(chance(0.2) ? { minItems: pick([0, 1, 2]) } : {}),
      ...(chance(0.2) ? { maxItems: pick([1, 2, 3]) } : {}),
      ...(chance(0.15) ? { uniqueItems: true } : {}),
    }
  }

  #object(depth: number): JsonObject {
    const { chance, pick, some } = bound(this.#random)
    const properties = some(names, 0.6).map((name): [string, JsonObject] => {
      const schema = depth > 0 ? this.schema(depth - 1) : { type: pick(['string', 'integer', 'boolean']) }
      return [
        name,
        chance(0.06) && !('$ref' in schema) ? { ...schema, [pick(['readOnly', 'writeOnly'])]: true } : schema,
      ]
    })
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...this.#required(names, 0.3),
      ...(chance(0.2) ? { additionalProperties: pick([false, false, true, this.schema(0)]) } : {}),
      ...(chance(0.05) ? { minProperties: pick([1, 2]) } : {}),
      ...(chance(0.05) ? { maxProperties: pick([1, 2, 3]) } : {}),
    }
  }

  #required(all: readonly string[], part: number): JsonObject {
    const required = this.#random.some(all, part)
    return required.length === 0 ? {} : { required }
  }

  #tagged(tag: string): JsonObject {
    const { chance, pick } = bound(this.#random)
    const kind = this.#version === '3.1.0' && chance(0.5) ? { const: tag } : { type: 'string', enum: [tag] }
    return {
      type: 'object',
      ...(chance(0.85) ? { required: ['kind'] } : {}),
      properties: { kind: chance(0.85) ? kind : { type: 'string' }, [pick(['a', 'b'])]: this.schema(0) },
      ...(chance(0.4) ? { additionalProperties: false } : {}),
    }
  }

  #union(depth: number): JsonObject {
    const { chance, pick } = bound(this.#random)
    const keyword = pick(['oneOf', 'anyOf'])
    if (chance(0.3))
      return { [keyword]: ['Card', 'Bank'].map(name => ({ $ref: `#/components/schemas/${name}` })) }
    const union = { [keyword]: this.#members(depth - 1) }
    return chance(0.35)
      ? { ...this.#kind(pick(['string', 'number', 'object', 'array']), depth - 1), ...union }
      : union
  }

  #members(depth: number): readonly JsonObject[] {
    return Array.from({ length: 1 + this.#random.below(3) }, () => this.schema(depth))
  }

  #nullable(schema: JsonObject): JsonObject {
    if (this.#version !== '3.0.3' || !('type' in schema) || !this.#random.chance(0.1)) return schema
    return { ...schema, nullable: true }
  }
}

function isFirst<Item>(item: Item, index: number, items: readonly Item[]): boolean {
  return items.indexOf(item) === index
}

function bound(random: Random): Pick<Random, 'pick' | 'chance' | 'below' | 'some'> {
  return {
    pick: items => random.pick(items),
    chance: part => random.chance(part),
    below: count => random.below(count),
    some: (items, part) => random.some(items, part),
  }
}
