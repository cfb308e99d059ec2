import { isNumber, isWhole } from '../../../util/exact-number.ts'
import type { ApiDescription } from '../../../api-description/api-description.ts'
import { HiddenProperties } from '../../../api-description/json-schema/hidden-properties.ts'
import { referenceOf } from '../../../api-description/documents/document-set.ts'
import type { Located } from '../../../api-description/documents/loaded-document.ts'
import type { JsonValue } from '../../../model/json.ts'
import { mapping } from '../../../util/read-values.ts'
import { draftOf, type DraftSources } from './draft-of.ts'
import { nameOfReference } from '../../../api-description/documents/name-of-reference.ts'
import type { Conjunction, Shape, ShapeProperty } from './shape.ts'
import { defined } from '../../../util/defined.ts'

/** Finds out what the schemas of one description say, each once. */
export class Shapes {
  /** References that lead nowhere, with the reason. */
  readonly unresolved = new Map<string, string>()
  readonly #description: ApiDescription
  readonly #readOnly: HiddenProperties
  readonly #writeOnly: HiddenProperties
  readonly #known = new Map<string, Shape>()
  readonly #numbers = new Map<unknown, number>()
  readonly #drafts: Pick<DraftSources, 'known' | 'met'> = { known: new Map(), met: new Set() }
  readonly #names = new Map<JsonValue, string>()

  constructor(description: ApiDescription) {
    this.#description = description
    this.#readOnly = new HiddenProperties(description.documents, 'request')
    this.#writeOnly = new HiddenProperties(description.documents, 'response')
  }

  /** A key that the same schemas always have, whichever reference they were reached by. */
  keyOf(schemas: Conjunction): string {
    return schemas.map(schema => this.#nameOf(schema)).join('+')
  }

  shapeOf(schemas: Conjunction): Shape {
    const key = this.keyOf(schemas)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const shape = this.#build(schemas)
    this.#known.set(key, shape)
    return shape
  }

  /** A component is the same wherever it is referred to; what stands beside a reference makes another schema of it. */
  #nameOf(schema: Located): string {
    const known = this.#names.get(schema.value)
    if (known !== undefined) return known
    const reference = referenceOf(schema.value)
    const end = this.#endOf(schema)
    const name = `${this.#numberOf(end.value)}${end === schema ? '' : `:${nameOfReference(reference ?? '')}`}`
    this.#names.set(schema.value, name)
    return name
  }

  /** Where references lead to beside which nothing counts. */
  #endOf(schema: Located): Located {
    const { documents, version } = this.#description
    if (!documents.resolve(schema).ok) return schema
    let end = schema
    for (;;) {
      const reference = referenceOf(end.value)
      if (reference === undefined || !isAlone(end.value, version)) return end
      const target = documents.follow(reference, end.document)
      if (!target.ok) return end
      end = target.value
    }
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
    const { unresolved } = this
    const draft = draftOf(schemas, { version, documents, unresolved, ...this.#drafts })
    const { types, values, valuesKeyword, discriminator, name } = draft
    const bare = types === undefined ? impliedTypes(draft) : withoutNull(types)
    return defined({
      source: schemas,
      parts: draft.parts,
      isNever: draft.isNever,
      name,
      types: bare,
      isNullable: types === undefined ? draft.saysNull : types.has('null'),
      values,
      valuesKeyword,
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
      discriminator,
    })
  }

  #property(schemas: Conjunction): ShapeProperty {
    return {
      schemas,
      isReadOnly: schemas.some(schema => this.#readOnly.isHidden(schema)),
      isWriteOnly: schemas.some(schema => this.#writeOnly.isHidden(schema)),
    }
  }
}

/** True where nothing counts beside a reference. */
function isAlone(value: JsonValue, version: ApiDescription['version']): boolean {
  const keys = Object.keys(mapping(value))
  return (
    keys.length === 1 || (version !== '3.1' && !keys.some(key => key === 'nullable' || key === 'x-nullable'))
  )
}

/** Infers the types of a schema that does not state them: something with properties is an object. */
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
  if (isNumber(value)) return isWhole(value) ? 'integer' : 'number'
  return typeof value
}

function withoutNull(types: ReadonlySet<string>): ReadonlySet<string> {
  const others = [...types].filter(type => type !== 'null')
  return new Set(others.includes('number') ? others.filter(type => type !== 'integer') : others)
}
