import { JsonPathTimeout } from './result.ts'
import { PatternTimeout } from '../patterns/index.ts'

/**
 * Why a value that came over the network defeated what looked at it: a pattern or a JSONPath took too long on it, or it is
 * nested too deeply to be walked. Throws every other error again, such as `EvaluationEnded`.
 */
export function defeatOf(error: unknown): string {
  if (error instanceof PatternTimeout || error instanceof JsonPathTimeout) return error.message
  if (error instanceof RangeError) return 'the value is nested too deeply'
  throw error
}
