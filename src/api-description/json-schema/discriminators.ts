import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping, property } from '../../util/read-values.ts'
import { type DocumentSet, referenceOf } from '../documents/document-set.ts'
import type { LoadedDocument, Located, LocatedObject } from '../documents/loaded-document.ts'
import { nameOfReference } from '../documents/name-of-reference.ts'

/** Set on the property of a schema that tells it apart from others: its value there. */
export const toldBy = 'x-told-by'

/** Set on a schema that others extend and tell themselves apart by: those, of which a value is one. */
export const extendedBy = 'x-extended-by'

/** The property that tells schemas apart, and the schemas that its values lead to. */
interface Discriminator {
  readonly propertyName: string
  readonly mapping: readonly (readonly [tag: string, target: Located])[]
}

/** A schema that has a name. */
export interface NamedSchema {
  readonly name: string
  readonly located: Located
}

/** How deep `allOf` is followed to what a schema extends. */
const deepest = 8

/** Finds the values by which the schemas of a description are told apart (OpenAPI 3.1.1 section 4.8.25). */
export class Discriminators {
  readonly #documents: DocumentSet
  /** Named schemas by what they extend. */
  readonly #extensions = new Map<LoadedDocument, ReadonlyMap<JsonValue, readonly NamedSchema[]>>()

  constructor(documents: DocumentSet) {
    this.#documents = documents
  }

  /** The property by which the branches of a schema are told apart, and the value of each. */
  ofBranches(
    { value, document }: LocatedObject,
    branches: readonly JsonValue[],
  ): { readonly propertyName: string; readonly tags: readonly (string | undefined)[] } | undefined {
    const own = this.#discriminatorOf({ value, document })
    if (own === undefined) return undefined
    const tags = branches.map(branch => {
      const reference = referenceOf(branch)
      const target = this.#target({ value: branch, document })
      // Its own branches have values of their own.
      const inner = target === undefined ? undefined : this.#discriminatorOf(target)
      const isUnion = target !== undefined && isDividedFurther(target.value)
      if (reference === undefined || (isUnion && inner?.propertyName === own.propertyName)) return undefined
      return tagOf(own, target?.value, nameOfReference(reference))
    })
    return { propertyName: own.propertyName, tags }
  }

  /** The values of a named schema, its own or those that what it extends asks for, by the properties they stand in. */
  ofNamed({ name, located }: NamedSchema): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    const visit = (part: LocatedObject, depth: number): void => {
      const discriminator = isDividedFurther(part.value) ? undefined : this.#discriminatorOf(part)
      if (discriminator !== undefined && !found.has(discriminator.propertyName))
        found.set(discriminator.propertyName, tagOf(discriminator, located.value, name))
      if (depth < deepest) for (const base of this.#basesOf(part)) visit(base, depth + 1)
    }
    const start = this.#target(located)
    if (start !== undefined) visit(start, 0)
    return found
  }

  /** The schemas that extend one which tells them apart, unless it has a value of its own. */
  extensionsOf(schema: LocatedObject): readonly NamedSchema[] {
    const discriminator = isDividedFurther(schema.value) ? undefined : this.#discriminatorOf(schema)
    if (discriminator === undefined) return []
    const mapped = discriminator.mapping.map(([, located]) => located.value)
    if (mapped.includes(schema.value)) return []
    const all = this.#extensionsIn(schema.document).get(schema.value) ?? []
    // Schemas in the mapping are meant to be sent; of the others nothing says so.
    const chosen = all.filter(({ located }) => mapped.includes(located.value))
    return chosen.length > 0 ? chosen : all
  }

  #extensionsIn(document: LoadedDocument): ReadonlyMap<JsonValue, readonly NamedSchema[]> {
    const known = this.#extensions.get(document)
    if (known !== undefined) return known
    const found = new Map<JsonValue, NamedSchema[]>()
    for (const pointer of ['#/components/schemas', '#/definitions']) {
      const schemas = this.#documents.follow(pointer, document)
      if (!schemas.ok) continue
      for (const [name, value] of Object.entries(mapping(schemas.value.value))) {
        const located = { value, document: schemas.value.document }
        const part = this.#target(located)
        for (const base of part === undefined ? [] : this.#basesOf(part))
          found.set(base.value, [...(found.get(base.value) ?? []), { name, located }])
      }
    }
    this.#extensions.set(document, found)
    return found
  }

  /** The schemas that a schema extends. */
  #basesOf({ value, document }: LocatedObject): readonly LocatedObject[] {
    const all = property(value, 'allOf')
    if (all === undefined || !isList(all)) return []
    return all.flatMap(part => this.#target({ value: part, document }) ?? [])
  }

  #target(located: Located): LocatedObject | undefined {
    const resolved = this.#documents.resolve(located)
    if (!resolved.ok) return undefined
    const { value, document } = resolved.value
    return isObject(value) ? { value, document } : undefined
  }

  /** Swagger 2 names the property alone. */
  #discriminatorOf({ value, document }: LocatedObject): Discriminator | undefined {
    const written = property(value, 'discriminator')
    const propertyName = isObject(written ?? null) ? mapping(written)['propertyName'] : written
    if (typeof propertyName !== 'string') return undefined
    const entries = Object.entries(mapping(mapping(written)['mapping']))
    return {
      propertyName,
      mapping: entries.flatMap(([tag, target]) => {
        const located = typeof target === 'string' ? this.#mapped(target, document) : undefined
        return located === undefined ? [] : [[tag, located] as const]
      }),
    }
  }

  /** The target of a mapping is the name of a component, or a reference. */
  #mapped(target: string, document: LoadedDocument): Located | undefined {
    const references = [`#/components/schemas/${target}`, target]
    for (const reference of /[/#]/.test(target) ? [target] : references) {
      const found = this.#documents.follow(reference, document)
      if (found.ok) return found.value
    }
    return undefined
  }
}

function tagOf({ mapping: tags }: Discriminator, target: JsonValue | undefined, name: string): string {
  return tags.find(([, located]) => located.value === target)?.[0] ?? name
}

function isDividedFurther(schema: JsonObject): boolean {
  return property(schema, 'oneOf') !== undefined || property(schema, 'anyOf') !== undefined
}
