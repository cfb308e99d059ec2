import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import tools from '../generated/tools.js'
import { operationGroups } from '../operations/index.ts'
import type { Permission } from '../operations/operation.ts'
import type { JsonObject } from '../util/json-value.ts'
import { describeTools } from './describe-tools.ts'
import { offerOf } from './offer.ts'
import { offeredTools } from './tool.ts'

/** Rows of the mission's table of operations, and the tools that are offered for each unless groups are named. */
const mission: readonly (readonly [row: string, permission: Permission, ...names: string[]])[] = [
  ['Send request', 'traffic', 'send_request'],
  ['Poll request', 'traffic', 'poll_request'],
  [
    'Create/modify collection, folder, request, environment, variable',
    'project',
    ...['create_saved', 'change_saved', 'save_request', 'delete_saved', 'change_environment'],
  ],
  ['Add validations to saved request', 'project', 'add_validations'],
  ['Import spec / collection / HAR', 'project', 'import_document'],
  [
    'Read collections, request, call history',
    'read',
    ...['list_collections', 'show_saved', 'list_environments', 'list_history', 'show_call'],
  ],
  ['Run request or folder/chain', 'traffic', 'run_suites'],
  ['Run per data row', 'traffic', 'run_suites'],
  ['Validate body against schema', 'read', 'validate_body'],
  ['Check live API against spec', 'traffic', 'check_contract'],
  ['Compare two spec files', 'read', 'compare_contracts'],
  ['Generate pact', 'project', 'generate_pact'],
  ['Verify provider against pact', 'traffic', 'verify_pacts'],
  ['Wait for health', 'traffic', 'wait_for_health'],
  ['Run start command', 'traffic', 'run_command'],
  ['Start mock', 'traffic', 'start_mock'],
  ['Read mock calls', 'read', 'read_mock_calls', 'list_mocks'],
  ['Stop mocks', 'project', 'stop_mocks'],
  ['Listen to broker', 'traffic', 'listen_to_broker'],
  ['Publish message', 'traffic', 'publish_message'],
  ['WebSocket session', 'traffic', 'websocket_session'],
  ['SSE session', 'traffic', 'sse_session'],
  ['Read .proto', 'read', 'read_proto'],
  ['gRPC call', 'traffic', 'grpc_call'],
  ['Load test', 'traffic', 'load_test'],
  ['Attached files', 'project', 'attach_files'],
]

const usual = offeredTools(tools, [])
const named = new Map(usual.map(tool => [tool.name, tool]))

describe('the tools', () => {
  for (const [row, permission, ...names] of mission)
    it(`are there for what the mission calls "${row}"`, () => {
      for (const name of names) assert.equal(named.get(name)?.permission, permission, name)
    })

  it('are fewer than forty, by name, and short enough to be told', () => {
    assert.ok(usual.length < 40, String(usual.length))
    const names = tools.map(({ name }) => name)
    assert.deepEqual(names, [...names].sort())
    assert.equal(new Set(names).size, names.length)
    const options = { tools: usual, mode: 'manual', allowExec: false } as const
    const { tools: told } = offerOf({ ...options, workingFolder: '.', processEnvironment: {} })
    assert.ok(JSON.stringify(told).length < 48_000, String(JSON.stringify(told).length))
  })

  it('are those of the operations as they are, but for what only people ask for', () => {
    const others = readdirSync('schemas').filter(name => name.endsWith('.schema.json'))
    const files = ['suite.schema.json', ...others.map(name => path.join('schemas', name))]
    const definitions = Object.fromEntries(
      files.map(file => [path.basename(file), JSON.parse(readFileSync(file, 'utf8')) as JsonObject]),
    )
    assert.deepEqual(tools, JSON.parse(JSON.stringify(describeTools(operationGroups, definitions))))
    assert.ok(!tools.some(({ name }) => name === 'allow_reads'))
  })

  it('need no other document, and take nothing that only a person gives', () => {
    for (const { name, inputSchema, outputSchema } of tools) {
      assert.doesNotMatch(
        JSON.stringify([inputSchema, outputSchema]),
        /"\$ref"|"valueType"|"byHand"|"optional"/,
        name,
      )
      const keys = Object.keys(inputSchema['properties'] as object)
      const byHand = [
        'production',
        'allowExec',
        'allow',
        'targetIsMine',
        'allowMany',
        'foreground',
        'showsSecrets',
      ]
      assert.deepEqual(
        keys.filter(key => byHand.includes(key)),
        [],
        name,
      )
    }
    const started = tools.find(({ name }) => name === 'start_mock')
    assert.doesNotMatch(JSON.stringify(started?.outputSchema), /"page"/)
  })

  it('say truly what a client may assume of them', () => {
    for (const { name, permission, annotations } of tools) {
      assert.equal(annotations.readOnlyHint, permission === 'read', name)
      assert.equal(annotations.openWorldHint, permission === 'traffic', name)
      if (permission === 'read') assert.equal(annotations.destructiveHint, false, name)
    }
    const destroying = tools.filter(
      ({ permission, annotations }) => permission === 'project' && annotations.destructiveHint,
    )
    assert.deepEqual(
      destroying.map(({ name }) => name),
      [
        'change_saved',
        'clear_history',
        'delete_environment',
        'delete_saved',
        'import_document',
        'save_collection',
        'save_request',
        'stop_mocks',
      ],
    )
  })

  it('are offered by groups', () => {
    const requests = offeredTools(tools, ['requests'])
    assert.ok(requests.some(({ name }) => name === 'rehearse_request'))
    assert.ok(requests.every(({ group }) => group === 'requests'))
    assert.equal(offeredTools(tools, ['all']).length, tools.length)
  })
})
