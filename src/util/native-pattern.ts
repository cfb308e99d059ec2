import { endAfter, EvaluationEnded } from './limit-evaluation.ts'
import { PatternTimeout, patternTimeout, type Pattern } from './pattern-result.ts'

/** Runs a native regular expression, which may backtrack for ever, under a time limit. */
export function nativePattern(expression: RegExp): Pattern {
  const execute = (text: string) => executeWithin(expression, text)
  return {
    test: text => execute(text) !== null,
    firstGroup: text => {
      const match = execute(text)
      return match === null ? undefined : match[match.length === 1 ? 0 : 1]
    },
  }
}

function executeWithin(expression: RegExp, text: string): RegExpExecArray | null {
  try {
    return endAfter(patternTimeout, () => expression.exec(text))
  } catch (error) {
    if (error instanceof EvaluationEnded) throw new PatternTimeout(expression.source, error.message)
    throw error
  }
}
