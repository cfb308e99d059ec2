import type { Numeric } from '../../../util/exact-number.ts'
import type { Located, LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import type { JsonValue } from '../../../model/json.ts'

/** Schemas that all hold for the same value. */
export type Conjunction = readonly Located[]

/** A keyword with the schema it is written in. */
export interface Keyword<Value extends JsonValue = JsonValue> {
  readonly value: Value
  readonly part: LocatedObject
  /** As written there: `exclusiveMaximum` may be a switch of `maximum`. */
  readonly key: string
}

/** A bound of a number, a length or a count. */
export interface Bound extends Keyword<Numeric> {
  readonly isExclusive: boolean
}

/** A property of an object; what does not travel in a direction does not count there. */
export interface ShapeProperty {
  readonly schemas: Conjunction
  readonly isReadOnly: boolean
  readonly isWriteOnly: boolean
}

/** Schemas of which one, or at least one, must hold. */
export interface Union {
  readonly kind: 'oneOf' | 'anyOf'
  readonly members: readonly UnionMember[]
  readonly part: LocatedObject
}

export interface UnionMember {
  readonly schemas: Conjunction
  /** Name of the component that is referred to. */
  readonly name?: string
  /** The value of the discriminator for it. */
  readonly tag?: string
}

export interface Discriminator {
  readonly propertyName: string
  /** Names of schemas by the value of the property, those that follow from the names themselves included. */
  readonly mapping: ReadonlyMap<string, string>
  readonly part: LocatedObject
}

/**
 * The content of a schema, whatever words of whatever version it is written in: references followed, `allOf` merged,
 * null taken out of unions, bounds in one form. Schemas inside are resolved on request.
 */
export interface Shape {
  /** The schemas it was made of. */
  readonly source: Conjunction
  /** The objects that were merged; the first is where the schema is written. Empty for a schema that is only true or false. */
  readonly parts: readonly LocatedObject[]
  /** True where nothing is right. */
  readonly isNever: boolean
  /** Name of the component it was reached by. */
  readonly name?: string
  /** In JSON's words, without null; undefined when any will do. */
  readonly types?: ReadonlySet<string>
  readonly isNullable: boolean
  /** The values that are right, by their JSON; null left out. */
  readonly values?: ReadonlyMap<string, JsonValue>
  /** Where the values are written, under `enum` or `const`. */
  readonly valuesKeyword?: Keyword
  /** By the name of the limit: `max`, `min-length`. */
  readonly bounds: ReadonlyMap<string, Bound>
  /** Keywords with one value, by name: `format`, `pattern`, `multipleOf`, `default`. */
  readonly keywords: ReadonlyMap<string, Keyword>
  readonly required: ReadonlyMap<string, Keyword>
  readonly properties: ReadonlyMap<string, ShapeProperty>
  /** Keywords with one schema, by name: `items`, `additionalProperties`, `contains`. */
  readonly schemas: ReadonlyMap<string, Conjunction>
  /** Keywords with several schemas by name: `patternProperties`, `dependentSchemas`. */
  readonly named: ReadonlyMap<string, ReadonlyMap<string, Conjunction>>
  readonly prefixItems: readonly Conjunction[]
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>
  readonly unions: readonly Union[]
  /** The schemas that were written under `allOf`. */
  readonly allOf: Conjunction
  readonly discriminator?: Discriminator
}
