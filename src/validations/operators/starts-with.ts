import { valueText } from '../../util/value-text.ts'
import type { Operator } from '../operator.ts'

/** Compares texts, and anything else by its JSON: 42 starts with 4. */
export const startsWith: Operator = {
  name: 'starts-with',
  holds: ({ value }, expected) => value !== null && valueText(value).startsWith(valueText(expected)),
  explain: ({ value }) => (value === null ? 'is no text' : undefined),
}
