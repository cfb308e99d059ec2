import type { GivenValue } from '../../contract/live/given-values.ts'
import type { OperationChoice } from '../../contract/live/select-operations.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Argument } from '../../parse/argument-source.ts'
import type { SuiteInput } from '../suites/suite-input.ts'

/** What a contract check is told. */
export interface CheckContractInput extends Omit<SuiteInput, 'paths'> {
  /** Where the API is, in place of the servers of the description. */
  readonly baseUrl: string
  /** The description, a file or a URL. */
  readonly spec: string
  readonly choice: OperationChoice
  /** Values of parameters; those of a later one win. */
  readonly values: readonly GivenValue[]
  /** A file with more of them, below those. */
  readonly valuesFile?: string
  /** Saved requests that values are taken from. */
  readonly collection?: string
  /** Credentials, headers and transport, as `settings` of a suite. */
  readonly settings: JsonObject
  /** The arguments these came from; paths begin in the settings. */
  readonly given: readonly Argument[]
}
