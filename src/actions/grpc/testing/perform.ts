import type { ActionFailure, Exchange } from '../../../model/exchange.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { ActionAnswer, ActionContext } from '../../action.ts'
import { exchangeOf, failureOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'
import { action } from '../index.ts'

/** Makes one call with connections of its own, which are closed again. */
export async function perform(
  input: JsonObject,
  changes: Partial<ActionContext> = {},
): Promise<ActionAnswer> {
  const context = testContext(changes)
  try {
    return await action.perform(input, context)
  } finally {
    if (changes.resources === undefined) await context.resources.close()
  }
}

/** The exchange of a call that must come to a status. */
export async function exchange(input: JsonObject, changes: Partial<ActionContext> = {}): Promise<Exchange> {
  return exchangeOf(await perform(input, changes))
}

/** The failure of a call that must come to none. */
export async function failure(
  input: JsonObject,
  changes: Partial<ActionContext> = {},
): Promise<ActionFailure> {
  return failureOf(await perform(input, changes))
}

/** What `$` stands for. */
export function bodyOf({ response: { body } }: Exchange): unknown {
  const json = body.json()
  return json.ok ? json.value : undefined
}
