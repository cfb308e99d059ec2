import { isQuantifier, type Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { operators } from './operators/index.ts'
import { printValue } from './print-value.ts'

/** Words an expectation: `equals Ada`, `each at-least 1 and at-most 5`. */
export function describeExpectation(
  { operator, expected, inner }: Pick<Expectation, 'operator' | 'expected' | 'inner'>,
  print: (value: JsonValue) => string = printValue,
): string {
  if (inner !== undefined) return `${operator} ${inner.map(one => describeExpectation(one)).join(' and ')}`
  const described = isQuantifier(operator) ? undefined : operators[operator].describe?.(expected)
  return described ?? `${operator} ${print(expected)}`
}
