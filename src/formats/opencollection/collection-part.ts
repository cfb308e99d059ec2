import type { JsonObject } from '../../model/json.ts'
import type { Span } from '../../model/span.ts'

/** A request, a folder or the collection itself, as OpenCollection has it. */
export interface CollectionPart {
  readonly document: JsonObject
  /** The file that it stands in, named from the folder of the collection. */
  readonly file: string
  /** The text of that file, unless several parts stand in it. */
  readonly text?: string
  /** Where it stands. */
  readonly span: Span
  /** Words that nothing is made of, and why. */
  readonly unused?: readonly (readonly [what: string, why: string])[]
  /** Blocks that Bruno does not know, and their lines. */
  readonly unknown?: readonly { readonly name: string; readonly line: number }[]
  /** Of a folder and of the collection. */
  readonly parts?: readonly CollectionPart[]
}

/** An environment, with the file that it stands in. */
export type EnvironmentPart = Pick<CollectionPart, 'document' | 'file' | 'text' | 'unknown'>

/** The files of a collection. */
export interface CollectionParts {
  readonly root: CollectionPart
  readonly environments: readonly EnvironmentPart[]
  /** Files that cannot be read, and where and why. */
  readonly broken: readonly { readonly span: Span; readonly file: string; readonly why: string }[]
  /** Files among them that are no part of a collection. */
  readonly others: readonly string[]
}
