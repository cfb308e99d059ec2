import type { RowLabel } from '../model/result.ts'
import type { DataRow } from '../model/suite.ts'
import { labelRow } from '../parse/data-rows/label-row.ts'

/** What a row is called in reports. */
export function rowLabel(row: DataRow | undefined): RowLabel | undefined {
  return row === undefined ? undefined : { number: row.number, label: labelRow(row.values) }
}
