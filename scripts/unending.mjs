// How long commands take to end that have more to compute than anybody can wait for: by the step's timeout, by Ctrl-C
// (SIGINT) and by SIGTERM. `node scripts/unending.mjs [NAME…]` after a build; prints a table, and ends with 1 when one of
// them took longer than two seconds, or ended with another code than 130. A machine that is busy with other things makes it longer.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebSocketServer } from 'ws'

/** Milliseconds until which everything must have ended. */
const most = 2000

const range = (count, make) => Array.from({ length: count }, (_, index) => make(index))
const nested = levels => range(levels, () => 0).reduce(inner => ({ a: inner }), {})

/** A value and what cannot be held against it in time. */
const endless = {
  deep: nested(40),
  recursive: {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        oneOf: [
          { properties: { a: { $ref: '#/$defs/node' } } },
          { properties: { a: { $ref: '#/$defs/node' } }, required: ['b'] },
        ],
      },
    },
  },
  /** Lists in lists in which nearly everything fits nearly everything. */
  lists: range(40, i => range(40, j => range(40, k => (i * j + k) % 3))),
  expectedLists: range(40, i => range(40, j => range(40, k => (i + j * k) % 3))),
  /** Two hundred thousand objects, each of which is compared with ten thousand. */
  objects: range(200_000, id => ({ id, name: `item ${id}` })),
  enumeration: { items: { enum: range(10_000, id => ({ id: -id })) } },
  text: 'a'.repeat(100_000),
}

const bodies = {
  '/deep': endless.deep,
  '/lists': endless.lists,
  '/objects': endless.objects,
  '/text': { text: endless.text },
  '/many': range(300, () => 0).reduce(inner => [inner], 1),
}

const description = {
  openapi: '3.1.0',
  info: { title: 'Endless', version: '1' },
  paths: {
    '/deep': {
      get: {
        operationId: 'deep',
        responses: {
          200: {
            description: 'Deep',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/node' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      node: {
        oneOf: [
          { properties: { a: { $ref: '#/components/schemas/node' } } },
          { properties: { a: { $ref: '#/components/schemas/node' } }, required: ['b'] },
        ],
      },
    },
  },
}

/** A ring of schemas, each of which refers to ten others. */
function ring(size, changed) {
  const schemas = Object.fromEntries(
    range(size, index => [
      `s${index}`,
      {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            range(10, step => [
              `p${step}`,
              { $ref: `#/components/schemas/s${(index * 7 + step + 1) % size}` },
            ]),
          ),
          own: { type: index === 0 && changed ? 'string' : 'integer' },
        },
      },
    ]),
  )
  const paths = Object.fromEntries(
    range(size, index => [
      `/s${index}`,
      {
        get: {
          operationId: `get${index}`,
          responses: {
            200: {
              description: 'One',
              content: { 'application/json': { schema: { $ref: `#/components/schemas/s${index}` } } },
            },
          },
        },
      },
    ]),
  )
  return { openapi: '3.0.3', info: { title: 'Ring', version: '1' }, paths, components: { schemas } }
}

const postman = {
  info: { name: 'Much', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: range(12_000, index => ({
    name: `Request ${index}`,
    request: { method: 'GET', url: `http://127.0.0.1:1/${index}` },
    event: [
      {
        listen: 'test',
        script: { exec: [`pm.test('${index}', () => { pm.expect(pm.response.json().a).to.eql(${index}) })`] },
      },
    ],
  })),
}

const suite = (step, extra = {}) => ({
  suite: 'Endless',
  ...extra,
  steps: [step],
  after: [{ name: 'Clean up', request: 'GET URL/after' }],
})

const longSuite = steps => ({
  suite: 'Much',
  steps: range(steps, index => ({
    request: `GET http://127.0.0.1:1/${index}`,
    validations: [{ '$.a': index }],
  })),
})

const get = (place, more) => ({ request: `GET URL${place}`, timeout: 'TIMEOUT', ...more })

/** A run of one suite: what else it is told, its files, its suite. */
const run = (step, { words = [], files = {}, extra = {} } = {}) => ({
  steps: true,
  words: ['.', '-r', 'json=report.json', ...words],
  files: { 'a.apitest.yaml': suite(step, extra), ...files },
})

const pact = {
  consumer: { name: 'c' },
  provider: { name: 'p' },
  interactions: [
    {
      type: 'Synchronous/HTTP',
      description: 'much',
      request: { method: 'GET', path: '/objects' },
      response: {
        status: 200,
        body: { contentType: 'application/json', encoded: false, content: range(100, () => ({ name: 'x' })) },
        matchingRules: {
          body: {
            $: {
              matchers: [
                {
                  match: 'arrayContains',
                  variants: range(100, index => ({
                    index,
                    rules: { '$.name': { matchers: [{ match: 'regex', regex: '^(?=(a+)+b).*$' }] } },
                  })),
                },
              ],
            },
          },
        },
      },
    },
  ],
  metadata: { pactSpecification: { version: '4.0' } },
}

const streams = `syntax = "proto3"; package e; message M { string text = 1; }
service E { rpc All(M) returns (stream M); rpc None(M) returns (stream M); }`

const mocks = {
  'm.mocks.yaml': {
    mocks: {
      m: {
        unmatched: 'allow',
        routes: [
          { route: 'POST /slow', when: { text: { 'matches-regex': '^(?=(a+)+$)b' } }, answer: 200 },
          { route: 'POST /slow', answer: 202 },
        ],
      },
    },
  },
}

/** The messages of an editor that opens a suite. */
const editor = [
  { id: 1, method: 'initialize', params: { capabilities: {} } },
  {
    method: 'textDocument/didOpen',
    params: {
      textDocument: {
        uri: 'file:///a.apitest.yaml',
        version: 1,
        text: `suite: A\nsteps: ${'['.repeat(20_000)}`,
      },
    },
  },
  {
    id: 2,
    method: 'textDocument/completion',
    params: { textDocument: { uri: 'file:///a.apitest.yaml' }, position: { line: 1, character: 10_000 } },
  },
]
  .map(message => JSON.stringify({ jsonrpc: '2.0', ...message }))
  .map(text => `Content-Length: ${text.length}\r\n\r\n${text}`)
  .join('')

const cases = {
  'schema, a `oneOf` of itself': run(get('/deep', { validations: [{ schema: 's.json' }] }), {
    files: { 's.json': endless.recursive },
  }),
  'schema inline, a long `enum` of objects': run(
    get('/objects', { validations: [{ schema: { ...endless.enumeration } }] }),
  ),
  'schema of an operation': run(
    get('/deep', { validations: [{ schema: { spec: 'api.json', operation: 'deep' } }] }),
    { files: { 'api.json': description } },
  ),
  '`matches`, lists in lists': run(
    get('/lists', { validations: [{ $: { matches: endless.expectedLists } }] }),
  ),
  '`one-of`, a long list': run(
    get('/objects', { validations: [{ $: { 'one-of': range(5_000, index => `no ${index}`) } }] }),
  ),
  'JSONPath, `..` five times': run(get('/many', { validations: [{ '$..*..*..*..*..*': { exists: true } }] })),
  'pattern of a validation': run(
    get('/text', { validations: [{ '$.text': { 'matches-regex': '^(?=(a+)+b).*' } }] }),
  ),
  'pattern of an extract': run(get('/text', { extracts: { x: { from: '$.text', regex: '(?=(a+)+b)c' } } })),
  'ten JSONPaths that take a second each': run(
    get('/many', { validations: range(10, index => ({ [`$..*..*..*..*..*[${index}]`]: { exists: true } })) }),
  ),
  '`stop-when` of a retry': run(
    get('/lists', {
      retry: { attempts: 3, interval: '10ms', 'stop-when': [{ $: { matches: endless.expectedLists } }] },
      validations: [{ status: 404 }],
    }),
  ),
  'message of a WebSocket': run({
    websocket: 'WS/lists',
    timeout: 'TIMEOUT',
    expect: { $: { matches: endless.expectedLists } },
  }),
  'events, each of which meets a pattern': run({
    sse: 'URL/events',
    timeout: 'TIMEOUT',
    expect: { text: { 'matches-regex': '^(?=(a+)+$)b' } },
  }),
  'import of a URL that does not answer': { words: ['import', 'URL/never'], files: {}, sends: true },
  'contract diff of URLs that do not answer': {
    words: ['contract', 'diff', 'URL/never', 'URL/never'],
    files: {},
    sends: true,
  },
  'wait, with a command that ignores SIGTERM': {
    words: ['wait', 'URL/down', '--command', "trap '' TERM; sleep 60"],
    files: {},
    sends: true,
  },
  'messages of Kafka, from a broker that says nothing': run({
    kafka: 'listen',
    brokers: 'SILENT',
    topic: 'orders',
    as: 'orders',
    timeout: 'TIMEOUT',
  }),
  'messages of AMQP, from a broker that says nothing': run({
    amqp: 'listen',
    url: 'amqp://SILENT',
    exchange: 'orders',
    as: 'orders',
    timeout: 'TIMEOUT',
  }),
  'a stream of gRPC without an end': run(
    { grpc: 'e.E/All', target: 'GRPC', proto: 'e.proto', message: {}, timeout: 'TIMEOUT' },
    { files: { 'e.proto': streams } },
  ),
  'a stream of gRPC whose messages meet a pattern': run(
    {
      ...{ grpc: 'e.E/All', target: 'GRPC', proto: 'e.proto', message: {}, timeout: 'TIMEOUT' },
      ...{ 'max-messages': 5, validations: [{ '$[*].text': { any: { 'matches-regex': '^(?=(a+)+$)b' } } }] },
    },
    { files: { 'e.proto': streams } },
  ),
  'a call of gRPC that is not answered': run(
    { grpc: 'e.E/None', target: 'GRPC', proto: 'e.proto', message: {}, timeout: 'TIMEOUT' },
    { files: { 'e.proto': streams } },
  ),
  'a mock that is asked for much': {
    words: ['mock', 'start', 'm.mocks.yaml', '--foreground'],
    files: mocks,
    asks: true,
    serves: true,
  },
  'a mock of a description': {
    words: ['mock', 'start', 'api.json', '--foreground'],
    files: { 'api.json': description },
    serves: true,
  },
  'an editor, with brackets in brackets': { words: ['lsp'], files: {}, input: editor },
  '--spec': run(get('/deep'), { words: ['--spec', 'api.json'], files: { 'api.json': description } }),
  'contract check': {
    words: ['contract', 'check', 'URL', '--spec', 'api.json', '--max-time', 'TIMEOUT'],
    files: { 'api.json': description },
    steps: true,
  },
  'validate --schema': {
    words: ['validate', 'b.json', '--schema', 's.json'],
    files: { 'b.json': endless.deep, 's.json': endless.recursive },
  },
  'validate --spec': {
    words: ['validate', 'b.json', '--spec', 'api.json', '--operation', 'deep'],
    files: { 'b.json': endless.deep, 'api.json': description },
  },
  'contract diff, a ring of schemas': {
    words: ['contract', 'diff', 'old.json', 'new.json'],
    files: { 'old.json': ring(600, false), 'new.json': ring(600, true) },
  },
  'import openapi': {
    words: ['import', 'openapi', 'ring.json'],
    files: { 'ring.json': ring(4000, false) },
  },
  'import postman': {
    words: ['import', 'postman', 'much.json'],
    files: { 'much.json': postman },
  },
  'compile --to k6': {
    words: ['compile', 'a.apitest.yaml', '--to', 'k6'],
    files: {
      'a.apitest.yaml': longSuite(15_000),
    },
  },
  'check of a long suite': {
    words: ['check', '.'],
    files: {
      'a.apitest.yaml': longSuite(30_000),
    },
  },
  'run of a long data file, before the first step': {
    words: ['.', '--data', 'rows.csv'],
    files: {
      'a.apitest.yaml': suite({ request: 'GET URL/{{id}}' }),
      'rows.csv': `id,name\n${range(400_000, index => `${index},"name, ${index}"`).join('\n')}`,
    },
  },
  'pact verify': {
    words: ['pact', 'verify', 'p.json', '--provider', 'URL'],
    files: { 'p.json': pact },
    sends: true,
  },
  'merge-reports': {
    words: ['merge-reports', 'r.json', '-r', 'html=x.html', '-r', 'pretty'],
    files: {
      'r.json': {
        version: 1,
        summary: {
          ...{ steps: {}, suites: {}, rows: {}, outcome: 'passed', problems: [] },
          ...{ startedAt: 1, duration: 1, requests: 0, interrupted: false, exitCode: 0 },
        },
        suites: [
          {
            file: 'a',
            name: 'a',
            outcome: 'passed',
            startedAt: 1,
            duration: 1,
            tags: [],
            steps: {},
            results: range(60_000, index => ({
              index,
              name: `Step ${index}`,
              action: 'request',
              outcome: 'passed',
              attempts: 1,
              startedAt: 0,
              duration: 1,
              validations: [],
              extracts: [],
              failures: [],
              span: { file: 'a', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
            })),
          },
        ],
      },
    },
  },
}

const wanted = process.argv.slice(2)
const chosen = Object.entries(cases).filter(
  ([name]) => wanted.length === 0 || wanted.some(word => name.includes(word)),
)

let onRequest = () => undefined
const texts = Object.fromEntries(Object.entries(bodies).map(([place, body]) => [place, JSON.stringify(body)]))
const server = createServer((request, response) => {
  if (request.url === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let event = 0; event < 20; event++) response.write(`data: ${'a'.repeat(40)}!\n\n`)
  } else if (request.url === '/down') response.writeHead(503).end()
  else if (request.url !== '/never') {
    response.setHeader('content-type', 'application/json')
    response.end(texts[request.url] ?? '{}')
  }
  if (request.url !== '/after') onRequest()
})
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket, request) => {
  socket.send(texts[request.url])
  onRequest()
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`

/** A server that takes connections, and says nothing. */
const silent = createTcpServer(socket => {
  socket.on('error', () => undefined).on('data', () => onRequest())
})
await new Promise(resolve => silent.listen(0, '127.0.0.1', resolve))

/** Answers `All` with messages for ever, and `None` with nothing. */
const grpc = createHttp2Server()
grpc.on('stream', (stream, headers) => {
  stream.on('error', () => undefined)
  onRequest()
  if (headers[':path'] !== '/e.E/All') return
  stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true })
  const text = Buffer.from(`${'a'.repeat(40)}!`)
  const message = Buffer.concat([Buffer.from([0x0a, text.length]), text])
  const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message])
  const next = setInterval(() => stream.write(frame), 5)
  stream.on('close', () => clearInterval(next))
})
await new Promise(resolve => grpc.listen(0, '127.0.0.1', resolve))

const rows = []
for (const [name, one] of chosen) {
  const { words, files, steps } = one
  const row = { name }
  for (const by of ['timeout', 'SIGINT', 'SIGTERM']) {
    if (by === 'timeout' && steps !== true) continue
    row[by] = await measure(words, files, by, one)
  }
  rows.push(row)
  console.log(`| ${name} | ${row.timeout?.text ?? '-'} | ${row.SIGINT.text} | ${row.SIGTERM.text} |`)
}
server.close()
server.closeAllConnections()
sockets.close()
silent.close()
grpc.close()
if (rows.some(row => Object.values(row).some(value => value?.late === true))) process.exitCode = 1

/** From the signal, or the answer's arrival and a timeout of a second, to the end. */
async function measure(words, files, by, { steps, sends, asks, serves, input }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apitest-'))
  const fill = text =>
    text
      .replaceAll('URL', url)
      .replaceAll('SILENT', `127.0.0.1:${silent.address().port}`)
      .replaceAll('GRPC', `127.0.0.1:${grpc.address().port}`)
      .replaceAll('WS/', `${url.replace('http', 'ws')}/`)
      .replaceAll('TIMEOUT', by === 'timeout' ? '1s' : '60s')
  for (const [file, content] of Object.entries(files))
    writeFileSync(
      path.join(folder, file),
      fill(typeof content === 'string' ? content : JSON.stringify(content)),
    )
  const program = spawn(process.execPath, [path.resolve('bin/apitest.cjs'), ...words.map(fill)], {
    cwd: folder,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', data => {
      const [mock] = output.includes('http://') ? [] : (/http:\/\/[\d.:]+/.exec(output + data) ?? [])
      output += data
      if (asks === true && mock !== undefined) askMuch(mock)
    })
  if (input !== undefined) program.stdin.on('error', () => undefined).write(input)
  let since
  let timer
  const begin = () => {
    if (since !== undefined) return
    since = performance.now() + (by === 'timeout' ? 1000 : 0)
    if (by !== 'timeout') program.kill(by)
  }
  onRequest = () => {
    timer ??= setTimeout(begin, by === 'timeout' ? 0 : 300)
  }
  if (steps !== true && sends !== true && asks !== true) timer = setTimeout(begin, 1000)
  const code = await new Promise(resolve => program.on('exit', (status, signal) => resolve(status ?? signal)))
  clearTimeout(timer)
  rmSync(folder, { recursive: true, force: true })
  if (process.env.VERBOSE !== undefined) console.error(output)
  if (since === undefined) return { text: `ended before (${code})`, late: false }
  const took = performance.now() - since
  // A command that only computes is left to the system, which ends it at once; to serve until the end is requested is
  // no failure.
  const expected = serves === true ? [0] : steps === true || sends === true ? [130] : [130, by]
  const isRight = by === 'timeout' || expected.includes(code)
  return { text: `${(Math.max(took, 0) / 1000).toFixed(2)} s (${code})`, late: took > most || !isRight }
}

/** Asks a mock ten times for what takes a second each. */
function askMuch(mock) {
  onRequest()
  for (let count = 0; count < 10; count++)
    fetch(`${mock}/slow`, { method: 'POST', body: `${'a'.repeat(40)}!` }).catch(() => undefined)
}
