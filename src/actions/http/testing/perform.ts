import type { ActionFailure, Exchange } from '../../../model/exchange.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { ActionAnswer, ActionContext } from '../../action.ts'
import { exchangeOf, failureOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'
import { action } from '../index.ts'

/** Sends one request with connections of its own, which are closed again. */
export async function perform(
  input: JsonObject,
  changes: Partial<ActionContext> = {},
): Promise<ActionAnswer> {
  const context = testContext(changes)
  try {
    return await action.perform(input, context)
  } finally {
    await context.resources.close()
  }
}

/** The exchange of a request that must be answered. */
export async function exchange(input: JsonObject, changes: Partial<ActionContext> = {}): Promise<Exchange> {
  return exchangeOf(await perform(input, changes))
}

/** The failure of a request that must not be answered. */
export async function failure(
  input: JsonObject,
  changes: Partial<ActionContext> = {},
): Promise<ActionFailure> {
  return failureOf(await perform(input, changes))
}
