import type { RunEvent } from '../../../model/run-event.ts'
import { jsonExchange, run, SuiteEvents } from '../events.ts'
import { base, user, interleaved } from './shared.ts'

/** Ctrl-C in the middle of two files. */
export function interrupted(): RunEvent[] {
  const users = new SuiteEvents('suites/users.apitest.yaml', 'Users', { steps: 2 }).step('First user', {
    exchange: jsonExchange(`${base}/api/users/1`, user),
  })
  const orders = new SuiteEvents('suites/orders.apitest.yaml', 'Orders', { steps: 1, rows: 2 }).step(
    'Order',
    {
      row: { number: 1, label: 'id=1' },
      index: 0,
      exchange: jsonExchange(`${base}/api/orders/1`, '{}'),
    },
  )
  return run(interleaved(users.events, orders.events), {
    outcome: 'skipped',
    interrupted: true,
    exitCode: 130,
    suites: { passed: 0, failed: 0, errored: 0, skipped: 2, flaky: 0 },
    steps: { passed: 2, failed: 0, errored: 0, skipped: 1, flaky: 0 },
  })
}
