import type { ApiDescription } from '../../../api-description/api-description.ts'
import { HiddenProperties } from '../../../api-description/json-schema/hidden-properties.ts'
import { draftOf } from './draft-of.ts'
import type { Conjunction, Shape, ShapeProperty } from './shape.ts'

/** Finds out what the schemas of one description say, each once. */
export class Shapes {
  /** References that lead nowhere, with the reason. */
  readonly unresolved = new Map<string, string>()
  readonly #description: ApiDescription
  readonly #readOnly: HiddenProperties
  readonly #writeOnly: HiddenProperties
  readonly #known = new Map<string, Shape>()
  readonly #numbers = new Map<unknown, number>()

  constructor(description: ApiDescription) {
    this.#description = description
    this.#readOnly = new HiddenProperties(description.documents, 'request')
    this.#writeOnly = new HiddenProperties(description.documents, 'response')
  }

  /** A key that the same schemas always have. */
  keyOf(schemas: Conjunction): string {
    return schemas.map(({ value }) => this.#numberOf(value)).join('+')
  }

  shapeOf(schemas: Conjunction): Shape {
    const key = this.keyOf(schemas)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const shape = this.#build(schemas)
    this.#known.set(key, shape)
    return shape
  }

  #numberOf(value: unknown): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(value, number)
    return number
  }

  #build(schemas: Conjunction): Shape {
    const { version, documents } = this.#description
    const draft = draftOf(schemas, version, documents, this.unresolved)
    const { types, values, valuesKeyword, discriminator, name } = draft
    const bare = types === undefined ? impliedTypes(draft) : withoutNull(types)
    return {
      source: schemas,
      parts: draft.parts,
      isNever: draft.isNever,
      ...(name === undefined ? {} : { name }),
      ...(bare === undefined ? {} : { types: bare }),
      isNullable: types === undefined ? draft.saysNull : types.has('null'),
      ...(values === undefined ? {} : { values }),
      ...(valuesKeyword === undefined ? {} : { valuesKeyword }),
      bounds: draft.bounds,
      keywords: draft.keywords,
      required: draft.required,
      properties: new Map(
        [...draft.properties].map(([property, conjunction]) => [property, this.#property(conjunction)]),
      ),
      schemas: draft.schemas,
      named: draft.named,
      prefixItems: draft.prefixItems,
      dependentRequired: draft.dependentRequired,
      unions: draft.unions,
      allOf: draft.allOf,
      ...(discriminator === undefined ? {} : { discriminator }),
    }
  }

  #property(schemas: Conjunction): ShapeProperty {
    return {
      schemas,
      isReadOnly: schemas.some(schema => this.#readOnly.isHidden(schema)),
      isWriteOnly: schemas.some(schema => this.#writeOnly.isHidden(schema)),
    }
  }
}

/** What a schema is about when it does not say so: something with properties is an object. */
function impliedTypes({
  properties,
  schemas,
  values,
  prefixItems,
}: ReturnType<typeof draftOf>): ReadonlySet<string> | undefined {
  if (values !== undefined) return new Set([...values.values()].map(typeOf))
  if (properties.size > 0) return new Set(['object'])
  if (schemas.has('items') || prefixItems.length > 0) return new Set(['array'])
  return undefined
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function withoutNull(types: ReadonlySet<string>): ReadonlySet<string> {
  const others = [...types].filter(type => type !== 'null')
  return new Set(others.includes('number') ? others.filter(type => type !== 'integer') : others)
}
