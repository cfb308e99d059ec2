import type { ContractFinding, ContractRule } from './contract.ts'
import type { Outcome } from './outcome.ts'

/** A live API held to its description, as `.tool/contracts/` keeps it and `schemas/contract-check.schema.yaml` describes it. */
export interface ContractCheck {
  readonly version: 1
  /** The document, as it was named. */
  readonly spec: string
  readonly title: string
  readonly baseUrl: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Milliseconds. */
  readonly duration: number
  readonly summary: ContractCheckSummary
  /** Every operation of the document, in its order. */
  readonly operations: readonly CheckedOperation[]
}

/** The totals of a check. */
export interface ContractCheckSummary {
  /** Operations of the document. */
  readonly operations: number
  readonly called: number
  readonly passed: number
  readonly failed: number
  /** They were called, and no answer came. */
  readonly errored: number
  /** They were not called, for a reason other than the cap. */
  readonly skipped: number
  /** They were chosen, and are more than are called at most. */
  readonly capped: number
  /** Sent in all. */
  readonly requests: number
  /** Requests that break a rule of the description; absent where there were to be none. */
  readonly negative?: NegativeSummary
}

/** Results of the requests that break a rule. */
export interface NegativeSummary {
  /** Chooses among the cases of an operation; the same seed chooses the same. */
  readonly seed: number
  readonly cases: number
  /** They were refused as documented. */
  readonly passed: number
  /** They were accepted, or refused in another way. */
  readonly failed: number
  /** No answer came, or one that refuses whoever asks. */
  readonly errored: number
  /** They were not sent, or their sound request is refused itself. */
  readonly skipped: number
}

/** Why an operation was not called. */
export type NotCalled =
  | 'filtered'
  | 'writes'
  /** No value could be made for a part that it requires. */
  | 'unbuildable'
  | 'method'
  /** It was called, and its answer is a stream that does not end. */
  | 'unending'
  | 'capped'
  /** The API could not be reached, so that the rest was not tried. */
  | 'stopped'

/** Result of one operation. */
export interface CheckedOperation {
  /** `GET /users/{id}`. */
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly operationId?: string
  readonly called: boolean
  readonly outcome: Outcome
  readonly notCalled?: NotCalled
  /** Why it was not called, or what kept an answer from coming. */
  readonly reason?: string
  readonly hint?: string
  /** The HTTP status of the answer. */
  readonly status?: number
  /** Milliseconds. */
  readonly duration?: number
  /** The verdict of each rule; absent where there was no response. */
  readonly checks?: RuleChecks
  /** Every part of the request that has a value, with where the value is from. */
  readonly values: readonly SentValue[]
  /** Optional parameters, each with what came of one more request that has it; absent where none was to be sent. */
  readonly parameters?: readonly TriedParameter[]
  /** Requests that each break one rule, with what came of them; absent where none was to be sent. */
  readonly negative?: readonly CheckedNegative[]
  /** The curl line that sends the same request, without secrets. */
  readonly curl?: string
}

/** The kinds of rules that a negative case breaks. */
export type BrokenRule =
  | 'missing'
  | 'null'
  | 'type'
  | 'minimum'
  | 'maximum'
  | 'multiple'
  | 'too-short'
  | 'too-long'
  | 'too-few'
  | 'too-many'
  | 'duplicate'
  | 'enum'
  | 'format'
  | 'pattern'
  | 'additional'
  | 'unknown-id'
  | 'no-credentials'
  | 'wrong-credentials'
  | 'no-body'
  | 'content-type'
  | 'syntax'

/** A request that breaks one rule of the description, and what came of it. */
export interface CheckedNegative {
  /** `POST /api/orders: userId missing`. */
  readonly name: string
  readonly rule: BrokenRule
  /** The subject of the rule: `body /userId`, `query limit`, `credentials`. */
  readonly place: string
  /** The value that stood there, as JSON; absent where something was left out. */
  readonly sent?: string
  /** Statuses that would have been right; `4XX` is any of that class. */
  readonly expected: readonly string[]
  readonly outcome: Outcome
  /** The fault, why the request was not sent, or the cause that kept a response from coming. */
  readonly reason?: string
  readonly status?: number
  readonly duration?: number
  /** The curl line that sends the same request, where something is wrong with its answer. */
  readonly curl?: string
}

/** The verdict of each of the five rules. */
export type RuleChecks = Readonly<Record<ContractRule, RuleCheck>>

/** Verdict of one rule on an operation, as the report keeps it. */
export interface RuleCheck {
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** The findings, where it failed. */
  readonly findings?: readonly ContractFinding[]
  /** Why there was nothing to look at, where it was skipped. */
  readonly reason?: string
}

/** Where a value of a request is from, the best first. */
export type ValueOrigin = 'given' | 'collection' | 'documented' | 'answer' | 'guessed'

/** A part of a request that has a value. */
export interface SentValue {
  /** The kind of parameter, or `body`. */
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body'
  readonly name: string
  readonly from: ValueOrigin
}

/** One more request of an operation, with an optional parameter that the others have not. */
export interface TriedParameter extends Omit<SentValue, 'from'> {
  /** Where its value is from; absent where it has none. */
  readonly from?: ValueOrigin
  readonly outcome: Outcome
  /** Why it was not sent, or what kept an answer from coming. */
  readonly reason?: string
  readonly status?: number
  readonly duration?: number
  /** The curl line that sends the same request, where something is wrong with its answer. */
  readonly curl?: string
}

/** `id` of `path id`: the parameters in the path whose values are guesses, which is why there may be nothing there. */
export function guessedPathValues({ values }: CheckedOperation): readonly string[] {
  return values.filter(value => value.in === 'path' && value.from === 'guessed').map(({ name }) => name)
}
