import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { startPlayground } from '../../playground/start-playground.ts'
import { type Answer, httpServer } from '../actions/http/testing/http-server.ts'
import { type Finished, runLine, withFolder } from '../testing/run-program.ts'

/** The response for each path. */
const answers: Readonly<Record<string, Answer | undefined>> = {
  '/users/undefined': (_, response) => response.writeHead(404).end('{}'),
  '/page': (_, response) =>
    response
      .writeHead(404, { 'content-type': 'text/html', server: 'nginx' })
      .end('<html><title>Not Found</title></html>'),
  '/private': (_, response) => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  '/orders': (_, response) =>
    response
      .writeHead(422, { 'content-type': 'application/json' })
      .end('{"detail":[{"loc":["body","email"],"msg":"field required"}]}'),
  '/often': (_, response) => response.writeHead(429, { 'retry-after': '30' }).end(),
  '/methods': (_, response) => response.writeHead(405, { allow: 'GET' }).end(),
  '/gateway': (_, response) => response.writeHead(503).end('no healthy upstream'),
  '/evil': (_, response) => response.writeHead(409).end('{"message":"a\\u001b[31m\\nb\\u202e ##[error]c"}'),
  '/moved': (_, response) => response.writeHead(302, { location: '/login' }).end(),
  '/plain': (_, response) => response.writeHead(500).end(),
  '/user': (_, response) =>
    response.setHeader('content-type', 'application/json').end('{"data":{"id":"1"},"errors":[]}'),
}

const answering: Answer = (request, response) => {
  answers[request.url]?.(request, response)
}

/** Runs `apitest` with URL standing for a server that answers as above. */
async function call(...line: string[]): Promise<Finished> {
  await using server = await httpServer(answering)
  return await withFolder({}, folder =>
    runLine(
      folder,
      line.map(word => word.replace('URL', server.url)),
    ),
  )
}

/** A JSON Web Token whose time is over since an hour. */
function oldToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ sub: 'ada', exp: Math.floor(Date.now() / 1000) - 3600 })}.c2lnbmF0dXJl`
}

describe('apitest send explains', () => {
  for (const [what, words, expected] of [
    [
      'a path that nobody filled in',
      ['URL/users/undefined'],
      /path has "undefined".*\n.*extract of an earlier step/,
    ],
    [
      'a web page',
      ['URL/page'],
      /There is nothing at \/page.*\n.*titled "Not Found", from "nginx".*\n.*base path/,
    ],
    ['that nobody asks', ['URL/private'], /No credentials were sent.*Bearer.*\n.*--bearer TOKEN/],
    [
      'what is wrong with the values',
      ['POST', 'URL/orders', '--json', '{emial: a}'],
      /email "field required"\. The body that was sent has no email, and has emial/,
    ],
    ['when to come again', ['URL/often'], /retry-after says "30".*\n.*in 30 s/],
    ['which methods are taken', ['DELETE', 'URL/methods'], /does not take DELETE\.\n.*GET/],
    ['who answered', ['URL/gateway'], /It was Envoy that answered/],
    [
      'where a redirect leads',
      ['URL/moved'],
      /\n\nIt is elsewhere for now\.\nIt leads to "\/login".*\nGive credentials/,
    ],
    [
      'where a value is',
      ['URL/user', '--validate', '$.id: 1'],
      /one level deeper, in data\.\nDid you mean \$\.data\.id\?/,
    ],
    ['an error that has a name in quotes', ['URL/evil'], /says "a\\x1b\[31m b\\u202e ##\[error\]c"/],
  ] as const)
    it(what, async () => {
      const { output } = await call('send', ...words)
      assert.match(output, expected)
    })

  it('that a token is too old, and shows nothing of it', async () => {
    const token = oldToken()
    for (const more of [[], ['--json-output']]) {
      const { output, errors } = await call('send', 'URL/private', '--bearer', token, ...more)
      assert.match(output, /expired 60 min ago/)
      for (const part of token.split('.')) assert.ok(!(output + errors).includes(part))
    }
  })

  it('no cause where no fact says one, and of a success only what it means', async () => {
    const { output } = await call('send', 'URL/plain')
    assert.match(output, /got 500\nThe server failed while it handled GET \/plain\.\n\$ curl/)
    assert.match(
      (await call('send', 'URL/user')).output,
      /\n\}\n\nThe server did what GET \/user asks for\.\n$/,
    )
  })

  it('on standard error, where only the body is printed', async () => {
    const { output, errors } = await call('send', '-s', 'URL/gateway')
    assert.deepEqual([output, /It was Envoy/.test(errors)], ['no healthy upstream', true])
  })

  it('in JSON always', async () => {
    const explained = async (...line: string[]): Promise<unknown> =>
      (JSON.parse((await call('send', ...line, '--json-output')).output) as { explanation: unknown })
        .explanation
    assert.deepEqual(await explained('URL/user'), { meaning: 'The server did what GET /user asks for.' })
    assert.deepEqual(await explained('127.0.0.1:1'), {
      meaning: 'Nothing was sent: the machine is there, and no program listens at this port.',
      cause: 'connect ECONNREFUSED 127.0.0.1:1 (nothing listens there).',
      next: 'Start the service, or check the host and port of the URL. One that is just starting can be waited for: `apitest wait`.',
    })
    const schema = '{type: object, required: [id], properties: {errors: {type: object}}}'
    assert.deepEqual(
      ((await explained('URL/user', '--validate', `schema: ${schema}`)) as { differences: unknown })
        .differences,
      ["/: must have required property 'id'", '/errors: must be object'],
    )
  })
})

describe('other commands explain, too', () => {
  it('apitest poll, at the end', async () => {
    const { output } = await call('poll', 'URL/gateway', '--times', '2', '--interval', '1ms')
    assert.equal(output.match(/It was Envoy/g)?.length, 1)
  })

  it('apitest ws and sse', async () => {
    assert.match((await call('sse', 'URL/user')).output, /The answer has the type application\/json/)
    await using server = await httpServer((_, response) => response.writeHead(403).end())
    const { output } = await runLine(process.cwd(), ['ws', server.url.replace('http', 'ws'), '--no-history'])
    assert.match(output, /The WebSocket was refused\..*\nThe request has no Origin/)
  })

  it('apitest contract check, where an answer is a refusal', async () => {
    await using server = await httpServer(answering)
    const responses = 'responses: { 200: { description: ok } }'
    const spec = `openapi: 3.0.0\ninfo: { title: a, version: "1" }\npaths:\n  /private: { get: { ${responses} } }\n`
    await withFolder({ 'api.yaml': spec }, async folder => {
      const { output } = await runLine(folder, ['contract', 'check', server.url, '--spec', 'api.yaml'])
      assert.match(output, /hint: No credentials were sent.*Bearer\. Give a token/)
      assert.equal(output.match(/No credentials/g)?.length, 1)
    })
  })

  it('apitest grpc', async () => {
    const playground = await startPlayground({ port: 0, grpc: {} })
    try {
      const { host } = new URL(playground.grpcUrl ?? '')
      const line = ['grpc', host, 'shop.v1.Shop/GetProduct', '-d', '{"id": 999}', '--no-history']
      assert.match((await runLine(process.cwd(), line)).output, /What the message names is not there\.\n/)
    } finally {
      await playground.close()
    }
  })
})

describe('the report of a run explains a step that did not pass', () => {
  const suite = (url: string): string => `suite: a
settings: { stop-on-failure: false }
steps:
  - request: GET ${url}/private
  - request: GET http://127.0.0.1:1/
  - { request: "GET ${url}/user", validations: [{ $.id: 1 }] }
  - { request: "GET ${url}/often", validations: [{ status: 429 }] }
`

  it('once, and says no hint again', async () => {
    await using server = await httpServer(answering)
    await withFolder({ 'a.apitest.yaml': suite(server.url) }, async folder => {
      const reporters = ['pretty', 'html=a.html', 'markdown=a.md'].flatMap(name => ['--reporter', name])
      const { output } = await runLine(folder, ['a.apitest.yaml', ...reporters])
      const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8')
      for (const text of [output, await read('a.html'), await read('a.md')]) {
        assert.match(text, /No credentials were sent/)
        assert.match(text, /Did you mean \$\.data\.id\?/)
        assert.equal(text.match(/Start the service, or check the host/g)?.length, 1)
        assert.doesNotMatch(text, /Send it again/)
      }
    })
  })
})
