import type { ActionFailure, Exchange } from '../model/exchange.ts'
import type { ExtractResult, ScriptLog, StepResult, ValidationResult } from '../model/result.ts'
import type { DataRow } from '../model/suite.ts'
import type { PlannedStep } from '../plan/plan.ts'
import type { Scope } from '../template/scope.ts'
import type { Pass } from './pass.ts'

/** What one attempt at a step needs. */
export interface AttemptContext {
  readonly planned: PlannedStep
  readonly pass: Pass
  readonly scope: Scope
  readonly signal: AbortSignal
  /** The row the step runs with, its own or the suite's. */
  readonly row: DataRow | undefined
}

/** One attempt at a step and what came of it. */
export interface Attempt {
  readonly exchange?: Exchange
  readonly failure?: ActionFailure
  readonly extracts: readonly ExtractResult[]
  readonly validations: readonly ValidationResult[]
  readonly steps?: readonly StepResult[]
  /** The requests that scripts sent. */
  readonly calls?: readonly StepResult[]
  /** What scripts wrote to the console. */
  readonly logs?: readonly ScriptLog[]
  /** Why nothing was done: a script did not want it, or there was nothing to do. */
  readonly skipReason?: string
  /** The name of the step that a script wants to be the next; null for none. */
  readonly next?: string | null
  /** Whether the status is judged by the action's own rule, as no validation speaks of it. */
  readonly statusByDefault: boolean
  readonly passed: boolean
  /** Trying again cannot help. */
  readonly final: boolean
  /** Why no further attempt was made although the step did not pass. */
  readonly gaveUp?: string
}
