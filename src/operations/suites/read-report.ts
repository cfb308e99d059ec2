import type { JsonValue } from '../../model/json.ts'
import validateReport from '../../generated/report-validator.js'
import { type Result, usageRefusal } from '../../model/problem.ts'
import type { RunReport } from '../../model/result.ts'
import { isSystemError } from '../../util/is-system-error.ts'
import { jsonIn } from '../../util/json-in.ts'
import { readText } from '../../util/read-text.ts'
import { plainNumbers } from '../../util/plain-numbers.ts'

/**
 * The report in a file that the json reporter wrote. What a later version has more is left as it is; what is missing or of
 * another type, nobody could report again.
 */
export function readReport(file: string): Result<RunReport> {
  if (file.trim() === '') return usageRefusal('the name of a report is empty', 'Is a variable not set?')
  const text = readText(file)
  if (typeof text !== 'string' && isSystemError(text)) return usageRefusal(unreadable(file, text))
  const report: unknown = typeof text === 'string' ? jsonIn(text) : undefined
  if (isReport(report)) return { ok: true, value: report }
  return usageRefusal(
    `${file} is not a report${firstError()}`,
    'Reports are written by --reporter json=FILE.',
  )
}

function isReport(value: unknown): value is RunReport {
  return validateReport(plainNumbers(value as JsonValue))
}

/** Words the first error, where there is something like a report: `: /suites/0 must have required property 'file'`. */
function firstError(): string {
  const error = validateReport.errors?.find(({ instancePath }) => instancePath !== '')
  return error === undefined ? '' : `: ${error.instancePath} ${error.message ?? 'is not as it should be'}`
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EISDIR') return `${file} is a folder; name the reports in it`
  return code === 'ENOENT' ? `there is no report ${file}` : `the report ${file} cannot be read: ${message}`
}
