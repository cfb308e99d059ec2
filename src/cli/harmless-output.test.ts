import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { textReporterNames } from '../report/index.ts'
import { runLine, withFolder } from '../testing/run-program.ts'
import { withoutCommands } from './print.ts'

/**
 * Sequences that a terminal, a reader or a build server would obey: a colour, a link, control characters of both kinds,
 * bidi.
 */
const escapes = 'a\u001b[5;97mb\u001b]8;;http://evil.test\u0007c\u009b2Jd\u202ee\u0085f'
const commands = '\n::set-output name=a::b\r::add-mask::c\n \u00a0::stop-commands::d\n x ##[add-path]/e'
const hostile = escapes + commands
/** The same as a name, which is to stay on its line. */
const name = `${hostile}\nFORGED\u2028FORGED\r\nFORGED`

const tag = 'a\u001b[5;97mb\u009bc\u202e##[x]'

/**
 * Lists the dangers that are left in an output that is to be harmless; empty when it is. A body for a pipe is printed
 * as it came.
 */
function dangers(output: string, isBody = false): readonly string[] {
  // eslint-disable-next-line no-control-regex -- the colours of the program.
  const text = output.replaceAll(/\u001b\[(?:[0-9]|[1-9][0-9])m/g, '')

  const controls = /[^\n\t\u0020-\u007e\u00a0-\u061b\u061d-\u2027\u202f-\u2065\u206a-\uffff]/g
  const lines = text.split(/[\r\n]/)
  return [
    ...((isBody ? null : text.match(controls)) ?? []).map(
      found => `character ${found.charCodeAt(0).toString(16)}`,
    ),
    ...lines.filter(line => line.trimStart().startsWith('::') || /##(?:vso)?\[/.test(line)),
    ...lines.filter(line => line.startsWith('FORGED')),
  ]
}

let server: Awaited<ReturnType<typeof httpServer>>
let sockets: WebSocketServer
before(async () => {
  server = await httpServer(({ url }, response) => {
    if (url === '/sse')
      response.setHeader('content-type', 'text/event-stream').end(`event: ${escapes}\ndata: ${escapes}\n\n`)
    else if (url === '/openapi') response.end(JSON.stringify(description))
    else
      response
        .setHeader('x-evil', 'a\u009bb')
        .end(url === '/json' ? JSON.stringify({ [name]: name }) : hostile)
  })
  sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets.on('connection', socket => {
    socket.send(hostile)
  })
})
after(async () => {
  for (const socket of sockets.clients) socket.terminate()
  sockets.close()
  await server[Symbol.asyncDispose]()
})

/** A description of an API that is hostile wherever it can be. */
const operation = {
  summary: name,
  operationId: name,
  tags: [tag],
  responses: { [200]: { description: name } },
}
const description = {
  openapi: '3.0.3',
  info: { title: name, version: name },
  paths: { '/text': { get: operation } },
}

const suite = {
  suite: name,
  tags: [tag],
  settings: { 'stop-on-failure': false },
  variables: { a: name },
  steps: [
    {
      name,
      tags: [tag],
      request: 'GET {{base}}/text',
      headers: { 'x-a': 'b' },
      validations: [{ text: name }, { [`header ${escapes}`]: name }],
    },
    {
      request: 'POST {{base}}/json',
      json: { [name]: name },
      validations: [{ status: 201 }, { $: { matches: { [name]: 1 } } }],
      extracts: { a: '$.nothing' },
    },
    {
      exec: ['node', '-e', `process.stdout.write(${JSON.stringify(hostile)}); process.exit(3)`],
      validations: [{ status: 0 }],
    },
    { script: `console.log(${JSON.stringify(name)}); throw new Error(${JSON.stringify(name)})` },
  ],
}
const collection = {
  version: 1,
  name,
  description: name,
  items: [{ kind: 'folder', name, items: [{ kind: 'request', name, step: suite.steps[0] }] }],
  environments: [],
}
const pact = {
  consumer: { name },
  provider: { name },
  interactions: [
    {
      description: name,
      providerStates: [{ name }],
      request: { method: 'GET', path: '/text' },
      response: { status: 201, headers: { [escapes]: 'a' } },
    },
  ],
  metadata: { pactSpecification: { version: '3.0.0' } },
}
const changed = { ...description, paths: { '/text': { put: operation } } }
const postman = {
  info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name,
      request: { method: 'GET', url: 'http://127.0.0.1:1/x', auth: { type: name } },
      event: [{ listen: name }],
    },
  ],
}

const files = {
  'a.apitest.yaml': JSON.stringify({ ...suite, variables: { ...suite.variables, base: 'BASE' } }),
  'broken.apitest.yaml': JSON.stringify({
    suite: name,
    steps: [{ [name]: name }, { name, request: `GET ${name}`, use: name }],
  }),
  'unreadable.apitest.yaml': `suite: x\n  ${escapes}: [${hostile}`,
  'openapi.json': JSON.stringify(description),
  'changed.json': JSON.stringify(changed),
  'pact.json': JSON.stringify(pact),
  'postman.json': JSON.stringify(postman),
  'curl.txt': `curl 'http://127.0.0.1:1/${escapes}' -H 'a: ${escapes}' --unknown-${escapes}`,
  'schema.json': JSON.stringify({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'number' } },
  }),
  'body.json': JSON.stringify({ [name]: name }),
  'rows.csv': `a,"${name}"\n1,"${name}"\n`,
  'a.proto': `syntax = "proto3"; ${escapes}`,
  '.tool/api-collections.json': JSON.stringify({
    version: 1,
    collections: [collection],
    environments: [{ name, variables: { [name]: name }, secrets: { [name]: name } }],
    history: [],
  }),
}

const onGithub = { GITHUB_ACTIONS: 'true', FORCE_COLOR: '1' }

/** Command lines; `BASE` stands for the server, `NAME` for the hostile name. */
const lines: readonly (readonly string[])[] = [
  ['a.apitest.yaml', '--list'],
  ['a.apitest.yaml', '--dry-run'],
  ['broken.apitest.yaml'],
  ['check', '.'],
  ['NAME'],
  ['--NAME'],
  ['--reporter', 'NAME'],
  ['send', 'BASE/text'],
  ['send', 'BASE/text', '--body-only'],
  ['send', 'BASE/json', '--json-output', '--validate', '$.a: NAME'],
  ['send', 'BASE/json', '--verbose', '--extract', 'a: $'],
  ['send', 'BASE/text', '--curl', '-H', 'x: NAME', '--data', 'NAME'],
  ['poll', 'BASE/json', '--times', '2', '--interval', '1ms', '--validate', '$.a: NAME'],
  ['sse', 'BASE/sse', '--count', '1'],
  ['ws', 'SOCKET', '--count', '1'],
  ['ws', 'SOCKET', '--count', '1', '--json-output'],
  ['grpc', 'list', '--proto', 'a.proto'],
  ['listen', 'kafka', '127.0.0.1:1', 'NAME', '-m', '300ms'],
  ['publish', 'amqp', 'amqp://127.0.0.1:1', 'NAME', '-r', 'NAME', '-b', 'NAME', '-m', '300ms'],
  ['history'],
  ['history', 'show'],
  ['history', '--json'],
  ['collections'],
  ['collections', 'show', 'NAME'],
  ['collections', 'show', 'NAME/NAME/NAME'],
  ['collections', '--json'],
  ['collections', 'create', 'NAME'],
  ['environments'],
  ['environments', 'show', 'NAME'],
  ['environments', 'show', 'NAME', '--json'],
  ['import', 'postman.json'],
  ['import', 'curl.txt'],
  ['import', 'BASE/openapi', '--name', 'other NAME'],
  ['import', 'BASE/text'],
  ['compile', 'a.apitest.yaml', '--to', 'curl'],
  ['compile', 'a.apitest.yaml', '--to', 'k6'],
  ['compile', 'a.apitest.yaml', '--to', 'node-test'],
  ['compile', 'a.apitest.yaml', '--to', 'postman', '--json'],
  ['compile', 'postman.json', '--to', 'suite'],
  ['contract', 'check', 'BASE', '--spec', 'openapi.json'],
  ['contract', 'check', 'BASE', '--spec', 'openapi.json', '--json'],
  ['contract', 'diff', 'openapi.json', 'changed.json'],
  ['contract', 'diff', 'openapi.json', 'changed.json', '-r', 'markdown'],
  ['pact', 'verify', 'pact.json', '--provider', 'BASE'],
  ['pact', 'generate', 'a.apitest.yaml', '--consumer', 'NAME', '--provider', 'b'],
  ['wait', 'BASE/NAME', '--command', 'printf "a\\033[5;97mb\\r::add-mask::x\\n"; exit 3', '--timeout', '1s'],
  ['validate', 'body.json', '--schema', 'schema.json'],
  ['validate', 'body.json', '--schema', 'schema.json', '--json'],
  ['merge-reports', 'report.json', '-r', 'tap'],
  ['merge-reports', 'NAME'],
  ['completion'],
]

describe('no output obeys what it tells of', () => {
  test('C2, C6: every command prints names and bodies without escapes, forged lines and workflow commands', async () => {
    const filled = (text: string): string =>
      text
        .replaceAll('BASE', server.url)
        .replaceAll('SOCKET', `ws://127.0.0.1:${portOf(sockets)}`)
        .replaceAll('NAME', name)
    const written = Object.fromEntries(
      Object.entries(files).map(([file, text]) => [file, text.replaceAll('BASE', server.url)]),
    )
    const reports = textReporterNames.map(reporter => ['a.apitest.yaml', '-r', reporter, '--allow-exec'])
    const all = [['a.apitest.yaml', '-r', 'json=report.json'], ...reports, ...lines]
    const printed = await withFolder(written, folder =>
      Promise.all(all.map(line => runLine(folder, line.map(filled), { environment: onGithub }))),
    )
    const found = printed.flatMap(({ output, errors }, index) => {
      const line = all[index] ?? []
      const isGithub = line[2] === 'github'
      const isPage = line[2] === 'html'
      const text = isGithub ? output.replaceAll(/^::(?:error|warning) .*$/gm, '') : output
      assert.ok(index === 0 || output + errors !== '', line.join(' '))
      const found = dangers(text, line.includes('--body-only')).filter(
        danger => !isPage || !/^FORGED/.test(danger),
      )
      return [...found, ...dangers(errors)].map(
        danger => `${line.join(' ').slice(0, 80)} prints ${JSON.stringify(danger)}`,
      )
    })
    assert.equal(printed.length, all.length)
    assert.deepEqual(found, [])
  })

  for (const [text, printed] of [
    ['a\n::error::b', 'a\n·::error::b'],
    ['::error::b', '·::error::b'],
    ['a\r \u3000::error::b', 'a\r \u3000·::error::b'],
    ['\u001b[31m::error::b', '\u001b[31m·::error::b'],
    ['a ##[group]b ##vso[c]', 'a ##·[group]b ##·vso[c]'],
    ['a::b ## [c]', 'a::b ## [c]'],
  ] as const)
    test(`C6: ${JSON.stringify(text)} is printed as ${JSON.stringify(printed)} on a build server alone`, () => {
      for (const server of ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'])
        assert.equal(withoutCommands(text, { [server]: 'true' }), printed)
      assert.equal(withoutCommands(text, {}), text)
    })
})

function portOf(listening: WebSocketServer): number {
  const address = listening.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
