import type { Operator } from '../operator.ts'
import { isDenied } from './exists.ts'

/** Not there at all: null and what is empty are there. `missing: false` is the opposite. */
export const missing: Operator = {
  name: 'missing',
  // Asked only of what is there.
  holds: (_actual, expected) => isDenied(expected),
  wantsAbsence: expected => !isDenied(expected),
  wantsSomething: isDenied,
  describe: expected => (isDenied(expected) ? 'missing false' : 'missing'),
}
