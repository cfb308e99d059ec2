import { valueText } from '../../util/value-text.ts'
import type { Operator } from '../operator.ts'

export const endsWith: Operator = {
  name: 'ends-with',
  holds: ({ value }, expected) => valueText(value).endsWith(valueText(expected)),
}
