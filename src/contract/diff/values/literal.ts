import type { JsonValue } from '../../../model/json.ts'
import type { Numeric } from '../../../util/exact-number.ts'
import type { Atom, Claim } from './claim.ts'

/** Kinds of values, one bit each. */
export const kinds = {
  null: 1,
  boolean: 2,
  integer: 4,
  fraction: 8,
  string: 16,
  array: 32,
  object: 64,
} as const
export const anyKind = 127
export const numberKinds = kinds.integer | kinds.fraction
export const scalarKinds = anyKind & ~(kinds.array | kinds.object)

/** Something simple that a value must be like; what is about one kind of value says nothing of others. */
export type Literal =
  | { readonly is: 'kind'; readonly kinds: number }
  | { readonly is: 'one-of'; readonly values: readonly JsonValue[] }
  | { readonly is: 'none-of'; readonly values: readonly JsonValue[] }
  | { readonly is: 'least' | 'most'; readonly value: Numeric; readonly isExclusive: boolean }
  | { readonly is: 'multiple'; readonly of: Numeric; readonly isNot: boolean }
  | { readonly is: 'length' | 'items' | 'names'; readonly least?: number; readonly most?: number }
  | { readonly is: 'pattern' | 'format'; readonly text: string; readonly isNot: boolean }
  | { readonly is: 'unique'; readonly isNot: boolean }
  | ItemsLiteral
  | ObjectLiteral
  /** Of values of these kinds something more is asked that is not looked into. */
  | { readonly is: 'doubtful'; readonly kinds: number }

/** Of the items from one index to before another all or one. */
export interface ItemsLiteral {
  readonly is: 'each-item' | 'some-item'
  readonly from: number
  readonly to: number
  readonly claim: Claim
}

export type ObjectLiteral =
  | { readonly is: 'needed' | 'missing'; readonly name: string }
  | { readonly is: 'property'; readonly name: string; readonly claim: Claim }
  | { readonly is: 'properties'; readonly claims: ReadonlyMap<string, Claim> }
  | { readonly is: 'matching'; readonly pattern: string; readonly claim: Claim }
  | ({ readonly is: 'others'; readonly claim: Claim } & OtherNames)
  | { readonly is: 'each-name'; readonly claim: Claim }
  | SomeProperty

/** All names but these, and but those that match one of the patterns. */
export interface OtherNames {
  readonly names: ReadonlySet<string>
  readonly patterns: readonly string[]
}

/** That there is a property whose name is like this, with a value like this. */
export interface SomeProperty {
  readonly is: 'some-property'
  readonly but: OtherNames
  readonly matching?: string
  readonly name?: Claim
  readonly value?: Claim
}

/** Claims that may hold together. */
export interface Alternative {
  readonly literals: readonly Literal[]
  readonly claims: readonly Claim[]
}

/** One of several alternatives holds; of schemas of which exactly one may be right, none is or two are. */
export type Clause = (
  | { readonly alternatives: readonly Alternative[]; readonly exactly?: undefined }
  | { readonly alternatives?: undefined; readonly exactly: readonly Atom[]; readonly sign: '-' | '~' }
) & {
  /** The claims that it comes of, the outermost first. */
  readonly from?: readonly Claim[]
}

/** The demands of a schema, all of which hold. */
export interface Demands extends Alternative {
  readonly clauses: readonly Clause[]
  /** Clauses that are only looked at where nothing else decides. */
  readonly lateClauses: readonly Clause[]
}
