import { includesExpected } from '../includes-expected.ts'
import type { Operator } from '../operator.ts'

/** A part of a text, an item of a list or members of an object; see `includesExpected`. */
export const contains: Operator = {
  name: 'contains',
  holds: includesExpected,
}
