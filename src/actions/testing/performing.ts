import type { Exchange } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Action, ActionAnswer, ActionContext } from '../action.ts'
import { exchangeOf, failureOf, type Told } from './answers.ts'
import { testContext } from './test-context.ts'

type Perform<Answer> = (input: JsonObject, changes?: Partial<ActionContext>) => Promise<Answer>

/** Ways for tests to carry out one step of an action; resources that a test does not bring along are closed again. */
export function performing(action: Action): {
  readonly perform: Perform<ActionAnswer>
  /** For a step that must come to an exchange. */
  readonly exchange: Perform<Exchange>
  /** For a step that must not come to one. */
  readonly failure: Perform<Told>
} {
  const perform: Perform<ActionAnswer> = async (input, changes = {}) => {
    const context = testContext(changes)
    try {
      return await action.perform(input, context)
    } finally {
      if (changes.resources === undefined) await context.resources.close()
    }
  }
  return {
    perform,
    exchange: async (input, changes) => exchangeOf(await perform(input, changes)),
    failure: async (input, changes) => failureOf(await perform(input, changes)),
  }
}
