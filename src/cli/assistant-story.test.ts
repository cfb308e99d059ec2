import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Playground, startPlayground } from '../../playground/start-playground.ts'
import { kafkaClient, makeTopic } from '../actions/kafka/testing/kafka-tools.ts'
import tools from '../generated/tools.js'
import { PythonClient, pythonClientMissing } from '../mcp/testing/python-client.ts'
import { allow, type Called, eras, ToolClient } from '../mcp/testing/tool-client.ts'
import { brokers } from '../testing/brokers.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'
import { mapping, text } from '../util/read-values.ts'

const { kafka, rabbitMq } = await brokers()
const permissions = new Map(tools.map(({ name, permission }) => [name, permission]))

/** The values that the lines of a conversation share. */
interface Story {
  readonly url: string
  readonly grpcTarget: string
  readonly folder: string
  /** The values that earlier lines found out. */
  readonly found: Record<string, string>
}

/** A line of a conversation, the tool that it leads to, and what has to come of it. */
interface Line {
  readonly said: string
  readonly tool: string
  readonly input: (story: Story) => JsonObject
  readonly comesTo: RegExp
  readonly then?: (called: Called, story: Story) => void | Promise<void>
}

const spec = 'openapi.yaml'
const proto = 'shop.proto'

const conversation: readonly Line[] = [
  {
    said: 'Wait until the shop is up.',
    tool: 'wait_for_health',
    input: ({ url }) => ({ urls: [`${url}/api/health`], timeout: 10_000 }),
    comesTo: /✓ .*health/,
  },
  {
    said: 'Import the description of the shop as a collection.',
    tool: 'import_document',
    input: () => ({ source: spec, name: 'Shop' }),
    comesTo: /"requests": ?\[/,
  },
  {
    said: 'Save a chain: reset the shop, take the first user, and look at that one.',
    tool: 'save_request',
    input: () => ({
      into: 'Story',
      steps: [
        { name: 'Reset', request: 'POST {{baseUrl}}/api/reset', json: { size: 'small' } },
        { name: 'All users', request: 'GET {{baseUrl}}/api/users', extracts: { id: '$.items[0].id' } },
        { name: 'One user', request: 'GET {{baseUrl}}/api/users/{{id}}' },
      ],
    }),
    comesTo: /"created": true/,
  },
  {
    said: 'It runs here; call the environment local.',
    tool: 'change_environment',
    input: ({ url }) => ({ name: 'local', collection: 'Story', set: { baseUrl: url }, unset: [] }),
    comesTo: /was done/,
  },
  {
    said: 'Run it.',
    tool: 'run_suites',
    input: () => ({ paths: ['Story'], environment: 'local' }),
    comesTo: /^Passed\n[^]*Steps +3 passed \(3\)[^]*✓ 200 .* One user$/m,
  },
  {
    said: 'What could be checked of the user?',
    tool: 'propose_validations',
    input: () => ({ place: 'Story/One user' }),
    comesTo: /"status": ?200/,
  },
  {
    said: 'Check all that, and that there is a phone number.',
    tool: 'add_validations',
    input: () => ({
      place: 'Story/One user',
      validations: [{ '$.phone': { exists: true } }],
      fromLast: true,
    }),
    comesTo: /was done/,
  },
  {
    said: 'Send X-Tenant with it, and try it three times.',
    tool: 'change_saved',
    input: () => ({
      place: 'Story/One user',
      change: { headers: { 'X-Tenant': 'acme' }, retry: { attempts: 3, interval: '10ms' } },
    }),
    comesTo: /was done/,
  },
  {
    said: 'Show me what it is now.',
    tool: 'show_saved',
    input: () => ({ place: 'Story/One user' }),
    comesTo: /X-Tenant[^]*attempts: 3/,
  },
  {
    said: 'Run the chain for each row of a table.',
    tool: 'run_suites',
    input: () => ({ paths: ['Story'], environment: 'local', data: 'rows.csv' }),
    comesTo: /Rows +2 passed \(2\)/,
  },
  {
    said: 'What does the shop answer about health?',
    tool: 'send_request',
    input: ({ url }) => ({ step: { request: `GET ${url}/api/health`, validations: [{ '$.status': 'UP' }] } }),
    comesTo: /HTTP 200 OK[^]*"status": "UP"[^]*✓ .*\$\.status equals "UP"/,
  },
  {
    said: 'And of a user that is not there?',
    tool: 'send_request',
    input: ({ url }) => ({ step: { request: `GET ${url}/api/users/999999` } }),
    comesTo: /HTTP 404/,
    then: called => {
      const { explanation } = mapping(called.result['structuredContent'])
      assert.match(text(mapping(explanation)['meaning']) ?? '', /./)
    },
  },
  {
    said: 'Place an order and wait until it is shipped.',
    tool: 'send_request',
    input: ({ url }) => ({
      step: {
        request: `POST ${url}/api/orders`,
        json: { userId: 1, items: [{ productId: 1, quantity: 1 }] },
        validations: [{ status: 201 }],
        extracts: { orderId: '$.id' },
      },
    }),
    comesTo: /orderId = /,
    then: (called, { found }) => {
      found['order'] = /orderId = (\S+)/.exec(called.text)?.[1] ?? ''
    },
  },
  {
    said: 'Poll it.',
    tool: 'poll_request',
    input: ({ url, found }) => ({
      step: {
        request: `GET ${url}/api/orders/${found['order'] ?? ''}`,
        validations: [{ '$.state': 'shipped' }],
        retry: { attempts: 50, interval: '100ms' },
      },
    }),
    comesTo: /passed: GET/,
  },
  {
    said: 'Does the socket echo?',
    tool: 'websocket_session',
    input: ({ url }) => ({
      step: { websocket: `${url.replace('http', 'ws')}/ws/echo`, messages: ['hello'], count: 1 },
    }),
    comesTo: /hello/,
  },
  {
    said: 'Read the first events of the stream.',
    tool: 'sse_session',
    input: ({ url }) => ({ step: { sse: `${url}/ajax/sse`, count: 1, timeout: '10s' } }),
    comesTo: /passed: GET/,
  },
  {
    said: 'What does the gRPC service have?',
    tool: 'read_proto',
    input: () => ({ question: 'list', step: { proto } }),
    comesTo: /shop\.v1\.Shop/,
  },
  {
    said: 'Get product 3.',
    tool: 'grpc_call',
    input: ({ grpcTarget }) => ({
      step: { grpc: 'shop.v1.Shop/GetProduct', target: grpcTarget, message: { id: 3 } },
    }),
    comesTo: /gRPC .*OK/,
  },
  {
    said: 'Stand in for the shop.',
    tool: 'start_mock',
    input: () => ({ files: [spec], name: 'shop' }),
    comesTo: /"url": "http:\/\/127/,
    then: (called, { found }) => {
      found['mock'] = /"url": "(http:[^"]+)"/.exec(called.text)?.[1] ?? ''
    },
  },
  {
    said: 'Ask it for the categories.',
    tool: 'send_request',
    input: ({ found }) => ({ step: { request: `GET ${found['mock'] ?? ''}/api/categories` } }),
    comesTo: /HTTP 200/,
  },
  {
    said: 'What did it receive?',
    tool: 'read_mock_calls',
    input: () => ({ name: 'shop' }),
    comesTo: /\/api\/categories/,
  },
  { said: 'Which mocks are there?', tool: 'list_mocks', input: () => ({}), comesTo: /"shop"/ },
  { said: 'Stop it.', tool: 'stop_mocks', input: () => ({ names: ['shop'] }), comesTo: /"killed": false/ },
  {
    said: 'Put five callers on the health check, 50 requests, none slower than five seconds.',
    tool: 'load_test',
    input: ({ url }) => ({
      paths: [`${url}/api/health`],
      callers: 5,
      requests: 50,
      thresholds: ['p95<5s', 'errors<=0'],
    }),
    comesTo: /^✓ p95<5s .*\n?[^]*^Passed$/m,
  },
  {
    said: 'Is the live shop as described?',
    tool: 'check_contract',
    input: ({ url }) => ({ baseUrl: url, spec, tags: ['Users'] }),
    comesTo: /^✓ GET \/api\/users\/\{id\} +200 +✓/m,
  },
  {
    said: 'Did the description change?',
    tool: 'compare_contracts',
    input: () => ({ documents: [spec, spec] }),
    comesTo: /^no changes$/m,
  },
  {
    said: 'Is this a user?',
    tool: 'validate_body',
    input: () => ({ source: 'user.json', direction: 'response', schema: 'user.schema.json' }),
    comesTo: /must be string/,
  },
  {
    said: 'Make a pact of the chain.',
    tool: 'record_pact',
    input: () => ({ paths: ['Story'], environment: 'local', consumer: 'web', provider: 'shop' }),
    comesTo: /"interactions": 3/,
  },
  {
    said: 'Does the shop keep it?',
    tool: 'verify_pacts',
    input: ({ url }) => ({ paths: ['pacts'], step: { request: `GET ${url}` } }),
    comesTo: /Passed/,
  },
  {
    said: 'Write the chain as tests for node:test, and run them.',
    tool: 'generate_tests',
    input: () => ({
      source: 'Story',
      framework: 'node-test',
      output: 'tests',
      run: true,
      environment: 'local',
    }),
    comesTo: /as in apitest/,
    then: (_, { folder }) => access(path.join(folder, 'tests')),
  },
  {
    said: 'Keep this table for later.',
    tool: 'attach_files',
    input: () => ({ files: [{ path: 'rows.csv' }] }),
    comesTo: /\.tool\/uploads\/rows\.csv/,
    then: (_, { folder }) => access(path.join(folder, '.tool/uploads/rows.csv')),
  },
  {
    said: 'What is saved?',
    tool: 'list_collections',
    input: () => ({}),
    comesTo: /"Shop"[^]*"Story"/,
  },
  {
    said: 'Which environments are there?',
    tool: 'list_environments',
    input: () => ({}),
    comesTo: /"local"/,
  },
  {
    said: 'Keep the health check as a suite.',
    tool: 'save_step',
    input: ({ url }) => ({ steps: [{ request: `GET ${url}/api/health` }], file: 'health.apitest.yaml' }),
    comesTo: /was done/,
  },
  {
    said: 'Is it sound?',
    tool: 'check_suites',
    input: () => ({ paths: ['health.apitest.yaml'] }),
    comesTo: /was done/,
  },
  {
    said: 'Start the migration script.',
    tool: 'run_command',
    input: () => ({ command: 'echo migrated' }),
    comesTo: /migrated/,
  },
  {
    said: 'What were the last five calls?',
    tool: 'list_history',
    input: () => ({ count: 5 }),
    comesTo: /^[0-9a-f]{7} .* GET http/m,
    then: (called, { found }) => {
      found['call'] = /^([0-9a-f]{7}) /m.exec(called.text)?.[1] ?? ''
    },
  },
  {
    said: 'Show me one of them.',
    tool: 'show_call',
    input: ({ found }) => ({ id: found['call'] ?? '' }),
    comesTo: /→ /,
  },
  { said: 'Forget the chain.', tool: 'delete_saved', input: () => ({ place: 'Story' }), comesTo: /Story/ },
]

/** The same with brokers: listener, event, message. */
function events(step: { readonly listen: JsonObject; readonly publish: JsonObject }): readonly Line[] {
  return [
    {
      said: 'Listen first.',
      tool: 'listen_to_broker',
      input: () => ({ step: { ...step.listen, as: 'events' } }),
      comesTo: /passed/,
    },
    {
      said: 'Publish an order.',
      tool: 'publish_message',
      input: () => ({ step: { ...step.publish, json: { id: 7, state: 'placed' } } }),
      comesTo: /passed/,
    },
    {
      said: 'Did it come?',
      tool: 'listen_to_broker',
      input: () => ({
        step: { collect: 'events', count: 1, timeout: '20s', validations: [{ '$[0].value.id': 7 }] },
      }),
      comesTo: /✓ .*\$\[0\]\.value\.id equals 7/,
    },
  ]
}

const files = {
  [spec]: await readFile('playground/openapi.yaml', 'utf8'),
  [proto]: await readFile('playground/grpc/shop.proto', 'utf8'),
  'rows.csv': 'number\n1\n2\n',
  'user.json': '{"name": 3}',
  'user.schema.json': '{"type":"object","properties":{"name":{"type":"string"}}}',
}

describe('a conversation with an assistant', () => {
  let playground: Playground

  before(async () => {
    playground = await startPlayground({ port: 0, grpc: {} })
  })
  after(() => playground.close())

  type Begin = (folder: string) => Promise<Pick<ToolClient, 'call' | 'questions'> & AsyncDisposable>

  /** Has every line done by its tool, in order, with a user who allows what is asked. */
  async function hold(begin: Begin, lines: readonly Line[]): Promise<void> {
    await withFolder(files, async folder => {
      await using client = await begin(folder)
      const { url, grpcUrl = '' } = playground
      const story: Story = { url, grpcTarget: grpcUrl.replace('grpc://', ''), folder, found: {} }
      for (const { said, tool, input, comesTo, then } of lines) {
        const questions = client.questions.length
        const called = await client.call(tool, input(story))
        assert.match(called.text, comesTo, `${said} ${tool}: ${JSON.stringify(called.message)}`)
        const asked = client.questions.length - questions
        const isRead = permissions.get(tool) === 'read'
        assert.equal(asked, isRead ? 0 : 1, `${said} ${tool} asks once unless it reads`)
        await then?.(called, story)
      }
    })
  }

  for (const era of eras) {
    const own: Begin = folder => new ToolClient({ folder, era, ask: allow }).begin()

    it(`does all of what is asked for, in the protocol of ${era}`, () => hold(own, conversation))

    it(
      `does it for the official client of Python, in the protocol of ${era}`,
      { skip: pythonClientMissing },
      () => hold(folder => PythonClient.begin(folder, era), conversation),
    )

    it(`hears events of Kafka, in the protocol of ${era}`, { skip: kafka.missing }, async () => {
      const brokers = kafka.service().listeners.plain
      const topic = await makeTopic(kafkaClient(brokers), { partitions: 1 })
      const place = { brokers, topic }
      await hold(
        own,
        events({ listen: { kafka: 'listen', ...place }, publish: { kafka: 'publish', ...place } }),
      )
    })

    it(`hears messages of RabbitMQ, in the protocol of ${era}`, { skip: rabbitMq.missing }, async () => {
      const { username, password, listeners } = rabbitMq.service()
      const place = { url: `amqp://${username}:${password}@${listeners.plain}/`, exchange: 'amq.topic' }
      const key = `story.${randomUUID()}`
      const listen = { amqp: 'listen', ...place, 'routing-key': key }
      await hold(own, events({ listen, publish: { amqp: 'publish', ...place, 'routing-key': key } }))
    })
  }
})
