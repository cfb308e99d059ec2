import type { JsonValue } from '../../model/json.ts'
import type { Operator } from '../operator.ts'
import { isCollection } from '../../util/is-json.ts'

/** Present, not empty and not null; `exists: false` is the opposite. */
export const exists: Operator = {
  name: 'exists',
  holds: ({ value }, expected) => isSomething(value) !== isDenied(expected),
  wantsAbsence: isDenied,
  describe: expected => (isDenied(expected) ? 'exists false' : 'exists'),
}

/** True for false, which a variable may hold as text. */
export function isDenied(expected: JsonValue): boolean {
  return expected === false || expected === 'false'
}

function isSomething(value: JsonValue): boolean {
  if (value === null || value === '') return false
  return !isCollection(value) || Object.keys(value).length > 0
}
