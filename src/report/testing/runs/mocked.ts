import type { RunEvent } from '../../../model/run-event.ts'
import { jsonExchange, run, SuiteEvents } from '../events.ts'
import { base, user } from './shared.ts'

/** All is well, but a mock answered in place of the server: what was asked, and what a used suite asked. */
export function mocked(): RunEvent[] {
  const suite = new SuiteEvents('suites/users.apitest.yaml', 'Users', { steps: 2 })
  const first = { mock: 'shop', exchange: jsonExchange(`${base}/api/users/1`, user) }
  suite.step('First user', first)
  suite.step('Sign in', { action: 'use', steps: [suite.result('Token', first)] })
  const message = `shop does not answer at ${base}: a mock stands in for it`
  return run([{ type: 'service', name: 'shop', state: 'ready', message }, ...suite.end()], {
    standIns: ['shop'],
  })
}
