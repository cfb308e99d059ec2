import { JsonPathTimeout } from './result.ts'
import { PatternTimeout } from '../patterns/index.ts'

/**
 * Runs what looks at a value that came over the network, and gives `fallback` the reason when the value defeats it: a
 * pattern or a JSONPath took too long on it, or it is nested too deeply to be walked. Throws `EvaluationEnded`.
 */
export function guardEvaluation<Value>(evaluate: () => Value, fallback: (reason: string) => Value): Value {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof PatternTimeout || error instanceof JsonPathTimeout) return fallback(error.message)
    if (error instanceof RangeError) return fallback('the value is nested too deeply')
    throw error
  }
}
