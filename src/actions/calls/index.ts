import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { unfit } from '../failure.ts'
import { readCallsKey } from './facts.ts'
import { mockHint } from '../mock-calls.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Reads what a mock received: `calls: payments`, or of one route `calls: payments POST /charges`. */
export const action: Action<InputOf<'calls'>> = {
  name: 'calls',
  perform: (input, context) => Promise.resolve(perform(input, context)),
}

function perform({ calls }: InputOf<'calls'>, { mocks = new Map() }: ActionContext): ActionAnswer {
  const { mock: name, route } = readCallsKey(typeof calls === 'string' ? calls : '')
  const mock = mocks.get(name)
  if (mock === undefined) return unfit(`there is no mock "${name}"`, mockHint(name, [...mocks.keys()]))
  if (route !== undefined && !mock.routes.includes(route))
    return unfit(`the mock "${name}" has no route "${route}"`, mockHint(route, mock.routes))
  const started = { startedAt: Date.now(), start: monotonicTime() }
  const [count, kept] = [mock.count(route), mock.kept(route)]
  const refused = route === undefined ? mock.refused : 0
  const dropped = count - kept.length - refused
  return {
    ok: true,
    exchange: {
      request: { summary: `calls ${[name, route ?? []].flat().join(' ')}`, headers: [] },
      response: {
        headers: [],
        body: jsonBody({
          ...{ count, calls: kept },
          ...(dropped === 0 ? {} : { dropped }),
          ...(refused === 0 ? {} : { refused, refusals: mock.refusals }),
        }),
      },
      timings: { startedAt: started.startedAt, duration: monotonicTime() - started.start },
      success: {
        subject: 'calls',
        holds: count > 0,
        expected: 'at least one call',
        actual: 'none',
        unless: ['body-json-path', 'body-text', 'schema'],
      },
    },
  }
}
