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
  async unfit(_actual, { expected, written }) {
    const compiled = await compilePattern(valueText(expected))
    if (!compiled.ok) return `the pattern is invalid: ${compiled.message}`
    const isMade = written !== undefined
    return isMade && ['', unlikely].every(text => compiled.pattern.test(text))
      ? `${valueText(written)} has become a pattern that matches everything`
      : undefined
  },
}

/** A text that a pattern with anything in it does not match. */
const unlikely = '\uE000\n\uE001'
