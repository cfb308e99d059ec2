import { sendsRequests } from '../actions/index.ts'
import type { DataRow, Step } from '../model/suite.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'

/** The column of data files that says which status a row expects. */
const statusColumn = 'expected_status'

/** The status a row expects, when it says so. */
export function expectedStatus(row: DataRow | undefined): string | undefined {
  const value =
    row !== undefined && Object.hasOwn(row.values, statusColumn) ? row.values[statusColumn] : undefined
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text
}

/**
 * The step whose status a row of the suite expects: the last request made with a value of the row, because the others
 * prepare or look around; the last request when none uses a row. A suite that names `{{expected_status}}` in a validation
 * says itself where it belongs.
 */
export function stepJudgedByRows(steps: readonly Step[], rows: readonly DataRow[]): Step | undefined {
  const requests = steps.filter(step => step.phase === 'steps' && sendsRequests(step.action))
  if (requests.some(namesStatus)) return undefined
  const columns = new Set(rows.flatMap(row => Object.keys(row.values)).filter(name => name !== statusColumn))
  return requests.findLast(step => usesRow(step, columns)) ?? requests.at(-1)
}

function namesStatus({ validations }: Step): boolean {
  const expected = validations.flatMap(validation =>
    'expectations' in validation ? validation.expectations.map(expectation => expectation.expected) : [],
  )
  return placeholdersIn(expected).some(({ name }) => name === statusColumn)
}

function usesRow({ input }: Step, columns: ReadonlySet<string>): boolean {
  return placeholdersIn(input).some(
    ({ name }) => columns.has(name) || columns.has(name.split(/[.[]/)[0] ?? ''),
  )
}
