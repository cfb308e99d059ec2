import type { RowLabel, StepResult } from '../model/result.ts'
import { oneLine } from './text/printable.ts'

/** `Create user`, `Create user [row 3 email=ada@example.org]`, `after: Delete user`: a step's name in a flat list. */
export function stepName({ phase, name, row }: Pick<StepResult, 'phase' | 'name' | 'row'>): string {
  const label = row === undefined ? '' : ` [${`row ${row.number} ${oneLine(row.label)}`.trimEnd()}]`
  return `${phase === 'after' ? 'after: ' : ''}${oneLine(name)}${label}`
}

/** Whether two labels name the same row: a step may have rows of its own within a row of its file. */
export function isSameRow(left: RowLabel | undefined, right: RowLabel | undefined): boolean {
  return left?.number === right?.number && left?.label === right?.label
}
