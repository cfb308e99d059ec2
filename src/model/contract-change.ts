/**
 * The effects of a change of a description on those who hold to the old one: it breaks them, it may, or it does not.
 * Ordered from the worst.
 */
export const changeLevels = ['breaking', 'warning', 'safe'] as const

export type ChangeLevel = (typeof changeLevels)[number]

/** Where a part of a description is written. */
export interface ChangePlace {
  /** `file:` or `http:` address of the document; a name that readers know, once it is to be printed. */
  readonly document: string
  /** JSON pointer into the document; `/` for all of it. */
  readonly pointer: string
  /** Counted from 1; absent while nobody looked, and where the text is not at hand. */
  readonly line?: number
}

/** One change from an old description to a new one. */
export interface Change {
  /** Name of the rule, which does not change from one version to the next: `request-body-became-enum`. */
  readonly rule: string
  readonly level: ChangeLevel
  /** `GET /users/{id}`, as the new description writes it, or the old one where it is gone; absent for the API as a whole. */
  readonly operation?: string
  /** The operations that it reaches, in their order, where these are several: the first of them. */
  readonly operations?: readonly string[]
  /** How many these are. */
  readonly operationCount?: number
  /** The part of the operation: `request body`, `query parameter limit`, `response 200`. */
  readonly part?: string
  /** The way to a value inside the part: `/lines/items/sku`; absent for the part itself. */
  readonly path?: string
  /** The change, as a fragment in one line. */
  readonly reason: string
  /** Where it is written in the old description, or what stands around the place where it is not yet. */
  readonly before?: ChangePlace
  /** The same in the new description. */
  readonly after?: ChangePlace
}

/** The change for an entry of an ignore file: one that nobody needs to hear of. */
export interface IgnoredChange extends Change {
  /** Why it is ignored, in the words of the ignore file. */
  readonly because: string
}

/** Two descriptions compared, as reports tell it. */
export interface ContractComparison {
  readonly before: ComparedDescription
  readonly after: ComparedDescription
  /** The breaking ones first, then warnings, then safe ones. */
  readonly changes: readonly Change[]
  readonly ignored: readonly IgnoredChange[]
}

export interface ComparedDescription {
  /** As it was given: a path, a URL, or a revision with a path. */
  readonly source: string
  readonly title: string
  readonly operations: number
}
