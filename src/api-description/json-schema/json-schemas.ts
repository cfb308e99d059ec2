import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping, property } from '../../util/read-values.ts'
import { mapSubschemas } from '../../util/subschemas.ts'
import type { ApiDescription, DescriptionVersion, Direction } from '../api-description.ts'
import { circle, type DocumentSet, referenceOf } from '../documents/document-set.ts'
import type { LoadedDocument, Located, LocatedObject, MalformedPart } from '../documents/loaded-document.ts'
import { nameOfReference } from '../documents/name-of-reference.ts'
import { type Discriminators, extendedBy, type NamedSchema, toldBy } from './discriminators.ts'
import { HiddenProperties } from './hidden-properties.ts'
import { isSchema, type KeywordFault, keywordFaults, notExpectedThere } from './keyword-faults.ts'
import { convertKeywords } from './convert-keywords.ts'

/** A schema of a description as one of JSON Schema 2020-12. */
export interface JsonSchema {
  /**
   * Its only references are `#/$defs/0` and the like. Examples are under `examples`. `$defs` is shared by all schemas of the
   * same `JsonSchemas`, and so may hold more than this one refers to.
   */
  readonly schema: JsonObject
  /** References in it that lead nowhere, each with the reason; anything is right there. */
  readonly unresolved: readonly { readonly reference: string; readonly reason: string }[]
  /** Keywords in it that have values that they cannot have, and so say nothing: `openapi.yaml#/components/schemas/User/type`. */
  readonly malformed: readonly MalformedPart[]
}

/** Set on a property that does not travel in this direction: it may be there, and examples leave it out. */
export const leftOut = 'x-left-out'

type Unresolved = JsonSchema['unresolved'][number]

/**
 * A finding on the way through a schema: the index of a definition, a reference that leads nowhere, or a malformed
 * keyword.
 */
type Finding = number | Unresolved | (KeywordFault & { readonly schema: Located })

/** The target of each dynamic anchor where a schema is used: the outermost document that has it on the way there decides. */
type DynamicScope = ReadonlyMap<string, Located>

const nothingDynamic: DynamicScope = new Map()

/** Where a schema is, and how it was reached. */
interface SchemaPlace {
  readonly document: LoadedDocument
  readonly scope: DynamicScope
}

/**
 * Says what the schemas of one description, of any version of OpenAPI, mean for one direction, in JSON Schema 2020-12:
 * `nullable` and boolean exclusive bounds are written anew, properties of the other direction are not required, what only
 * describes is gone. References stay references, so recursion is fine, and a component is written once, however many schemas
 * refer to it: in some documents hundreds refer to each other. Keywords of the wrong kind are left out: real documents have
 * them.
 */
export class JsonSchemas {
  /** The targets of `#/$defs/0` and the like; they grow with every schema that is asked for. */
  readonly definitions: JsonObject
  readonly #version: DescriptionVersion
  readonly #documents: DocumentSet
  readonly #hidden: HiddenProperties
  readonly #discriminators: Discriminators | undefined
  readonly #definitions: Record<string, JsonValue> = {}
  /** By the index of a definition, in the order of its text. */
  readonly #findings: Finding[][] = []
  #indexes = new Map<JsonValue, Map<string, number>>()
  /** Numbers of schemas that dynamic anchors name. */
  readonly #numbers = new Map<JsonValue, number>()
  #current: Finding[] = []
  /** Writes definitions that are only numbered yet: hundreds of schemas may refer to each other in a row. */
  #waiting: (() => void)[] = []

  /** With `discriminators`, schemas say by which values they are told apart, which no validator looks at. */
  constructor(
    { version, documents }: Pick<ApiDescription, 'version' | 'documents'>,
    direction: Direction,
    discriminators?: Discriminators,
  ) {
    this.definitions = this.#definitions
    this.#version = version
    this.#documents = documents
    this.#hidden = new HiddenProperties(documents, direction)
    this.#discriminators = discriminators
  }

  /** The schema at a place of the description. */
  at({ value, document }: Located): JsonSchema {
    this.#current = []
    try {
      const flat = this.#flat(value, this.#enter(document, nothingDynamic), none)
      for (let write = this.#waiting.pop(); write !== undefined; write = this.#waiting.pop()) write()
      const schema = { ...(isObject(flat) ? flat : { allOf: [flat] }), $defs: this.definitions }
      return this.#withFindings(schema, this.#current)
    } catch (error) {
      // A schema nested too deeply leaves definitions behind that are not whole.
      this.#indexes = new Map()
      this.#waiting = []
      throw error
    }
  }

  /** Adds the parts without effect, which are only looked for where they are asked for: a schema may refer to all others. */
  #withFindings(schema: JsonObject, findings: readonly Finding[]): JsonSchema {
    let found: Omit<JsonSchema, 'schema'> | undefined
    const all = (): Omit<JsonSchema, 'schema'> => (found ??= this.#foundFrom(findings))
    return {
      schema,
      get unresolved() {
        return all().unresolved
      },
      get malformed() {
        return all().malformed
      },
    }
  }

  /** Collects the parts without effect, in a schema and in all that it refers to, in the order they are met. */
  #foundFrom(findings: readonly Finding[]): Omit<JsonSchema, 'schema'> {
    const unresolved = new Map<string, Unresolved>()
    const malformed = new Map<string, MalformedPart>()
    const seen = new Set<number>()
    const waiting = findings.toReversed()
    for (let finding = waiting.pop(); finding !== undefined; finding = waiting.pop()) {
      if (typeof finding === 'object' && 'reference' in finding) unresolved.set(finding.reference, finding)
      else if (typeof finding === 'object') {
        const place = this.#documents.placeOf(finding.schema, finding.keys)
        malformed.set(place, { place, reason: finding.reason })
      } else if (!seen.has(finding)) {
        seen.add(finding)
        waiting.push(...(this.#findings[finding] ?? []).toReversed())
      }
    }
    return { unresolved: [...unresolved.values()], malformed: [...malformed.values()] }
  }

  /** A reference to the flat form of a schema in a scope; `hidden` are names that schemas around it hide. */
  #define(
    { value, document }: Located,
    scope: DynamicScope,
    hidden: ReadonlySet<string>,
    name: string,
  ): JsonObject {
    const place = this.#enter(document, scope)
    const own = hidden.size === 0 ? none : this.#hidden.namesIn({ value, document })
    const further = new Set([...hidden].filter(name => !own.has(name)))
    const key = [...[...further].sort(), ...this.#describe(place.scope)].join('\n')
    const known = this.#indexes.get(value) ?? new Map<string, number>()
    this.#indexes.set(value, known)
    let index = known.get(key)
    if (index === undefined) {
      index = this.#findings.push([]) - 1
      known.set(key, index)
      this.#definitions[index] = true
      const number = index
      this.#waiting.push(() => {
        this.#fill(number, () =>
          this.#named(this.#flat(value, place, further), { name, located: { value, document } }),
        )
      })
    }
    this.#current.push(index)
    return { $ref: `#/$defs/${index}` }
  }

  /** A document, or a schema with an address of its own, with its anchors, except where one around it has them already. */
  #enter(document: LoadedDocument, scope: DynamicScope): SchemaPlace {
    if (this.#version !== '3.1') return { document, scope }
    const fresh = [...this.#documents.dynamicAnchorsOf(document)].filter(([name]) => !scope.has(name))
    if (fresh.length === 0) return { document, scope }
    return {
      document,
      scope: new Map([...scope, ...fresh.map(([name, value]) => [name, { value, document }] as const)]),
    }
  }

  /** Describes a scope so that scopes in which dynamic references mean different things are distinct. */
  #describe(scope: DynamicScope): readonly string[] {
    return [...scope].map(([name, { value }]) => {
      const number = this.#numbers.get(value) ?? this.#numbers.size
      this.#numbers.set(value, number)
      return `${name} is ${number}`
    })
  }

  #fill(index: number, flatten: () => JsonValue): void {
    const outer = this.#current
    this.#current = this.#findings[index] ?? []
    this.#definitions[index] = flatten()
    this.#current = outer
  }

  #flat(schema: JsonValue, around: SchemaPlace, outer: ReadonlySet<string>): JsonValue {
    if (!isObject(schema)) return schema !== false
    const document =
      this.#version === '3.1' ? this.#documents.resourceOf(schema, around.document) : around.document
    const place = document === around.document ? around : this.#enter(document, around.scope)
    const [reference, dynamic] = [referenceOf(schema), dynamicReference(schema)]
    if (reference !== undefined && dynamic !== undefined) return this.#flat(twice(schema), around, outer)
    const target =
      reference === undefined ? this.#dynamicTarget(dynamic, place) : this.#target(reference, document)
    if (target === undefined) return this.#keywords(schema, place, outer)
    if (!target.ok) {
      this.#current.push({ reference: reference ?? dynamic ?? '', reason: target.problems })
      return true
    }
    const referred = isObject(target.value.value)
      ? this.#define(target.value, place.scope, outer, nameOfReference(reference ?? dynamic ?? ''))
      : target.value.value !== false
    const siblings = this.#siblings(schema, place, outer)
    if (!isObject(referred)) return referred
    return isNullable(schema)
      ? { ...siblings, anyOf: [referred, { type: 'null' }] }
      : { ...siblings, ...referred }
  }

  /** Finds the target of a reference, unless there is nothing but references that lead back to it. */
  #target(reference: string, document: LoadedDocument): Result<Located, string> {
    const target = this.#documents.follow(reference, document)
    if (!target.ok) return target
    if (!isSchema(target.value.value, '3.1'))
      return { ok: false, problems: notExpectedThere('a schema', target.value.value) }
    if (referenceOf(target.value.value) === undefined) return target
    const end = this.#documents.resolve(target.value)
    return !end.ok && end.problems === circle ? end : target
  }

  /**
   * Finds the target of a dynamic reference: the outermost of its name on the way here, where it starts at a dynamic
   * anchor.
   */
  #dynamicTarget(
    reference: string | undefined,
    { document, scope }: SchemaPlace,
  ): Result<Located, string> | undefined {
    if (reference === undefined) return undefined
    const target = this.#target(reference, document)
    if (!target.ok) return target
    const name = reference.slice(reference.indexOf('#') + 1)
    const start = this.#documents.dynamicAnchorsOf(target.value.document).get(name)
    return start === target.value.value ? { ok: true, value: scope.get(name) ?? target.value } : target
  }

  /**
   * Picks the keywords that count beside a reference: all of them since 3.1; before, those that show an example are
   * taken all the same.
   */
  #siblings(schema: JsonObject, place: SchemaPlace, outer: ReadonlySet<string>): JsonObject {
    const { $ref: _, $dynamicRef: __, nullable: ___, 'x-nullable': ____, ...siblings } = schema
    const counting =
      this.#version === '3.1'
        ? siblings
        : Object.fromEntries(Object.entries(siblings).filter(([key]) => annotations.has(key)))
    return Object.keys(counting).length === 0 ? {} : this.#keywords(counting, place, outer, schema)
  }

  /** `whole` is the schema that the keywords stand in. */
  #keywords(
    written: JsonObject,
    place: SchemaPlace,
    outer: ReadonlySet<string>,
    whole = written,
  ): JsonObject {
    const { document } = place
    const complete = this.#withReferredProperties(written, document)
    for (const fault of keywordFaults(complete, this.#version))
      this.#current.push({ ...fault, schema: { value: whole, document } })
    const schema = convertKeywords(complete)
    const own = this.#hidden.namesIn({ value: written, document })
    const hidden = own.size === 0 ? outer : new Set([...outer, ...own])
    const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
      if (keyword === 'required' && isList(value))
        return [keyword, value.filter(name => typeof name === 'string' && !hidden.has(name))]
      if (keyword === 'properties' && isObject(value)) return [keyword, this.#properties(value, place)]
      const passed = compositions.has(keyword) ? hidden : none
      return [keyword, mapSubschemas(keyword, value, part => this.#flat(part, place, passed))]
    })
    return this.#divided(Object.fromEntries(entries), { value: complete, document })
  }

  /** A schema whose branches say by which value each is told apart. */
  #divided(flat: JsonObject, schema: LocatedObject): JsonObject {
    const unions = ['oneOf', 'anyOf'].flatMap(keyword => {
      const branches = property(schema.value, keyword)
      const own = flat[keyword]
      return branches === undefined || !isList(branches) || own === undefined || !isList(own)
        ? []
        : [{ keyword, own, told: this.#discriminators?.ofBranches(schema, branches) }]
    })
    return unions.reduce((whole, { keyword, own, told }) => {
      if (told === undefined) return whole
      const branches = own.map((branch, index) => withTag(branch, told.propertyName, told.tags[index]))
      return { ...whole, [keyword]: branches }
    }, flat)
  }

  /** A component with the values by which it is told from others that extend the same, or with those that extend it. */
  #named(flat: JsonValue, schema: NamedSchema): JsonValue {
    if (this.#discriminators === undefined || !isObject(flat)) return flat
    const tagged = [...this.#discriminators.ofNamed(schema)].reduce(
      (whole: JsonValue, [name, tag]) => withTag(whole, name, tag),
      flat,
    )
    const { value, document } = schema.located
    const extensions = isObject(value) ? this.#discriminators.extensionsOf({ value, document }) : []
    if (extensions.length === 0) return tagged
    const references = extensions.map(({ name, located }) =>
      this.#define(located, nothingDynamic, none, name),
    )
    return { ...mapping(tagged), [extendedBy]: references }
  }

  #properties(properties: JsonObject, place: SchemaPlace): JsonObject {
    const { document } = place
    return Object.fromEntries(
      Object.entries(properties).map(([name, value]) => {
        const flat = this.#flat(value, place, none)
        if (!this.#hidden.isHidden({ value, document })) return [name, flat]
        return [name, { ...(isObject(flat) ? flat : {}), [leftOut]: true }]
      }),
    )
  }

  /** Some documents keep a whole list of properties elsewhere. */
  #withReferredProperties(schema: JsonObject, document: LoadedDocument): JsonObject {
    const properties = property(schema, 'properties')
    if (properties === undefined || referenceOf(properties) === undefined) return schema
    const resolved = this.#documents.resolve({ value: properties, document })
    return resolved.ok && resolved.value.document === document
      ? { ...schema, properties: resolved.value.value }
      : schema
  }
}

const none: ReadonlySet<string> = new Set()

/** Keywords whose schemas are about the same object. */
const compositions = new Set(['allOf', 'anyOf', 'oneOf'])

/** Keywords that show a value and ask for nothing. */
const annotations = new Set(['example', 'x-example', 'examples', 'default', 'xml'])

/** The text of `$dynamicRef`. */
function dynamicReference(schema: JsonObject): string | undefined {
  const reference = property(schema, '$dynamicRef')
  return typeof reference === 'string' ? reference : undefined
}

/** A schema with two references as one that holds both. */
function twice({ $ref = '', $dynamicRef = '', allOf = [], ...schema }: JsonObject): JsonObject {
  return { ...schema, allOf: [...(isList(allOf) ? allOf : []), { $ref }, { $dynamicRef }] }
}

/** A schema with the value of the property by which it is told apart. */
function withTag(schema: JsonValue, name: string, tag: string | undefined): JsonValue {
  if (tag === undefined || !isObject(schema)) return schema
  const properties = mapping(schema['properties'])
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  return { ...schema, properties: { ...properties, [name]: { ...mapping(own), [toldBy]: tag } } }
}

/** True where a schema says that null is right, too. */
function isNullable(schema: JsonObject): boolean {
  return property(schema, 'nullable') === true || property(schema, 'x-nullable') === true
}
