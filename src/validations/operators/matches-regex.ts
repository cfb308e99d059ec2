import { compilePattern, isAnywhere, isFoundEverywhere, mayMatchEmptyText } from '../../patterns/index.ts'
import { valueText } from '../../util/value-text.ts'
import type { Operator } from '../operator.ts'
import { isCollection } from '../../util/is-json.ts'

/** The pattern is found anywhere in the value's text, unless it is anchored. */
export const matchesRegex: Operator = {
  name: 'matches-regex',
  holds({ value }, expected) {
    const compiled = compilePattern(valueText(expected))
    return value !== null && compiled.ok && compiled.pattern.test(valueText(value))
  },
  explain: ({ value }) => (value === null ? 'is no text' : undefined),
  unfit(_actual, { expected, written }) {
    if (expected === null || isCollection(expected)) return 'a pattern is a text'
    const compiled = compilePattern(valueText(expected))
    if (!compiled.ok) return `the pattern is invalid: ${compiled.message}`
    return written !== undefined && matchesEverything(valueText(expected))
      ? `${valueText(written)} has become a pattern that matches everything`
      : undefined
  },
}

/**
 * True where a pattern is found in every text, since nothing at all is enough for it: `.*`, `^`, `Bob|`. To be called
 * inside of `whenLoaded`.
 */
export function matchesEverything(pattern: string): boolean {
  if (!mayMatchEmptyText(pattern)) return false
  const compiled = compilePattern(pattern)
  if (!compiled.ok || !compiled.pattern.test('')) return false
  return isAnywhere(pattern) || isFoundEverywhere(pattern)
}
