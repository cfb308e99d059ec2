import type { Outcome } from '../../model/outcome.ts'
import type { FaultServer } from './fault-server.ts'

/** One thing that goes wrong outside, and what a step has to make of it: a row of the fault table. */
export interface Fault {
  /** What the other side does: `resets the connection before the headers`. */
  readonly name: string
  start(): Promise<FaultServer>
  /** Further keys of the step, such as its validations, as YAML. */
  readonly step?: string
  /** False keeps the step from having the certificates' authority among those it trusts. */
  readonly trusting?: false
  readonly outcome: Outcome
  /** The step's first failure; `HOST` stands for the server, `BYTES` for any number. */
  readonly message?: string
  /** What the failure advises, with the same words standing for something. */
  readonly hint?: string
  /** The step ends by its time limit. */
  readonly timed?: true
  /** MiB it may need beyond a run without a fault; 48 unless said. */
  readonly memory?: number
}

/** Milliseconds that steps with a `timed` fault are given. */
export const timeLimit = 400

/** Faults that one group of the table's rows has. */
export interface FaultGroup {
  readonly title: string
  readonly faults: readonly Fault[]
}
