import type { ActionFailure, Exchange } from '../../../model/exchange.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { ActionAnswer, ActionContext } from '../../action.ts'
import { exchangeOf, failureOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'
import { action } from '../index.ts'

/** Carries out one `websocket` step with resources of its own, which are closed again. */
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

/** The exchange of a step that must come to one. */
export async function exchange(input: JsonObject, changes: Partial<ActionContext> = {}): Promise<Exchange> {
  return exchangeOf(await perform(input, changes))
}

/** The failure of a step that must not come to an exchange. */
export async function failure(
  input: JsonObject,
  changes: Partial<ActionContext> = {},
): Promise<ActionFailure> {
  return failureOf(await perform(input, changes))
}

/** The list that `$` stands for. */
export function messagesOf({ response }: Exchange): unknown {
  const json = response.body.json()
  return json.ok ? json.value : json.reason
}

/** What was said, as `sent text hello`, without times and the opening. */
export function saidIn({ transcript }: Pick<Exchange, 'transcript'>): readonly string[] {
  return (transcript?.entries ?? [])
    .filter(({ kind }) => kind !== 'open')
    .map(({ direction, kind, text }) => `${direction} ${kind} ${text}`.trim())
}
