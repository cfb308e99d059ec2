import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { kafkaClient, makeTopic } from '../actions/kafka/testing/kafka-tools.ts'
import tools from '../generated/tools.js'
import { PythonClient, pythonClientMissing } from '../mcp/testing/python-client.ts'
import type { Called } from '../mcp/testing/tool-client.ts'
import { brokers } from '../testing/brokers.ts'
import type { JsonObject } from '../util/json-value.ts'
import { mapping } from '../util/read-values.ts'
import { type OneProject, type Place, withOneProject } from './testing/one-project.ts'

const { kafka } = await brokers()
const takesEnvironment = new Set(
  tools.flatMap(({ name, inputSchema }) =>
    'environment' in mapping((inputSchema as JsonObject)['properties']) ? name : [],
  ),
)

/** A tool that sends something in the project, and what it comes to in each environment. */
interface Row {
  readonly tool: string
  /** Distinguishes it from other rows of the tool. */
  readonly of?: string
  readonly input: (place: Place) => JsonObject
  /** The lines that the shop writes between the login and the logout. */
  readonly asks: readonly string[]
  /** How often it logs in where that is not once: the tests that are generated do so by themselves. */
  readonly logins?: 2
  readonly comesTo: RegExp
  /** The same with the payment mock. */
  readonly withMock: JsonObject
}

const [me, order] = ['GET /me 200', 'POST /orders 201']
const step = { request: 'GET {{shop}}/me', validations: [{ status: 200 }] }
const mock = '{{mocks.payments.url}}'
const paths = ['suites']
const withMock = { paths: ['local'] }

/** They run suites, for which the services and mocks of the configuration are started. */
const ofSuites: readonly Row[] = [
  { tool: 'run_suites', input: () => ({ paths }), asks: [me], comesTo: /^Passed$/m, withMock },
  {
    tool: 'record_pact',
    input: () => ({ paths, consumer: 'web', provider: 'shop' }),
    asks: [me],
    comesTo: /"exitCode": 0/,
    withMock: { ...withMock, consumer: 'web', provider: 'shop' },
  },
  {
    tool: 'load_test',
    input: () => ({ paths, requests: 6, callers: 3 }),
    asks: Array<string>(6).fill(me),
    comesTo: /Error rate +0 %/,
    withMock: { ...withMock, requests: 1, callers: 1 },
  },
  {
    tool: 'generate_tests',
    of: 'which it runs',
    input: () => ({ source: 'suites', framework: 'node-test', output: 'tests', run: true }),
    asks: [me],
    logins: 2,
    comesTo: /2 of 2 tests passed as in apitest/,
    withMock: { source: 'local', framework: 'node-test', output: 'tests', run: true },
  },
]

/** They make calls of their own, with the services that are up, and without the mocks of the configuration. */
const ofCalls: readonly Row[] = [
  {
    tool: 'send_request',
    input: () => ({ step }),
    asks: [me],
    comesTo: /HTTP 200/,
    withMock: { step: { request: `POST ${mock}/charges` } },
  },
  {
    tool: 'poll_request',
    input: () => ({
      step: { ...step, validations: [{ status: 201 }], retry: { attempts: 3, interval: '1ms' } },
    }),
    asks: [me, me, me],
    comesTo: /failed: GET/,
    withMock: { step: { request: `POST ${mock}/charges` } },
  },
  {
    tool: 'websocket_session',
    input: ({ url }) => ({
      step: { websocket: `${url.replace('http', 'ws')}/socket`, messages: ['hi'], count: 1 },
    }),
    asks: ['GET /socket 101'],
    comesTo: /passed: websocket/,
    withMock: { step: { websocket: mock } },
  },
  {
    tool: 'sse_session',
    input: () => ({ step: { sse: '{{shop}}/events', count: 1, timeout: '10s' } }),
    asks: ['GET /events 200'],
    comesTo: /passed: GET/,
    withMock: { step: { sse: mock } },
  },
  {
    tool: 'check_contract',
    input: () => ({ baseUrl: '{{shop}}', spec: 'me.openapi.yaml' }),
    asks: [me],
    comesTo: /1 operation: 1 passed/,
    withMock: { baseUrl: mock, spec: 'me.openapi.yaml' },
  },
  {
    tool: 'verify_pacts',
    input: () => ({ paths: ['me.pact.json'], step: { request: 'GET {{shop}}' } }),
    asks: [me],
    comesTo: /^Passed$/m,
    withMock: { paths: ['me.pact.json'], step: { request: `GET ${mock}` } },
  },
  {
    tool: 'load_test',
    of: 'of a URL',
    input: () => ({ paths: ['{{shop}}/me'], requests: 6, callers: 3 }),
    asks: Array<string>(6).fill(me),
    comesTo: /Error rate +0 %/,
    withMock: { paths: [mock], requests: 1 },
  },
  {
    tool: 'grpc_call',
    input: () => ({ step: { grpc: 'lab.v1.Lab/Inspect', target: '{{rpc}}', message: {} } }),
    asks: [],
    comesTo: /"authorization": "Bearer \*\*\*"[^]*"x-key": "\*\*\*"/,
    withMock: { step: { grpc: 'lab.v1.Lab/Inspect', target: mock, message: {} } },
  },
  {
    tool: 'describe_services',
    of: 'to list them',
    input: () => ({ question: 'list', step: { target: '{{rpc}}' } }),
    asks: [],
    comesTo: /lab\.v1\.Lab/,
    withMock: { question: 'list', step: { target: mock } },
  },
  {
    tool: 'describe_services',
    of: 'to describe a message',
    input: () => ({ question: 'describe', symbol: 'lab.v1.Line', step: { target: '{{rpc}}' } }),
    asks: [],
    comesTo: /message Line/,
    withMock: { question: 'describe', symbol: 'lab.v1.Line', step: { target: mock } },
  },
]

/** They read or write, and send nothing. */
const ofNone: readonly (readonly [tool: string, input: JsonObject, comesTo: RegExp])[] = [
  ['check_suites', { paths }, /"problems": \[\]/],
  ['rehearse_request', { step, variables: { token: 'mine', key: 'mine' } }, /"exitCode": 0/],
  ['compile_source', { source: 'suites', to: 'curl', outputFolder: 'curl' }, /curl/],
  ['generate_tests', { source: 'suites', framework: 'node-test', output: 'tests' }, /me\.test\.mjs/],
  ['save_step', { steps: [step], file: 'saved.apitest.yaml' }, /"numbers"/],
  ['list_history', {}, /\/me/],
  ['call_as_curl', {}, /curl/],
]

const secrets = /t0ken-for|k3y-of/

/** Secrets, and names that have no value: nothing of that is in what is answered or asked. */
const mustNotBeTold = /t0ken-for|k3y-of|nothing sets|unknown variable|has no value|was not found|not known/

async function ask(
  client: PythonClient,
  tool: string,
  input: JsonObject,
): Promise<{ readonly called: Called; readonly question: string }> {
  const before = client.questions.length
  const called = await client.call(tool, input)
  assert.equal(called.message['error'], undefined, JSON.stringify(called.message))
  const question = client.questions.slice(before).join('\n')
  return { called, question }
}

/** Calls a tool in an environment, and holds what the servers counted and what is told against its row. */
async function hold(
  client: PythonClient,
  project: OneProject,
  row: Row & { readonly starts: boolean },
  environment: 'local' | 'staging',
): Promise<void> {
  const { local, staging } = project
  const [place, other] = environment === 'local' ? [local, staging] : [staging, local]
  const call = () => ask(client, row.tool, { ...row.input(place), environment })
  const isUp = row.starts || environment === 'staging'
  const { called, question } = await (isUp ? call() : project.whileShopRuns(call))
  const told = `${called.text}\n${question}`
  assert.match(called.text, row.comesTo)
  assert.doesNotMatch(JSON.stringify(called.message) + question, mustNotBeTold)
  const once = ['POST /login 200', ...row.asks, 'POST /logout 200']
  const started = row.starts && environment === 'local' ? ['start'] : []
  const calls = row.logins === 2 ? [...once, ...once] : once
  assert.deepEqual(place.calls(), [...started, ...calls], told)
  assert.deepEqual([other.calls(), project.keyReads()], [[], 1], told)
  assert.match(question, /POST .*\/login/)
  assert.match(question, /Runs the command "sh -c echo read/)
  assert.equal(question.includes('Starts the service "shop"'), started.length > 0)
}

describe('one project through the official client of Python', { skip: pythonClientMissing }, () => {
  const inProject = (use: (client: PythonClient, project: OneProject) => Promise<void>): Promise<void> =>
    withOneProject(async project => {
      await using client = await PythonClient.begin(project.folder, '2026', ['--tools', 'all'])
      await use(client, project)
      const kept = path.join(project.folder, '.tool')
      for (const file of existsSync(kept) ? readdirSync(kept, { recursive: true, withFileTypes: true }) : [])
        if (file.isFile())
          assert.doesNotMatch(readFileSync(path.join(file.parentPath, file.name), 'utf8'), secrets)
    })
  const rows = [
    ...ofSuites.map(row => ({ ...row, starts: true })),
    ...ofCalls.map(row => ({ ...row, starts: false })),
  ]

  it('has the setup, the secret and the services that a tool needs, of its environment alone', t =>
    inProject(async (client, project) => {
      for (const row of rows)
        for (const environment of ['local', 'staging'] as const)
          await t.test(`${row.tool} ${row.of ?? ''} in ${environment}`, () =>
            hold(client, project, row, environment),
          )
      const inspected = ['/lab.v1.Lab/Inspect']
      assert.deepEqual([project.local.rpcCalls, project.staging.rpcCalls], [inspected, inspected])
    }))

  it('has its mocks where suites run, and tells beforehand where they do not', t =>
    inProject(async (client, project) => {
      for (const row of ofSuites)
        await t.test(`${row.tool} ${row.of ?? ''}`, async () => {
          const { called } = await ask(client, row.tool, { ...row.withMock, environment: 'local' })
          assert.ok(project.local.calls().includes(order), called.text)
          assert.doesNotMatch(JSON.stringify(called.message), mustNotBeTold)
          assert.equal(project.keyReads(), 1)
          const elsewhere = await ask(client, row.tool, { ...row.withMock, environment: 'staging' })
          assert.match(elsewhere.called.text, /mocks\.payments\.url[^]*local/)
        })
      project.local.calls()
      project.staging.calls()
      project.keyReads()
      for (const row of ofCalls)
        await t.test(`${row.tool} ${row.of ?? ''}`, async () => {
          const { called, question } = await ask(client, row.tool, row.withMock)
          assert.match(called.text, /mocks\.payments\.url[^]*Those of the configuration run with suites only/)
          assert.equal(question, '')
        })
      assert.deepEqual([project.local.calls(), project.staging.calls(), project.keyReads()], [[], [], 0])
    }))

  it('is left alone by tools that send nothing to it', t =>
    inProject(async (client, project) => {
      await project.whileShopRuns(() => ask(client, 'send_request', { step }))
      project.local.calls()
      project.keyReads()
      for (const environment of ['local', 'staging'])
        for (const [tool, input, comesTo] of ofNone)
          await t.test(`${tool} in ${environment}`, async () => {
            const { called, question } = await ask(client, tool, {
              ...input,
              ...(takesEnvironment.has(tool) ? { environment } : {}),
            })
            assert.match(called.text, comesTo)
            assert.doesNotMatch(JSON.stringify(called.message) + question, mustNotBeTold)
            assert.deepEqual(
              [project.local.calls(), project.staging.calls(), project.keyReads()],
              [[], [], 0],
            )
          })
    }))

  it('sends and hears messages', { skip: kafka.missing }, () =>
    inProject(async (client, project) => {
      const broker = kafka.service().listeners.plain
      const topic = await makeTopic(kafkaClient(broker), { partitions: 1 })
      const place = { brokers: broker, topic }
      const secret = '{{token}} {{key}}'
      const published = { kafka: 'publish', ...place, text: 'a', headers: { x: secret } }
      const heard = { collect: 'all', validations: [{ '$[0].headers.x': secret }] }
      for (const [tool, input] of [
        ['publish_message', { step: published }],
        [
          'listen_to_broker',
          { before: { kafka: 'listen', ...place, from: 'beginning', as: 'all' }, step: heard },
        ],
      ] as const) {
        const { called, question } = await ask(client, tool, { ...input, environment: 'staging' })
        assert.match(called.text, /passed/)
        assert.doesNotMatch(JSON.stringify(called.message) + question, mustNotBeTold)
        assert.deepEqual(project.staging.calls(), ['POST /login 200', 'POST /logout 200'])
        assert.deepEqual([project.local.calls(), project.keyReads()], [[], 1])
      }
    }),
  )
})
