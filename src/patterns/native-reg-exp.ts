import { EvaluationEnded, endAfter } from '../util/limit-evaluation.ts'
import { PatternTimeout } from './result.ts'

/** The text as a native regular expression: by code points where that is valid, else in the older syntax. */
export function nativeRegExp(text: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags)
    } catch {
      // Not valid with these flags.
    }
  }
  return undefined
}

/** Runs a native regular expression, which may backtrack for ever, for so many milliseconds at most. Throws `PatternTimeout`. */
export function executeWithin(limit: number, expression: RegExp, text: string): RegExpExecArray | null {
  try {
    return endAfter(limit, () => expression.exec(text))
  } catch (error) {
    if (error instanceof EvaluationEnded) throw new PatternTimeout(expression.source, error.message)
    throw error
  }
}
