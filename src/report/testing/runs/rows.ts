import type { RunEvent } from '../../../model/run-event.ts'
import { failureAt, jsonExchange, run, SuiteEvents } from '../events.ts'
import { base } from './shared.ts'

/** Four rows of two steps: passed, failed, flaky, errored. */
export function rows(): RunEvent[] {
  const file = 'suites/signup.apitest.yaml'
  const suite = new SuiteEvents(file, 'Sign up', { steps: 2, rows: 4 })
  const people = ['ada', 'bob', 'cleo', 'dora']
  people.forEach((name, index) => {
    const row = { number: index + 1, label: `email=${name}@example.org, role=admin` }
    const answer = jsonExchange(`${base}/api/users`, `{"email":"${name}@example.org"}`)
    suite.step('Create user', { row, index: 0, exchange: answer, duration: 30 + index })
    if (name === 'bob')
      suite.step('Read user', {
        row,
        index: 1,
        outcome: 'failed',
        exchange: answer,
        failures: [
          failureAt(file, 12, '      - $.email: "{{email}}"', '$.email: "{{email}}"', {
            kind: 'validation',
            message: 'body-json-path $.email: Expected equals bob@example.com, got bob@example.org',
          }),
        ],
      })
    else if (name === 'dora')
      suite.step('Read user', {
        row,
        index: 1,
        outcome: 'errored',
        failures: [
          failureAt(file, 10, '    request: GET {{baseUrl}}/api/users/{{id}}', '{{id}}', {
            kind: 'error',
            message: 'Template Error: unknown variable "id"',
          }),
        ],
      })
    else suite.step('Read user', { row, index: 1, flaky: name === 'cleo', attempts: name === 'cleo' ? 2 : 1 })
    suite.row(row)
  })
  return run(suite.end())
}
