import { readFileSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type ProblemCode, type Result } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import type { DataSource } from '../../model/suite.ts'
import { decodeText, EncodingError, encodingHint } from '../../util/decode-text.ts'
import { formatSize } from '../../util/quantity.ts'
import { defined } from '../../util/defined.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { jsonRows, objectRows } from './json-rows.ts'
import { lineOf, type Place } from './place.ts'
import { numberRows, type RawRows, type ReadRows } from './raw-rows.ts'

const largestFile = 50 * 1024 * 1024

/** How many rows to take, and who asks for them. */
export interface RowOptions {
  /** Rows that may be run; more are a problem. Infinity where something else runs them. */
  readonly limit: number
  /** Rows that are kept, where only the first are wanted; all are looked at and counted. */
  readonly keep?: number
  /** Where the suite or the command line asks for the rows; problems of the file itself are placed in the file. */
  readonly span?: Span
  /** The character between the columns of CSV, a comma (default); `any` takes the one that its first line shows. */
  readonly separator?: string
}

/** The rows a suite or step asks for. */
export async function readDataSource(
  source: DataSource,
  wanted: Pick<RowOptions, 'limit' | 'keep'>,
): Promise<Result<ReadRows>> {
  const { span } = source
  if (source.kind === 'inline') return rowsFromValues(source.rows, { ...wanted, span }, source.places)
  const { file, separator, types } = source
  const read = await readDataRows(file, defined({ ...wanted, span, separator }))
  if (!read.ok || (separator ?? types) === undefined) return read
  // A file that is given in place of another one may have other columns, and be JSON.
  const isOwn = separator !== 'any'
  if (isOwn && read.value.rows[0]?.table === undefined)
    return failure(
      'data-type',
      `${path.basename(file)} is JSON, whose values have types of their own`,
      span,
      'Leave out `types` and `separator`, which are for CSV.',
    )
  if (types === undefined) return read
  const { typedRows } = await import('./typed-rows.ts')
  const typed = typedRows(read.value.rows, types, isOwn ? path.basename(file) : undefined)
  return typed.ok ? { ok: true, value: { ...read.value, rows: typed.value } } : typed
}

/**
 * The rows of a CSV or JSON file (absolute path), at most 50 MiB of UTF-8. The extension tells which of the two it is;
 * with any other extension its first character does.
 */
export async function readDataRows(file: string, options: RowOptions): Promise<Result<ReadRows>> {
  const read = readText(file, options.span)
  if (!read.ok) return read
  if (/\.ya?ml$/i.test(file))
    return failure(
      'data-unreadable',
      `${path.basename(file)} is YAML, and files of rows are CSV or JSON`,
      options.span,
      'Write the rows under `data:` of the suite, where they may be YAML, or as JSON.',
    )
  const raw = await parseRows(file, read.value, options)
  if (!raw.ok) return raw
  const name = path.basename(file)
  return numberRows(raw.value, { name, limit: options.limit, place: lineOf(file, read.value, 1) })
}

/** Rows written in the suite itself. */
export function rowsFromValues(
  values: readonly JsonObject[],
  options: RowOptions,
  places: readonly Place[] = [],
): Result<ReadRows> {
  const place = placeOf(options.span)
  const raw = objectRows(values, index => places[index] ?? place)
  return raw.ok ? numberRows({ ...raw.value, places }, { name: 'data:', limit: options.limit, place }) : raw
}

async function parseRows(
  file: string,
  text: string,
  { limit, keep = limit, separator }: RowOptions,
): Promise<Result<RawRows>> {
  if (isJson(file, text)) return jsonRows(file, text)
  const { csvRows } = await import('./csv-rows.ts')
  return csvRows(file, text, keep, separator)
}

function isJson(file: string, text: string): boolean {
  const extension = path.extname(file).toLowerCase()
  if (extension === '.json' || extension === '.csv') return extension === '.json'
  return /^\s*[[{]/.test(text)
}

function readText(file: string, span: Span | undefined): Result<string> {
  const name = path.basename(file)
  const found = statistics(file)
  if (found === undefined)
    return failure(
      'data-missing',
      `there is no data file ${file}`,
      span,
      span === undefined
        ? 'The path of --data is relative to the folder you are in.'
        : 'A path in a suite is relative to the folder of the suite.',
    )
  if (!found.isFile()) return failure('data-unreadable', `${file} is not a file`, span)
  if (found.size > largestFile)
    return failure('data-unreadable', `${name} is larger than ${formatSize(largestFile)}`, span)
  try {
    return decode(name, readFileSync(file), span)
  } catch (error) {
    return failure('data-unreadable', `${name} cannot be read: ${reasonOf(error)}`, span)
  }
}

function statistics(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

function decode(name: string, bytes: Buffer, span: Span | undefined): Result<string> {
  const text = decodeText(bytes)
  return text instanceof EncodingError
    ? failure('data-unreadable', `${name} ${text.message} (line ${text.line})`, span, encodingHint)
    : { ok: true, value: text }
}

function placeOf(span: Span | undefined): { span?: Span } {
  return span === undefined ? {} : { span }
}

function failure(code: ProblemCode, message: string, span: Span | undefined, hint?: string): Result<never> {
  return { ok: false, problems: [errorProblem({ code, message, span, hint })] }
}
