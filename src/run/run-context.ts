import type { SettingNames } from '../actions/faults/setting-names.ts'
import type { Seed } from '../template/seed.ts'
import type { ActionAnswer } from '../actions/action.ts'
import type { ActionFailure, Prepared } from '../actions/failure.ts'
import type { MockCalls } from '../actions/mock-calls.ts'
import type { RunResources } from '../actions/resources.ts'
import type { Route } from '../actions/transport/route.ts'
import type { Environment } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import type { Mock, MockRoute } from '../model/mock.ts'
import type { Span } from '../model/span.ts'
import type { StepResult } from '../model/result.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import type { Step } from '../model/suite.ts'
import type { RunEvent } from '../model/run-event.ts'
import type { Secrets } from '../secrets/index.ts'
import type { Scope } from '../template/scope.ts'
import type { SchemaLibrary } from '../validations/index.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import type { Attempt } from './attempt.ts'
import type { ExchangeContract } from './implied-validations.ts'
import type { OnceRuns } from './once.ts'
import type { Tally } from './tally.ts'

/** The context that all files of a run share while it runs. */
export interface RunContext {
  /** A random UUID that names the run. */
  readonly id: string
  /** Tells the reporters; secrets are masked on the way. */
  emit(event: RunEvent): void
  /** False where nobody looks at steps that begin, but for the first of a row. */
  readonly showsBegins?: boolean
  /** True where steps may have more rounds than is usual. */
  readonly allowsMany?: boolean
  readonly secrets: Secrets
  readonly resources: RunResources
  /** The resources that passes over suites share; they would otherwise be made anew, and closed, for each of them. */
  readonly session?: RunResources
  /** Absolute path of `.tool`. */
  readonly toolFolder: string
  /** The folder from which reports name files; absent where there are none. */
  readonly workingFolder?: string
  readonly schemas: SchemaLibrary
  /** The process environment, for `{{env.NAME}}`. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>
  /** Aborted when the user interrupts. */
  readonly interrupt: AbortSignal
  /** Aborted when the user insists: cleaning up stops too. */
  readonly insist: AbortSignal
  /** True where a suite, by absolute path, may run commands. */
  allowsExec(file: string): boolean
  readonly workers: number
  /** How often each file runs; and how often one may run again that did not pass. */
  readonly repeat?: number
  readonly retries?: number
  /** When nothing begins any more, as `monotonicTime` counts, and the time that was given. */
  readonly deadline?: { readonly at: number; readonly maxTime: string }
  /** Stops the run after so many steps that did not pass. */
  readonly bail?: number
  readonly tally: Tally
  /** The seed of all random values; where it is absent, it is new each time. */
  readonly seed?: Seed
  /** Observes every attempt; absent when nothing does. */
  readonly watcher?: AttemptWatcher
  /** Why a step must not be carried out with an input, if so. */
  readonly refuse?: (step: Step, input: JsonObject) => ActionFailure | undefined
  /** Told a step's input, with the headers of the settings, when its placeholders are filled in, before anything is sent. */
  filledIn?(input: JsonObject): void
  /** True where the sender of messages is not among the steps: a listener may wait for messages of another program. */
  readonly actsElsewhere?: boolean
  /** How hints name settings, where that is not by the keys of suites. */
  readonly settingNames?: SettingNames
  /** Requests are prepared, and not sent: each fails, with its record. */
  readonly rehearses?: boolean
  /** The suites that run one time for all; where it is absent, they run for each step that uses them. */
  readonly once?: OnceRuns
  /** The values that the setup of the configuration gave, by the environment it ran in. */
  readonly setup?: ReadonlyMap<Environment, SetupGiven>
  /** Why no suite starts, if so. */
  readonly blocked?: string
  /** The mocks that all suites share, as far as there are any. */
  readonly sharedMocks?: SharedMocks
  /** Starts the mocks of a suite; absent where nothing is sent. */
  readonly startMocks?: StartMocks
  /** The snapshots that were looked at so far; absent where nobody runs whole suites. */
  readonly snapshots?: Snapshots
  /** The bodies that were saved so far; absent where nobody runs whole suites. */
  readonly saved?: SavedBodies
  /** The contract that every exchange is checked against, beside the validations of its step. */
  readonly contract?: ExchangeContract
}

/** The values that the setup of a configuration gives to each suite. */
export interface SetupGiven {
  readonly planned: PlannedSuite
  readonly values: JsonObject
  /** Goes on in the session of each. */
  readonly session: RunResources
}

/** Bodies that a run has saved. */
export interface SavedBodies {
  /** Absolute. */
  readonly folder: string
  /** By absolute path in small letters, who wrote it: the file of the suite, and what is said of the step. */
  readonly owners: Map<string, { readonly suite: string; readonly words: string }>
}

/** The snapshots of a run. */
export interface Snapshots {
  /** True where those that differ or are missing are written. */
  readonly updates: boolean
  /** By the absolute path of the file without its ending, in small letters, who had it first, and with what it was written, if it was. */
  readonly taken: Map<string, TakenSnapshot>
  /** Which of the runs that `--repeat` asks for it is, from the second on. */
  readonly pass?: number
}

/** The owner of a snapshot, its run, its file, and the text that was written to it, if any. */
interface TakenSnapshot {
  readonly owner: string
  readonly pass?: number | undefined
  readonly file: string
  readonly text?: string | undefined
}

/** Mocks as suites see them. */
interface SharedMocks {
  /** The values for `{{mocks.NAME.url}}`. */
  readonly variables: JsonObject
  /** The calls that they received, by name. */
  readonly received: ReadonlyMap<string, MockCalls>
  /** The names of the services in whose place they are. */
  readonly standIns: readonly string[]
}

/** The context that mocks need from the caller that starts them. */
export interface MockContext {
  /** The folder that paths of files are relative to. */
  readonly directory: string
  /** Absolute path of `.tool`. */
  readonly toolFolder: string
  /** Returns the scope that the templates of answers see, beside the request. */
  scope(): Scope
  /** Takes what is to be done after an answer; absent where nothing runs steps. */
  readonly callBack?: (callback: Callback) => void
  /** Adds a value that no output may show. */
  readonly hide: (secret: string) => void
  /** A text as outputs may show it. */
  readonly mask: (text: string) => string
  /** How the servers behind mocks are reached, where that is not straight. */
  readonly way?: () => Promise<Prepared<Route | undefined>>
}

/** Steps that run when a mock has sent an answer. */
export interface Callback {
  readonly mock: Mock
  readonly route: MockRoute
  readonly steps: readonly Step[]
  /** Returns the scope that the steps see, with the request in front of it. */
  readonly around: (outer: Scope) => Scope
  /** Resolves when the answer has been sent or has broken off: with false where the client had gone before its time came. */
  readonly sent: Promise<boolean>
}

/** Starts mocks, side by side: all of them or, with a reason, none. */
export type StartMocks = (
  mocks: readonly Mock[],
  context: MockContext,
) => Promise<
  | { readonly ok: true; readonly value: RunningMocks }
  | { readonly ok: false; readonly failure: StartFailure; readonly mock: Mock }
>

/** Why a mock cannot be started, and what to do; the span is that of the key that says where it listens. */
export interface StartFailure {
  readonly message: string
  readonly hint?: string
  readonly span?: Span
}

/** The mocks of a suite while it runs. */
export interface RunningMocks {
  /** The values for `{{mocks.NAME.url}}`. */
  readonly variables: JsonObject
  /** The calls that they received, by name. */
  readonly calls: ReadonlyMap<string, MockCalls>
  /** Ends them; what kept each from answering as it is described. */
  readonly stop: () => Promise<readonly { readonly mock: Mock; readonly problems: readonly CallProblem[] }[]>
}

/** Why calls of a mock could not be answered as it is described. */
export interface CallProblem {
  readonly message: string
  /** Where the route is written that answered, or nearly fitted. */
  readonly span?: Span
  /** True where it is of calls that no route answers, which `unmatched: allow` takes. */
  readonly isUnmatched?: boolean
}

/** The watcher of single attempts, before secrets are masked. */
export interface AttemptWatcher {
  /** An answer came, or none; its body has not been looked at. */
  answered(answer: ActionAnswer): void
  /** It has been judged. */
  judged(attempt: Attempt): void
}

/** Why nothing more is tested, if that is so. */
export function stopReason(run: RunContext): string | undefined {
  const { interrupt, bail, tally, blocked } = run
  if (interrupt.aborted) return interrupted
  if (blocked !== undefined) return blocked
  const late = overtimeNow(run)
  if (late !== undefined) return late
  return bail !== undefined && tally.unsuccessful >= bail ? bailReached(bail) : undefined
}

/** Why nothing begins any more behind so many steps that did not pass. */
export function bailReached(bail: number): string {
  return `--bail ${bail} was reached`
}

/** Why nothing begins any more, once the time is over. */
export function overtimeNow({ deadline }: RunContext): string | undefined {
  return deadline !== undefined && monotonicTime() >= deadline.at ? overtime(deadline.maxTime) : undefined
}

/** Why nothing more is cleaned up, if that is so. */
export function cleaningStopReason({ insist }: RunContext): string | undefined {
  return insist.aborted ? interrupted : undefined
}

/** Why the steps inside of another one did not all begin, where that is all that kept them from passing: time was over. */
export function overtimeOf({ deadline }: RunContext, steps: readonly StepResult[]): string | undefined {
  if (deadline === undefined || steps.some(({ failures }) => failures.length > 0)) return undefined
  const reason = overtime(deadline.maxTime)
  return steps.some(({ skipReason }) => skipReason === reason) ? reason : undefined
}

/** Why a step did not begin that came too late. */
export function overtime(maxTime: string): string {
  return `--max-time ${maxTime} is over`
}

export const interrupted = 'the run was interrupted'
