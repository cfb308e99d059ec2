import type { Problem } from '../../model/problem.ts'
import { quotedLine } from '../../document/index.ts'

/** Where a problem is, as the fields of a `Problem`. */
export type Place = Pick<Problem, 'span' | 'sourceLine'>

/** A whole line (from 1) of a file whose text is known. */
export function lineOf(file: string, text: string, line: number): Required<Place> {
  return lineIn(text.split(/\r\n|\n|\r/, line), file, line)
}

/** The same of a file whose lines are known. */
export function lineIn(lines: readonly string[], file: string, line: number): Required<Place> {
  const sourceLine = quotedLine(lines, line)
  const end = { line, column: sourceLine.length + 1 }
  return { span: { file, start: { line, column: 1 }, end }, sourceLine }
}

/** The line that an offset (UTF-16 units) is on, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length
}
