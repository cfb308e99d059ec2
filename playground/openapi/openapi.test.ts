import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { createServer } from '../create-server.ts'
import {
  createJudge,
  examplePath,
  examplesIn,
  operationsOf,
  type Judge,
  type Operation,
} from '../testing/open-api-reader.ts'
import { requiredEndpoints } from '../testing/required-endpoints.ts'
import { at, usePlayground, type Reply } from '../testing/use-playground.ts'
import { openApiDocument, type OpenApiDocument } from './document.ts'
import { openApiStructure } from '../testing/open-api-structure.ts'
import { toYaml } from './routes.ts'

const playground = usePlayground()
/** The document of the running playground, its operations, and a judge by its schemas. */
async function described() {
  const document = (await playground.get('/openapi.json')).body as OpenApiDocument
  return { document, operations: operationsOf(document), judge: createJudge(document) }
}

test('every endpoint is described, under its tag', async () => {
  const { operations } = await described()
  const present = operations.map(({ method, path, tags }) => `${method} ${path} | ${String(tags)}`)
  assert.deepEqual(
    requiredEndpoints.filter(endpoint => !present.includes(endpoint)),
    [],
  )
})

test('the document has the structure of OpenAPI 3.1', async () => {
  const { document } = await described()
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  assert.ok(ajv.validate(openApiStructure, document), ajv.errorsText())
})

test('operation ids are unique, and every tag is declared', async () => {
  const { document, operations } = await described()
  assert.equal(new Set(operations.map(operation => operation.id)).size, operations.length)
  const declared = document.tags.map(tag => tag.name)
  for (const { id, tags } of operations) assert.ok(declared.includes(String(tags)), id)
})

test('every schema is a schema', async () => {
  const { document } = await described()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const [name, schema] of Object.entries(document.components['schemas'] as object))
    assert.ok(ajv.validateSchema(schema as object), `${name}: ${ajv.errorsText()}`)
})

test('every example matches its schema', async () => {
  const { document, judge } = await described()
  const examples = examplesIn(document)
  assert.ok(examples.length > 100, String(examples.length))
  for (const { place, example } of examples) assert.deepEqual(judge(place, example), [], place.join(' '))
})

test('the address is the one under which the caller asked', async () => {
  const { document } = await described()
  assert.equal(document.servers[0]?.url, playground.url(''))
})

test('YAML and JSON say the same', async () => {
  const { document } = await described()
  const yaml = await playground.get('/openapi.yaml')
  assert.match(yaml.headers.get('content-type') ?? '', /^application\/yaml/)
  assert.deepEqual(parse(String(yaml.body)), document)
})

test('playground/openapi.yaml is this document (UPDATE=1 writes it)', async () => {
  const app = await createServer()
  await app.ready()
  const text = toYaml(openApiDocument(app, 'http://127.0.0.1:4010'))
  await app.close()
  if (process.env['UPDATE'] === '1') await writeFile('playground/openapi.yaml', text)
  assert.equal(await readFile('playground/openapi.yaml', 'utf8'), text)
})

test('every operation called with its examples answers as described, and well', async () => {
  const { operations, judge } = await described()
  for (const operation of operations.filter(({ id }) => id !== 'streamOrders')) {
    await prepare(operation)
    const reply = await callWithExamples(operation)
    judgeReply(judge, operation, reply)
    if (!expectedToFail.includes(operation.id))
      assert.ok(reply.status < 400, `${operation.id}: ${reply.status}`)
  }
})

/** Forced errors, and what answers only to WebSockets. */
const expectedToFail = ['getFailure', 'openEcho', 'openFeed']

test('every operation called with nonsense answers as described', async () => {
  const { operations, judge } = await described()
  for (const operation of operations.filter(({ id }) => id !== 'getSlow' && id !== 'streamOrders')) {
    const path = operation.path.replace(/\{\w+\}/, 'nonsense')
    const reply =
      at(operation.value, 'requestBody') === undefined
        ? await playground.send(operation.method, `${path}?page=x&count=x&state=x&api_key=x`)
        : await playground.json(operation.method, path, { nonsense: true })
    judgeReply(judge, operation, reply)
  }
})

/** Status, content type, body and required header: what a contract check would look at. */
function judgeReply(judge: Judge, operation: Operation, reply: Reply): void {
  const status = String(reply.status)
  const response = at(operation.value, 'responses', status)
  assert.ok(response !== undefined, `${operation.id} answers ${status}`)
  assert.ok(reply.headers.has('x-api-version'))
  const content = at(response, 'content')
  if (content === undefined) {
    assert.equal(reply.body, '', operation.id)
    return
  }
  const type = reply.headers.get('content-type')?.split(';', 1)[0] ?? ''
  assert.ok(at(content, type) !== undefined, `${operation.id} answers ${status} with ${type}`)
  const place = [...operation.place, 'responses', status, 'content', type, 'schema']
  assert.deepEqual(judge(place, reply.body), [], `${operation.id} ${status}`)
}

/** A clean state with a cart, and a file for the operation that deletes it. */
async function prepare(operation: Operation): Promise<void> {
  await playground.json('POST', '/api/reset', { size: 'small' })
  await playground.json('POST', '/shop/cart/add', { productId: 1, quantity: 1 })
  if (operation.id === 'deleteUploadedFile')
    await playground.send('POST', '/files/upload', { body: fileForm() })
}

async function callWithExamples(operation: Operation): Promise<Reply> {
  const path = examplePath(operation)
  const content = at(operation.value, 'requestBody', 'content')
  const headers = await credentials(operation)
  if (operation.id === 'uploadFiles') return playground.send('POST', path, { body: fileForm() })
  if (content === undefined) return playground.send(operation.method, path, { headers })
  const form = at(content, 'application/x-www-form-urlencoded', 'example')
  if (at(content, 'application/json') === undefined)
    return playground.send(operation.method, path, {
      body: new URLSearchParams(form as Record<string, string>),
    })
  return playground.json(operation.method, path, at(content, 'application/json', 'example'))
}

async function credentials(operation: Operation): Promise<Record<string, string>> {
  const scheme = Object.keys(at(operation.value, 'security', 0) ?? {})[0]
  if (scheme === 'basic') return { authorization: `Basic ${btoa('demo:demo-password')}` }
  if (scheme === 'apiKeyHeader') return { 'x-api-key': 'demo-key' }
  if (scheme !== 'bearer') return {}
  const token = await playground.json('POST', '/auth/token', { username: 'demo', password: 'demo-password' })
  return { authorization: `Bearer ${String(at(token.body, 'access_token'))}` }
}

function fileForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['hello']), 'hello.txt')
  return form
}
