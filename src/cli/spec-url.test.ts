import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { runLine, withFolder } from '../testing/run-program.ts'

const openapi = `
openapi: 3.0.3
info: { title: Users, version: "1" }
paths:
  /users/{id}:
    get:
      operationId: getUser
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { 200: { description: ok, content: { application/json: { schema: { $ref: parts/user.yaml } } } } }
`
const texts: Readonly<Record<string, string>> = {
  '/docs/openapi.yaml': openapi,
  '/docs/parts/user.yaml': '{ type: object, properties: { id: { type: integer } } }',
  '/users/1': '{ "id": 1 }',
  '/users/7': '{ "id": "seven" }',
  '/page.html': '<!doctype html><html><body>Sign in</body></html>',
}

let server: Server | undefined
let base = ''
let asked: string[] = []
before(async () => {
  server = createServer(({ url = '' }, response) => {
    const [path = ''] = url.split('?')
    asked.push(path)
    const text = texts[path]
    response.statusCode = text === undefined ? 404 : 200
    response.setHeader('content-type', path.startsWith('/users') ? 'application/json' : 'text/plain')
    response.end(text ?? '')
  })
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  base = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server?.close())
beforeEach(() => {
  asked = []
})

/** A suite with a step for each user, whose answer must be as the description at a URL says. */
function suite(url: string, operation = 'getUser', users: readonly number[] = [1]): string {
  const steps = users.map(
    user =>
      `  - request: GET http://${base}/users/${user}\n    validations: [{ status: 200 }, { schema: { spec: "${url}", operation: ${operation} } }]\n`,
  )
  return `suite: A\nsettings: { stop-on-failure: false }\nsteps:\n${steps.join('')}`
}

function run(text: string, ...args: readonly string[]) {
  return withFolder({ 'a.apitest.yaml': text }, async folder => {
    const ended = await runLine(folder, args.length === 0 ? ['.', '--no-history'] : args)
    return { ...ended, all: ended.output + ended.errors }
  })
}

describe('schema with a spec at a URL', () => {
  it('holds answers against it and what it refers to, and fetches each once', async () => {
    const { exitCode, all } = await run(suite(`http://${base}/docs/openapi.yaml`, 'getUser', [1, 7, 1]))
    assert.equal(exitCode, 1)
    assert.match(all, /\/id: must be integer/)
    assert.match(all, /1 failed, 2 passed \(3\)/)
    assert.deepEqual(asked.filter(one => one.startsWith('/docs')).sort(), [
      '/docs/openapi.yaml',
      '/docs/parts/user.yaml',
    ])
  })

  it('may come from a variable', async () => {
    const text = suite('{{docs}}/openapi.yaml').replace(
      'steps:',
      `variables: { docs: "http://${base}/docs" }\nsteps:`,
    )
    const { exitCode, all } = await run(text)
    assert.equal(exitCode, 0, all)
  })

  const wrong: readonly (readonly [what: string, path: string, operation: string, told: RegExp])[] = [
    ['is not there', '/docs/none.yaml', 'getUser', /none\.yaml cannot be read: .*404/],
    ['is a page', '/page.html', 'getUser', /page\.html cannot be read as OpenAPI/],
    ['is another document', '/docs/parts/user.yaml', 'getUser', /cannot be read as OpenAPI: it has neither/],
    ['lacks the operation', '/docs/openapi.yaml', 'getUsers', /it has no operation getUsers/],
  ]
  for (const [what, path, operation, told] of wrong)
    it(`fails where the document ${what}`, async () => {
      const { exitCode, all } = await run(suite(`http://${base}${path}`, operation))
      assert.match(all, told)
      assert.equal(exitCode, 1)
    })

  it('fails where nothing answers', async () => {
    const { exitCode, all } = await run(suite('http://127.0.0.1:1/openapi.yaml'))
    assert.match(all, /127\.0\.0\.1:1\/openapi\.yaml cannot be read/)
    assert.equal(exitCode, 1)
  })

  it('hides credentials in it', async () => {
    for (const path of ['/docs/none.yaml', '/docs/openapi.yaml'])
      for (const reporter of ['pretty', 'json', 'ndjson']) {
        const url = `http://ada:pa55-word@${base}${path}?access_token=t0k3n-value`
        const text = suite(url, 'getUser', [7])
        const { all } = await run(text, '.', '--no-history', '-r', reporter)
        assert.doesNotMatch(all, /pa55-word|t0k3n-value/)
      }
  })

  it('is none that a mock answers by', async () => {
    const text = `suite: A\nmocks:\n  users: { spec: "http://${base}/docs/openapi.yaml" }\nsteps:\n  - request: GET {{mocks.users.url}}/users/1\n`
    const { exitCode, all } = await run(text)
    assert.match(all, /bad-value {2}a mock answers by a file, and http:\S+ is a URL[^]*Save what is there/)
    assert.equal(exitCode, 2)
  })

  it('is not asked for by check, --list, --dry-run or format', async () => {
    const url = `http://${base}/docs/none.yaml`
    for (const args of [
      ['check', '.'],
      ['.', '--list'],
      ['.', '--dry-run'],
      ['format', '--check', '.'],
    ]) {
      const { all } = await run(suite(url), ...args)
      assert.doesNotMatch(all, /schema-file-missing|unknown-operation|cannot be read/, args.join(' '))
    }
    assert.deepEqual(asked, [])
  })
})
