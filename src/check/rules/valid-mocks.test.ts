import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'
import { expectOneVoice } from '../../testing/one-voice.ts'
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

  it('is told a misspelt key once', () =>
    expectProblems(routes('{ rout: POST /a, answer: 200 }'), [
      '2:29 unknown-key "rout" is not a key of an item of "routes" (Did you mean "route"?)',
    ]))

  it('is told which part of a value is wrong, and what to write', async () => {
    const values: readonly (readonly [mock: string, told: RegExp])[] = [
      ['{ routes: [{ route: get /x }] }', /has the method "get"[^]*Did you mean "GET"\?/],
      ['{ routes: [{ route: GETT /x }] }', /has the method "GETT"[^]*Did you mean "GET"\?/],
      ['{ routes: [{ route: GET x }] }', /does not begin with a slash[^]*Write "GET \/x"/],
      ['{ routes: [{ route: /x }] }', /has no method[^]*Write "GET \/x"/],
      [
        '{ routes: [{ route: GET /x?a=5&b }] }',
        /has a query[^]*Write "GET \/x": what a query[^]*`when: \{ query page: "1" \}`/,
      ],
      [
        '{ routes: [{ route: "GET /{x*}/a" }] }',
        /has "\{x\*\}" before its end[^]*"\{x\}" stands for one part/,
      ],
      ['{ routes: [{ route: "GET /{x*}/{y*}" }] }', /has "\{x\*\}" before its end/],
      ['{ routes: [{ route: "GET /a{x*}" }] }', /behind other characters[^]*behind a slash/],
      ['{ routes: [{ route: "GET /{}/a" }] }', /has "\{\}", which is no parameter[^]*\/users\/\{id\}/],
      ['{ routes: [{ route: "GET /a{x" }] }', /has "\{", which is no parameter/],
      ['{ routes: [{ route: "GET /a/{{id}}" }] }', /has "\{\{id\}\}", and[^]*"GET \/a\/\{id\}"/],
      [
        '{ routes: [{ route: "GET /a/{id:int}", answer: 200 }] }',
        /"id:int" has more than a name[^]*Write \{id\}/,
      ],
      ['{ routes: [{ route: GET /a/<id>, answer: 200 }] }', /"<id>" stands for itself[^]*\{name\}/],
      ['{ routes: [{ route: GET http://x/a }] }', /has a whole URL[^]*write "GET \/a"/],
      ['{ routes: [{ route: "GET  /a" }] }', /more than one space[^]*Write "GET \/a"/],
      ['{ routes: [{ route: "GET /a#b" }] }', /has a fragment[^]*Write "GET \/a"/],
      ['{ routes: [{ route: "GET /a, answer: 200" }] }', /has a space in its path[^]*outside of the quotes/],
      ['{ routes: [{ route: GET /x, answer: { delay: soon } }] }', /\{ min, max \} or \{ median, p99 \}/],
      ['{ routes: [{ route: GET /x, answer: { fault: rset } }] }', /Did you mean "reset"\?/],
      ['{ spec: a.yaml, state: yes }', /must be a list of paths or a mapping/],
      ['{ spec: a.yaml, state: [pets] }', /begins with a slash[^]*Did you mean "\/pets"\?/],
      ['{ spec: a.yaml, state: { pets: {} } }', /begins with a slash[^]*Did you mean "\/pets"\?/],
      ['{ routes: [] }', /must not be empty[^]*Such as `routes: /],
    ]
    const told = async (text: string): Promise<string> => {
      const problems = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
      expectOneVoice(problems)
      return problems.map(({ message, hint = '' }) => `${message} ${hint}`).join('\n')
    }
    for (const [mock, pattern] of values) assert.match(await told(suite(mock)), pattern)
    assert.match(await told('suite: A\nmocks:\nsteps: [{ pause: 1ms }]'), /Such as `mocks: /)
    assert.match(await told('mocks: { a: { routes: [{ route: GET /a }] } }'), /`apitest mock start FILE`/)
  })

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
    await expectProblems(routes('{ route: GET /, answer: { over: 6m, text: a } }'), [
      '2:59 bad-value "over" must be 5m or less',
    ])
  })

  it('has conditions that are written out, and is asked for what calls have', () =>
    expectProblems(
      `suite: A
mocks:
  m:
    routes:
      - route: GET /a
        when:
          query q:
        unless:
          - header x:
      - route: WS /w
        answer:
          on:
            - when:
                $.type:
              send: hi
steps:
  - request: GET {{mocks.m.url}}/a
  - calls: m
    validations:
      - $.cuont: { exists: false }
    extracts: { first: "$.calls[?@.rute == 'x'].at" }
`,
      [
        '7:11 bad-value nothing is written behind "query q"',
        '9:13 bad-value nothing is written behind "header x"',
        '14:17 bad-value nothing is written behind "$.type"',
        '20:9 unknown-target "cuont" is no member of what is told of calls (Did you mean "count"?)',
        '21:17 unknown-target "rute" is no member of a call (Did you mean "route"?)',
      ],
    ))

  it('has files that are there', () =>
    expectProblems(
      suite(
        '{ tls: { certificate: a.pem, key: a.key }, routes: [{ route: GET /, answer: { file: a.txt } }] }',
      ),
      [
        '2:38 file-missing there is no file a.pem (File Error)',
        '2:50 file-missing there is no file a.key (File Error)',
        '2:100 file-missing there is no file a.txt (File Error)',
      ],
      {
        ...noFacts,
        missingFiles: new Set(['/suites/a.txt', '/suites/a.pem', '/suites/a.key']),
      },
    ))

  it('has no folders in the place of files', () =>
    expectProblems(
      suite('{ routes: [{ route: GET /, answer: { file: . } }] }'),
      ['2:59 file-missing "." is a folder, not a file (File Error)'],
      { ...noFacts, folders: new Set(['/suites']) },
    ))

  it('has headers that can be sent', async () => {
    for (const [answer, problem] of [
      ['{ headers: { "x y": 1 } }', '2:64 bad-value the header "x y" cannot be sent as "1"'],
      ['{ headers: { "": 1 } }', '2:64 bad-value the header "" cannot be sent as "1"'],
      ['{ headers: { x: "a\\nb" } }', '2:64 bad-value the header "x" cannot be sent as "a\\nb"'],
      ['{ headers: { x: [a, "\\0"] } }', '2:64 bad-value the header "x" cannot be sent as "\\u0000"'],
      [
        '{ headers: { Content-Length: 3 } }',
        '2:64 bad-value the header "Content-Length" is settled by the mock',
      ],
      [
        '{ text: a, content-type: "a\\rb" }',
        '2:62 bad-value the header "content-type" cannot be sent as "a\\rb"',
      ],
    ] as const)
      await expectProblems(routes(`{ route: GET /, answer: ${answer} }`), [problem])
    for (const headers of ['{ x: "{{body}}" }', '{ x: "é 漢\\t" }', '{ "x-{{method}} y": 1 }', '{ x: "" }'])
      await expectProblems(routes(`{ route: GET /, answer: { headers: ${headers} } }`), [])
  })

  it('has routes that can answer, each by its conditions', async () => {
    const hidden = ' hidden-route the route never answers: '
    const when = (value: number): string => `when: { $.a: ${value} }`
    await expectProblems(routes('{ route: GET / }', '{ route: GET / }'), [
      `2:47${hidden}GET / in line 2 answers all of its requests`,
    ])
    await expectProblems(routes(`{ route: POST /, ${when(1)} }`, `{ route: POST /, ${when(1)} }`), [
      `2:66${hidden}POST / in line 2 answers all of its requests`,
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
