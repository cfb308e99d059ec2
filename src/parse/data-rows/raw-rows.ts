import type { JsonObject } from '../../model/json.ts'
import type { CsvTable, DataRow } from '../../model/suite.ts'
import { errorProblem, type Problem, type Result, asWarning } from '../../model/problem.ts'
import type { Place } from './place.ts'
import { rowLimit } from './row-limit.ts'
import { defined } from '../../util/defined.ts'

/** Rows as read: the first ones, and how many there are in all. */
export interface RawRows {
  readonly rows: readonly JsonObject[]
  /** Where each of them is written. */
  readonly places: readonly Place[]
  readonly total: number
  /** The table that they are lines of. */
  readonly table?: CsvTable
}

/** Rows of a data source: those that were kept, and how many there are in all. */
export interface ReadRows {
  readonly rows: readonly DataRow[]
  readonly total: number
}

/** Numbered rows, or why they cannot be run: there are none, or more than `limit`. `name` is what the rows are from. */
export function numberRows(
  { rows, places, total, table }: RawRows,
  { name, limit, place }: { name: string; limit: number; place: Place },
): Result<ReadRows> {
  if (total === 0) return failure(noRows(name, place))
  if (total > limit) return failure(tooManyRows(name, total, limit, place))
  const ofAll = defined({ table })
  const numbered = rows.map((values, index): DataRow => {
    const own = places[index]
    const number = index + 1
    return own === undefined ? { number, values, ...ofAll } : { number, values, place: own, ...ofAll }
  })
  return { ok: true, value: { rows: numbered, total } }
}

/** How reading goes on where the first rows were asked for: one more is kept, where the warning stands. */
export function keepsOf(
  count: number | undefined,
  limit: number,
): { readonly limit: number; readonly keep?: number } {
  return count === undefined ? { limit } : { limit: Infinity, keep: count + 1 }
}

/** The first rows, where so many were asked for, and a warning that tells the others. */
export function firstRows(
  { rows, total }: ReadRows,
  count = Infinity,
): { readonly rows: readonly DataRow[]; readonly problems: readonly Problem[] } {
  const next = rows[count]
  if (next === undefined) return { rows, problems: [] }
  const message = `from here on, ${grouped(total - count)} of ${grouped(total)} rows are left out by --rows ${count}`
  const problem = errorProblem({ code: 'data-too-long', message, ...next.place })
  return { rows: rows.slice(0, count), problems: [asWarning(problem)] }
}

function noRows(name: string, place: Place): Problem {
  return errorProblem({
    code: 'data-empty',
    message: `${name} has no rows`,
    hint: 'Without rows nothing would run. Add a row, or remove `data:` to run once.',
    ...place,
  })
}

function tooManyRows(name: string, total: number, limit: number, place: Place): Problem {
  return errorProblem({
    code: 'data-too-long',
    message: `${name} has ${grouped(total)} rows, of which at most ${grouped(limit)} are run`,
    hint:
      total <= rowLimit.many
        ? `Run them all with --rows ${total}${total <= rowLimit.maximum ? '' : ' --allow-many'}.`
        : `No run takes more than ${grouped(rowLimit.many)} rows, which --rows ${rowLimit.many} --allow-many allows: split the file.`,
    ...place,
  })
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

function failure(problem: Problem): Result<never> {
  return { ok: false, problems: [problem] }
}
