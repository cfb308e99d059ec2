import { writeJson } from '../../util/exact-number.ts'
import type { Operation } from '../../api-description/api-description.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import type { BrokenRule } from '../../model/contract-check.ts'
import type { JsonValue } from '../../model/json.ts'
import { cutText } from '../../util/cut-text.ts'
import type { ValuePart } from '../live/value-sources.ts'
import { refusalsOfAnything } from './expected-statuses.ts'

/** A request of an operation that breaks one rule of its description, which is why it has to be refused. */
export interface NegativeCase {
  readonly operation: Operation
  /** `POST /api/orders: userId missing`; no other case of the description is called so. */
  readonly name: string
  readonly rule: BrokenRule
  /** `body /userId`, `query limit`, `credentials`. */
  readonly place: string
  /** The value that stands there, as JSON; absent where something was left out. */
  readonly sent?: string
  /** Statuses that it may be answered with: `400`, or `4XX` for any of that class. */
  readonly expected: readonly string[]
  readonly change: Change
}

/** The difference of a case from the sound request of its operation. */
export type Change =
  | { readonly kind: 'value'; readonly part: ChangedPart; readonly value: JsonValue }
  | { readonly kind: 'without'; readonly part: ChangedPart }
  | { readonly kind: 'credentials'; readonly are: 'none' | 'wrong' }
  /** The body under another content type. */
  | { readonly kind: 'content-type'; readonly type: string }
  /** A text in place of the body. */
  | { readonly kind: 'text'; readonly text: string; readonly type: string }

/** A parameter, or the body, which has no name. */
export type ChangedPart = Pick<ValuePart, 'in' | 'name'>

/** A case before it is known what its answer may be. */
export type FoundCase = Omit<NegativeCase, 'operation' | 'name' | 'expected'> & {
  /** The error, in words: `userId missing`. */
  readonly words: string
}

/** The name of a case of an operation. */
export function nameOfCase(operation: Operation, words: string): string {
  return `${operationKey(operation)}: ${words}`
}

/** A value as reports show it. */
export function shown(value: JsonValue): string {
  return cutText(writeJson(value), 120)
}

/** Why a status says nothing of a case; undefined where it does. */
export function provesNothing(
  { expected }: Pick<NegativeCase, 'expected'>,
  status: number,
): string | undefined {
  const written = String(status)
  if (expected.includes(written) || !refusalsOfAnything.includes(written)) return undefined
  return `is answered with ${written}, which refuses whoever asks and proves nothing; expected ${expectedText(expected)}`
}

/** Describes the error in the status that a case was answered with; undefined where it was refused as expected. */
export function wrongAnswer(
  { expected }: Pick<NegativeCase, 'expected'>,
  status: number,
): string | undefined {
  if (expected.includes(String(status)) || expected.includes(`${Math.trunc(status / 100)}XX`))
    return undefined
  const wanted = expectedText(expected)
  if (status >= 500) return `is answered with ${status}, a failure of the server; expected ${wanted}`
  if (status < 400) return `is accepted with ${status}; expected ${wanted}`
  return `is refused with ${status}; expected ${wanted}`
}

/** `400, 404 or 422`. */
export function expectedText(expected: readonly string[]): string {
  const [last = '', ...others] = expected.map(status => status.replace('XX', 'xx')).toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}
