/** A point in a text file. Lines and columns count from 1, as editors do. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Below zero where the left one comes first. */
export function comparePositions(left: Position, right: Position): number {
  return left.line - right.line || left.column - right.column
}

/** A piece of a text file: where a value, a problem or a result was written. `file` is an absolute path. */
export interface Span {
  readonly file: string
  readonly start: Position
  readonly end: Position
}

/** The way from a document's root to a value: keys of mappings and indexes of lists. */
export type DocumentPath = readonly (string | number)[]

/** True for the path itself, and for one to a part of what it leads to. */
export function isWithinPath(path: DocumentPath, outer: DocumentPath): boolean {
  return outer.every((part, index) => path[index] === part)
}

/**
 * The way to a part of what a path leads to. A suite has thousands of them, and to a list that begins as a copy of another
 * one V8 gives room for sixteen more.
 */
export function pathTo(path: DocumentPath, part: string | number): DocumentPath {
  const { 0: first = '', 1: second = '', 2: third = '', 3: fourth = '', length } = path
  if (length === 1) return [first, part]
  if (length === 2) return [first, second, part]
  if (length === 3) return [first, second, third, part]
  if (length === 4) return [first, second, third, fourth, part]
  return [...path, part]
}
