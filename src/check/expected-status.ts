import { factsOf } from '../actions/index.ts'
import { isSchemaValidation, type Validation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { type DataRow, type Step, withGrouped } from '../model/suite.ts'
import { property } from '../util/read-values.ts'
import { holdsBraces } from '../template/holds-braces.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { isNumber } from '../util/exact-number.ts'

/** The column of data files that says which status a row expects. */
export const statusColumn = 'expected_status'

/** The status a row expects, when it says so. */
export function expectedStatus(row: DataRow | undefined): string | undefined {
  const value = row === undefined ? undefined : property(row.values, statusColumn)
  const text = typeof value === 'string' || isNumber(value) ? String(value).trim() : ''
  return text === '' ? undefined : text
}

/**
 * The step whose status a row of the suite expects: the last request made with a value of the row, because the others
 * prepare or look around; the last request when none uses a row. A suite that names `{{expected_status}}` in a validation
 * says itself where it belongs. Steps of groups are such as any others.
 */
export function stepJudgedByRows(steps: readonly Step[], rows: readonly DataRow[]): Step | undefined {
  const requests = withGrouped(steps).filter(
    step => step.phase === 'steps' && factsOf(step.action).sendsRequests === true,
  )
  if (requests.some(({ validations }) => validations.some(namesStatus))) return undefined
  const columns = new Set(rows.flatMap(row => Object.keys(row.values)).filter(name => name !== statusColumn))
  return requests.findLast(step => usesRow(step, columns)) ?? requests.at(-1)
}

/** The steps that say by themselves what the expected status of a row is to be: each must run for it to count. */
export function stepsNamingStatus(steps: readonly Step[]): readonly Step[] {
  return withGrouped(steps).filter(
    step => step.phase === 'steps' && (step.validations.some(namesStatus) || handsStatusOn(step)),
  )
}

/** True where a validation expects what a row says of the status. */
export function namesStatus(validation: Validation): boolean {
  if (isSchemaValidation(validation)) return false
  return validation.expectations.some(({ expected }) => namesColumn(expected))
}

/** True where a used suite or a script gets it, to judge by it. */
export function handsStatusOn({ action, input, scripts }: Step): boolean {
  if (factsOf(action).runsSuite === true && namesColumn(input['with'] ?? null)) return true
  if (scripts === undefined) return false
  return [...scripts.before, ...scripts.after].some(({ source }) => source.includes(statusColumn))
}

function namesColumn(value: JsonValue): boolean {
  if (!holdsBraces(value)) return false
  return placeholdersIn(value, statusColumn).some(({ name }) => name === statusColumn)
}

function usesRow({ input }: Step, columns: ReadonlySet<string>): boolean {
  return placeholdersIn(input).some(
    ({ name }) => columns.has(name) || columns.has(name.split(/[.[]/)[0] ?? ''),
  )
}
