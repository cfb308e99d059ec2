import type { JsonObject, JsonValue } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { quotedLine } from '../../document/index.ts'
import { repeatedKey, jsonErrorOffset, jsonErrorWords } from '../../document/json-text.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { columnProblems } from './columns.ts'
import { lineAt, lineOf, type Place } from './place.ts'
import { rowLimit } from './row-limit.ts'
import type { RawRows } from './raw-rows.ts'
import { parseJson } from '../../util/parse-json.ts'
import { isNumber } from '../../util/exact-number.ts'

/** More than these are not told at once. */
export const mostProblems = 20

/** Rows of a JSON text: an array of objects, or an object whose `rows` is one. Values keep their types. */
export function jsonRows(file: string, text: string): Result<RawRows> {
  const parsed = read(file, text)
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
  const places = new ItemPlaces(file, text)
  return objectRows(list, index => places.of(index))
}

/** Rows that are already values, each with its place. Blanks around their keys do not count. */
export function objectRows(list: readonly JsonValue[], placeOf: (index: number) => Place): Result<RawRows> {
  const rows: JsonObject[] = []
  const places: Place[] = []
  const wrong: Problem[] = []
  for (const [index, row] of list.entries()) {
    if (wrong.length >= mostProblems) break
    // Rows behind these do not run, and need a place only where something is wrong with them.
    const place = index < rowLimit.maximum ? placeOf(index) : undefined
    if (!isObject(row)) {
      wrong.push(
        unreadableRow(`row ${index + 1} is ${describe(row)}, not an object`, place ?? placeOf(index)),
      )
      continue
    }
    const entries = Object.entries(row).map(([key, value]): [string, JsonValue] => [key.trim(), value])
    const problems = columnProblems(
      entries.map(([key]) => key),
      place ?? {},
    )
    wrong.push(
      ...problems.map(problem => (place === undefined ? { ...problem, ...placeOf(index) } : problem)),
    )
    if (place !== undefined) places.push(place)
    rows.push(entries.every(([key]) => Object.hasOwn(row, key)) ? row : Object.fromEntries(entries))
  }
  if (wrong.length > 0) return { ok: false, problems: wrong }
  return { ok: true, value: { rows, places, total: rows.length } }
}

function read(file: string, text: string): Result<JsonValue> {
  // An empty file is a file without rows, not one with a mistake.
  if (text.trim() === '') return { ok: true, value: [] }
  try {
    return { ok: true, value: parseJson(text) }
  } catch (error) {
    const message = reasonOf(error)
    const reason = jsonErrorWords(message)
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
  if (isCollection(value)) return isList(value) ? 'an array' : 'an object'
  return `a ${typeof value === 'string' ? 'text' : isNumber(value) ? 'number' : 'boolean'}`
}

function unreadable(message: string, place: Place): Result<never> {
  return { ok: false, problems: [unreadableRow(message, place)] }
}

function unreadableRow(message: string, place: Place): Problem {
  return errorProblem({ code: 'data-unreadable', message, ...place })
}

/** Places of the items of a JSON list, which is the whole of a valid text or the only list of an object; found one by one. */
class ItemPlaces {
  readonly #file: string
  readonly #text: string
  readonly #lines: readonly string[]
  readonly #starts: Iterator<number, undefined>
  #found = -1
  #start = 0

  constructor(file: string, text: string) {
    this.#file = file
    this.#text = text
    this.#lines = text.split(/\r\n|\n|\r/)
    this.#starts = itemStarts(text)
  }

  of(index: number): Place {
    for (; this.#found < index; this.#found++) this.#start = this.#starts.next().value ?? 0
    const offset = this.#start
    const before = this.#text.slice(this.#text.lastIndexOf('\n', offset - 1) + 1, offset)
    const line = this.#lineAt(offset)
    const sourceLine = quotedLine(this.#lines, line)
    const column = before.length + 1
    const end = { line, column: Math.max(column + 1, sourceLine.length + 1) }
    return { span: { file: this.#file, start: { line, column }, end }, sourceLine }
  }

  #lastOffset = 0
  #lastLine = 1

  /** Goes on from where it was, as items are asked for in their order. */
  #lineAt(offset: number): number {
    this.#lastLine += this.#text.slice(this.#lastOffset, offset).split(/\r\n|\n|\r/).length - 1
    this.#lastOffset = offset
    return this.#lastLine
  }
}

/** Where the items of the list begin, one after another, that has no other around it. */
function* itemStarts(text: string): Generator<number, undefined> {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},]|[^\s"[\]{},:]+/g
  let depth = 0
  let isNext = false
  let list: number | undefined
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [sign] = match
    if (isNext && sign !== ']') yield match.index
    isNext = false
    if (sign === '[' || sign === '{') {
      depth += 1
      if (sign === '[' && depth <= 2) list ??= depth
      isNext = sign === '[' && depth === list
    } else if (sign === ']' || sign === '}') depth -= 1
    else isNext = sign === ',' && depth === list
  }
  return undefined
}
