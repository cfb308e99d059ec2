import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { checkSuite } from '../check-suite.ts'

/** A suite with a mock; it stands from column 15 of line 2 on. */
const suite = (mock: string): string =>
  `suite: A\nmocks: { shop: ${mock} }\nsteps: [{ request: 'GET {{mocks.shop.url}}/' }]\n`

const routes = (...list: readonly string[]): string => suite(`{ routes: [${list.join(', ')}] }`)

describe('a mock', () => {
  it('has something that answers', () =>
    expectProblems(suite('{}'), [
      '2:16 missing-key "shop" needs the key "routes", "spec", "proto", "descriptor-set" or "proxy"',
    ]))

  it('has delays that can be', async () => {
    for (const [delay, problem] of [
      ['{ min: 1s }', '2:60 bad-value "delay" needs "max" beside "min"'],
      ['{ p99: 1s }', '2:60 bad-value "delay" needs "median" beside "p99"'],
      ['{}', '2:60 bad-value "delay" must have `min` and `max`, or `median` and `p99`'],
      ['{ min: 2s, max: 1s }', '2:60 bad-value "delay" must have a `min` that is no more than its `max`'],
      [
        '{ median: 1s, p99: 1ms }',
        '2:60 bad-value "delay" must have a `median` above 0, and a `p99` that is no less',
      ],
      ['10m', '2:60 bad-value "delay" must be 5m or less'],
      ['301', '2:60 bad-value "delay" must be 5m or less'],
    ] as const)
      await expectProblems(routes(`{ route: GET /, answer: { delay: ${delay} } }`), [problem])
    await expectProblems(routes('{ route: GET /, answer: { over: 6m } }'), [
      '2:59 bad-value "over" must be 5m or less',
    ])
  })

  it('has files that are there', () =>
    expectProblems(
      suite(
        '{ tls: { certificate: a.pem, key: a.key }, routes: [{ route: GET /, answer: { file: a.txt } }] }',
      ),
      [
        '2:38 file-missing there is no file a.pem',
        '2:50 file-missing there is no file a.key',
        '2:100 file-missing there is no file a.txt',
      ],
      {
        ...noFacts,
        missingFiles: new Set(['/suites/a.txt', '/suites/a.pem', '/suites/a.key']),
      },
    ))

  it('has routes that can answer, each by its conditions', async () => {
    const hidden = ' hidden-route the route never answers: line 2 answers all of its requests'
    const when = (value: number): string => `when: { $.a: ${value} }`
    await expectProblems(routes('{ route: GET / }', '{ route: GET / }'), [`2:47${hidden}`])
    await expectProblems(routes(`{ route: POST /, ${when(1)} }`, `{ route: POST /, ${when(1)} }`), [
      `2:66${hidden}`,
    ])
    await expectProblems(routes(`{ route: POST /, ${when(1)} }`, `{ route: POST /, ${when(2)} }`), [])
    await expectProblems(routes(`{ route: POST /, ${when(1)} }`, '{ route: POST / }'), [])
  })

  for (const [mock, hint] of [
    ['{ endpoints: [] }', 'Write it as `routes`.'],
    ['{ openapi: a.yaml }', 'Write it as `spec`.'],
    ['{ https: true, spec: a.yaml }', 'Write it as `tls`.'],
    [
      '{ routes: [{ path: /a, method: GET }] }',
      'Method and path stand together: `route: POST /charges/{id}`.',
    ],
    ['{ routes: [{ route: GET /, response: {} }] }', 'Write it as `answer`.'],
    ['{ routes: [{ route: GET /, responses: [] }] }', 'Write it as `answers`.'],
    [
      '{ routes: [{ route: POST /, body: { a: 1 } }] }',
      'What a request has to be like stands under `when`: `when: { $.amount: 30, header x-tenant: acme, query page: 2 }`.',
    ],
    ['{ routes: [{ route: GET /, answer: { statusCode: 200 } }] }', 'Write it as `status`.'],
    [
      '{ routes: [{ route: GET /, answer: { body: {} } }] }',
      'Write it under `json`, `text`, `xml`, `html` or `file`.',
    ],
    ['{ routes: [{ route: GET /, answer: { latency: 3 } }] }', 'Write it as `delay`.'],
    ['{ routes: [{ route: GET /, answer: { fault: rest } }] }', 'Did you mean "reset"?'],
    [
      '{ routes: [{ route: "GET /{id}", answer: { text: "{{path.ix}}" } }] }',
      'Did you mean "path.id"? Of a request there are path.NAME, query.NAME, headers.NAME, body and its members, method, url and calls.',
    ],
    [
      '{ routes: [{ route: GET /, answer: { text: "{{request.body}}" } }] }',
      'Of a request there are path.NAME, query.NAME, headers.NAME, body and its members, method, url and calls.',
    ],
  ] as const)
    it(`${mock} is told what to write`, async () => {
      const problems = await checkSuite(await parseSuite(suite(mock), '/suites/a.apitest.yaml'), noFacts)
      assert.ok(
        problems.some(problem => problem.hint === hint),
        problems.map(problem => `${problem.message} ${problem.hint ?? ''}`).join('\n'),
      )
    })
})
