import { hasJsonType, jsonType } from '../json-type.ts'
import type { Operator } from '../operator.ts'

/** Is of a JSON type: string, number, integer, boolean, null, array or object. */
export const hasType: Operator = {
  name: 'has-type',
  holds: ({ value }, expected) => hasJsonType(value, expected),
  wantsSomething: expected => expected === 'array',
  explain: ({ value }) => `type ${jsonType(value)}`,
}
