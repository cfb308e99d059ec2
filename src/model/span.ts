/** A point in a text file. Lines and columns count from 1, as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A piece of a text file: where a value, a problem or a result was written. `file` is an absolute path. */
export interface Span {
  readonly file: string
  readonly start: Position
  readonly end: Position
}

/** The way from a document's root to a value: keys of mappings and indexes of lists. */
export type DocumentPath = readonly (string | number)[]
