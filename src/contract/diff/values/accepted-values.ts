import type { ApiDescription, Direction } from '../../../api-description/api-description.ts'
import { JsonSchemas } from '../../../api-description/json-schema/json-schemas.ts'
import type { JsonObject } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import type { SchemaUse } from '../rules/rule.ts'
import { SameSchemas } from '../schema/same-schemas.ts'
import type { Conjunction } from '../shape/shape.ts'
import { type Atom, followed } from './claim.ts'
import type { Inhabitants } from './inhabitants.ts'
import { ValueSets } from './value-sets.ts'

/** Tells whether values are refused that were accepted, or may come that could not, of schemas of two descriptions. */
export class AcceptedValues {
  readonly #before: ApiDescription
  readonly #after: ApiDescription
  readonly #schemas = new Map<string, JsonSchemas>()
  readonly #sets = new Map<string, ValueSets>()
  readonly #same = new SameSchemas({ before: target, after: target })

  constructor(before: ApiDescription, after: ApiDescription) {
    this.#before = before
    this.#after = after
  }

  /** Finds out whether there are values that break somebody; undefined where that is not looked into. */
  breaking(before: Conjunction, after: Conjunction, use: SchemaUse): Inhabitants | undefined {
    const old = this.#schemaOf('before', before, use.direction)
    const fresh = this.#schemaOf('after', after, use.direction)
    if (old === undefined || fresh === undefined) return undefined
    const sets = this.#setsOf(use)
    return use.direction === 'request' ? sets.between(old, fresh) : sets.between(fresh, old)
  }

  #schemaOf(side: 'before' | 'after', schemas: Conjunction, direction: Direction): JsonObject | undefined {
    const key = `${side} ${direction}`
    const made =
      this.#schemas.get(key) ?? new JsonSchemas(side === 'before' ? this.#before : this.#after, direction)
    this.#schemas.set(key, made)
    try {
      const [only, ...others] = schemas.map(schema => made.at(schema).schema)
      if (only === undefined || others.length === 0) return only
      const all = [only, ...others].map(({ $defs: _, ...schema }) => schema)
      return { allOf: all, $defs: made.definitions }
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  #setsOf({ direction, isText }: SchemaUse): ValueSets {
    const key = `${direction} ${String(isText)}`
    const known =
      this.#sets.get(key) ??
      new ValueSets({ isText, looksPast: direction === 'response' }, (one, other) =>
        this.#same.areSame([located(one)], [located(other)]),
      )
    this.#sets.set(key, known)
    return known
  }
}

type Located = Conjunction[number]

function located({ schema, definitions }: Atom): Located {
  return { value: schema, document: { address: '', root: definitions } }
}

function target(reference: string, { document }: Located): Located | undefined {
  const { root } = document
  return isObject(root) ? { value: followed(reference, root), document } : undefined
}
