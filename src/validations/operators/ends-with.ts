import { valueText } from '../../util/value-text.ts'
import type { Operator } from '../operator.ts'

/** Compares texts, and anything else by its JSON: 42 ends with 2. */
export const endsWith: Operator = {
  name: 'ends-with',
  holds: ({ value }, expected) => value !== null && valueText(value).endsWith(valueText(expected)),
  explain: ({ value }) => (value === null ? 'is no text' : undefined),
}
