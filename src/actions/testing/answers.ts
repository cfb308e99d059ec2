import { type FaultText, faultText, toldFault } from '../faults/index.ts'
import type { ActionFailure, Prepared } from '../failure.ts'
import assert from 'node:assert/strict'
import type { Exchange } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import type { ActionAnswer } from '../action.ts'

/** The exchange of an answer that must have one. */
export function exchangeOf(answer: ActionAnswer): Exchange {
  assert.ok(answer.ok, answer.ok ? '' : toldFault(answer.failure))
  return answer.exchange
}

/** Returns the value of `$`. */
export function jsonOf({ response: { body } }: Exchange): JsonValue {
  const json = body.json()
  assert.ok(json.ok, json.ok ? '' : json.reason)
  return json.value
}

/** A failure with its words. */
export type Told = ActionFailure & FaultText

/** The failure of an answer that must be one. */
export function failureOf(answer: ActionAnswer | Prepared<unknown>): Told {
  assert.ok(!answer.ok, 'There is an exchange where a failure was expected.')
  return { ...answer.failure, ...faultText(answer.failure) }
}
