import type { JsonObject, JsonValue } from '../../model/json.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import { mapping } from '../../util/read-values.ts'
import { readValue } from '../call/read-value.ts'
import { parseJson } from '../../util/parse-json.ts'

/** Keys below which any name may stand, one with brackets too. */
const named = new Set(['query', 'form', 'multipart', 'headers', 'variables', 'secrets'])

/** Fields that are lists wherever they stand. */
const lists = new Set(['validations', 'tags', 'inputs', 'messages'])

/**
 * A change of fields by their dotted names, `headers.X-Tenant=acme`, on top of another change; `\.` is a dot in a name. What
 * looks like JSON (a list, an object, a text in quotes, a number, true, false) is read as that, all else is text.
 */
export async function readFields(
  assigned: readonly string[],
  unset: readonly string[],
  patch: JsonObject,
): Promise<Result<JsonObject>> {
  const problems: Problem[] = []
  let change = patch
  for (const written of assigned) {
    const end = written.indexOf('=')
    const path = pathOf(end === -1 ? '' : written.slice(0, end))
    const value = await readFieldValue(written, written.slice(end + 1))
    if (!path.ok) problems.push(...path.problems.map(problem => naming(problem, written)))
    else if (!value.ok) problems.push(...value.problems)
    else if (value.value === null) problems.push(nothing(written.slice(0, end)))
    else change = assign(change, path.value, value.value)
  }
  for (const written of unset) {
    const path = pathOf(written)
    if (path.ok) change = assign(change, path.value, null)
    else problems.push(...path.problems.map(problem => naming(problem, `--unset ${written}`)))
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: change }
}

/** In a change, null takes a field away: whoever types it may as well mean a null in a body. */
function nothing(field: string): Problem {
  const hint = `Write --unset ${field} to take it away, or ${field}='"null"' for the text. A body with null in it is saved by save --replace.`
  return usageProblem(`"${field}=null" does not say what becomes of ${field}`, hint)
}

function naming(problem: Problem, written: string): Problem {
  return { ...problem, message: `"${written}" ${problem.message}` }
}

function pathOf(written: string): Result<readonly [string, ...string[]]> {
  const [first = '', ...rest] = written.split(/(?<!\\)\./).map(part => part.replaceAll('\\.', '.'))
  const wrong = [first, ...rest].some(part => part.trim() === '')
  if (wrong)
    return { ok: false, problems: [usageProblem('is not name=value', 'Write headers.X-Tenant=acme.')] }
  const isItem = /\[\d*\]/.test(written) || (lists.has(first) && /^\d+$/.test(rest[0] ?? ''))
  if (named.has(first) || !isItem) return { ok: true, value: [first, ...rest] }
  const problem = usageProblem(
    'names an item of a list, which is changed as a whole',
    `Give all of it: ${written.slice(0, written.search(/\[\d*\]|\.\d+(\.|=|$)/))}=[…].`,
  )
  return { ok: false, problems: [problem] }
}

/** `007` is a text: as a number it would lose something. */
const jsonScalar = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?)$/

function readFieldValue(written: string, value: string): Promise<Result<JsonValue>> | Result<JsonValue> {
  if (/^\s*(["'[]|\{(?!\{))/.test(value)) return readValue(written, value)
  if (!jsonScalar.test(value)) return { ok: true, value }
  return { ok: true, value: parseJson(value) }
}

function assign(object: JsonObject, [first, ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (first === undefined) return object
  return { ...object, [first]: rest.length === 0 ? value : assign(mapping(object[first]), rest, value) }
}
