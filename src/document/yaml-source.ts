import type { Problem } from '../model/problem.ts'
import type { DocumentPath, Span } from '../model/span.ts'

/** A YAML text with its value, and the place of every part of it. */
export interface YamlSource {
  readonly file: string
  /** It was given in arguments: there is no file, and paths count from the working folder. */
  readonly isTyped?: true
  /** It was made of a file of another tool, which has other words and its own order. */
  readonly isForeign?: true
  /** The document as plain data; undefined when the text is not YAML. */
  readonly value: unknown
  /** The problems of the text as YAML. */
  readonly problems: readonly Problem[]
  /** Where the value at `path` is written, or the nearest part around it. */
  spanOf(path: DocumentPath): Span
  /** Where the key that leads to `path` is written. */
  keySpanOf(path: DocumentPath): Span
  /** The text of a line, counted from 1, where it can be quoted: see `quotedLine`. `file` is one that was read in. */
  lineText(line: number, file?: string): string
  /** Absent where no files were read in. */
  readonly readIn?: ReadIn
}

/** The files of which the contents stand in the value of a document. */
export interface ReadIn {
  /** The value as it is written. */
  readonly written: unknown
  /** The names of those that could not be read, where they stand, and why. */
  readonly unread: readonly UnreadFile[]
}

/** A file that could not be read into a document. */
export interface UnreadFile {
  /** As it is written. */
  readonly name: string
  readonly path: DocumentPath
  readonly reason: 'missing' | 'placeholders' | 'no-text' | 'no-json' | 'bare-braces' | 'twice'
  readonly words: string
  /** Where in the file; its line is quoted. */
  readonly inFile?: Pick<Problem, 'span' | 'sourceLine'>
}
