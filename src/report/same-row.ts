import type { RowLabel } from '../model/result.ts'

/** Whether two labels name the same row: a step may have rows of its own within a row of its file. */
export function isSameRow(left: RowLabel | undefined, right: RowLabel | undefined): boolean {
  return left?.number === right?.number && left?.label === right?.label
}
