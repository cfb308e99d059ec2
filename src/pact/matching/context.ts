import type { PatternResult } from '../../patterns/index.ts'
import type { RulesAt } from '../matching-rule.ts'

/** The rules and settings of a comparison. */
export interface MatchingContext {
  readonly rules: readonly RulesAt[]
  /** Requests may hold nothing that the pact does not; responses may. */
  readonly strict: boolean
  readonly compilePattern: CompilePattern
}

/** Makes a regular expression of a text, or says why it is none. */
export type CompilePattern = (text: string) => PatternResult
