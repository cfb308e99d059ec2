import type { Collection, SavedEnvironment } from './collection.ts'
import type { Span } from './span.ts'

/** Result of importing a foreign document: a collection, environments, or both, and the account of it. */
export interface Imported {
  /** Absent when the document only held an environment. */
  readonly collection?: Collection
  /** Environments that belong to no collection. */
  readonly environments: readonly SavedEnvironment[]
  /** The other collections of a document that holds several. */
  readonly others?: readonly Imported[]
  /** Texts of API descriptions that stand in the document. */
  readonly descriptions?: readonly string[]
  /** An API description with all the documents that it refers to, where they lie elsewhere than its copy. */
  readonly bundle?: string
  /** Only of formats whose files run where they lie. */
  readonly places?: ImportPlaces
  readonly report: ConversionReport
}

/** Where in its files a collection was written. */
export interface ImportPlaces {
  /** Of each request, in their order. */
  readonly requests: readonly Span[]
  /** Of their parts, by the way to each: `validations/0`, `extracts/id`. */
  readonly parts?: readonly ReadonlyMap<string, Span>[]
  readonly losses: ReadonlyMap<Loss, Span>
  /** Of the values of its environments, by name. */
  readonly secrets?: ReadonlyMap<SavedEnvironment, ReadonlyMap<string, Span>>
}

/** Files that a collection became, and the account of it. */
export interface Exported {
  /** Names are relative to the output folder, with forward slashes. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  readonly report: ConversionReport
}

/** The account of a conversion: every item of the source is created, merged, skipped or lost, and none in silence. */
export interface ConversionReport {
  /** Requests (or operations, entries) in the source. */
  readonly requests: number
  /** Requests that were made of them. */
  readonly created: number
  readonly merged: readonly Counted[]
  readonly skipped: readonly Counted[]
  /** The parts that could not be carried over. */
  readonly losses: readonly Loss[]
  /**
   * The parts that were carried over in another shape, to know rather than to mend: lines of scripts that became
   * validations.
   */
  readonly notes: readonly Loss[]
}

/** So many items for one reason: `{ reason: "images", count: 12 }`. */
export interface Counted {
  readonly reason: string
  readonly count: number
  /** Names of the items, where there are few. */
  readonly items?: readonly string[]
}

/** One thing that was not carried over, or not as it was. */
export interface Loss extends LostPart {
  /** The way to it by names: `Shop / Users / List users`. */
  readonly where: string
}

/** A part of something that was not carried over, or not as it was. */
export interface LostPart {
  /** Name of the part: `auth hawk`, `script line 12: pm.sendRequest(…)`. */
  readonly what: string
  /** Why, as a fragment: `suites have no such authentication`. */
  readonly why: string
}
