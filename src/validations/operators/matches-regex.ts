import { compilePattern } from '../../util/pattern.ts'
import { valueText } from '../../util/value-text.ts'
import type { Operator } from '../operator.ts'

/** The pattern is found anywhere in the value's text, unless it is anchored. */
export const matchesRegex: Operator = {
  name: 'matches-regex',
  async holds({ value }, expected) {
    const compiled = await compilePattern(valueText(expected))
    return compiled.ok && compiled.pattern.test(valueText(value))
  },
  async explain(_actual, expected) {
    const compiled = await compilePattern(valueText(expected))
    return compiled.ok ? undefined : `the pattern is invalid: ${compiled.message}`
  },
}
