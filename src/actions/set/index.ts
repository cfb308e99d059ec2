import type { Action, ActionAnswer, InputOf } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { unfit } from '../failure.ts'
import { isObject } from '../../util/is-json.ts'

/** Gives variables their values: `set: { name: value }`. */
export const action: Action<InputOf<'set'>> = {
  name: 'set',
  perform: input => Promise.resolve(perform(input)),
}

function perform({ set }: InputOf<'set'>): ActionAnswer {
  if (!isObject(set)) return unfit('set must be a mapping of variables and values')
  return {
    ok: true,
    exchange: {
      request: { summary: `set ${Object.keys(set).join(', ')}`, headers: [] },
      response: { headers: [], body: jsonBody(set) },
      timings: { startedAt: Date.now(), duration: 0 },
      success: { holds: true, expected: 'the variables to be set' },
    },
    variables: set,
  }
}
