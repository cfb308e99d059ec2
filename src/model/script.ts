import type { Span } from './span.ts'

/** JavaScript that runs around a request, or as a step of its own. */
export interface Script {
  readonly source: string
  /** Where it is written: the value in the file. */
  readonly span: Span
  /** The line of the file that the script begins on; absent where its lines are no lines of the file. */
  readonly firstLine?: number
}

/** What runs before a request is sent and after its answer came, in this order. */
export interface Scripts {
  readonly before: readonly Script[]
  readonly after: readonly Script[]
}

/** The place of a line of a script, counted from 1; the whole script where its lines are no lines of the file. */
export function spanInScript({ span, firstLine }: Script, line: number | undefined): Span {
  if (firstLine === undefined || line === undefined) return span
  const at = { line: firstLine + line - 1, column: 1 }
  return { file: span.file, start: at, end: at }
}

/** `line 3 of the script`, where the line is known and the place in the file does not say it. */
export function scriptLineWords({ firstLine }: Script, line: number | undefined): string {
  return line === undefined || firstLine !== undefined ? '' : ` (line ${line} of the script)`
}
