import validateReport from '../../generated/load-report-validator.js'
import type { LoadResult } from '../../model/load-test.ts'
import { parseThreshold } from '../../parse/load/threshold.ts'
import { jsonIn } from '../../util/json-in.ts'
import { readText } from '../../util/read-text.ts'

/** The report of a load test in a file; undefined where there is another thing, or none. */
export function readLoadReport(file: string): LoadResult | undefined {
  const text = readText(file)
  const report: unknown = typeof text === 'string' ? jsonIn(text) : undefined
  return isReport(report) ? report : undefined
}

function isReport(value: unknown): value is LoadResult {
  return (
    validateReport(value) &&
    (value as LoadResult).thresholds.every(one => 'metric' in parseThreshold(one.threshold))
  )
}
