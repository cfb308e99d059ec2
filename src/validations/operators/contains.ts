import { includesExpected } from '../includes-expected.ts'
import type { Operator } from '../operator.ts'

export const contains: Operator = {
  name: 'contains',
  holds: includesExpected,
}
