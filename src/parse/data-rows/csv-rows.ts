import { type CsvError, parse } from 'csv-parse/sync'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import { columnProblems } from './columns.ts'
import { mostProblems } from './json-rows.ts'
import { lineIn, lineOf, type Place } from './place.ts'
import type { RawRows } from './raw-rows.ts'

/**
 * Rows of a CSV text (RFC 4180, lines ending in any way, empty lines skipped): the first row names the columns and every
 * value is a text. A row with more or fewer values and a quote out of place are problems. Only the first `keep` rows are
 * kept, all are counted. With `any` the first line shows what separates the columns.
 */
export function csvRows(file: string, text: string, keep: number, given = ','): Result<RawRows> {
  const separator = given === 'any' ? shownSeparator(text) : given
  const plainLines = text.includes('"') ? undefined : text.split(lineEnd)
  const table =
    plainLines === undefined
      ? readTable(file, text, keep, separator)
      : readPlainTable(file, plainLines, keep, separator)
  if (table.problems.length > 0) return { ok: false, problems: table.problems.slice(0, mostProblems) }
  const names = table.header.map(name => name.trim())
  if (table.header.length === 0) return { ok: true, value: { rows: [], places: [], total: 0 } }
  const place = lineOf(file, text, table.headerLine)
  const problems = otherSeparator(names, separator) ?? columnProblems(names, place)
  if (problems.length > 0) return { ok: false, problems: problems.map(problem => ({ ...problem, ...place })) }
  const lines = plainLines ?? text.split(lineEnd, table.lines.at(-1) ?? 0)
  const rows = table.records.map(record =>
    Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])),
  )
  return {
    ok: true,
    value: {
      rows,
      places: table.lines.map(line => lineIn(lines, file, line)),
      total: table.total,
      table: { columns: names, separator },
    },
  }
}

const lineEnd = /\r\n|\n|\r/

interface Table {
  header: readonly string[]
  headerLine: number
  readonly records: (readonly string[])[]
  /** The lines on which they begin. */
  readonly lines: number[]
  total: number
  readonly problems: Problem[]
}

function emptyTable(): Table {
  return { header: [], headerLine: 1, records: [], lines: [], total: -1, problems: [] }
}

/** Without quotes a line is a row, which takes a tenth of the time and nearly no memory. */
function readPlainTable(file: string, lines: readonly string[], keep: number, separator: string): Table {
  const table = emptyTable()
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    // Rows behind those that are kept are only counted, and so are their values.
    const isKept = table.total < keep
    const record = isKept ? line.split(separator) : []
    const length = isKept ? record.length : valuesIn(line, separator)
    if (table.total === -1) {
      table.header = record
      table.headerLine = index + 1
    } else if (length !== table.header.length) {
      if (table.problems.length < mostProblems)
        table.problems.push(
          rowProblem(uneven(table.header.length, length, separator), lineIn(lines, file, index + 1)),
        )
      continue
    } else if (isKept) {
      table.records.push(record)
      table.lines.push(index + 1)
    }
    table.total++
  }
  return table
}

function valuesIn(line: string, separator: string): number {
  let count = 1
  for (let at = line.indexOf(separator); at !== -1; at = line.indexOf(separator, at + 1)) count++
  return count
}

function readTable(file: string, text: string, keep: number, separator: string): Table {
  const table = emptyTable()
  let lastLine = 0
  parse(text, {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: error => {
      if (error === undefined) return
      const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED'
      const line = isUnclosed ? lastLine + 1 : Number(error['lines'])
      // The parser tells a quote out of place once per character, and once more at the end as never closed.
      const isEcho = line <= lastLine || (isUnclosed && table.problems.length > 0)
      if (!isEcho) table.problems.push(rowProblem(explain(error, separator), lineOf(file, text, line)))
      lastLine = Math.max(lastLine, line)
    },
    on_record: (record: readonly string[], { lines }) => {
      if (table.total === -1) {
        table.header = record
        table.headerLine = lines
      } else if (table.total < keep) {
        table.records.push(record)
        table.lines.push(lines - breaksIn(record))
      }
      table.total++
      lastLine = lines
      return null
    },
  })
  return table
}

function breaksIn(record: readonly string[]): number {
  return record.reduce((sum, value) => sum + value.split(lineEnd).length - 1, 0)
}

type Trouble = Pick<Problem, 'message' | 'hint'>

function rowProblem(trouble: Trouble, place: Place): Problem {
  return errorProblem({ code: 'data-unreadable', ...trouble, ...place })
}

function uneven(columns: number | string, values: number | string, separator: string): Trouble {
  return {
    message: `the number of values in this row is ${values}, and the first row names ${columns} columns`,
    hint: `A value with a ${nameOf(separator)} in it is written in double quotes.`,
  }
}

function explain(error: CsvError, separator: string): Trouble {
  const [, columns = 'other', values = 'another'] = /expect (\d+), got (\d+)/.exec(error.message) ?? []
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') return uneven(columns, values, separator)
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return {
      message: 'a double quote that begins in this row is never closed',
      hint: 'A quote inside quotes is written twice: "".',
    }
  if (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE')
    return {
      message: 'a double quote stands inside a value',
      hint: 'Put the whole value in double quotes, without blanks outside them, and write a quote inside it twice: "".',
    }
  return { message: `this row cannot be read: ${error.message}` }
}

const separatorNames: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
}

function nameOf(separator: string): string {
  return separatorNames[separator] ?? `sign ${separator}`
}

/** Spreadsheets of some countries separate columns by semicolons, and some exports by tabs. */
function shownSeparator(text: string): string {
  const [header = ''] = text.trimStart().split(lineEnd, 1)
  return header.includes(',') ? ',' : (/[;\t]/.exec(header)?.[0] ?? ',')
}

function otherSeparator(names: readonly string[], separator: string): readonly Problem[] | undefined {
  const [first = ''] = names
  const other =
    first === ''
      ? undefined
      : (/[;\t]/.exec(first)?.[0] ?? (separator === ',' ? undefined : /,/.exec(first)?.[0]))
  if (names.length > 1 || other === undefined) return undefined
  return [
    errorProblem({
      code: 'data-columns',
      message: `the columns are separated by ${nameOf(other)}s, not by ${nameOf(separator)}s`,
      hint:
        other === ','
          ? 'Leave `separator` out.'
          : `Say so in the suite: \`data: { file: …, separator: ${other === '\t' ? 'tab' : `"${other}"`} }\`.`,
    }),
  ]
}
