import type { SettingNames } from '../actions/faults/setting-names.ts'
import type { RunResources } from '../actions/resources.ts'
import type { HealthEnd } from '../actions/wait/wait-for-health.ts'
import type { ProductionMark } from '../model/configuration.ts'
import type { LoadFigures, LoadProgress } from '../model/load-test.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { RunEvent } from '../model/run-event.ts'
import type { Argument } from '../parse/argument-source.ts'
import type { ObjectSchema, Schema, ValueOf } from './schema.ts'

/** The effect of an operation on the world: reads only, changes the project, or sends traffic or runs something. */
export type Permission = 'read' | 'project' | 'traffic'

/** One thing a user can ask for, whichever face asks. */
export interface Operation<Input extends ObjectSchema, Answer> {
  /** Unique among all operations: `send-request`. */
  readonly name: string
  readonly permission: Permission
  /** The effect of the operation, in a sentence. */
  readonly summary: string
  /** The schema of its input. */
  readonly input: Input
  /** The schema of its answer. */
  readonly answer: Schema<Answer>
  /** True where it finds out by itself what keeps it from being done, and does nothing, for a host that says `rehearses`. */
  readonly canRehearse?: true
  /** True where only a person asks for it, because it lets others do more. */
  readonly byHand?: true
  /** True where it takes away or overwrites what somebody has made. */
  readonly destroys?: true
  /**
   * Tells its effect in advance, for whoever is asked to allow it; nothing is sent or changed for that. Problems that
   * keep it from being done are in the result. Without it, its summary and its input say enough.
   */
  preview?(input: ValueOf<Input>, host: Host): Promise<Result<Preview>>
  /** Tells its outcome in lines to read, where the answer itself is long or hard to read. */
  tell?(answer: Answer, workspace: Workspace): Promise<readonly string[]>
  /** Carries it out; what is wrong with the input, the project or the world is among the problems. */
  run(input: ValueOf<Input>, host: Host): Promise<Result<Answer>>
}

/** The announced effects of an operation. */
export interface Preview {
  /** Sentences without a full stop; what others have written is in quotes, and secrets are masked. */
  readonly sentences: readonly string[]
  /** The environments marked as production in which it would change data. */
  readonly production: readonly ProductionMark[]
  /** The environments in which it would do anything; absent where that is the environment of the call, or none. */
  readonly touched?: readonly ProductionMark[]
  /** Everything that it would do, where the sentences do not say it all: another text is another thing to allow. */
  readonly whole?: string
}

/** Any operation: what a face needs that treats all of them alike. */
export type AnyOperation = Omit<Operation<ObjectSchema, unknown>, 'run' | 'preview' | 'tell'> & {
  tell?(answer: never, workspace: Workspace): Promise<readonly string[]>
  preview?(input: never, host: Host): Promise<Result<Preview>>
  run(input: never, host: Host): Promise<Result<unknown>>
}

/** Where an operation works. */
export interface Workspace {
  /** Absolute path of the folder that relative paths count from. */
  readonly workingFolder: string
  readonly processEnvironment: Readonly<Record<string, string | undefined>>
}

/** The caller of an operation: where it works, how it is ended early, and who is told what happens. */
export interface Host extends Workspace {
  /**
   * Aborted to end the operation; what has to be cleaned up still is. Read when there is something to end: until then
   * Ctrl-C ends the program.
   */
  readonly interrupt: AbortSignal
  /** Aborted to end the cleaning up, too. */
  readonly insist: AbortSignal
  /** Takes what happens in a run, in order, where the operation runs steps; secrets are masked. */
  readonly emit?: (event: RunEvent) => void
  /** Takes what somebody who waits for the answer wants to know; secrets are masked. */
  readonly progress?: (progress: Progress) => void
  /** True where the standard output is the answer's alone: what a command prints there goes to the standard error. */
  readonly printsAnswerAlone?: boolean
  /** The words that a part of the input was made of, so that problems can point at them. Paths begin in that part. */
  readonly words?: Words
  /** How hints name settings, where that is not by the keys of suites. */
  readonly settingNames?: SettingNames
  /** How this program is started, for what goes on when it has ended. */
  readonly program?: readonly string[]
  /** True where what goes on by itself ends with this process all the same. */
  readonly tethered?: boolean
  /** True where nothing is to be written: only what keeps it from being done is asked for. */
  readonly rehearses?: boolean
  /** Where what an operation opens stays open for others, such as listeners. */
  readonly session?: RunResources
}

/** The words of a command line, by the part of the input that they give. */
export type Words = Readonly<Partial<Record<'step' | 'before' | 'settings', readonly Argument[]>>>

/** How far an operation is. */
export type Progress =
  | AttemptReport
  /** A document is waited for that does not come at once. */
  | { readonly type: 'fetching'; readonly url: string }
  /** Services are waited for, for so many milliseconds at most. */
  | { readonly type: 'waiting'; readonly services: readonly string[]; readonly timeout: number }
  /** How the wait ended, before what follows it is done. */
  | { readonly type: 'waited'; readonly end: HealthEnd }
  /** The problems to mend, before anything is done. */
  | { readonly type: 'warnings'; readonly problems: readonly Problem[] }
  /** Requests to this address are recorded, and handed on. */
  | { readonly type: 'recording'; readonly url: string; readonly to: string }
  /** A replay: the recorded requests are sent once more. */
  | { readonly type: 'replaying'; readonly number: number; readonly count: number }
  /** Mocks answer, and do so until the operation is ended. */
  | { readonly type: 'serving'; readonly mocks: readonly StartedMock[] }
  /** They do not any more: interrupted, stopped, or idle for long. */
  | { readonly type: 'served'; readonly reason: string }
  /** A call of a mock could not even be read; a reason that was told lately is not told again. */
  | { readonly type: 'refused'; readonly mock: string; readonly reason: string }
  /** How far a load test is, and what was measured of all requests so far, made when asked for. */
  | { readonly type: 'load'; readonly now: LoadProgress; readonly measured: () => LoadFigures }
  /** The files of mocks were changed: what is wrong with them, or nothing, and they answer by them from now on. */
  | { readonly type: 'reloaded'; readonly problems: readonly Problem[] }

/** A mock that runs on its own. */
export interface StartedMock {
  readonly name: string
  /** Where it answers. */
  readonly url: string
  /** File with the certificate to trust, where it speaks TLS. */
  readonly certificate?: string
  /** How many routes and operations it answers. */
  readonly routes: number
  /** The page that shows what it received. */
  readonly page: string
  /** Absolute path of what its process has to say; absent when that is said here. */
  readonly log?: string
}

/** One of several attempts of a call. */
export interface AttemptReport {
  readonly type: 'attempt'
  /** From 1. */
  readonly number: number
  readonly status?: number | string
  /** Milliseconds. */
  readonly duration?: number
  readonly passed: boolean
  /** Why it did not pass. */
  readonly messages: readonly string[]
}

/** Declares an operation; the types of its input and answer follow from the schemas. */
export function operation<Input extends ObjectSchema, Answer>(
  record: Operation<Input, Answer>,
): Operation<Input, Answer> {
  return record
}

/** Where a host works, as the parts of the program that know no host are told. */
export function workspaceOf({ workingFolder, processEnvironment }: Host): Workspace {
  return { workingFolder, processEnvironment }
}
