import type { Action, ActionAnswer, InputOf } from '../action.ts'
import { valueText } from '../../util/value-text.ts'
import { jsonBody } from '../body/json-body.ts'

/**
 * A script as a step of its own: `script: <JavaScript>`. The action itself does nothing, and has nothing to say: the script
 * runs where the scripts after an answer do, and its tests are the step's results.
 */
export const action: Action<InputOf<'script'>> = {
  name: 'script',
  perform: input => Promise.resolve(perform(input)),
}

function perform({ script }: InputOf<'script'>): ActionAnswer {
  return {
    ok: true,
    exchange: {
      request: { summary: `script of ${valueText(script ?? '')}`, headers: [] },
      response: { headers: [], body: jsonBody({}) },
      timings: { startedAt: Date.now(), duration: 0 },
      success: { holds: true, expected: 'the script to run' },
    },
  }
}
