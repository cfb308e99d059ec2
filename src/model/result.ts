import type { Coverage } from './contract.ts'
import type {
  BodyPreview,
  Phases,
  RedirectRecord,
  RequestRecord,
  ResponseRecord,
  Transcript,
} from './exchange.ts'
import type { JsonValue } from './json.ts'
import type { Outcome, OutcomeCounts } from './outcome.ts'
import type { Problem } from './problem.ts'
import type { ProviderState } from './provider-state.ts'
import type { Span } from './span.ts'

/** How one step (of one row) ended. Plain data: it can be written as JSON and reported again tomorrow. */
export interface StepResult {
  readonly index: number
  readonly phase: 'steps' | 'after'
  readonly id?: string
  /** The step's name with its placeholders filled in as far as they were known. */
  readonly name: string
  /** The name as it stands in the file, the same in every run; only where it is not `name`. */
  readonly writtenName?: string
  /** The action key, such as `request`. */
  readonly action: string
  readonly span: Span
  /** The data row this ran with, when there are rows. */
  readonly row?: RowLabel
  /** Which round of a step that repeats. */
  readonly round?: Round
  readonly outcome: Outcome
  /**
   * Passed by luck, or a step in it did: after an attempt that could not be carried out or was answered 5xx, or only when its
   * file ran again (`--retries`). That it took several attempts until a state was reached is none.
   */
  readonly flaky: boolean
  /** The first failure, where it is flaky. */
  readonly reason?: string
  /** Why a step was skipped, such as `an earlier step failed`. */
  readonly skipReason?: string
  /** Whose `skip` left it out: that of the step, or of its suite. */
  readonly skippedBy?: 'step' | 'suite'
  /** 0 when the step was skipped. */
  readonly attempts: number
  /** Milliseconds of its waits for which answers asked (`Retry-After`), where these were longer than its own. */
  readonly retryAfter?: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds from the first attempt to the end of the last, waits included. */
  readonly duration: number
  readonly exchange?: ExchangeReport
  readonly validations: readonly ValidationResult[]
  readonly extracts: readonly ExtractResult[]
  /** Everything that kept the step from passing, in the order of the step; empty when it passed. */
  readonly failures: readonly Failure[]
  /** The files written of its response. */
  readonly files?: readonly WrittenFile[]
  /** The lines that its scripts wrote to the console. */
  readonly logs?: readonly ScriptLog[]
  /** The states that the step says the provider is in; pacts are made with them. */
  readonly providerStates?: readonly ProviderState[]
  /** The mock that it went to, or that called back with it. */
  readonly mock?: string
  /** Of a request that a script sent: whether the script runs before the step's own request, or after it. */
  readonly sentBy?: 'script-before' | 'script-after'
  /** Where the suite that it uses was done for all of the run: `account.apitest.yaml:9`. */
  readonly doneIn?: string
  /** The steps of the suite that a `use` step ran; the requests that scripts sent. */
  readonly steps?: readonly StepResult[]
}

/** A file that was made of the answer to a step. */
export interface WrittenFile {
  readonly kind: 'snapshot' | 'saved'
  /** Absolute. */
  readonly file: string
}

/** A line that a script wrote to the console. */
export interface ScriptLog {
  /** The function of the console: `log`, `warn`. */
  readonly level: string
  readonly text: string
}

/** Which round of a step that repeats, and of how many, where that is known. */
export interface Round {
  /** From 1. */
  readonly number: number
  readonly of?: number
}

/** Which data row, and a few of its values to recognise it by. */
export interface RowLabel {
  /** From 1. */
  readonly number: number
  /** `email=ada@example.org, role=admin`, cut to a readable length. */
  readonly label: string
  /** Which run of its file, of all that `--repeat` asks for; a file without rows has one row in each of them. */
  readonly pass?: Round
}

/** One reason a step did not pass, with its place in the suite. */
export interface Failure {
  readonly kind: 'validation' | 'extract' | 'status' | 'error'
  /** The fault, where the step could not be carried out: a name that docs/failures.md explains. */
  readonly code?: string
  /** `body-json-path $.name: Expected equals Ada, got Bob`, behind the validation's name; or `Network Error: ...`. */
  readonly message: string
  readonly hint?: string
  readonly span: Span
  /** The text of the line `span` starts on; empty where it is too long to be quoted. */
  readonly sourceLine: string
}

/** One comparison and how it went. */
export interface ValidationResult {
  /** Name of the validation, or of the test of a script. Several may share a name. */
  readonly name?: string
  /** `status`, `header content-type`, `body-json-path $.name`, `body-text`, `response-time`, `schema user.json`. */
  readonly subject: string
  /** An operator's name, or `schema`. */
  readonly operator: string
  readonly expected: JsonValue
  readonly passed: boolean
  /** It was not judged: its conditions do not hold, there was no answer, or a script left it out with `pm.test.skip`. */
  readonly skipped?: true
  /** Which condition does not hold, such as `status: Expected equals 200, got 404`; `there was no answer`. */
  readonly skipReason?: string
  /** As docs/failures.md shows them, without the name; empty when passed. A schema may give several. */
  readonly messages: readonly string[]
  readonly span: Span
}

/** A text about a validation, behind its name if it has one: `The user is Ada - status: Expected equals 200, got 404`. */
export function withName(text: string, { name }: Pick<ValidationResult, 'name'>): string {
  return name === undefined ? text : `${name} - ${text}`
}

/** A variable and the value found for it, or why there is none. */
export interface ExtractResult {
  readonly variable: string
  /** A target's name as in validations; `value` where the suite gives the value itself. */
  readonly source: string
  readonly found: boolean
  /** Nothing had to be found: the variable stays as it was. */
  readonly optional?: true
  /** Which of its conditions does not hold: the variable stays as it was. */
  readonly skipReason?: string
  readonly value?: JsonValue
  readonly message?: string
  readonly span: Span
}

/** True where an extract keeps its step from passing. */
export function isMissing({ found, optional }: ExtractResult): boolean {
  return !found && optional !== true
}

/** An exchange reduced to what reports show; bodies are cut to `previewLimit`. */
export interface ExchangeReport {
  /** The redirects that were followed before `request`. */
  readonly redirects?: readonly RedirectRecord[]
  readonly request: RequestRecord
  readonly response?: ResponseReport
  /** Everything that was said, where that is more than a request and its response. */
  readonly transcript?: Transcript
  readonly duration: number
  readonly phases?: Phases
  /** How often the request went out again by itself, as a connection was lost; absent when it did not. */
  readonly repeats?: number
  /** The curl line that sends the same request; only where a report offers one. */
  readonly curl?: string
}

/** The response as reports show it: with so much of its body as they keep. */
export interface ResponseReport extends Omit<ResponseRecord, 'body'> {
  readonly body?: BodyPreview
}

/** How one data row ended: the line a user reads. */
export interface RowResult {
  readonly row: RowLabel
  readonly outcome: Outcome
  readonly flaky: boolean
  /** The first failure's message. */
  readonly reason?: string
  readonly duration: number
}

/** The role of a suite beside testing: the setup of the configuration, or the cleaning up after a suite that ran once. */
export type SuiteRole = 'setup' | 'cleanup'

/** How one file ended. */
export interface SuiteResult {
  /** Path relative to the working folder, with forward slashes. */
  readonly file: string
  readonly name: string
  readonly tags: readonly string[]
  readonly outcome: Outcome
  readonly startedAt: number
  readonly duration: number
  readonly steps: OutcomeCounts
  readonly rows?: OutcomeCounts
  readonly role?: SuiteRole
  /** How often it ran for `--retries`, the last one counting; absent where once was enough. */
  readonly attempts?: number
  /** The reason why it did not pass at first, when it passed in the end. */
  readonly reason?: string
}

/** The end of a run. */
export interface RunSummary {
  readonly outcome: Outcome
  readonly interrupted: boolean
  readonly exitCode: number
  readonly startedAt: number
  readonly duration: number
  readonly suites: OutcomeCounts
  readonly steps: OutcomeCounts
  readonly rows: OutcomeCounts
  /** Requests sent, retries included. */
  readonly requests: number
  /** How many of them went out again by themselves, as a connection was lost; absent when none did. */
  readonly repeats?: number
  /** The part of the files that ran, from 1, when the run was one of several. */
  readonly shard?: Shard
  /** How often each file ran: `--repeat`. */
  readonly repeat?: number
  /** The seed of the order of files and rows: `--shuffle` repeats that order. */
  readonly shuffle?: number
  /** The time limit and the number of steps that did not begin in time: `--max-time`. */
  readonly overtime?: { readonly maxTime: string; readonly steps: number }
  /** The seed of the random values, when there were any: `--seed` makes them once more. */
  readonly seed?: number
  /** The services in whose place mocks answered: the run tells nothing of these. Absent when there are none. */
  readonly standIns?: readonly string[]
  /** Files that nobody gave their inputs; absent when there are none. */
  readonly leftOut?: readonly LeftOut[]
  /** The parts of the description given with `--spec` that the run exercised. */
  readonly coverage?: Coverage
  /** It fails for what is flaky in it: `--fail-on-flaky`. */
  readonly failsOnFlaky?: true
  /** Set when the run was rejected before anything was sent. */
  readonly problems: readonly Problem[]
}

/** A part of the files, from 1, and how the parts were made: by how long files took, or one file after the other. */
export interface Shard {
  readonly index: number
  readonly count: number
  readonly by?: 'durations' | 'index'
  /** A short hash of the input the parts were made of: where it differs, machines do not have the same parts. */
  readonly split?: string
}

/** A file that was asked for and did not run, because it has inputs and nobody gave them, or only runs through `use`. */
export interface LeftOut {
  /** Path relative to the working folder, with forward slashes. */
  readonly file: string
  /** The inputs that are missing. */
  readonly inputs: readonly string[]
}

/** A whole run as the json reporter writes it and `schemas/report.schema.yaml` describes it. */
export interface RunReport {
  readonly version: 1
  readonly summary: RunSummary
  readonly suites: readonly SuiteReport[]
}

/** A file of a run with every step it ran. */
export interface SuiteReport extends SuiteResult {
  readonly results: readonly StepResult[]
}
