import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

const openapi = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/items': {
      get: { responses: { 200: { description: 'ok' } } },
      post: { responses: { 200: { description: 'ok' } } },
    },
  },
})

const pact = JSON.stringify({
  consumer: { name: 'web' },
  provider: { name: 'shop' },
  interactions: [
    { description: 'items', request: { method: 'GET', path: '/items' }, response: { status: 200 } },
  ],
  metadata: { pactSpecification: { version: '2.0.0' } },
})

function filesFor(url: string): Readonly<Record<string, string>> {
  return {
    'apitest.config.yaml': [
      'environments:',
      `  test: { variables: { base: "${url}" } }`,
      `  live: { production: true, variables: { base: "${url}" } }`,
      '',
    ].join('\n'),
    'read.apitest.yaml': 'suite: Read\nsteps: [{ request: "GET {{base}}/items" }]\n',
    'query.apitest.yaml':
      'suite: Query\nsteps: [{ request: "POST {{base}}/graphql", graphql: { query: "{ items { id } }" }, validations: [{ status: 200 }] }]\n',
    'write.apitest.yaml':
      'suite: Write\nsteps: [{ request: "GET {{base}}/items" }, { request: "DELETE {{base}}/items" }]\n',
    'mutation.apitest.yaml':
      'suite: Mutation\nsteps: [{ request: "POST {{base}}/graphql", graphql: { query: "mutation { add { id } }" }, validations: [{ status: 200 }] }]\n',
    'uses.apitest.yaml': 'suite: Uses\nsteps: [{ use: write.apitest.yaml }]\n',
    'after.apitest.yaml':
      'suite: After\nsteps: [{ request: "GET {{base}}/items" }]\nafter: [{ request: "POST {{base}}/reset", json: {} }]\n',
    'script.apitest.yaml': `suite: Script\nsteps: [{ request: "GET {{base}}/items", scripts: { after: "pm.sendRequest({ url: pm.variables.get('base'), method: 'POST' })" } }]\n`,
    'wait.apitest.yaml':
      'suite: Wait\nsteps: [{ wait: "{{base}}/items", command: "exit 1", timeout: 1s }, { request: "GET {{base}}/items" }]\n',
    'override.apitest.yaml':
      'suite: Override\nsteps: [{ request: "GET {{base}}/items", headers: { X-HTTP-Method-Override: DELETE } }]\n',
    'shared.apitest.yaml':
      'suite: Shared\nsettings: { headers: { x-method-override: PUT } }\nsteps: [{ request: "GET {{base}}/items" }]\n',
    'get-mutation.apitest.yaml':
      'suite: Mutation\nsteps: [{ request: "GET {{base}}/graphql", graphql: { query: "mutation { add { id } }" }, validations: [{ status: 200 }] }]\n',
    'query-mutation.apitest.yaml':
      'suite: Mutation\nsteps: [{ request: "GET {{base}}/graphql?query=mutation+M%7Badd%7D" }, { request: "GET {{base}}/graphql", query: { query: "mutation { add }" } }]\n',
    'trusting.apitest.yaml':
      'suite: Trusting\nsteps: [{ request: "GET {{base}}/items", tls: { verify: false } }]\n',
    'trusts.apitest.yaml':
      'suite: Trusts\nsettings: { tls: { verify: false } }\nsteps: [{ request: "GET {{base}}/items" }]\n',
    'handing.apitest.yaml':
      'suite: Handing\nmocks: { shop: { proxy: "{{base}}" } }\nsteps: [{ request: "GET {{base}}/items" }]\n',
    'search.apitest.yaml':
      'suite: Search\nsteps: [{ request: "GET {{base}}/items?query=mutation+b&method=x" }]\n',
    'safe.apitest.yaml':
      'suite: Safe\nsteps: [{ request: "POST {{base}}/login", json: {}, safe: true }, { request: "GET {{base}}/items" }]\n',
    'uses-safe.apitest.yaml': 'suite: Uses\nsteps: [{ use: safe.apitest.yaml }]\n',
    'half.apitest.yaml':
      'suite: Half\nsteps:\n  - { request: "POST {{base}}/login", json: {}, safe: true }\n  - { name: Order, request: "POST {{base}}/items", json: {} }\n  - { request: "DELETE {{base}}/items" }\n',
    'openapi.json': openapi,
    'pact.json': pact,
  }
}

/** Lines that would change data in production, or put it to the test. */
const refused = [
  'run write.apitest.yaml --env live',
  'run mutation.apitest.yaml --env live',
  'run uses.apitest.yaml --env live',
  'run half.apitest.yaml --env live',
  'run after.apitest.yaml --env live',
  'run script.apitest.yaml --env live',
  'run read.apitest.yaml write.apitest.yaml --env live',
  'run wait.apitest.yaml --env live',
  'run override.apitest.yaml --env live',
  'run shared.apitest.yaml --env live',
  'run get-mutation.apitest.yaml --env live',
  'run query-mutation.apitest.yaml --env live',
  'wait {{base}}/items --command true --env live',
  'wait --command true --env live',
  'wait {{base}}/items --env live --then true',
  'run handing.apitest.yaml --env live',
  'operation run-command {"environment":"live","command":"true"}',
  'operation wait-for-health {"environment":"live","urls":["{{base}}/items"],"command":"true"}',
  'send POST {{base}}/items --json {} --env live',
  'send DELETE {{base}}/items --env live',
  'poll PUT {{base}}/items --json {} --times 1 --env live',
  'ws {{base}}/socket --message hi --env live',
  'grpc 127.0.0.1:1 a.B/C -d {} --env live',
  'contract check URL --spec openapi.json --include-writes --env live',
  'pact verify pact.json --provider URL --env live',
  'pact generate write.apitest.yaml --consumer a --provider b --env live',
  'load read.apitest.yaml --requests 1 --env live',
  'operation send-request {"environment":"live","step":{"request":"POST_{{base}}/items"}}',
]

/** Lines that would trust whoever answers there. */
const trusting = [
  'run trusting.apitest.yaml --env live',
  'run trusts.apitest.yaml --env live',
  'send GET {{base}}/items -k --env live',
  'poll GET {{base}}/items -k --times 1 --env live',
  'contract check URL --spec openapi.json -k --env live',
  'grpc list 127.0.0.1:1 -k --env live',
  'load trusts.apitest.yaml --requests 1 --env live',
  'pact verify pact.json --provider URL -k --env live',
  'operation send-request {"environment":"live","step":{"request":"GET_{{base}}/items","tls":{"verify":false}}}',
]

/** Lines that only read there, or change data elsewhere. */
const allowed = [
  'run search.apitest.yaml --env live',
  'run safe.apitest.yaml --env live',
  'run uses-safe.apitest.yaml --env live',
  'run override.apitest.yaml --env test',
  'run trusting.apitest.yaml --env test',
  'wait {{base}}/items --env live',
  'wait --command true --env test',
  'run handing.apitest.yaml --env test',
  'run read.apitest.yaml --env live',
  'run query.apitest.yaml --env live',
  'send GET {{base}}/items --env live',
  'send HEAD {{base}}/items --env live',
  'run write.apitest.yaml --env test',
  'run write.apitest.yaml --env live --dry-run',
  'run write.apitest.yaml --env live --list',
  'check write.apitest.yaml --env live',
  'send POST {{base}}/items --json {} --env live --curl',
  'contract check URL --spec openapi.json --env live',
]

describe('an environment that is marked as production', () => {
  /** Runs a line with a server, and returns the outcome and the methods of the requests. */
  async function outcomeOf(
    line: string,
    more: readonly string[] = [],
    changed: Readonly<Record<string, string>> = {},
  ) {
    const seen: string[] = []
    await using server = await httpServer(({ method }, response) => {
      seen.push(method)
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
    const words = line
      .replace('URL', server.url)
      .split(' ')
      .map(word => word.replace(/(POST|GET)_/, '$1 '))
    const instead = Object.entries(changed).map(([name, text]) => [name, text.replace('URL', server.url)])
    const files = { ...filesFor(server.url), ...(Object.fromEntries(instead) as typeof changed) }
    const finished = await withFolder(files, folder => runLine(folder, [...words, ...more]))
    return { ...finished, seen }
  }

  it('is not signed in to unasked before a server is asked for its services', async () => {
    const changed = {
      'apitest.config.yaml':
        'environments: { live: { production: true, variables: { base: "URL" } } }\nsetup: [{ use: log-in.apitest.yaml }]\n',
      'log-in.apitest.yaml':
        'suite: Log in\nsteps: [{ request: "POST {{base}}/login", json: {}, extracts: { token: { from: $.token, default: t } } }]\n',
    }
    const line = 'grpc list 127.0.0.1:1 -H authorization:{{token}} --max-time 500ms --env live'
    const { exitCode, errors, output, seen } = await outcomeOf(line, [], changed)
    assert.match(errors + output, /production-unasked[^]*no data is changed there unasked: "POST/)
    assert.deepEqual([exitCode, seen], [2, []])
    assert.deepEqual((await outcomeOf(line, ['--production'], changed)).seen, ['POST'])
  })

  it('is told with the steps that may change data there', async () => {
    const told =
      /so no data is changed there unasked: "Order" \(half\.apitest\.yaml:4\) and 1 more step may change some$/m
    assert.match((await outcomeOf('run half.apitest.yaml --env live')).output, told)
  })

  for (const text of ['false', '"yes"'])
    it(`takes no step for safe that says so with ${text}`, async () => {
      const changed = `suite: Safe\nsteps: [{ request: "POST {{base}}/login", json: {}, safe: ${text} }]\n`
      const { exitCode, output, seen } = await outcomeOf('run safe.apitest.yaml --env live', [], {
        'safe.apitest.yaml': changed,
      })
      assert.equal(exitCode, 2)
      assert.match(output, /safe/)
      assert.deepEqual(seen, [])
    })

  for (const line of refused) {
    it(`is left alone by: ${line}`, async () => {
      const { exitCode, errors, output, seen } = await outcomeOf(line)
      assert.match(
        errors + output,
        /production-unasked[^]*the environment \\?"live\\?" is marked as production, so/,
      )
      assert.equal(exitCode, 2)
      assert.deepEqual(seen, [])
    })

    it(`is touched by: ${line} --production`, async () => {
      const { errors, output } = await outcomeOf(line, ['--production'])
      assert.doesNotMatch(errors + output, /production-unasked/)
    })
  }

  for (const line of trusting)
    it(`is not trusted unseen, whatever is said, by: ${line}`, async () => {
      const { exitCode, errors, output, seen } = await outcomeOf(line, ['--production'])
      assert.match(errors + output, /unverified-tls[^]*certificates are always verified there/)
      assert.equal(exitCode, 2)
      assert.deepEqual(seen, [])
    })

  for (const line of [
    'mock start handing.apitest.yaml --foreground --env live',
    'mock start --proxy URL --foreground --env live',
    'mock start openapi.json --proxy URL --foreground --env live',
  ])
    it(`is handed nothing by: ${line}`, async () => {
      const { exitCode, errors, output } = await outcomeOf(line)
      assert.match(errors + output, /production-unasked[^]*so no mock hands requests on there unasked/)
      assert.equal(exitCode, 2)
    })

  it('is handed nothing by mocks of the configuration', async () => {
    const environment = 'environments: { live: { production: true, variables: { base: "URL" } } }\n'
    const changed = { 'apitest.config.yaml': `${environment}mocks: { shop: { proxy: "{{base}}" } }\n` }
    const line = 'run read.apitest.yaml --env live'
    const { errors, output, seen } = await outcomeOf(line, [], changed)
    assert.match(errors + output, /production-unasked[^]*so no mock hands requests on there unasked/)
    assert.deepEqual(seen, [])
    assert.equal((await outcomeOf(line, ['--production'], changed)).exitCode, 0)
  })

  it('starts no service by a command', async () => {
    const services = 'services: [{ name: shop, command: "exit 1", url: "http://127.0.0.1:1/" }]\n'
    const environment = 'environments: { live: { production: true, variables: { base: "URL" } } }\n'
    const { errors, output, seen } = await outcomeOf('run read.apitest.yaml --env live', [], {
      'apitest.config.yaml': services + environment,
    })
    assert.match(errors + output, /production-unasked[^]*so no command is run there unasked/)
    assert.deepEqual(seen, [])
  })

  for (const line of [
    ...['run read.apitest.yaml', 'check read.apitest.yaml', 'load read.apitest.yaml --requests 1'],
    ...['send {{base}}/items', 'poll {{base}}/items --times 1', 'ws ws://127.0.0.1:1/ --max-time 1s'],
    ...['sse http://127.0.0.1:1/ --max-time 1s', 'grpc 127.0.0.1:1 a.B/C -d {}'],
    ...['publish kafka 127.0.0.1:1 a --text x --max-time 1s', 'pact verify pact.json --provider URL'],
    ...['contract check URL --spec openapi.json', 'load {{base}}/items --requests 1'],
  ])
    it(`is told once to be marked in the wrong place by: ${line}`, async () => {
      const misplaced = 'environments: { live: { variables: { production: true, base: "URL" } } }\n'
      const { errors, output } = await outcomeOf(`${line} --env live`, [], {
        'apitest.config.yaml': misplaced,
      })
      assert.equal(
        (errors + output).split('is a variable here, and does not mark').length,
        2,
        errors + output,
      )
    })

  for (const line of allowed)
    it(`does not keep from: ${line}`, async () => {
      const { exitCode, errors, output } = await outcomeOf(line)
      assert.notEqual(exitCode, 2, errors + output)
    })
})
