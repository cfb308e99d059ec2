/** One rule: how a value is compared with its example. The names are those of the specification. */
export type MatchingRule =
  | { readonly match: 'equality' | 'number' | 'integer' | 'decimal' | 'null' | 'boolean' }
  | { readonly match: 'values' | 'notEmpty' | 'semver' }
  | { readonly match: 'regex'; readonly regex: string }
  | { readonly match: 'type'; readonly min?: number; readonly max?: number }
  | { readonly match: 'include'; readonly value: string }
  | { readonly match: 'datetime' | 'date' | 'time'; readonly format: string }
  | { readonly match: 'contentType'; readonly value: string }
  | { readonly match: 'arrayContains'; readonly variants: readonly Variant[] }
  | { readonly match: 'statusCode'; readonly status: StatusClass | readonly number[] }
  | { readonly match: 'eachKey' | 'eachValue'; readonly rules: readonly MatchingRule[] }
  /** It cannot be applied, and why: a plugin's, or one that is not complete. */
  | { readonly match: 'unknown'; readonly reason: string }

/** The name of a class of statuses. */
export type StatusClass = (typeof statusClasses)[number]

/** The classes of status that a rule may ask for. */
export const statusClasses = [
  'info',
  'success',
  'redirect',
  'clientError',
  'serverError',
  'nonError',
  'error',
] as const

/** An item that a list must hold somewhere. */
export interface Variant {
  /** Of the item in the example's list. */
  readonly index: number
  /** Paths begin at the item. */
  readonly rules: readonly RulesAt[]
}

/** The rules for one place. */
export interface RulesAt {
  readonly path: readonly PathToken[]
  readonly rules: readonly MatchingRule[]
  /** All of them must hold, or one is enough. */
  readonly combine: 'AND' | 'OR'
}

/** One step of the path of a rule: `$`, `.name`, `[0]`, `.*`, `[*]`. */
export type PathToken =
  | { readonly kind: 'root' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  /** `.*` is any member or item, `[*]` any item. */
  | { readonly kind: 'any' | 'any-index' }

/** All rules of a request or a response by what they are for. */
export interface MatchingRules {
  readonly path: readonly RulesAt[]
  readonly status: readonly RulesAt[]
  readonly header: readonly RulesAt[]
  readonly query: readonly RulesAt[]
  readonly body: readonly RulesAt[]
}

/** The rules of a part that has none. */
export const noRules: MatchingRules = { path: [], status: [], header: [], query: [], body: [] }
