import type { JsonObject, JsonValue } from '../model/json.ts'
import type { ProblemCode } from '../model/problem.ts'
import type { DocumentPath } from '../model/span.ts'
import type { Read } from './failure.ts'

/**
 * The facts of an action before it is loaded: all that checking, planning and running a step has to know of it. Cheap
 * to load and without I/O. A flag that is absent is false.
 */
export interface ActionFacts {
  /** True where it asks a server: then headers and credentials of the settings belong to it, and it counts as a request. */
  readonly sendsRequests?: boolean
  /** True where credentials of the settings are left out, because it is asked before there are any. */
  readonly withoutCredentials?: boolean
  /** True where a load test may carry it out over and over, by many callers at once. */
  readonly bearsLoad?: boolean
  /** True where scripts of the settings run around it. */
  readonly runsSharedScripts?: boolean
  /** True where its key names another suite, which it runs. */
  readonly runsSuite?: boolean
  /** True where its key holds steps, which it runs. */
  readonly runsSteps?: boolean
  /** True where its key names a mock, and perhaps one of its routes, whose calls it reads. */
  readonly readsCalls?: boolean
  /** True where its key names mocks, which it resets. */
  readonly resetsMocks?: boolean
  /** True where its key holds variables, which it sets. */
  readonly setsVariables?: boolean
  /** True where its key says how long nothing is done. */
  readonly pauses?: boolean
  /** True where a mock may do it after an answer. */
  readonly mayCallBack?: boolean
  /** True where it only prepares other steps: it asks nothing and judges nothing by itself. */
  readonly onlyPrepares?: boolean
  /** True where what is sent and answered is of its own making, and nothing to show. */
  readonly hidesExchange?: boolean
  /** True where its key holds a script. */
  readonly holdsScript?: boolean
  /** The key that holds a command line. */
  readonly commandKey?: string
  /** True where it cannot be prepared without being carried out, so that a rehearsal leaves it out. */
  readonly onlyForReal?: boolean
  /** True where it may change data where it is sent, by its input as it is written; it does not unless this says so. */
  readonly changesData?: (input: JsonObject) => boolean
  /** True where events may come of it; they may unless this says no. */
  readonly acts?: (input: JsonObject) => boolean

  /** Milliseconds an attempt may take unless the step says otherwise, where that is not what requests may take. */
  readonly timeout?: number
  /** True where it waits for messages: then no attempt takes longer than `longestWait`. */
  readonly waits?: boolean
  /** The durations a step has unless it says otherwise, as people write them; `timeout` where it is another than that of requests. */
  readonly usualDurations?: Readonly<Record<string, string>>

  /** The keys it cannot do without. */
  readonly needs?: readonly NeededKey[]
  /** Keys of which a step has only one. */
  readonly excludes?: readonly Exclusion[]
  /** Of an action that does one of two things, named by the value of its key: the keys that belong to only one of them. */
  readonly modes?: Readonly<Record<string, readonly string[]>>
  /** The key with the address of its server, where a rule of its own says what is one. */
  readonly address?: { readonly key: string; read(written: JsonValue): Read<unknown> }
  /** The keys that hold what is sent; a step has one of them. */
  readonly bodyKeys?: readonly string[]
  /** True where what it sends is a message, and not a request. */
  readonly sendsMessage?: boolean
  /** The parts where null alone leaves something out, and in a longer text would be sent as the word. */
  readonly addressed?: readonly string[]
  /** Keys that other tools have for what it sends, and what stands here instead. */
  readonly otherWords?: { readonly keys: readonly string[]; readonly key: string; readonly hint: string }
  /** Finds problems in the input of a step as it is written, beyond those that the schema reports. */
  problems?(input: JsonObject): readonly InputProblem[]

  /** True where no answer has a body, by its input as it is written. */
  readonly isBodyless?: (input: JsonObject) => boolean
  /** True where it asks without TLS, by its input as it is written. */
  readonly isPlain?: (input: JsonObject) => boolean
  /** The statuses that its answers have. */
  readonly statuses?: Statuses
  /** The targets that its answers have and those of other actions lack, beside `status`. */
  readonly answerTargets?: readonly string[]
  /** The trailers that say in bytes what the target `details` lists. */
  readonly detailTrailers?: readonly string[]
  /** The parts of every answer that lets a step pass, by its input as it is written. */
  readonly answer?: (input: JsonObject) => AnswerShape
  /** The targets of the messages that it lists under `$`, where these are messages. */
  readonly messages?: MessageTargets
}

/** A key that has to be there: in any case, beside the key `beside`, or where there is no key `unless`. */
export interface NeededKey {
  readonly key: string
  readonly beside?: string
  readonly unless?: string
}

/** Two keys that exclude each other, and why. */
export interface Exclusion {
  readonly keys: readonly [string, string]
  readonly why: string
}

/** Something wrong in the input of a step, at a place below the step. */
export interface InputProblem {
  readonly at: DocumentPath
  readonly code: ProblemCode
  readonly message: string
  readonly more?: { readonly hint?: string; readonly atKey?: boolean }
}

/** Schemas of targets that hold in any case, by their names: JSON Schemas, in words that checks of suites read. */
export type AnswerShape = Readonly<Record<string, JsonObject>>

/** The messages that a step awaits. */
export interface MessageTargets {
  /** The targets that they have and other messages lack. */
  readonly targets: readonly string[]
  /** The key of an entry of the list under which a message stands; none where it is the entry. */
  readonly contents?: string
  /** The schema of every message of the list, and those of its targets. */
  readonly entry?: JsonObject
  readonly fields?: AnswerShape
  /** How many are awaited where there is no `count`. */
  readonly usualCount: (input: JsonObject) => number
  /** Names of targets in other tools, with the names here. */
  readonly otherWords?: Readonly<Record<string, string>>
}

/** The statuses that answers can have: numbers of a range, or names. `examples` is how an expectation of some is written. */
export type Statuses = NumberedStatuses | NamedStatuses

export interface NumberedStatuses {
  readonly kind: 'numbers'
  /** The name of one, with its article. */
  readonly called: string
  readonly least: number
  readonly most: number
  /** The range of those that a step can end with, and others beside it. */
  readonly finals: readonly [least: number, most: number]
  readonly otherFinals?: readonly number[]
  /** True where classes such as `4xx` are understood. */
  readonly hasClasses?: boolean
  /** The statuses with which a step passes that says nothing of them. */
  readonly usual: readonly JsonValue[]
  readonly examples: string
}

export interface NamedStatuses {
  readonly kind: 'names'
  /** The name of a call, with its article, and the protocol that has these names. */
  readonly call: string
  readonly protocol: string
  readonly names: readonly string[]
  /** Names that mean the same as 5xx: the server could not. */
  readonly faults: readonly string[]
  /** The statuses with which a step passes that says nothing of them. */
  readonly usual: readonly JsonValue[]
  /** Two of them, as an example. */
  readonly some: readonly [string, string]
  readonly examples: string
}
