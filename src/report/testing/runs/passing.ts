import type { RunEvent } from '../../../model/run-event.ts'
import { jsonExchange, run, SuiteEvents } from '../events.ts'
import { base, user, interleaved } from './shared.ts'

/** Two files at the same time; all is well, one step after a second attempt. */
export function passing(): RunEvent[] {
  const users = new SuiteEvents('suites/users.apitest.yaml', 'Users', { tags: ['smoke'], steps: 3 })
    .step('Start from a known data set', {
      exchange: jsonExchange(`${base}/api/reset`, '{"ok":true}', {
        request: {
          summary: `POST ${base}/api/reset`,
          method: 'POST',
          url: `${base}/api/reset`,
          headers: [['content-type', 'application/json']],
          body: { text: '{"size":"small"}', size: 16, truncated: false },
        },
      }),
    })
    .step('First user', { exchange: jsonExchange(`${base}/api/users/1`, user), duration: 41.2 })
    .step('Remove what was made', {
      phase: 'after',
      index: 0,
      exchange: jsonExchange(`${base}/api/users/9`, '', { response: { status: 204, headers: [] } }),
    })
  const orders = new SuiteEvents('suites/orders.apitest.yaml', 'Orders', { steps: 1 }).step(
    'Wait until the order is shipped',
    {
      exchange: jsonExchange(`${base}/api/orders/7`, '{"state":"shipped"}'),
      attempts: 3,
      flaky: true,
      duration: 1012,
    },
  )
  return run([
    {
      type: 'service',
      name: 'playground',
      state: 'ready',
      message: `${base}/health answered 200 after 312 ms`,
    },
    ...interleaved(users.end(), orders.end()),
    { type: 'service', name: 'playground', state: 'stopped', message: 'stopped' },
  ])
}
