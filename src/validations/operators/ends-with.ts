import { valueText } from '../../util/value-text.ts'
import type { Operator } from '../operator.ts'

/** Compares texts, and anything else by its JSON: 42 ends with 2. */
export const endsWith: Operator = {
  name: 'ends-with',
  holds: ({ value }, expected) => valueText(value).endsWith(valueText(expected)),
}
