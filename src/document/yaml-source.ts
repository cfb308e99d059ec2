import type { Problem } from '../model/problem.ts'
import type { DocumentPath, Span } from '../model/span.ts'

/** A YAML text with its value, and the place of every part of it. */
export interface YamlSource {
  readonly file: string
  /** It was given in arguments: there is no file, and paths count from the working folder. */
  readonly isTyped?: true
  /** The document as plain data; undefined when the text is not YAML. */
  readonly value: unknown
  /** The problems of the text as YAML. */
  readonly problems: readonly Problem[]
  /** Where the value at `path` is written, or the nearest part around it. */
  spanOf(path: DocumentPath): Span
  /** Where the key that leads to `path` is written. */
  keySpanOf(path: DocumentPath): Span
  /** The text of a line, counted from 1, where it can be quoted: see `quotedLine`. */
  lineText(line: number): string
}
