import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import tools from '../generated/tools.js'
import { PythonClient, pythonClientMissing } from '../mcp/testing/python-client.ts'
import { eras } from '../mcp/testing/tool-client.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { list, mapping, text, texts } from '../util/read-values.ts'

const suite = 'a.apitest.yaml'

/** Rare tools, and what they are told; the usual ones are called in the conversation with an assistant. */
const rare: readonly (readonly [tool: string, input: JsonObject])[] = [
  ['format_suites', { paths: [suite] }],
  ['fix_suites', { paths: [suite] }],
  ['rehearse_request', { step: { request: 'GET {{baseUrl}}/' } }],
  ['compile_source', { source: suite, to: 'collection' }],
  ['save_collection', { collection: { name: 'Shop', items: [] } }],
  ['create_saved', { name: 'Users', into: 'Shop' }],
  ['create_saved', { name: 'Old', into: 'Shop' }],
  ['move_saved', { place: 'Shop/Old', into: 'Shop/Users' }],
  ['change_environment', { name: 'local', set: { a: '1' }, unset: [] }],
  ['delete_environment', { name: 'local' }],
  ['attach_files', { files: [{ path: 'rows.csv' }] }],
  ['list_attachments', {}],
  ['start_mock', { files: ['mock.apitest.yaml'] }],
  ['reset_mocks', {}],
  ['stop_mocks', {}],
  ['run_suites', { paths: [suite] }],
  ['show_call', { id: 'last' }],
  ['generate_pact', { paths: [suite], consumer: 'web', provider: 'shop' }],
  ['describe_services', { question: 'list', step: { target: '127.0.0.1:1', plaintext: true } }],
  ['init_project', {}],
  ['clear_history', {}],
]

/** Input that nothing comes of: of the right kinds, about what is not there. */
function made(schema: JsonObject, key = ''): JsonValue {
  const { type, properties, required, items, enum: choices } = schema
  if (choices !== undefined) return list(choices)[0] ?? ''
  if (type === 'array') return [made(mapping(items), key)]
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type !== 'object') return key === 'command' ? 'exit 3' : 'nothing/there'
  const keys = new Set([
    ...texts(required),
    ...(key === '' ? [] : Object.keys(mapping(properties)).slice(0, 1)),
  ])
  return Object.fromEntries([...keys].map(name => [name, made(mapping(mapping(properties)[name]), name)]))
}

describe('the answers of tools, held against their schemas by the official client of Python', () => {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{}'),
  )
  let files: Readonly<Record<string, string>> = {}

  before(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    files = {
      [suite]: `suite: A\nvariables: { baseUrl: "${baseUrl}" }\nsteps:\n  - request: GET {{baseUrl}}/a\n`,
      'mock.apitest.yaml': 'suite: M\nmocks:\n  shop:\n    routes:\n      - request: GET /a\n',
      'rows.csv': 'a\n1\n',
    }
  })
  after(() => server.close())

  for (const era of eras) {
    const begin = (folder: string): Promise<PythonClient> =>
      PythonClient.begin(folder, era, ['--tools', 'all', '--mode', 'auto'])

    it(`of rare tools, in the protocol of ${era}`, { skip: pythonClientMissing }, () =>
      withFolder(files, async folder => {
        await using client = await begin(folder)
        for (const [tool, input] of rare) {
          const { message } = await client.call(tool, input)
          assert.equal(message['error'], undefined, `${tool}: ${JSON.stringify(message)}`)
        }
      }),
    )

    it(`of all tools to bad input, in the protocol of ${era}`, { skip: pythonClientMissing }, () =>
      withFolder(files, async folder => {
        await using client = await begin(folder)
        assert.equal(client.tools.length, tools.length)
        for (const { name, inputSchema } of tools)
          for (const input of [{ surprise: 1 }, made(inputSchema as JsonObject)]) {
            const { message, isError, result } = await client.call(name, mapping(input))
            const told = `${name} ${JSON.stringify(input)}: ${JSON.stringify(message)}`
            assert.equal(message['error'], undefined, told)
            if ('surprise' in mapping(input)) assert.ok(isError, told)
            assert.ok(
              list(result['content']).every(part => text(mapping(part)['text']) !== ''),
              told,
            )
          }
      }),
    )
  }
})
