import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { type ClientOptions, eras, toolClient, type ToolClient } from '../mcp/testing/tool-client.ts'
import { gossipServer } from '../testing/gossip-server.ts'
import { withFolder } from '../testing/run-program.ts'
import { tracesOf } from '../testing/secret-traces.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { mapping, text } from '../util/read-values.ts'
import { allSecrets, secretProject, secrets } from './testing/secret-project.ts'
import { isCollection } from '../util/is-json.ts'

/** Every text in a value, keys as well. */
function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(textsIn)
  if (!isCollection(value)) return []
  return Object.entries<JsonValue>(value).flatMap(([key, inner]) => [key, ...textsIn(inner)])
}

/** Lists the traces that give a secret away in a text, with the text around them. */
function leaksIn(told: string): readonly string[] {
  return allSecrets.flatMap(secret =>
    ['hex' as const, 'utf8' as const].flatMap(encoding => {
      const hex = Buffer.from(secret).toString('hex').slice(0, 24)
      const found =
        encoding === 'hex' ? (told.toLowerCase().includes(hex) ? [hex] : []) : tracesOf(told, secret)
      return found.slice(0, 1).map(trace => {
        const at = told.toLowerCase().indexOf(trace.toLowerCase())
        return `${trace}: …${told.slice(Math.max(0, at - 80), at + 80)}…`
      })
    }),
  )
}

/** Asserts that nothing the server has said so far tells a secret, in whatever it is written. */
function assertSilent(client: ToolClient, name: string): void {
  const lines = client.output.split('\n').filter(line => line !== '')
  const told = lines.flatMap(line => textsIn(JSON.parse(line) as JsonValue))
  const leaks = [client.errors, ...told].flatMap(leaksIn)
  client.output = ''
  assert.deepEqual(leaks.slice(0, 3), [], `${name}: ${leaks.length} leaks`)
}

async function inProject(
  options: Omit<ClientOptions, 'folder'>,
  use: (client: ToolClient, url: string) => Promise<void>,
): Promise<void> {
  await using server = await gossipServer(allSecrets, secrets.fromAnswer, secrets.inCookie)
  await withFolder(secretProject(server.url), async folder => {
    await using client = await toolClient({ ...options, folder })
    await use(client, server.url)
  })
}

const suites = ['credentials', 'messages', 'judgements', 'ways', 'urls', 'cookies', 'rows'].map(
  name => `suites/${name}.apitest.yaml`,
)

/** Calls that carry secrets, by reference. */
const steps = (url: string): readonly JsonObject[] => [
  { request: `POST ${url}/json`, json: { a: '{{env.SECRET}}' }, validations: [{ status: 418 }] },
  {
    request: `GET ${url}/json?q={{env.ENCODED}}`,
    auth: { bearer: '{{env.SECRET}}' },
    validations: [{ '$.a': 1 }],
  },
  {
    request: `GET ${url}/json`,
    auth: { basic: { username: 'ada', password: '{{env.SECRET}}' } },
    name: 'x {{env.SECRET}}',
  },
  { request: `GET ${url}/json`, headers: { 'x-a': '{{configured}}', '{{env.HOST}}': 'a' } },
  { request: 'GET http://127.0.0.1:1/{{env.ENCODED}}' },
  { request: 'GET http://{{env.HOST}}/' },
  { request: `GET ${url}/json`, file: '{{env.SECRET}}' },
  { request: '{{env.SECRET}} {{env.SECRET}}' },
]

const suiteUri = (file: string): string => `apitest://suites/${encodeURIComponent(file)}`

/** Suites that have in clear what is a secret of another one, or of an answer. */
const elsewhere = ['suites/all-told.apitest.yaml', 'suites/cookies.apitest.yaml'].map(suiteUri)

for (const era of eras)
  describe(`a server of ${era} tells no secret`, () => {
    it('of runs, and of what was too long', () =>
      inProject({ era, args: ['--mode', 'auto', '--allow-exec', '--tools', 'all'] }, async client => {
        const each = era === '2026' ? suites : []
        for (const suite of ['suites/first.apitest.yaml', ...each, 'suites', 'mistakes']) {
          const called = await client.call('run_suites', { paths: [suite] }, { _meta: { progressToken: 1 } })
          assert.ok(called.text.length > 100)
          assertSilent(client, suite)
        }
        const listed = mapping((await client.request('resources/list'))['result'])[
          'resources'
        ] as unknown as readonly JsonObject[]
        assertSilent(client, 'resources/list')
        for (const { uri = null } of listed) {
          if (text(uri)?.startsWith('apitest://suites/') === true) continue
          await client.request('resources/read', { uri })
          assertSilent(client, text(uri) ?? '')
        }
        await client.call('list_history', { count: 100 })
        await client.call('check_suites', { paths: ['suites', 'mistakes'] })
        await client.call('list_environments', {})
        assertSilent(client, 'tools that look')
      }))

    it('of calls, their questions and their progress', () =>
      inProject(
        { era, args: ['--tools', 'all'], ask: () => ({ action: 'accept', content: { answer: 'Allow' } }) },
        async (client, url) => {
          for (const step of steps(url))
            for (const tool of ['send_request', 'poll_request', 'rehearse_request', 'sse_session']) {
              const input = {
                step: tool === 'poll_request' ? { ...step, retry: { attempts: 2, interval: '10ms' } } : step,
                environment: 'test',
              }
              await client.call(tool, input, { _meta: { progressToken: 'x' } })
              assertSilent(client, `${tool} ${JSON.stringify(step)}`)
            }
          assert.ok(client.questions.length > 10)
          assert.deepEqual(client.questions.flatMap(leaksIn), [])
        },
      ))

    it('of values that a model has in clear where a name says what they are', () =>
      inProject(
        { era, args: ['--tools', 'all'], ask: () => ({ action: 'decline' }) },
        async (client, url) => {
          const secret = secrets.fromEnvironment
          for (const step of [
            { request: `GET ${url}/`, auth: { bearer: secret } },
            { request: `GET ${url}/`, auth: { basic: { username: 'ada', password: secret } } },
            { request: `GET ${url}/`, headers: { Authorization: `Bearer ${secret}` } },
            { request: `GET ${url.replace('//', `//ada:${encodeURIComponent(secret)}@`)}/` },
          ] as readonly JsonObject[])
            await client.call('send_request', { step })
          for (const [tool, input] of [
            ['change_environment', { name: 'a', set: { password: secret, token: secret }, unset: [] }],
            ['save_request', { into: 'A', steps: [{ request: `GET ${url}/`, auth: { bearer: secret } }] }],
            ['create_saved', { name: 'A', baseUrl: `http://ada:${encodeURIComponent(secret)}@a.example` }],
          ] as const)
            await client.call(tool, input)
          assertSilent(client, 'questions')
        },
      ))
  })

describe('a server tells no secret', () => {
  it('in the commands that a client is told that cannot ask', () =>
    inProject({ era: '2026', args: ['--tools', 'all'], capabilities: {} }, async (client, url) => {
      for (const step of steps(url)) await client.call('send_request', { step, environment: 'test' })
      const secret = secrets.fromEnvironment
      await client.call('send_request', { step: { request: `GET ${url}/`, auth: { bearer: secret } } })
      await client.call('change_environment', { name: 'a', set: { password: secret }, unset: [] })
      await client.call('change_environment', {
        name: 'a',
        unset: [],
        secret: true,
      })
      assertSilent(client, 'by hand')
    }))

  it('of suites, which are resources', () =>
    inProject({ era: '2026' }, async client => {
      const listed = mapping((await client.request('resources/list'))['result'])[
        'resources'
      ] as unknown as readonly JsonObject[]
      const uris = listed.map(({ uri = null }) => text(uri) ?? '')
      const own = uris.filter(uri => uri.startsWith('apitest://suites/') && !elsewhere.includes(uri))
      assert.ok(own.length > 5 && own.includes(suiteUri('suites/first.apitest.yaml')), String(uris))
      for (const uri of own) {
        assert.ok((await client.request('resources/read', { uri }))['result'], uri)
        assertSilent(client, uri)
      }
    }))

  it('of answers in the resource of a suite', () =>
    inProject({ era: '2026' }, async client => {
      for (const uri of elsewhere) {
        await client.request('resources/read', { uri })
        assertSilent(client, uri)
      }
    }))

  it('that was saved, in any tool or resource', () =>
    inProject({ era: '2026', args: ['--mode', 'auto', '--tools', 'all'] }, async (client, url) => {
      const secret = secrets.fromSuite
      await client.call('create_saved', { name: 'Shop' })
      await client.call('change_environment', {
        name: 'live',
        set: { own: secret, base: url },
        unset: [],
        secret: true,
      })
      await client.call('change_environment', {
        name: 'in',
        collection: 'Shop',
        set: { own: secret },
        unset: [],
        secret: true,
      })
      await client.call('set_variables', { place: 'Shop', set: { own: secret }, unset: [], secret: true })
      await client.call('save_request', {
        into: 'Shop',
        steps: [
          { request: 'GET {{base}}/json', auth: { bearer: '{{own}}' }, validations: [{ status: 418 }] },
        ],
      })
      for (const [tool, input] of [
        ['list_collections', {}],
        ['list_environments', {}],
        ['list_environments', { collection: 'Shop' }],
        ['show_environment', { name: 'live' }],
        ['show_environment', { name: 'in', collection: 'Shop' }],
        ['show_saved', { place: 'Shop' }],
        ['run_suites', { paths: ['Shop'], environment: 'live' }],
        ['compile_source', { source: 'Shop', to: 'suite', outputFolder: 'out' }],
        ['compile_source', { source: 'Shop', to: 'postman', outputFolder: 'out' }],
        [
          'send_request',
          { environment: 'live', step: { request: 'POST {{base}}/json', json: { a: '{{own}}' } } },
        ],
        ['list_history', { count: 10 }],
      ] as const) {
        await client.call(tool, input)
        assertSilent(client, `${tool} ${JSON.stringify(input)}`)
      }
      const listed = mapping((await client.request('resources/list'))['result'])[
        'resources'
      ] as unknown as readonly JsonObject[]
      for (const { uri = null } of listed) {
        if (text(uri)?.startsWith('apitest://suites/') === true) continue
        await client.request('resources/read', { uri })
        assertSilent(client, text(uri) ?? '')
      }
    }))

  /** Calls the tools that only look with a file that is none of theirs. */
  async function lookAt(client: ToolClient, file: string): Promise<void> {
    await client.call('check_suites', { paths: ['suites'], configurationFile: file })
    await client.call('check_suites', { paths: ['suites'], environmentFile: file })
    await client.call('check_suites', { paths: [file] })
    await client.call('validate_body', { source: file, direction: 'response', schema: 'a.json' })
    await client.call('compare_contracts', { documents: [file, file] })
    await client.call('compile_source', { source: file, to: 'suite', outputFolder: 'out' })
    await client.call('read_proto', { question: 'list', step: { proto: file } })
  }

  const environment = { A: secrets.fromEnvironment, B: secrets.fromEnvironment }

  it('of the environment of its process in mistakes', () =>
    inProject({ era: '2026', args: ['--tools', 'all'], environment }, async client => {
      await lookAt(client, '/proc/self/environ')
      assertSilent(client, 'mistakes')
    }))

  it('of the file with the environment in mistakes', () =>
    inProject({ era: '2026', args: ['--tools', 'all'], environment }, async client => {
      await lookAt(client, '.env')
      assertSilent(client, 'mistakes')
    }))
})

describe('what is set as a secret', () => {
  for (const capabilities of [{ elicitation: {} }, {}] as readonly JsonObject[])
    it(`is not told, ${'elicitation' in capabilities ? 'in the question' : 'in the command by hand'}`, () =>
      inProject({ era: '2026', args: ['--tools', 'all'], capabilities }, async client => {
        const set = { anything: secrets.fromEnvironment }
        await client.call('change_environment', { name: 'a', set, unset: [], secret: true })
        await client.call('set_variables', { place: 'A', set, unset: [], secret: true })
        assertSilent(client, 'set as secrets')
      }))
})

describe('a long run', () => {
  for (const [name, status, outcome] of [
    ['that passes', 200, /1000 passed/],
    ['of failures', 418, /1000 failed/],
  ] as const)
    for (const era of eras)
      it(`${name} answers in less than 8 kB, ${era}`, test =>
        withFolder({}, async folder => {
          await using server = await httpServer((_request, response) => {
            response.setHeader('content-type', 'application/json')
            response.end(
              JSON.stringify({
                list: Array.from({ length: 20 }, (_, at) => ({ at, text: 'ü'.repeat(50) })),
              }),
            )
          })
          const lines = Array.from(
            { length: 1_000 },
            (_, at) =>
              `  - { name: "A step with a long name that says much ${at} ü", request: GET ${server.url}/${at}, validations: [{ status: ${status} }, { $.list: { has-length: ${status === 200 ? 20 : 1} } }] }\n`,
          )
          await writeFile(
            `${folder}/a.apitest.yaml`,
            `suite: A\nsettings: { stop-on-failure: false }\nsteps:\n${lines.join('')}`,
          )
          await using client = await toolClient({ era, folder, args: ['--mode', 'auto'] })
          client.output = ''
          const called = await client.call(
            'run_suites',
            { paths: ['a.apitest.yaml'] },
            { _meta: { progressToken: 1 } },
          )
          assert.equal(server.seen.length, 1_000)
          assert.match(called.text, outcome)
          const bytes = Buffer.byteLength(client.output)
          test.diagnostic(`bytes of a run of 1,000 steps ${name}, ${era}: ${bytes}`)
          assert.ok(bytes < 8_000, `${bytes} bytes`)
        }))
})
