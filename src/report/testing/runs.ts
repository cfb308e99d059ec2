import type { RunEvent } from '../../model/run-event.ts'
import { failureAt, jsonExchange, run, spanAt, SuiteEvents } from './events.ts'

const base = 'http://127.0.0.1:4010'
const user = '{"id":1,"name":"Bob","email":"bob@example.org","balance":12345678901234567890.10}'

/** Runs of every kind, as the reporters are given them. */
export const runs: Readonly<Record<string, readonly RunEvent[]>> = {
  passing: passing(),
  failing: failing(),
  rows: rows(),
  hostile: hostile(),
  interrupted: interrupted(),
  rejected: rejected(),
}

/** Two files at the same time; all is well, one step after a second attempt. */
function passing(): RunEvent[] {
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

/** Everything that can go wrong with a step. */
function failing(): RunEvent[] {
  const file = 'suites/users.apitest.yaml'
  const suite = new SuiteEvents(file, 'Users', { tags: ['smoke', 'shop'], steps: 7 })
    .step('Start from a known data set', { exchange: jsonExchange(`${base}/api/reset`, '{"ok":true}') })
    .step('First user', {
      outcome: 'failed',
      exchange: jsonExchange(`${base}/api/users/1`, user),
      failures: [
        failureAt(file, 14, '      - $.name: Ada', '$.name: Ada', {
          kind: 'validation',
          message: 'body-json-path $.name: Expected equals Ada, got Bob',
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
  const nested = [
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
  suite
    .step('Log in as Ada', {
      action: 'use',
      outcome: 'failed',
      steps: nested,
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
        message: 'The secret "pin" has 3 characters; it is not masked in outputs.',
        span: spanAt('apitest.config.yaml', 3, 8, 3),
        sourceLine: '  pin: "123"',
      },
    },
    ...suite.end(),
  ])
}

/** Four rows of two steps: passed, failed, flaky, errored. */
function rows(): RunEvent[] {
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

/** Names and bodies that try to break out of every format. */
function hostile(): RunEvent[] {
  const file = 'suites/ünï,cödé: 100%.apitest.yaml'
  const evil =
    'a\u001b[31mb\u0000c ]]> </script><script>alert(1)</script> <!-- & "q" \u202e # | `x` 日本 🎉 \ud800'
  return run(
    new SuiteEvents(file, `Suite ${evil}`, { tags: ['<b>'], steps: 3 })
      .step(`Step ${evil}`, {
        row: { number: 1, label: 'name=</td>\u0007' },
        exchange: jsonExchange(`${base}/?q=<>&"'`, JSON.stringify({ text: evil, list: [[], {}, [1, 'é']] })),
      })
      .step(`Two\nlines ${evil}`, {
        outcome: 'failed',
        exchange: jsonExchange(`${base}/`, `<p>${evil}</p>\r\n`.repeat(60)),
        failures: [
          failureAt(file, 7, `\t- text: { contains: "日本 ${evil}" } # 100%`, '日本', {
            kind: 'validation',
            message: `body-text: Expected contains 100%,\n${evil}`,
            hint: evil,
          }),
        ],
      })
      .step('Binary', {
        outcome: 'failed',
        exchange: jsonExchange(`${base}/logo.png`, '', {
          response: {
            status: 200,
            headers: [['content-type', 'image/png']],
            body: { text: '\u0089PNG\u0000\u0001\u0002\ufffd\ufffd', size: 48_213, truncated: true },
          },
        }),
        failures: [
          failureAt(file, 8, `  - ${'long '.repeat(60)}HERE ${'tail '.repeat(60)}`, 'HERE', {
            kind: 'status',
            message: 'status: Expected equals 404, got 200',
          }),
        ],
      })
      .end(),
  )
}

/** Ctrl-C in the middle of two files. */
function interrupted(): RunEvent[] {
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

/** Two errors and a warning; nothing is sent. */
function rejected(): RunEvent[] {
  const file = 'suites/users.apitest.yaml'
  const problems = [
    {
      code: 'unknown-key',
      severity: 'error',
      message: '"validation" is not a key of a step.',
      hint: 'Did you mean "validations"?',
      span: spanAt(file, 12, 5, 10),
      sourceLine: '    validation:',
    },
    {
      code: 'secret-too-short',
      severity: 'warning',
      message: 'The secret "pin" has 3 characters; it is not masked in outputs.',
      span: spanAt('apitest.config.yaml', 3, 8, 5),
      sourceLine: '  pin: "123"',
    },
    { code: 'no-suites', severity: 'error', message: 'No suite in "other/".' },
  ] as const
  return run(
    problems.map(problem => ({ type: 'problem', problem })),
    { outcome: 'errored', exitCode: 2, duration: 12, problems },
  )
}

/** The events of files in turn, as parallel files give them. */
function interleaved(...files: (readonly RunEvent[])[]): RunEvent[] {
  const longest = Math.max(...files.map(file => file.length))
  return Array.from({ length: longest }, (_, index) =>
    files.flatMap(file => file.slice(index, index + 1)),
  ).flat()
}
