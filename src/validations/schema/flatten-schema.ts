import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { keepsReferenceSiblings, type Dialect } from './dialect.ts'
import { withAjvWorkarounds } from './ajv-workarounds.ts'
import type { LocatedSchema, Resource, SchemaRegistry } from './schema-registry.ts'
import { mapSubschemas } from '../../util/subschemas.ts'

/** The meaning of each dynamic anchor where a schema is used: the outermost resource that has it decides. */
type DynamicScope = ReadonlyMap<string, LocatedSchema>

/** Keywords that only say where things are, or mean something to ajv alone; in a flat schema they would lead astray. */
const addresses = new Set([
  '$async',
  '$anchor',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$recursiveAnchor',
  '$schema',
  '$vocabulary',
  'definitions',
  'id',
])

/**
 * Turns a schema with all it refers to, in whatever document, into one whose only references are `#/$defs/0` and the
 * like. What a `$dynamicRef` or `$recursiveRef` means is decided here, so a schema reached in different dynamic scopes
 * appears once for each. Throws `SchemaProblem` for a reference that leads nowhere.
 */
export function flattenSchema(root: LocatedSchema, registry: SchemaRegistry, dialect: Dialect): JsonObject {
  return new Flattening(registry, dialect).flatten(root)
}

class Flattening {
  readonly #registry: SchemaRegistry
  readonly #dialect: Dialect
  readonly #definitions: JsonValue[] = []
  readonly #indexes = new Map<string, number>()
  readonly #identities = new Map<JsonValue, number>()

  constructor(registry: SchemaRegistry, dialect: Dialect) {
    this.#registry = registry
    this.#dialect = dialect
  }

  flatten(root: LocatedSchema): JsonObject {
    const reference = this.#define(root, new Map())
    return { ...reference, $defs: Object.fromEntries(this.#definitions.entries()) }
  }

  /** A reference to the flat form of a schema, which is made when it is new in this scope. */
  #define({ schema, resource }: LocatedSchema, outer: DynamicScope): JsonObject {
    const scope = enter(resource, outer)
    const key = `${this.#identity(schema)} ${this.#describe(scope)}`
    let index = this.#indexes.get(key)
    if (index === undefined) {
      index = this.#definitions.push(true) - 1
      this.#indexes.set(key, index)
      this.#definitions[index] = this.#flat(schema, resource, scope)
    }
    return { $ref: `#/$defs/${index}` }
  }

  #flat(schema: JsonValue, outer: Resource, outerScope: DynamicScope): JsonValue {
    if (!isObject(schema)) return schema
    const resource = this.#registry.resourceOf(schema) ?? outer
    const scope = resource === outer ? outerScope : enter(resource, outerScope)
    const references = this.#references(schema, resource, scope)
    if (references.length > 0 && !keepsReferenceSiblings(this.#dialect)) return references[0] ?? true
    const flat = withAjvWorkarounds(this.#keywords(schema, resource, scope))
    if (!isObject(flat)) return flat
    if (references.length === 1 && references[0] !== undefined) return { ...flat, ...references[0] }
    return references.length === 0 ? flat : withAllOf(flat, references)
  }

  #keywords(schema: JsonObject, resource: Resource, scope: DynamicScope): JsonObject {
    const kept = Object.entries(schema).filter(([keyword]) => this.#isKept(keyword))
    return Object.fromEntries(
      kept.map(([keyword, value]) => [
        keyword,
        mapSubschemas(keyword, value, part => this.#flat(part, resource, scope)),
      ]),
    )
  }

  #isKept(keyword: string): boolean {
    if (keyword === 'if' || keyword === 'then' || keyword === 'else') return this.#dialect !== 'draft-06'
    return !addresses.has(keyword) && !referenceKeywords.has(keyword)
  }

  #references(schema: JsonObject, resource: Resource, scope: DynamicScope): JsonObject[] {
    return [...referenceKeywords].flatMap(keyword => {
      const reference = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
      if (typeof reference !== 'string') return []
      const target = this.#registry.resolve(reference, resource)
      return [this.#define(keyword === '$ref' ? target : inScope(keyword, reference, target, scope), scope)]
    })
  }

  #identity(schema: JsonValue): number {
    const known = this.#identities.get(schema)
    if (known !== undefined) return known
    this.#identities.set(schema, this.#identities.size)
    return this.#identities.size - 1
  }

  #describe(scope: DynamicScope): string {
    return [...scope]
      .map(([name, { schema }]) => `${name}=${this.#identity(schema)}`)
      .sort()
      .join(' ')
  }
}

const referenceKeywords = new Set(['$ref', '$dynamicRef', '$recursiveRef'])

/** The scope inside a resource: its dynamic anchors, except where an outer resource has them already. */
function enter(resource: Resource, outer: DynamicScope): DynamicScope {
  if ([...resource.dynamicAnchors.keys()].every(name => outer.has(name))) return outer
  const own = [...resource.dynamicAnchors].map(([name, schema]) => [name, { schema, resource }] as const)
  return new Map([...own, ...outer])
}

/** Resolves a dynamic reference in a scope; one that does not start at a dynamic anchor means what `$ref` would. */
function inScope(
  keyword: string,
  reference: string,
  target: LocatedSchema,
  scope: DynamicScope,
): LocatedSchema {
  const name = keyword === '$recursiveRef' ? '' : reference.slice(reference.indexOf('#') + 1)
  const isDynamic = target.resource.dynamicAnchors.get(name) === target.schema
  return isDynamic ? (scope.get(name) ?? target) : target
}

function withAllOf(schema: JsonObject, references: readonly JsonObject[]): JsonObject {
  const own = schema['allOf']
  return { ...schema, allOf: [...(Array.isArray(own) ? (own as readonly JsonValue[]) : []), ...references] }
}
