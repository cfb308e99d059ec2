import type { ApiDescription, Direction } from '../../../api-description/api-description.ts'
import { Discriminators, toldBy } from '../../../api-description/json-schema/discriminators.ts'
import { JsonSchemas } from '../../../api-description/json-schema/json-schemas.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { list, mapping } from '../../../util/read-values.ts'
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

  /** What is known of the values that break somebody; undefined where that is not looked into. */
  breaking(before: Conjunction, after: Conjunction, use: SchemaUse): Inhabitants | undefined {
    const told = this.#between(before, after, use, 'told')
    if (told === undefined) return undefined
    // What discriminators were added or taken away for is told by rules of their own.
    const isDivided = divisionsOf(told.old) === divisionsOf(told.fresh)
    const asked = isDivided ? told : this.#between(before, after, use, 'plain')
    if (asked === undefined) return undefined
    const { old, fresh } = asked
    const sets = this.#setsOf(use, isDivided ? 'told' : 'plain')
    return use.direction === 'request' ? sets.between(old, fresh) : sets.between(fresh, old)
  }

  #between(
    before: Conjunction,
    after: Conjunction,
    { direction }: SchemaUse,
    how: Telling,
  ): { readonly old: JsonObject; readonly fresh: JsonObject } | undefined {
    const old = this.#schemaOf('before', before, direction, how)
    const fresh = this.#schemaOf('after', after, direction, how)
    return old === undefined || fresh === undefined ? undefined : { old, fresh }
  }

  #schemaOf(
    side: 'before' | 'after',
    schemas: Conjunction,
    direction: Direction,
    how: Telling,
  ): JsonObject | undefined {
    const key = `${side} ${direction} ${how}`
    const description = side === 'before' ? this.#before : this.#after
    const discriminators = how === 'told' ? new Discriminators(description.documents) : undefined
    const made = this.#schemas.get(key) ?? new JsonSchemas(description, direction, discriminators)
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

  #setsOf({ direction, isText }: SchemaUse, how: Telling): ValueSets {
    const key = `${direction} ${String(isText)} ${how}`
    const known =
      this.#sets.get(key) ??
      new ValueSets({ isText, looksPast: direction === 'response' }, (one, other) =>
        this.#same.areSame([located(one)], [located(other)]),
      )
    this.#sets.set(key, known)
    return known
  }
}

/** Whether a value belongs to the alternative that its discriminator says, or to any that it is right by. */
type Telling = 'told' | 'plain'

/** The properties that tell alternatives in a schema apart, and in how many unions each does. */
function divisionsOf({ $defs, ...schema }: JsonObject): string {
  const definitions = mapping($defs)
  const counts = new Map<string, number>()
  const seen = new Set<JsonValue>([schema])
  for (const part of seen) {
    if (isList(part)) for (const item of part) seen.add(item)
    if (!isObject(part)) continue
    for (const keyword of ['oneOf', 'anyOf'])
      for (const name of new Set(list(part[keyword]).flatMap(toldNames)))
        counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const name of toldNames(part)) counts.set(name, counts.get(name) ?? 0)
    for (const inner of Object.values(part)) seen.add(inner)
    const { $ref } = part
    if (typeof $ref === 'string') seen.add(followed($ref, definitions))
  }
  return JSON.stringify([...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The properties by which a schema is told apart from others. */
function toldNames(schema: JsonValue): readonly string[] {
  const properties = isObject(schema) ? mapping(schema['properties']) : {}
  return Object.keys(properties).filter(name => mapping(properties[name])[toldBy] !== undefined)
}

type Located = Conjunction[number]

function located({ schema, definitions }: Atom): Located {
  return { value: schema, document: { address: '', root: definitions } }
}

function target(reference: string, { document }: Located): Located | undefined {
  const { root } = document
  return isObject(root) ? { value: followed(reference, root), document } : undefined
}
