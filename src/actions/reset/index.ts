import { texts } from '../../util/read-values.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { unfit } from '../failure.ts'
import { mockHint } from '../mock-calls.ts'

/** Brings mocks back to their start: `reset: payments`, or a list. */
export const action: Action<InputOf<'reset'>> = {
  name: 'reset',
  perform: (input, context) => Promise.resolve(perform(input, context)),
}

function perform({ reset }: InputOf<'reset'>, { mocks = new Map() }: ActionContext): ActionAnswer {
  const startedAt = Date.now()
  const names = texts([reset ?? []].flat())
  const unknown = names.find(name => !mocks.has(name))
  if (unknown !== undefined)
    return unfit(`there is no mock "${unknown}"`, mockHint(unknown, [...mocks.keys()]))
  for (const name of names) mocks.get(name)?.reset()
  return {
    ok: true,
    exchange: {
      request: { summary: `reset ${names.join(', ')}`, headers: [] },
      response: { headers: [], body: jsonBody({}) },
      timings: { startedAt, duration: 0 },
      success: { holds: true, expected: 'mocks at their start' },
    },
  }
}
