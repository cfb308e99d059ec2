import type { Outcome } from '../../model/outcome.ts'
import type { FaultServer } from './fault-server.ts'

/** One thing that goes wrong outside, and what a step has to make of it: a row of the fault table. */
export interface Fault {
  /** The fault of the other side: `resets the connection before the headers`. */
  readonly name: string
  start(): Promise<FaultServer>
  /** Where the step goes, when that is not the server itself. */
  readonly url?: string
  /** The action of the step, when it is not an HTTP request, as YAML: `websocket: ws://HOST/`. */
  readonly action?: string
  /** Steps before it, as YAML: a list. */
  readonly before?: string
  /**
   * Further keys of the step, such as its validations, as YAML. `HOST` stands for the server, `AUTHORITY` and
   * `REVOCATIONS` for the files of the test's certificates, `PROTOSET` for a descriptor set, and what the server has
   * `words` for, for that.
   */
  readonly step?: string
  readonly outcome: Outcome
  /**
   * The step's first failure; `HOST` stands for the server, `BYTES` for any number, `SERIAL` for the number of a
   * certificate, `REASON` for any words.
   */
  readonly message?: string
  /** The hint of the failure, with the same words standing for something. */
  readonly hint?: string
  /** The step ends by its time limit. */
  readonly timed?: true
  /** Its connection is as good as before, though the step did not pass. */
  readonly keepsConnection?: true
  /** MiB it may need beyond a run without a fault; 48 (default). */
  readonly memory?: number
}

/** Milliseconds that steps with a `timed` fault are given. */
export const timeLimit = 400

/** Faults that one group of the table's rows has. */
export interface FaultGroup {
  readonly title: string
  /** Why they cannot be had on this machine. */
  readonly skip?: false | string
  readonly faults: readonly Fault[]
}
