/** A service that the suites need, as the configuration describes it. */
export interface ServiceDefinition {
  readonly name: string
  /** Command line for the shell. */
  readonly command: string
  /** The service is ready when this answers with a status from 200 to 399. */
  readonly url: string
  /** Milliseconds it may take to become ready. */
  readonly timeout: number
  /** Whether a service that answers already is used instead of starting one. */
  readonly reuse: boolean
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Absolute path of the folder the command runs in. */
  readonly directory: string
}
