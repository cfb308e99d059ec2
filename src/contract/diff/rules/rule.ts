import type { Located } from '../../../api-description/documents/loaded-document.ts'
import type { Direction } from '../../../api-description/api-description.ts'
import type { ChangeLevel } from '../../../model/contract-change.ts'
import type { DescriptionPair } from '../pairs/description-pair.ts'
import type { OperationPair } from '../pairs/operation-pair.ts'
import type { Conjunction, Shape, ShapeProperty } from '../shape/shape.ts'

/** The places of a schema; names of rules begin with them. */
export const schemaPlaces = [
  'request-body',
  'request-property',
  'request-parameter',
  'request-parameter-property',
  'response-body',
  'response-property',
  'response-header',
] as const

export type SchemaPlace = (typeof schemaPlaces)[number]

/** A part of a document: a value, or a member of it by the keys that lead there. */
export interface SourceLocation extends Located {
  readonly keys?: readonly (string | number)[]
}

/** A change that a rule found. */
export interface Finding {
  /** The change, as a fragment in one line. */
  readonly reason: string
  readonly before?: SourceLocation | undefined
  readonly after?: SourceLocation | undefined
}

/** A change of the API as a whole. */
export interface DescriptionRule {
  readonly id: string
  readonly level: ChangeLevel
  readonly description: string
  readonly find: (pair: DescriptionPair) => readonly (Finding & { readonly operation?: string })[]
}

/** A change of an operation that both descriptions have. */
export interface OperationRule {
  readonly id: string
  readonly level: ChangeLevel
  readonly description: string
  readonly find: (pair: OperationPair) => readonly (Finding & { readonly part?: string })[]
}

/** How a schema is used. */
export interface SchemaUse {
  readonly direction: Direction
  /** True where values are written as text: every number is right where text is. */
  readonly isText: boolean
}

/** Two schemas of which the second took the place of the first. */
export interface ShapePair extends SchemaUse {
  readonly before: Shape
  readonly after: Shape
  /** True where two schemas inside say the same. */
  readonly isSame: (before: Conjunction, after: Conjunction) => boolean
  /** Returns the shape of a schema inside the old one. */
  readonly shapeBefore: (schemas: Conjunction) => Shape
  readonly shapeAfter: (schemas: Conjunction) => Shape
  /** Properties that travel in this direction. */
  readonly beforeProperties: ReadonlyMap<string, ShapeProperty>
  readonly afterProperties: ReadonlyMap<string, ShapeProperty>
  /** Unions with their members matched. */
  readonly unions: UnionChanges
}

export interface UnionChanges {
  readonly added: readonly MemberChange[]
  readonly removed: readonly MemberChange[]
  /** Set where one schema became a union with others. */
  readonly wrapped?: { readonly kind: 'oneOf' | 'anyOf'; readonly location: SourceLocation }
}

export interface MemberChange {
  readonly kind: 'oneOf' | 'anyOf'
  readonly name: string
  /** True where it is a component that is gone from a union that stays, with no other in its place. */
  readonly isOffer: boolean
  readonly location: SourceLocation
}

/** A change of a schema, wherever it is used. */
export interface SchemaRule {
  /** `{place}` is replaced by what it is the schema of. */
  readonly id: string
  /** Its name for what is inside a header of requests, where that is another. */
  readonly headerId?: string
  /** Level where the schema is used in requests; absent where the rule is not for requests. */
  readonly request?: ChangeLevel
  readonly response?: ChangeLevel
  /** Other levels of single places. */
  readonly levels?: Readonly<Partial<Record<SchemaPlace, ChangeLevel>>>
  /** The only places it is for; all of them (default). */
  readonly places?: readonly SchemaPlace[]
  /** Rules about types and unions count where one kind of value took the place of another, too; all others are skipped then. */
  readonly about?: 'types' | 'unions'
  /**
   * True where it is about more than which values are right, and so is told where no value is right or wrong because of
   * it.
   */
  readonly isAgreed?: true
  readonly description: string
  readonly find: (pair: ShapePair) => readonly SchemaFinding[]
}

export interface SchemaFinding extends Finding {
  /** The property that it is about. */
  readonly property?: string
  /** True where it is told whatever values are right, though others of its rule are not. */
  readonly isAgreed?: boolean
}

/** The level of a rule in a place; undefined where it does not apply. */
export function levelIn(rule: SchemaRule, place: SchemaPlace): ChangeLevel | undefined {
  if (rule.places !== undefined && !rule.places.includes(place)) return undefined
  return rule.levels?.[place] ?? (place.startsWith('request') ? rule.request : rule.response)
}

/** The name of a rule in a place; `isHeader` for what belongs to a header of requests. */
export function idIn({ id, headerId }: SchemaRule, place: SchemaPlace, isHeader: boolean): string {
  if (isHeader && headerId !== undefined && place === 'request-parameter-property') return headerId
  return id.replace('{place}', place)
}
