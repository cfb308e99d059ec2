import type { ActionFailure } from '../actions/failure.ts'
import type { Exchange } from '../model/exchange.ts'
import type { Outcome } from '../model/outcome.ts'
import type { ExtractResult, ScriptLog, StepResult, ValidationResult, WrittenFile } from '../model/result.ts'
import type { JudgedSnapshot } from './snapshots/judge-snapshot.ts'

/** One attempt at a step and what came of it. */
export interface Attempt {
  readonly outcome: Outcome
  readonly exchange?: Exchange
  /** Why it could not be carried out, or not be judged. */
  readonly failure?: ActionFailure
  readonly extracts: readonly ExtractResult[]
  readonly validations: readonly ValidationResult[]
  /** Why the status is not right by the action's own rule, which counts where no validation is about it. */
  readonly wrongStatus?: string
  readonly steps?: readonly StepResult[]
  /** Where these ran, if that was for another step. */
  readonly doneIn?: string
  /** The requests that scripts sent. */
  readonly calls?: readonly StepResult[]
  /** The console output of scripts. */
  readonly logs?: readonly ScriptLog[]
  /** Why nothing was done: a script did not want it, or there was nothing to do. */
  readonly skipReason?: string
  /** The name of the step that a script wants to be the next; null for none. */
  readonly next?: string | null
  /** True where trying again cannot help. */
  readonly final?: true
  /** The snapshots that its answer was held against. */
  readonly snapshots?: readonly JudgedSnapshot[]
  /** The files that were written when it was over. */
  readonly files?: readonly WrittenFile[]
  /** Why no further attempt was made although the step did not pass. */
  readonly gaveUp?: string
}

/** True where nothing was wrong in an attempt; there may have been nothing to do. */
export function hasPassed({ outcome }: Pick<Attempt, 'outcome'>): boolean {
  return outcome === 'passed' || outcome === 'skipped'
}

/** The message about an exchange that is no success by the rule of its action, which asks for `expected`. */
export function ruleMessage({ success, response }: Exchange, expected = success.expected): string {
  const actual = success.actual ?? response.status ?? 'nothing'
  return `${success.subject ?? 'status'}: Expected ${expected}, got ${actual}`
}
