import { valueText } from '../../util/value-text.ts'
import type { Operator } from '../operator.ts'

export const startsWith: Operator = {
  name: 'starts-with',
  holds: ({ value }, expected) => valueText(value).startsWith(valueText(expected)),
}
