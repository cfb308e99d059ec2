import type { JsonValue } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import type { CsvForm, DataRow, RowPlace, TypedColumn } from '../../model/suite.ts'
import { jsonErrorWords, repeatedKey } from '../../document/json-text.ts'
import { cutText } from '../../util/cut-text.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { numberOf } from '../../util/exact-number.ts'
import { parseJson } from '../../util/parse-json.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { mostProblems } from './json-rows.ts'

/**
 * Rows of CSV with the values that their cells stand for; rows that are no cells stay as they are. A cell that does not fit
 * its type is a problem where it stands. `name` is what the rows are from, where it must have all the columns.
 */
export function typedRows(
  rows: readonly DataRow[],
  types: NonNullable<CsvForm['types']>,
  name?: string,
): Result<readonly DataRow[]> {
  const columns = rows[0]?.table?.columns ?? []
  const problems = name === undefined ? [] : missingColumns(types, columns, name)
  const typed = rows.map(row => {
    if (row.table === undefined || problems.length >= mostProblems) return row
    const values: Record<string, JsonValue> = { ...row.values }
    for (const [column, type] of types) {
      const cell = row.values[column]
      if (typeof cell !== 'string') continue
      const value = valueOf(cell, type)
      if (value instanceof Misfit) problems.push(misfitProblem(row, column, value))
      else values[column] = value
    }
    return { ...row, values }
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: typed }
}

function missingColumns(
  types: NonNullable<CsvForm['types']>,
  columns: readonly string[],
  name: string,
): Problem[] {
  return [...types].flatMap(([column, { span }]) =>
    columns.includes(column)
      ? []
      : [
          errorProblem({
            code: 'data-columns',
            message: `${name} has no column "${column}"`,
            hint: suggesting(column, columns, `Its columns are ${columns.join(', ')}.`),
            span,
          }),
        ],
  )
}

/** Why a cell does not stand for a value of its type. */
class Misfit {
  readonly message: string
  readonly hint: string

  constructor(message: string, hint: string) {
    this.message = message
    this.hint = hint
  }
}

function valueOf(cell: string, { type, orNull }: TypedColumn): JsonValue | Misfit {
  const written = cell.trim()
  if (written === '' && orNull) return null
  if (type === 'text') return cell
  if (written === '') return new Misfit('the cell is empty', `With \`${type}?\` an empty cell is null.`)
  return readers[type](written)
}

const readers = {
  number(written: string): JsonValue | Misfit {
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(written)
      ? numberOf(written)
      : new Misfit(...noNumber(written))
  },
  boolean(written: string): JsonValue | Misfit {
    const word = written.toLowerCase()
    return word === 'true' || word === 'false'
      ? word === 'true'
      : new Misfit(
          `${quoted(written)} is neither true nor false`,
          'Write `true` or `false`, in small or capital letters.',
        )
  },
  json(written: string): JsonValue | Misfit {
    try {
      const value = parseJson(written)
      const repeated = repeatedKey(written)
      return repeated === undefined
        ? value
        : new Misfit(
            `the key "${repeated.key}" stands twice in ${quoted(written)}, so its first value is lost`,
            'Take one of them out.',
          )
    } catch (error) {
      return new Misfit(
        `${quoted(written)} is not JSON: ${jsonErrorWords(reasonOf(error))}`,
        'A cell with quotes is written in double quotes, and each quote in it twice: `"{""id"":1}"`.',
      )
    }
  },
}

function noNumber(written: string): [message: string, hint: string] {
  if (/^-?0\d/.test(written))
    return [
      `${quoted(written)} has leading zeros, which a number does not keep`,
      'Read the column as text, as all columns are that `types` does not name, or write it without them.',
    ]
  if (/^[+-]?[\d.,\u0020\u00a0']*\d,\d+$/.test(written) || /^[+-]?\d{1,3}(?:[,' ]\d{3})+/.test(written))
    return [
      `${quoted(written)} is no number`,
      'A number has a decimal point, and nothing between thousands: 1250.50.',
    ]
  const plain = Number(written)
  if (written !== '' && Number.isFinite(plain) && /^[+.\d]/.test(written))
    return [`${quoted(written)} is not how a number is written`, `Write ${plain}.`]
  return [`${quoted(written)} is no number`, 'Read the column as text, or write a number such as 12.50.']
}

function quoted(cell: string): string {
  return `"${cutText(cell, 40)}"`
}

function misfitProblem(row: DataRow, column: string, { message, hint }: Misfit): Problem {
  return errorProblem({
    code: 'data-type',
    message: `column "${column}" of row ${row.number}: ${message}`,
    hint,
    ...cellPlace(row, column),
  })
}

/** The cell in the line of its row; the line, where the row goes on in another one. */
function cellPlace({ place, table }: DataRow, column: string): RowPlace | object {
  if (place?.span === undefined || place.sourceLine === undefined || table === undefined) return place ?? {}
  const cell = cellIn(place.sourceLine, table.columns.indexOf(column), table.separator)
  if (cell === undefined) return place
  const { file, start } = place.span
  const at = (offset: number) => ({ line: start.line, column: offset + 1 })
  return { ...place, span: { file, start: at(cell.from), end: at(Math.max(cell.to, cell.from + 1)) } }
}

function cellIn(line: string, index: number, separator: string): { from: number; to: number } | undefined {
  let from = 0
  for (let cell = 0; ; cell++) {
    const [quotes = ''] = /^"(?:[^"]|"")*"/.exec(line.slice(from)) ?? []
    const next = line.indexOf(separator, from + quotes.length)
    const to = next === -1 ? line.length : next
    if (cell === index) return { from, to }
    if (next === -1) return undefined
    from = next + 1
  }
}
