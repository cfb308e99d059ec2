import type { StepResult } from '../../../model/result.ts'
import type { RunEvent } from '../../../model/run-event.ts'
import { failureAt, jsonExchange, run, spanAt, SuiteEvents } from '../events.ts'
import { base, user } from './shared.ts'

const file = 'suites/users.apitest.yaml'

/** Everything that can go wrong with a step. */
export function failing(): RunEvent[] {
  const suite = new SuiteEvents(file, 'Users', { tags: ['smoke', 'shop'], steps: 7 })
  addFailedSteps(suite)
  suite
    .step('Log in as Ada', {
      action: 'use',
      outcome: 'failed',
      steps: usedSteps(suite),
      failures: [
        failureAt(file, 29, '    use: login.apitest.yaml', 'login.apitest.yaml', {
          kind: 'error',
          message: 'Use Error: a step of login.apitest.yaml did not pass',
        }),
      ],
    })
    .step('Delete the user', { outcome: 'skipped', skipReason: 'an earlier step failed' })
    .step('Remove what was made', { phase: 'after', index: 0, exchange: jsonExchange(`${base}/api/x`, '') })
  return run([
    {
      type: 'problem',
      problem: {
        code: 'secret-too-short',
        severity: 'warning',
        message: 'the secret "pin" is too short to be masked',
        span: spanAt('apitest.config.yaml', 3, 8, 3),
        sourceLine: '  pin: "123"',
      },
    },
    ...suite.end(),
  ])
}

/** A failed validation, an extract that found nothing, an address nobody listens at. */
function addFailedSteps(suite: SuiteEvents): void {
  suite
    .step('Start from a known data set', { exchange: jsonExchange(`${base}/api/reset`, '{"ok":true}') })
    .step('First user', {
      outcome: 'failed',
      exchange: jsonExchange(`${base}/api/users/1`, user),
      validations: [
        {
          name: 'The first user is Ada',
          subject: 'body-json-path $.name',
          operator: 'equals',
          expected: 'Ada',
          passed: false,
          messages: ['body-json-path $.name: Expected equals Ada, got Bob'],
          span: spanAt(file, 14, 9, 20),
        },
        {
          subject: 'status',
          operator: 'equals',
          expected: 200,
          passed: true,
          messages: [],
          span: spanAt(file, 13, 9, 20),
        },
      ],
      failures: [
        failureAt(file, 14, '      - $.name: Ada', '$.name: Ada', {
          kind: 'validation',
          message: 'The first user is Ada - body-json-path $.name: Expected equals Ada, got Bob',
        }),
        failureAt(file, 15, '      - schema: user.json', 'schema: user.json', {
          kind: 'validation',
          message: '/email: must match format "uri"\n/balance: must be string',
        }),
      ],
    })
    .step('Take the token', {
      outcome: 'failed',
      exchange: jsonExchange(`${base}/api/login`, '{}'),
      failures: [
        failureAt(file, 21, '      token: $.acess_token', '$.acess_token', {
          kind: 'extract',
          message: 'extract token: nothing found at $.acess_token',
          hint: 'The body has no such key at its root.',
        }),
      ],
    })
    .step('Reach the shop', {
      outcome: 'errored',
      exchange: {
        request: {
          summary: 'GET http://127.0.0.1:1/',
          method: 'GET',
          url: 'http://127.0.0.1:1/',
          headers: [],
        },
        duration: 2,
      },
      failures: [
        failureAt(file, 24, '    request: GET http://127.0.0.1:1/', 'GET http://127.0.0.1:1/', {
          kind: 'error',
          message: 'Network Error: connect ECONNREFUSED 127.0.0.1:1 (nothing listens there)',
        }),
      ],
    })
}

/** The steps that the `use` step ran. */
function usedSteps(suite: SuiteEvents): StepResult[] {
  return [
    suite.result('Log in', { exchange: jsonExchange(`${base}/api/login`, '{}') }),
    suite.result('Read the profile', {
      outcome: 'failed',
      span: spanAt('suites/login.apitest.yaml', 9, 5, 30),
      exchange: jsonExchange(`${base}/api/me`, '{"error":"no token"}', {
        response: {
          status: 401,
          statusText: 'Unauthorized',
          headers: [['www-authenticate', 'Bearer']],
          body: { text: '{"error":"no token"}', size: 20, truncated: false },
        },
      }),
      failures: [
        failureAt('suites/login.apitest.yaml', 10, '    request: GET {{baseUrl}}/api/me', 'GET', {
          kind: 'status',
          message: 'status: Expected 2xx or 3xx, got 401',
        }),
      ],
    }),
  ]
}
