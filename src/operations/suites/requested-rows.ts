import { type Result, usageRefusal } from '../../model/problem.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'

/** The limit that --rows asks for. */
export function requestedRows(rows: number | undefined): Result<number> {
  if (rows === undefined) return { ok: true, value: rowLimit.usual }
  if (Number.isInteger(rows) && rows >= 1 && rows <= rowLimit.maximum) return { ok: true, value: rows }
  const message = `--rows must be a whole number from 1 to ${rowLimit.maximum}`
  return usageRefusal(message, `Without --rows, ${rowLimit.usual} rows run.`)
}
