import validateCall from '../generated/call-validator.js'
import type { CallRecord } from '../model/call-record.ts'
import type { JsonValue } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import { readStore } from './store-file.ts'
import { plainNumbers } from '../util/plain-numbers.ts'

/** The recorded calls, the oldest first. What does not follow the schema, as after a change by hand, is left out. */
export function readHistory(directory: string): Result<readonly CallRecord[]> {
  const read = readStore(directory)
  return read.ok ? { ok: true, value: read.value.history.filter(isCall) } : read
}

function isCall(value: unknown): value is CallRecord {
  return validateCall(plainNumbers(value as JsonValue))
}
