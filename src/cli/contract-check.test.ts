import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { ContractCheck } from '../model/contract-check.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

let server: Server | undefined
let base = ''
const seen: (string | undefined)[] = []
const seenUrls: string[] = []
before(async () => {
  server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    seenUrls.push(request.url ?? '')
    const isFound = request.url === '/users/7' || request.url === '/users'
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(request.url === '/users' ? [] : { id: request.url === '/users/7' ? 7 : 'none' }),
    )
  })
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server?.close())

const user = '{ type: object, required: [id], properties: { id: { type: integer } } }'
const spec = `
openapi: 3.0.3
info: { title: Users, version: "1" }
paths:
  /users:
    get:
      tags: [lists]
      responses: { 200: { description: ok, content: { application/json: { schema: { type: array } } } } }
    post:
      responses: { 201: { description: made } }
  /users/{id}:
    get:
      operationId: getUser
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        200: { description: ok, content: { application/json: { schema: ${user} } } }
        404: { description: no, content: { application/json: { schema: ${user} } } }
`

/** Runs `contract check`; answers with what was printed, and the report that was kept. */
function check(options: readonly string[], files: Readonly<Record<string, string>> = {}) {
  return withFolder({ 'openapi.yaml': spec, ...files }, async folder => {
    const given = ['contract', 'check', base, '--spec', 'openapi.yaml', ...options]
    const finished = await runLine(folder, given, { environment: { TOKEN: 'from-environment' } })
    const kept = path.join(folder, '.tool', 'contracts')
    const names: readonly string[] = await readdir(kept).catch(() => [])
    const report = names.includes('latest.json')
      ? (JSON.parse(await readFile(path.join(kept, 'latest.json'), 'utf8')) as ContractCheck)
      : undefined
    const junit = await readFile(path.join(folder, 'junit.xml'), 'utf8').catch(() => '')
    return { ...finished, names, report, junit }
  })
}

describe('apitest contract check', () => {
  it('E10: tells a failure once, and with --json or a report on the terminal there', async () => {
    const times = (text: string): number => text.split(/must be integer/).length - 1
    for (const options of [[], ['--reporter', 'junit=junit.xml']]) {
      const { output, errors, exitCode } = await check(options)
      assert.deepEqual([exitCode, times(output), times(errors)], [1, 1, 0], output + errors)
      assert.match(errors, /^report \S+\n$/)
      assert.match(output, /^✗ GET \/users\/\{id\} {2}openapi\.yaml:12:5$/m)
    }
    const asJson = await check(['--json'])
    assert.equal(times(asJson.errors), 1, asJson.errors)
  })

  it('E9: writes a comma in an item of a list so that it is no separator, and reads it so', async () => {
    const list = '{ type: array, minItems: 2, maxItems: 2, items: { type: string, minLength: 3 } }'
    const parts = [
      '{ name: keys, in: path, required: true',
      '{ name: tags, in: query, required: true, explode: false',
      '{ name: X-L, in: header, required: true',
    ]
    const parameters = parts.map(part => `        - ${part}, schema: ${list}, example: ['a,b', 'c%d/e'] }`)
    const member = 'schema: { type: object, properties: { k: { enum: ["x,y"] } } }, example: { k: "x,y" } }'
    const openapi = [
      'openapi: 3.0.3',
      'info: { title: T, version: "1" }',
      'paths:',
      '  /things/{keys}:',
      '    get:',
    ]
    const lines = [
      ...[...openapi, '      parameters:', ...parameters],
      `        - { name: o, in: query, required: true, explode: false, ${member}`,
      '      responses: { 404: { description: none } }',
    ]
    const { exitCode, output } = await check([], { 'openapi.yaml': lines.join('\n') })
    assert.equal(exitCode, 0, output)
    const calls = seenUrls.filter(url => url.startsWith('/things/'))
    assert.ok(calls.includes('/things/a%2Cb,c%25d%2Fe?tags=a%2Cb,c%25d/e&o=k,x%2Cy'), calls.join('\n'))
  })

  it('prints a line for each operation, the failures, and what was not called', async () => {
    const { exitCode, output, errors, names, report } = await check([])
    assert.equal(exitCode, 1)
    assert.match(output, /^✓ GET \/users {7}200 {5}✓ {7}✓ {5}✓ {5}✓ {8}✓ /m)
    assert.match(output, /^✗ GET \/users\/\{id\} {2}404 .* id guessed$/m)
    assert.match(output, /^ {2}answer \/id: must be integer\n {2}hint: There is no example value for id/m)
    assert.match(output, /^ {2}\$ curl http:\/\/127\.0\.0\.1:\d+\/users\/1/m)
    assert.match(output, /^- not called: it may change data.*\n {4}POST \/users$/m)
    assert.match(output, /^3 operations: 1 failed, 1 passed, 1 not called/m)
    assert.match(errors, /^report \.tool\/contracts\/\d{4}-.*-openapi\.json$/m)
    assert.equal(names.length, 2)
    assert.equal(report?.summary.failed, 1)
  })

  it('takes values, credentials of the configuration, and filters', async () => {
    const configuration = 'settings: { auth: { bearer: "{{env.TOKEN}}" } }\n'
    const files = { 'apitest.config.yaml': configuration, 'values.yaml': 'getUser: { id: 7 }\n' }
    seen.length = 0
    const options = ['--params', 'values.yaml', '--exclude', 'GET /users']
    const { exitCode, output, report } = await check(options, files)
    assert.equal(exitCode, 0, output)
    assert.deepEqual(seen, ['Bearer from-environment'])
    assert.doesNotMatch(output + JSON.stringify(report), /from-environment/)
  })

  it('writes reports beside the table, or in its place', async () => {
    const beside = await check(['--reporter', 'junit=junit.xml', '--param', 'id=7'])
    assert.match(beside.output, /^✓ GET \/users/m)
    assert.match(beside.junit, /<testcase name="GET \/users\/\{id\}"/)
    const github = await check(['-r', 'github'])
    assert.match(github.output, /^::error file=openapi\.yaml,line=12,/m)
    const json = await check(['--json', '--tag', 'lists'])
    assert.equal((JSON.parse(json.output) as ContractCheck).summary.called, 1)
  })

  const wrong: readonly (readonly [options: readonly string[], message: RegExp])[] = [
    [['--param', 'id'], /--param id is not name=value/],
    [['--param', 'idd=1'], /--param idd is no parameter of any operation/],
    [['--max-operations', '0'], /--max-operations must be a whole number from 1/],
    [['--tag', 'none'], /--tag none selects nothing: no operation has that tag/],
    [['--spec', 'none.yaml'], /spec/],
    [['--env', 'nowhere'], /there is no environment "nowhere"/],
    [['--collection', 'Shop'], /Shop/],
    [['--reporter', 'nothing'], /there is no reporter "nothing"/],
    [['--bearer', '{{unknown}}'], /--bearer: .*unknown/],
  ]
  for (const [options, message] of wrong)
    it(`refuses ${options.join(' ')}`, async () => {
      const { exitCode, errors } = await check(options)
      assert.equal(exitCode, 2, errors)
      assert.match(errors, message)
    })

  it('says when the API cannot be reached', async () => {
    await withFolder({ 'openapi.yaml': spec }, async folder => {
      const given = ['contract', 'check', '127.0.0.1:1', '--spec', 'openapi.yaml']
      const { exitCode, output } = await runLine(folder, given)
      assert.equal(exitCode, 3)
      assert.match(output, /Network Error: connect ECONNREFUSED 127\.0\.0\.1:1/)
    })
  })
})
