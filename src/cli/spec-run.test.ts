import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { RunReport } from '../model/result.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

let server: Server | undefined
let base = ''
before(async () => {
  server = createServer((request, response) => {
    const isBad = request.url?.includes('/7') === true
    if (request.method === 'POST' && request.headers['content-type'] === undefined) response.statusCode = 400
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: isBad ? 'seven' : 1, name: 'Ada' }))
  })
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server?.close())

const spec = `
openapi: 3.0.3
info: { title: Users, version: "1" }
servers: [{ url: https://api.example.org/v1 }]
paths:
  /users/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      parameters: [{ name: fields, in: query, schema: { type: string } }]
      responses:
        200: { description: ok, content: { application/json: { schema: { $ref: user.yaml } } } }
        404: { description: no }
  /users:
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: user.yaml } } }
      responses:
        200: { description: ok, content: { application/json: { schema: { $ref: user.yaml } } } }
        400: { description: wrong }
`
const user =
  '{ type: object, required: [name], properties: { id: { type: integer }, name: { type: string } } }'

/** Runs steps with --spec, and answers with the exit code, what was printed, and the report. */
function runWith(steps: string, ...options: readonly string[]) {
  return runWithSpec(spec, steps, ...options)
}

function runWithSpec(openapi: string, steps: string, ...options: readonly string[]) {
  const files = {
    'a.apitest.yaml': `suite: A\nsteps:\n${steps.replaceAll('BASE', `${base}/v1`)}`,
    'openapi.yaml': openapi,
    'user.yaml': user,
  }
  return withFolder(files, async folder => {
    const given = [
      'a.apitest.yaml',
      ...(options.includes('--spec') ? [] : ['--spec', 'openapi.yaml']),
      '--no-history',
      '--no-stop-on-failure',
      ...options,
    ]
    const ended = await runLine(folder, [...given, '-r', 'pretty'])
    const json = await runLine(folder, [...given, '-r', 'json'])
    const report = (json.output.startsWith('{') ? JSON.parse(json.output) : {}) as Partial<RunReport>
    return { ...ended, report }
  })
}

describe('apitest --spec', () => {
  const brokenParts: readonly (readonly [what: string, from: string, to: string, told: RegExp])[] = [
    ['a schema', '$ref: user.yaml', "$ref: 'nowhere.yaml'", /answer \/: cannot be judged: .*nowhere\.yaml/],
    [
      'a response',
      '404: { description: no }',
      "404: { $ref: '#/nowhere' }",
      /the reference #\/nowhere leads/,
    ],
    ['a parameter', 'schema: { type: string }', "schema: { $ref: '#/no' }", /query fields: cannot be judged/],
  ]
  for (const [what, from, to, told] of brokenParts)
    it(`passes nothing that is to be held against ${what} that is not there`, async () => {
      const step = '  - request: GET BASE/users/1?fields=id\n'
      const { exitCode, output } = await runWithSpec(spec.replace(from, to), step)
      assert.match(output, told)
      assert.equal(exitCode, 1)
    })

  it('refuses a description that nothing can be held against', async () => {
    const step = '  - request: GET BASE/users/1\n'
    const { exitCode, output } = await runWithSpec('openapi: 3.1.0', step, '--coverage-threshold', '100')
    assert.match(output, /openapi\.yaml has no operations/)
    assert.equal(exitCode, 2)
  })

  it('passes what is as described, and tells what was exercised', async () => {
    const { exitCode, output, report } = await runWith('  - request: GET BASE/users/1?fields=id\n')
    assert.equal(exitCode, 0, output)
    assert.match(
      output,
      /Coverage {2}1 of 2 operations \(50 %\)\n +1 of 4 statuses \(25 %\)\n +2 of 2 parameters/,
    )
    assert.match(
      output,
      /Not exercised of openapi.yaml\n {2}GET \/users\/\{id\}: status 404\n {2}POST \/users: never called/,
    )
    const [get] = report.summary?.coverage?.operations ?? []
    assert.deepEqual(get, {
      method: 'GET',
      path: '/users/{id}',
      count: 1,
      statuses: [
        { status: '200', count: 1 },
        { status: '404', count: 0 },
      ],
      parameters: [
        { in: 'path', name: 'id', count: 1 },
        { in: 'query', name: 'fields', count: 1 },
      ],
    })
  })

  it('fails a step whose answer is not as described, although its own validations hold', async () => {
    const { exitCode, output } = await runWith(
      '  - request: GET BASE/users/7\n    validations: [{ status: 200 }]\n',
    )
    assert.equal(exitCode, 1)
    assert.match(output, /contract GET \/users\/\{id\}: answer \/id: must be integer/)
  })

  it('fails a request that is not as described and was accepted, but not one that was refused', async () => {
    const accepted = await runWith('  - request: POST BASE/users\n    json: { name: 1 }\n')
    assert.equal(accepted.exitCode, 1)
    assert.match(accepted.output, /contract POST \/users: request body \/name: must be string/)
    const refused = await runWith('  - request: POST BASE/users\n    validations: [{ status: 400 }]\n')
    assert.equal(refused.exitCode, 0, refused.output)
  })

  it('looks at all of a long body', async () => {
    const text = `'{"other":"${'x'.repeat(40_000)}","name":1}'`
    const step = `  - request: POST BASE/users\n    headers: { content-type: application/json }\n    text: ${text}\n`
    const { output } = await runWith(step)
    assert.match(output, /contract POST \/users: request body \/name: must be string/)
  })

  it('lists requests that the document knows nothing of', async () => {
    const { exitCode, output } = await runWith(
      '  - request: GET BASE/users/1\n  - request: GET BASE/health?x=1\n  - request: GET BASE/health\n',
    )
    assert.equal(exitCode, 0)
    assert.match(output, /Not described by openapi.yaml\n {2}GET http:\S+\/v1\/health, 2 times/)
  })

  describe('mocks of the project', () => {
    const runWithMocks = (mocks: string, steps: string) =>
      withFolder(
        {
          'a.apitest.yaml': `suite: A\nmocks:\n${mocks}\nsteps:\n${steps.replaceAll('BASE', `${base}/v1`)}`,
          'openapi.yaml': spec,
          'other.yaml': spec,
          'user.yaml': user,
        },
        folder =>
          runLine(folder, [
            '.',
            '--spec',
            'openapi.yaml',
            '--no-stop-on-failure',
            '--no-history',
            '-r',
            'pretty',
          ]),
      )
    const own =
      '  m: { routes: [{ route: "GET /users/{id}", answer: { json: { id: one } } }, { route: GET /pay, answer: 200 }] }'
    const asked = '  - request: GET {{mocks.m.url}}/users/1\n  - request: GET {{mocks.m.url}}/pay\n'

    it('are held against no description, and not told as undescribed', async () => {
      const { exitCode, output } = await runWithMocks(own, `${asked}  - request: GET BASE/users/1\n`)
      assert.equal(exitCode, 0, output)
      assert.doesNotMatch(output, /Not described/)
      assert.match(output, /1 of 2 operations/)
    })

    it('prove nothing alone', async () => {
      const { exitCode, output } = await runWithMocks(own, asked)
      assert.equal(exitCode, 2, output)
      assert.match(
        output,
        /no request of the run is described in openapi\.yaml[^]*than a mock of the project/,
      )
    })

    it('are held against the description that they answer by', async () => {
      const described = own.replace('m: {', 'm: { spec: openapi.yaml,')
      const { exitCode, output } = await runWithMocks(described, asked)
      assert.equal(exitCode, 1, output)
      assert.match(output, /contract GET \/users\/\{id\}: answer \/id/)
      assert.match(output, /Not described by openapi.yaml\n {2}GET http:\S+\/pay/)
      const other = await runWithMocks(own.replace('m: {', 'm: { spec: other.yaml,'), asked)
      assert.doesNotMatch(other.output, /Not described/)
    })

    it('are held against it where a server behind them answers', async () => {
      const passing = '  m: { proxy: "BASE" }'.replace('BASE', base)
      const { output } = await runWithMocks(passing, '  - request: GET {{mocks.m.url}}/v1/users/1\n')
      assert.match(output, /1 of 2 operations/)
    })
  })

  it('ends with 4 when less is exercised than must be', async () => {
    const step = '  - request: GET BASE/users/1\n'
    const missed = await runWith(step, '--coverage-threshold', '80')
    assert.equal(missed.exitCode, 4)
    assert.match(missed.output, /1 of 2 operations \(50 %\), and 80 % must be/)
    assert.equal((await runWith(step, '--coverage-threshold', 'operations=50,statuses=25')).exitCode, 0)
    const part = await runWith(step, '--coverage-threshold', '80', '--shard', '1/2')
    assert.equal(part.exitCode, 0, part.output)
  })

  it('tells a threshold that is none, and a document that is none', async () => {
    const step = '  - request: GET BASE/users/1\n'
    const wrong = await runWith(step, '--coverage-threshold', 'verbs=10')
    assert.equal(wrong.exitCode, 2)
    assert.match(wrong.errors + wrong.output, /--coverage-threshold verbs=10 is no share from 0 to 100/)
    const missing = await runWith(step, '--spec', 'nothing.yaml')
    assert.equal(missing.exitCode, 2)
    assert.match(missing.errors + missing.output, /there is no file nothing.yaml/)
  })
})
