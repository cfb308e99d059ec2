import type { RowLabel, StepResult } from '../model/result.ts'
import type { DataRow } from '../model/suite.ts'
import { labelRow } from '../parse/data-rows/label-row.ts'

/** What a row is called in reports. */
export function rowLabel(row: DataRow | undefined): RowLabel | undefined {
  return row === undefined ? undefined : { number: row.number, label: labelRow(row.values) }
}

/** A step's result with the row it ran with; a row of the step's own stays. */
export function withRow(result: StepResult, label: RowLabel | undefined): StepResult {
  return label === undefined || result.row !== undefined ? result : { ...result, row: label }
}
