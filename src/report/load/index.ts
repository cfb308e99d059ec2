import type { LoadResult } from '../../model/load-test.ts'
import { jsonText } from '../text/printable.ts'
import { k6Summary } from './k6-summary.ts'
import { loadPage } from './load-page.ts'
import { loadPoints } from './load-points.ts'

/** The reports of a load test that go to files: from what it came to, the whole text. */
export const loadReports = {
  html: loadPage,
  json: loadJson,
  'k6-summary': result => `${jsonText(k6Summary(result), 2)}\n`,
  ndjson: loadPoints,
} as const satisfies Readonly<Record<string, (result: LoadResult) => string>>

/** As JSON, each range of times and its count in a line. */
export function loadJson(result: LoadResult): string {
  return `${jsonText(result, 2).replace(/\[\n\s+(\d+),\n\s+(\d+)\n\s+\]/g, '[$1, $2]')}\n`
}

/** The name of a report of a load test. */
export type LoadReportName = keyof typeof loadReports

/** The names of all of them. */
export const loadReportNames = Object.keys(loadReports) as readonly LoadReportName[]
