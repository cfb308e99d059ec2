import type { ActionFailure } from './failure.ts'
import type { InputKeys } from '../generated/language.ts'
import type { Exchange, Message } from '../model/exchange.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { StepResult } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import type { Maybe } from '../util/maybe.ts'
import type { MockCalls } from './mock-calls.ts'
import type { RunResources } from './resources.ts'

/**
 * The plug every protocol fits: it takes a step's input with all placeholders filled in, and answers with an
 * exchange. It knows nothing of validations, extracts, retries, rows or reports.
 */
export interface Action<Input = JsonObject> {
  /** The step's action key, such as `request`. */
  readonly name: string
  /** Carries it out. What the world does wrong is a failure value; only what cannot happen is thrown. */
  perform(input: Input, context: ActionContext): Maybe<ActionAnswer>
}

/**
 * The input of an action by the keys that its schema names. A placeholder may have stood anywhere, and for anything, so a
 * value is of any kind until it has been read.
 */
export type InputOf<Name extends keyof InputKeys> = { readonly [Key in InputKeys[Name]]?: JsonValue }

/** An exchange, whatever the answer said in it, or why there is none. */
export type ActionAnswer = Performed | { readonly ok: false; readonly failure: ActionFailure }

/** The outcome of an action that could be carried out. A 500 is one, too: judging it is for the validations. */
export interface Performed {
  readonly ok: true
  readonly exchange: Exchange
  /** Variables for the following steps, beside those the step extracts. */
  readonly variables?: Readonly<Record<string, JsonValue>>
  /** Results of the steps of another suite that this one ran. */
  readonly steps?: readonly StepResult[]
  /** Where these steps ran, if that was for another step. */
  readonly doneIn?: string
  /** Why nothing was done, when that is no failure. */
  readonly skipReason?: string
  /** Why these steps did not all begin, as `UsedSuite` has it. */
  readonly overtime?: string
}

/** The surroundings that an action gets besides its input. */
export interface ActionContext {
  /** Absolute path of the suite's folder. */
  readonly directory: string
  /** Milliseconds one attempt may take. */
  readonly timeout: number
  /** Aborted when the user interrupts the run. */
  readonly signal: AbortSignal
  /** Settings of configuration and suite, nearest already won, placeholders filled in. */
  readonly settings: Settings
  /** True where the whole body will be looked at; when not, only its beginning is kept. */
  readonly wantsBody: boolean
  /** True where a request is only prepared: it is not sent, and fails with its record. */
  readonly rehearses?: boolean
  /** True where `exec` steps may run here. */
  readonly allowExec: boolean
  /** Resources that live as long as the run: connection pools and the like. */
  readonly resources: RunResources
  /** Absolute path of `.tool`, where the project keeps what it writes beside reports. */
  readonly toolFolder: string
  /** The text as outputs may show it; needed only before a text is cut, because half a secret is not recognised. */
  readonly mask: (text: string) => string
  /** Resources that live as long as one pass over a suite, with the suites it uses: cookies and the like. */
  readonly session: RunResources
  /** The calls that the mocks of the suite received, by name; absent where no suite runs. */
  readonly mocks?: ReadonlyMap<string, MockCalls>
  /** Names the run: a random UUID, the same for every step. */
  readonly runId: string
  /** The environment of the process, for what its variables settle, such as proxies. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>
  /** The step's input as it is written, so that nothing that is filled in is taken for a word of the language; absent where no suite runs. */
  readonly written?: JsonObject
  /** Reads what is expected of a message as it is written, `{ $.state: shipped }` or a list of such; any message is as expected of nothing; `isNegated` where none must come. */
  readonly messageMatcher: (expected: JsonValue | undefined, isNegated?: boolean) => MessageMatcher
  /** Adds a value that no output may show, such as an encoded credential made on the way. */
  readonly hide: (secret: string) => void
  /** Runs another suite, given by absolute path, with these variables. */
  runSuite(file: string, variables: JsonObject): Promise<UsedSuite>
  /** Runs the steps of the group that this step is. */
  runSteps(): Promise<UsedSuite>
}

/** The expectation of a message, by the rules of validations. */
export interface MessageMatcher {
  /** `$.state equals shipped and key equals 7`; empty when any message is right. */
  readonly description: string
  /** Why a message is another one, in the words of a failed validation; undefined for the expected one. */
  mismatch(message: Message): Promise<string | undefined>
  /** True where comparing has used up the time of the step: no further message is looked at. */
  isLate(): boolean
}

/** The outcome of running other steps inside a step. */
export interface UsedSuite {
  readonly steps: readonly StepResult[]
  readonly passed: boolean
  /** Why some of its steps did not begin, where that alone kept it from passing: the time of the run was over. */
  readonly overtime?: string | undefined
  /** Why it did not pass, where its steps do not show that. */
  readonly reason?: string
  /** Everything it extracted or set. */
  readonly variables: Readonly<Record<string, JsonValue>>
  /** Where it was done for all of the run, by another step: `account.apitest.yaml:9`. */
  readonly doneIn?: string
}
