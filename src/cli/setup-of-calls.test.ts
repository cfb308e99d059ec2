import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Playground, startPlayground } from '../../playground/start-playground.ts'
import { kafkaClient, makeTopic } from '../actions/kafka/testing/kafka-tools.ts'
import type { LoadResult } from '../model/load-test.ts'
import { brokers } from '../testing/brokers.ts'
import { type Files, type Finished, runLine, runProgram, withFolder } from '../testing/run-program.ts'
import { type Shop, signIn, withShop } from './testing/login-shop.ts'

const { kafka } = await brokers()

const filesOf = ({ url }: Shop, user = 'ada'): Files => ({
  'apitest.config.yaml': `suites: [suites/]
variables: { user: ${user}, shop: ${url} }
setup:
  - name: Sign in
    use: shared/sign-in.apitest.yaml
    with: { user: "{{user}}" }
settings: { auth: { bearer: "{{token}}" } }
`,
  'shared/sign-in.apitest.yaml': signIn(url),
  'suites/me.apitest.yaml':
    'suite: Me\nsteps:\n  - request: GET {{shop}}/me\n  - request: GET {{shop}}/cookie\n',
  'me.openapi.yaml': `openapi: 3.0.3
info: { title: Me, version: '1' }
paths:
  /me: { get: { operationId: me, responses: { '200': { $ref: '#/components/responses/any' } } } }
  /cookie: { get: { operationId: cookie, responses: { '200': { $ref: '#/components/responses/any' } } } }
components:
  responses: { any: { description: anything, content: { application/json: {} } } }
`,
  'me.pact.json': JSON.stringify({
    consumer: { name: 'web' },
    provider: { name: 'shop' },
    interactions: [{ description: 'me', request: { method: 'GET', path: '/me' }, response: { status: 200 } }],
    metadata: { pactSpecification: { version: '2.0.0' } },
  }),
})

/** Each command that asks the shop, with how often it asks for `/me` at least. */
const commands: readonly (readonly [words: (url: string) => readonly string[], asks: number])[] = [
  [url => ['send', `${url}/me`], 1],
  [() => ['send', '{{shop}}/me', '--validate', 'status: 200'], 1],
  [url => ['poll', `${url}/me`, '--validate', 'status: 201', '--times', '3', '--interval', '1ms'], 3],
  [url => ['contract', 'check', url, '--spec', 'me.openapi.yaml'], 1],
  [url => ['pact', 'verify', 'me.pact.json', '--provider', url], 1],
  [() => ['pact', 'generate', 'suites', '--consumer', 'web', '--provider', 'shop'], 1],
  [url => ['load', `${url}/me`, '--requests', '5', '--callers', '2', '--threshold', 'error-rate<1%'], 5],
  [() => ['load', 'suites', '--requests', '6', '--callers', '3', '--threshold', 'error-rate<1%'], 3],
  [
    () => [
      'load',
      'suites',
      '--for',
      '1s',
      '--callers',
      '8',
      '--threads',
      '2',
      '--threshold',
      'error-rate<1%',
    ],
    8,
  ],
  [url => ['operation', 'send-request', JSON.stringify({ step: { request: `GET ${url}/me` } })], 1],
]

describe('setup of a call', () => {
  for (const [words, asks] of commands)
    it(`is done once before ${words('URL').join(' ')}, and cleaned up behind it`, () =>
      inProject(async (shop, run) => {
        const { output, errors, exitCode } = await run(words(shop.url))
        // On a busy machine a load test says so, with 3.
        const expected = words('').includes('poll') ? [1] : words('').includes('load') ? [0, 3] : [0]
        assert.ok(expected.includes(exitCode ?? -1), output + errors)
        assert.doesNotMatch(output, /Statuses .*401/)
        assert.equal(shop.calls[0], 'POST /login {"user":"ada"}')
        assert.equal(shop.calls.at(-1), 'POST /logout')
        assert.deepEqual([shop.count('POST /login'), shop.count('POST /logout')], [1, 1])
        assert.ok(shop.count('GET /me') >= asks, shop.calls.join('\n'))
        assert.doesNotMatch(output + errors, /t0ken|s3ss10n/)
      }))

  it('gives to all threads of a load test, cookies as well', () =>
    withShop(shop => {
      // The validations of each response fill the thread, which the shop with its one thread would not.
      const looks = `    validations: [${'{ $: { has-type: object } }, '.repeat(200)}{ status: 200 }]\n`
      const files = filesOf(shop)
      const suite = `${files['suites/me.apitest.yaml']}${looks}`
      return withFolder({ ...files, 'suites/me.apitest.yaml': suite }, async folder => {
        const line = 'load suites --callers 20 --threads 2 --requests 8000 --json'
        const { output, errors } = await runProgram(folder, line.split(' '))
        assert.match(output, /^\{/, errors)
        const { all, threads } = JSON.parse(output) as LoadResult
        assert.deepEqual([threads, all.requests, all.errors], [2, 8000, 0], errors)
        assert.deepEqual([shop.count('POST /login'), shop.count('POST /logout')], [1, 1])
      })
    }))

  it('that cannot be read is told, beside what it would give', () =>
    withShop(shop => {
      const files = filesOf(shop)
      const text = (files['apitest.config.yaml'] ?? '').replace('sign-in', 'gone')
      return withFolder({ ...files, 'apitest.config.yaml': text }, async folder => {
        const { errors, exitCode } = await runLine(folder, ['send', `${shop.url}/me`])
        assert.equal(exitCode, 2)
        assert.match(errors, /use-missing/)
        assert.deepEqual(shop.calls, [])
      })
    }))

  it('is cleaned up behind a call that Ctrl-C breaks off, and counts no step of its own', () =>
    withShop(shop =>
      withFolder(filesOf(shop), async folder => {
        const words = [
          'poll',
          `${shop.url}/me`,
          '--validate',
          'status: 201',
          '--times',
          '50',
          '--interval',
          '1s',
        ]
        const { exitCode } = await runProgram(folder, words, {
          onStart: kill => {
            const timer = setInterval(() => {
              if (shop.count('GET /me') === 0) return
              clearInterval(timer)
              kill('SIGINT')
            }, 20)
          },
        })
        assert.equal(exitCode, 130)
        assert.equal(shop.calls.at(-1), 'POST /logout')
        const verified = await runLine(folder, ['pact', 'verify', 'me.pact.json', '--provider', shop.url])
        assert.match(verified.output, /1 passed \(1\)|Steps +1 passed/)
      }),
    ))

  it('is not done where nothing needs what it gives', () =>
    inProject(async (shop, run) => {
      const { exitCode, output, errors } = await run(['send', `${shop.url}/x`, '--no-auth'])
      assert.equal(exitCode, 0, output + errors)
      assert.deepEqual(shop.calls, ['GET /x'])
    }))

  it('is left out by --no-setup, and what it gives can be given', () =>
    inProject(async (shop, run) => {
      const missing = await run(['send', `${shop.url}/me`, '--no-setup'])
      assert.equal(missing.exitCode, 2)
      assert.match(missing.errors, /nothing sets the variable "token"/)
      assert.match(missing.errors, /hint: What the setup would give is given with --var token=…\./)
      const given = await run(['send', `${shop.url}/me`, '--no-setup', '--var', 'token=t0ken-of-mine'])
      assert.equal(given.exitCode, 0, given.output + given.errors)
      assert.deepEqual(shop.calls, ['GET /me'])
    }))

  it('is not done where nothing is sent', () =>
    inProject(async (shop, run) => {
      const { exitCode, errors } = await run(['send', `${shop.url}/me`, '--curl'])
      assert.equal(exitCode, 2)
      assert.match(errors, /hint: What the setup would give is given with --var token=…\./)
      const given = await run(['send', `${shop.url}/me`, '--curl', '--var', 'token=t0ken'])
      assert.match(given.output, /^curl /)
      assert.deepEqual(shop.calls, [])
    }))

  for (const [words] of commands)
    it(`that does not pass is told once by ${words('URL').join(' ')}, which sends nothing`, () =>
      inProject(async (shop, run) => {
        const { output, errors, exitCode } = await run(words(shop.url))
        const told = output + errors
        assert.equal(exitCode, 3, told)
        assert.doesNotMatch(told, /nothing was sent/)
        assert.equal(told.match(/the setup did not pass/g)?.length, 1, told)
        assert.match(told, /the setup did not pass: .*401/)
        assert.equal(shop.count('GET'), 0)
      }, 'nobody'))
})

describe('setup of streams, gRPC and brokers', () => {
  let playground: Playground | undefined
  before(async () => {
    playground = await startPlayground({ port: 0, grpc: {} })
  })
  after(() => playground?.close())

  for (const words of [
    ['ws', 'HTTP/ws/echo', '--message', 'hi'],
    ['sse', 'HTTP/ajax/sse', '--count', '1'],
    ['grpc', 'GRPC', 'shop.v1.Shop/GetProduct', '-d', '{"id": 3}'],
    ['grpc', 'list', 'GRPC'],
    ['grpc', 'describe', 'GRPC', 'shop.v1.Shop'],
  ])
    it(`is done once before ${words.join(' ')}`, () =>
      inProject(async (shop, run) => {
        const { url = '', grpcUrl = '' } = playground ?? {}
        const filled = words.map(word => word.replace('HTTP', url).replace('GRPC', new URL(grpcUrl).host))
        const { output, errors, exitCode } = await run(filled)
        // The playground refuses a token that is not its own.
        assert.ok(exitCode === 0 || (exitCode === 1 && output.includes('401')), output + errors)
        assert.deepEqual(shop.calls, ['POST /login {"user":"ada"}', 'POST /logout'])
        assert.doesNotMatch(output + errors, /t0ken|s3ss10n/)
        const without = await run([...filled, '--no-setup'])
        assert.equal(without.exitCode, 2)
        assert.match(without.errors, /nothing sets the variable "token"/)
        assert.equal(shop.calls.length, 2)
      }))

  it('is done before a message is published and listened for', { skip: kafka.missing }, () =>
    inProject(async (shop, run) => {
      const { plain } = kafka.service().listeners
      const topic = await makeTopic(kafkaClient(plain), { partitions: 1 })
      const sent = await run(['publish', 'kafka', plain, topic, '--text', 'a', '-H', 'x={{token}}'])
      assert.equal(sent.exitCode, 0, sent.output + sent.errors)
      const wanted = ['--from', 'beginning', '--expect', 'header x: "{{token}}"']
      const got = await run(['listen', 'kafka', plain, topic, ...wanted])
      assert.equal(got.exitCode, 0, got.output + got.errors)
      assert.deepEqual([shop.count('POST /login'), shop.count('POST /logout')], [2, 2])
      assert.doesNotMatch(sent.output + got.output, /t0ken/)
    }),
  )
})

describe('cleaning up behind the setup of a call', () => {
  it('is told where it fails, and the call passes all the same', () =>
    withShop(shop => {
      const files = filesOf(shop)
      const text = (files['shared/sign-in.apitest.yaml'] ?? '').replace(
        '/logout',
        '/me\n    validations: [{ status: 410 }]',
      )
      return withFolder({ ...files, 'shared/sign-in.apitest.yaml': text }, async folder => {
        const { exitCode, errors } = await runLine(folder, ['send', `${shop.url}/me`])
        assert.equal(exitCode, 0, errors)
        assert.match(errors, /warning setup-failed {2}what the setup made was not cleaned up: .*got 200/)
        const pact = await runLine(folder, ['pact', 'verify', 'me.pact.json', '--provider', shop.url])
        assert.match(pact.output, /what the setup made was not cleaned up/)
      })
    }))
})

async function inProject(
  use: (shop: Shop, run: (words: readonly string[]) => Promise<Finished>) => Promise<void>,
  user?: string,
): Promise<void> {
  await withShop(shop =>
    withFolder(filesOf(shop, user), folder => use(shop, words => runLine(folder, words))),
  )
}
