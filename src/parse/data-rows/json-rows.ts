import type { JsonObject, JsonValue } from '../../model/json.ts'
import { errorProblem, type Result } from '../../model/problem.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { repeatedKey } from '../../util/repeated-key.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { columnProblems } from './columns.ts'
import { jsonErrorOffset } from './json-error-offset.ts'
import { lineAt, lineOf, type Place } from './place.ts'
import type { RawRows } from './raw-rows.ts'

/** Rows of a JSON text: an array of objects, or an object whose `rows` is one. Values keep their types. */
export function jsonRows(file: string, text: string): Result<RawRows> {
  const parsed = parseJson(file, text)
  if (!parsed.ok) return parsed
  const repeated = repeatedKey(text)
  if (repeated !== undefined)
    return unreadable(
      `the key "${repeated.key}" stands twice in one object, so its first value is lost`,
      lineOf(file, text, lineAt(text, repeated.offset)),
    )
  const place = lineOf(file, text, 1)
  const list = listIn(parsed.value)
  if (typeof list === 'string')
    return unreadable(`rows are an array of objects, or an object with "rows", and this is ${list}`, place)
  return objectRows(list, place)
}

/** Rows that are already values. Blanks around their keys do not count. */
export function objectRows(list: readonly JsonValue[], place: Place): Result<RawRows> {
  const rows: JsonObject[] = []
  for (const [index, row] of list.entries()) {
    if (!isObject(row)) return unreadable(`row ${index + 1} is ${describe(row)}, not an object`, place)
    const entries = Object.entries(row).map(([key, value]): [string, JsonValue] => [key.trim(), value])
    const problems = columnProblems(
      entries.map(([key]) => key),
      place,
    )
    if (problems.length > 0) return { ok: false, problems }
    rows.push(entries.every(([key]) => Object.hasOwn(row, key)) ? row : Object.fromEntries(entries))
  }
  return { ok: true, value: { rows, total: rows.length } }
}

function parseJson(file: string, text: string): Result<JsonValue> {
  // An empty file is a file without rows, not one with a mistake.
  if (text.trim() === '') return { ok: true, value: [] }
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue }
  } catch (error) {
    const message = reasonOf(error)
    const reason = message.replace(
      /,? (in JSON )?at position .*$|, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s,
      '',
    )
    return unreadable(
      `this is not JSON: ${reason}`,
      lineOf(file, text, lineAt(text, jsonErrorOffset(text, message))),
    )
  }
}

/** The list of rows, or what was found instead. */
function listIn(value: JsonValue): readonly JsonValue[] | string {
  if (isList(value)) return value
  if (!isObject(value)) return describe(value)
  const rows = Object.hasOwn(value, 'rows') ? value['rows'] : undefined
  if (rows === undefined) return `an object without "rows" (it has ${keysOf(value)})`
  const [other] = Object.entries(value).filter(([key, more]) => key !== 'rows' && isList(more))
  if (other !== undefined) return `an object with a list "${other[0]}" beside "rows"`
  return isList(rows) ? rows : `an object whose "rows" is ${describe(rows)}`
}

function keysOf(object: JsonObject): string {
  const keys = Object.keys(object)
  return keys.length === 0
    ? 'no keys'
    : keys
        .slice(0, 5)
        .map(key => `"${key}"`)
        .join(', ')
}

function describe(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'object') return isList(value) ? 'an array' : 'an object'
  return `a ${typeof value === 'string' ? 'text' : typeof value}`
}

function unreadable(message: string, place: Place): Result<never> {
  return { ok: false, problems: [errorProblem({ code: 'data-unreadable', message, ...place })] }
}
