import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { withFolder } from '../testing/run-program.ts'
import { commands } from './commands/index.ts'
import { rehearseRequest } from '../operations/calls/call-operations.ts'
import { readProto } from '../operations/calls/describe-services.ts'
import { operations } from '../operations/index.ts'
import type { Host } from '../operations/operation.ts'
import type { Schema } from '../operations/schema.ts'
import { hostIn } from '../operations/testing/host-in.ts'

const byName = new Map(operations.map(one => [one.name, one]))

describe('the operations', () => {
  it('are asked for by a command each', async () => {
    const asked = await Promise.all(
      commands.map(async ({ load }) => (await load?.())?.command.operations ?? []),
    )
    const names = new Set(asked.flat().map(({ name }) => name))
    assert.deepEqual(
      operations.map(({ name }) => name).filter(name => !names.has(name)),
      [],
    )
  })

  it('have names of their own', () => {
    assert.equal(byName.size, operations.length)
    for (const { name, summary } of operations) {
      assert.match(name, /^[a-z]+(-[a-z]+)+$/)
      assert.match(summary, /^[A-Z][a-z]+s .*\.$/, name)
    }
  })

  for (const { name, input, answer } of operations)
    it(`${name} describes every key of its input and of its answer`, () => {
      assert.deepEqual([...undescribed(input, 'input'), ...undescribed(answer, 'answer')], [])
      for (const $ref of [...references(input), ...references(answer)])
        if ($ref !== '') assert.ok(schemas.getSchema($ref) !== undefined, $ref)
    })
})

/** The keys below a schema that say nothing about themselves. */
function* undescribed(schema: Schema, path: string): Generator<string> {
  const { properties = {}, items } = schema
  for (const [key, inner] of Object.entries(properties)) {
    if ((inner.description ?? '') === '') yield `${path}.${key}`
    yield* undescribed(inner, `${path}.${key}`)
  }
  if (items !== undefined) yield* undescribed(items, `${path}[]`)
}

function* references(schema: Schema): Generator<string> {
  if (schema.$ref !== undefined) yield schema.$ref
  for (const inner of Object.values(schema.properties ?? {})) yield* references(inner)
  if (schema.items !== undefined) yield* references(schema.items)
}

const published = ['suite', 'report', 'api-collections', 'contract-check', 'load-report']
const schemas = publishedSchemas()

function publishedSchemas(): Ajv.default {
  const ajv = new Ajv.default({ strict: false, validateFormats: false })
  addFormats.default(ajv)
  for (const name of published) {
    const file = `${name}.schema.json`
    const place = name === 'suite' ? file : `schemas/${file}`
    ajv.addSchema(JSON.parse(readFileSync(place, 'utf8')) as object, file)
  }
  return ajv
}

it('read-proto reads a descriptor set, and nothing that is only on a server', () =>
  withFolder({ 'user.json': '{}' }, async folder => {
    const read = async (step: object): Promise<string> => {
      const answer = await readProto.run({ question: 'list', step: { ...step } }, hostIn(folder))
      return answer.ok ? (answer.value.failure?.message ?? '') : (answer.problems[0]?.message ?? '')
    }
    assert.match(await read({ 'descriptor-set': 'user.json' }), /the descriptor set .* cannot be read/)
    assert.equal(await read({ target: '127.0.0.1:1' }), 'there are no files to read')
  }))

it('a rehearsal sends nothing, whatever the action', async () => {
  const asked: string[] = []
  await using server = await httpServer(({ url }, response) => {
    asked.push(url)
    response.end('{}')
  })
  const { host } = new URL(server.url)
  const steps = {
    request: { request: `GET ${server.url}/a` },
    kafka: { kafka: 'publish', brokers: host, topic: 'orders', text: 'hi' },
    amqp: { amqp: 'publish', url: `amqp://${host}/`, exchange: 'orders', text: 'hi' },
    listen: { kafka: 'listen', brokers: host, topic: 'orders' },
    wait: { wait: `${server.url}/health`, timeout: '1s' },
    sse: { sse: `${server.url}/events` },
    websocket: { websocket: `ws://${host}/` },
    exec: { exec: `curl ${server.url}/exec` },
  }
  await withFolder({}, async folder => {
    for (const [name, step] of Object.entries(steps)) {
      const answer = await rehearseRequest.run({ step }, hostIn(folder))
      const [failure] = (answer.ok ? answer.value.result?.failures : undefined) ?? []
      assert.match(failure?.message ?? '', /not sent$/, name)
    }
  })
  assert.deepEqual(asked, [])
})

describe('what an operation answers', () => {
  const suite = 'suite: A\nsteps:\n  - set: { a: 1 }\n'
  const calls: readonly (readonly [name: string, input: object])[] = [
    ['create-saved', { name: 'Shop' }],
    ['save-request', { steps: [{ name: 'List', request: 'GET http://127.0.0.1:1/a' }], into: 'Shop' }],
    ['add-validations', { place: 'Shop/List', validations: [{ status: 200 }], extracts: { id: '$.id' } }],
    ['change-saved', { place: 'Shop/List', change: { headers: { 'X-Tenant': 'acme' } } }],
    ['list-collections', {}],
    ['show-saved', { place: 'Shop' }],
    ['change-saved', { place: 'Shop', change: { name: 'Store', variables: { a: 1 } } }],
    ['change-environment', { name: 'local', set: { b: 'c' }, unset: [], secret: true }],
    ['list-environments', {}],
    ['list-environments', { name: 'local' }],
    ['delete-environment', { name: 'local' }],
    ['check-suites', { paths: ['a.apitest.yaml'] }],
    ['run-suites', { paths: ['a.apitest.yaml'] }],
    ['send-request', { step: { request: 'GET http://127.0.0.1:1/a' } }],
    ['rehearse-request', { step: { request: 'GET http://127.0.0.1:1/a' } }],
    ['list-history', { count: 3 }],
    ['show-call', {}],
    ['clear-history', {}],
    ['import-document', { source: 'curl.txt' }],
    ['compile-source', { source: 'Store', to: 'suite', outputFolder: '.' }],
    ['save-step', { steps: [{ request: 'GET http://127.0.0.1:1/a' }], file: 'b.apitest.yaml' }],
    ['validate-body', { source: 'body.json', direction: 'response', schema: 'schema.json' }],
    ['compare-contracts', { documents: ['openapi.json', 'newer.json'] }],
    ['check-contract', { baseUrl: 'http://127.0.0.1:1', spec: 'openapi.json' }],
    ['run-command', { command: 'echo a' }],
    ['wait-for-health', { urls: ['tcp://127.0.0.1:1'], timeout: 50 }],
    ['delete-saved', { place: 'Store' }],
    ['attach-files', { files: [{ path: 'body.json' }, { name: 'a.txt', base64: 'YQ==' }] }],
    ['list-attachments', {}],
  ]
  const openapi = (path: string): string =>
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'A', version: '1' },
      paths: { [path]: { get: { responses: { 200: { description: 'ok' } } } } },
    })
  const files = {
    'a.apitest.yaml': suite,
    'curl.txt': 'curl http://127.0.0.1:1/curl\n',
    'body.json': '{"a":1}',
    'schema.json': '{"type":"object","properties":{"a":{"type":"string"}}}',
    'openapi.json': openapi('/a'),
    'newer.json': openapi('/b'),
  }

  it('is as its schema says', () =>
    withFolder(files, async folder => {
      for (const [name, input] of calls) await answersAsDescribed(name, input, hostIn(folder))
    }))
})

async function answersAsDescribed(name: string, input: object, host: Host): Promise<void> {
  const found = byName.get(name)
  assert.ok(found !== undefined, name)
  const takes = schemas.compile(found.input)
  assert.ok(takes(input), `${name}: ${schemas.errorsText(takes.errors)}`)
  const answered = await found.run(input as never, host)
  assert.ok(answered.ok, answered.ok ? '' : `${name}: ${answered.problems[0]?.message ?? ''}`)
  const fits = schemas.compile(asJson(found.answer))
  const value: unknown = JSON.parse(JSON.stringify(answered.value))
  assert.ok(fits(value), `${name}: ${schemas.errorsText(fits.errors)}\n${JSON.stringify(value)}`)
}

/** Reduces a schema to JSON: values of the program beyond that, such as the bytes of a body, are no part of it. */
function asJson(schema: Schema): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      (key === 'additionalProperties' && value === false) || (key === '$ref' && value === '')
        ? undefined
        : value,
    ),
  ) as object
}
