import { JsonPathTimeout } from './result.ts'
import { PatternTimeout } from '../patterns/index.ts'
import { Undecided } from '../util/turns.ts'

/**
 * Why a value that came over the network defeated what looked at it: a pattern or a JSONPath took too long on it, or it is
 * nested too deeply to be walked. Throws every other error again, such as `EvaluationEnded`.
 */
export function defeatOf(error: unknown): string {
  if (error instanceof PatternTimeout || error instanceof JsonPathTimeout) return error.message
  if (error instanceof RangeError) return 'the value is nested too deeply'
  throw error
}

/** Throws that something defeated what looked at it: where it must be known whether a value is as expected, it is not known. */
export function refuseDefeat(error: unknown): never {
  throw new Undecided(defeatOf(error))
}
