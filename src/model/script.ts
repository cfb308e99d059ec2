import type { Position, Span } from './span.ts'

/** JavaScript that runs around a request, or as a step of its own. */
export interface Script {
  readonly source: string
  /** Where it is written: the value in the file. */
  readonly span: Span
  /** Where its first line begins; absent where its lines are no lines of the file. */
  readonly start?: Position
}

/** The scripts that run before a request is sent and after its response came, in this order. */
export interface Scripts {
  readonly before: readonly Script[]
  readonly after: readonly Script[]
}

/**
 * The place of a line of a script, from 1, or of what begins in that line at a column. The whole script where its lines are
 * no lines of the file.
 */
export function spanInScript(
  { source, span, start }: Script,
  line: number | undefined,
  column?: number,
): Span {
  const text = line === undefined ? undefined : source.split('\n')[line - 1]
  if (start === undefined || line === undefined || text === undefined) return span
  const first = (column ?? text.length - text.trimStart().length + 1) - 1
  const last = column === undefined ? Math.max(text.trimEnd().length, first + 1) : first + 1
  const at = (character: number): Position => ({
    line: start.line + line - 1,
    column: start.column + character,
  })
  return { file: span.file, start: at(first), end: at(last) }
}

/** ` (line 3 of the script)`, where the place in the file does not say it. */
export function scriptLineWords({ start }: Script, line: number | undefined): string {
  return line === undefined || start !== undefined ? '' : ` (line ${line} of the script)`
}
