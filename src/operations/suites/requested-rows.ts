import { type Result, usageRefusal } from '../../model/problem.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'

/** The limit that --rows asks for; more than usual are allowed by --allow-many. */
export function requestedRows(rows: number | undefined, allowsMany: boolean): Result<number> {
  const most = allowsMany ? rowLimit.many : rowLimit.maximum
  if (rows === undefined) return { ok: true, value: rowLimit.usual }
  if (Number.isInteger(rows) && rows >= 1 && rows <= most) return { ok: true, value: rows }
  const message = `--rows must be a whole number from 1 to ${most}`
  const more = allowsMany ? '' : ` With --allow-many there may be ${rowLimit.many}.`
  return usageRefusal(message, `Without --rows, ${rowLimit.usual} rows run.${more}`)
}
