import { asExpected } from '../as-expected.ts'
import type { Operator } from '../operator.ts'

export const equals: Operator = {
  name: 'equals',
  holds: asExpected,
}
