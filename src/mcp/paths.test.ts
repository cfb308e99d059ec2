import assert from 'node:assert/strict'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { operations } from '../operations/index.ts'
import type { Schema } from '../operations/schema.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'
import { type ClientOptions, eras, ToolClient } from './testing/tool-client.ts'

/** Texts of operations that name no file and no folder, by their keys. A new one is judged here first, and else marked by `fileName`. */
const noPaths = new Set([
  ...['allow', 'base64', 'baseUrl', 'call', 'collection', 'command', 'consumer', 'consumers', 'contentType'],
  ...[
    'description',
    'duration',
    'entries',
    'environment',
    'exclude',
    'grep',
    'host',
    'id',
    'idle',
    'interval',
  ],
  ...['into', 'maxTime', 'name', 'names', 'newName', 'operation', 'operations', 'place', 'provider', 'proxy'],
  ...['rampUp', 'route', 'since', 'state', 'stateCommand', 'stateUrl', 'stopWhen', 'symbol', 'tags', 'test'],
  ...['environmentNames', 'resetCommand', 'text', 'thresholds', 'to', 'unset', 'urls', 'variables'],
])

/** The keys of texts that say nothing of what is done with them, below a schema. */
function unmarked(schema: Schema, key = ''): readonly string[] {
  const { type, enum: choices, path: use, items, properties = {}, additionalProperties, oneOf = [] } = schema
  if (type === 'string') return choices === undefined && use === undefined ? [key] : []
  return [
    ...Object.entries(properties).flatMap(([name, one]) => unmarked(one, name)),
    ...[items, additionalProperties || undefined, ...oneOf].flatMap(one =>
      one === undefined ? [] : unmarked(one, key),
    ),
  ]
}

const bad = 'suite:   Bad\nsteps:\n  -   request: GET http://127.0.0.1:1/\n      validatons: [status: 200]\n'
const description = 'openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: {}\n'
const secret =
  'openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: { /canary: { get: { responses: {} } } }\n'

describe('paths that tools are told', () => {
  it('are marked in the input of every operation', () => {
    for (const { name, input } of operations) {
      const left = unmarked(input).filter(key => !noPaths.has(key))
      assert.deepEqual(left, [], `${name} is told texts that are neither marked as paths nor known not to be`)
    }
  })

  /** A project beside a folder that does not belong to it, with links to there, and a client whose user denies. */
  async function withClient(
    { era = '2025', args = [] }: Partial<ClientOptions>,
    use: (client: ToolClient, outside: string) => Promise<void>,
  ): Promise<void> {
    const files = {
      'project/a.apitest.yaml':
        'suite: A\nsteps:\n  - request: GET http://127.0.0.1:1/\n    save-to: a.json\n',
      'project/api.yaml': description,
      'project/.env': 'TOKEN=canary\n',
      'project/apitest.config.yaml': 'workers: 1\n',
      'project/package.json': '{}',
      'outside/x.apitest.yaml': bad,
      'outside/api.yaml': secret,
      'outside/notes.txt': 'canary',
    }
    await withFolder(files, async folder => {
      const project = path.join(folder, 'project')
      const outside = path.join(folder, 'outside')
      await symlink(outside, path.join(project, 'link'))
      await mkdir(path.join(project, 'sub'))
      await symlink(path.join(outside, 'notes.txt'), path.join(project, 'sub', 'n.apitest.yaml'))
      const ask = (): JsonObject => ({ action: 'decline' })
      await using client = await new ToolClient({ folder: project, era, args, ask }).begin()
      await use(client, outside)
    })
  }

  for (const era of eras)
    it(`are asked about where a tool reads elsewhere, in the protocol of ${era}`, () =>
      withClient({ era }, async (client, outside) => {
        const far = './'.repeat(2100)
        const reading: readonly (readonly [tool: string, input: JsonObject])[] = [
          ['check_suites', { paths: [`${far}.env`] }],
          ['check_suites', { paths: [`a\n/../.env`] }],
          ['check_suites', { paths: ['link'] }],
          ['check_suites', { paths: ['link/x.apitest.yaml:3'] }],
          ['check_suites', { paths: ['sub'] }],
          ['check_suites', { paths: [path.join(outside, 'notes.txt')] }],
          ['compare_contracts', { documents: ['api.yaml', `${far}../outside/api.yaml`] }],
          ['compare_contracts', { documents: ['api.yaml', 'link/api.yaml'] }],
          ['compare_contracts', { documents: ['api.yaml', 'api.yaml'], ignoreFile: '../outside/notes.txt' }],
          ['validate_body', { source: 'link/notes.txt', direction: 'response', schema: 'api.yaml' }],
          ['validate_body', { source: '-', text: '{}', direction: 'response', schema: 'link/notes.txt' }],
          ['read_proto', { question: 'list', step: { proto: `${far}../outside/notes.txt` } }],
        ]
        for (const [tool, input] of reading) {
          const before = client.questions.length
          const { text } = await client.call(tool, input)
          assert.equal(client.questions.length, before + 1, `${tool} ${JSON.stringify(input).slice(-80)}`)
          assert.doesNotMatch(text, /canary/i)
        }
        for (const paths of [['a.apitest.yaml'], ['a.apitest.yaml:3']]) {
          const before = client.questions.length
          await client.call('check_suites', { paths })
          assert.equal(client.questions.length, before)
        }
      }))

  it('are asked about in Auto where a tool writes outside, and lead nowhere else', () =>
    withClient({ args: ['--mode', 'auto', '--tools', 'all'] }, async (client, outside) => {
      const writing: readonly (readonly [tool: string, input: JsonObject])[] = [
        ['generate_tests', { source: 'a.apitest.yaml', framework: 'node-test', output: '../outside/t' }],
        ['generate_tests', { source: 'a.apitest.yaml', framework: 'node-test', output: 'link/t' }],
        ['run_suites', { paths: ['a.apitest.yaml'], saveDir: 'sub/../link/s' }],
        ['save_step', { steps: [{ request: 'GET http://a/' }], file: 'link/new.apitest.yaml' }],
        ['format_suites', { paths: ['link'] }],
        ['format_suites', { paths: ['link/x.apitest.yaml'] }],
        ['fix_suites', { paths: ['../outside'] }],
        ['fix_suites', { paths: [`${outside}/./x.apitest.yaml`] }],
      ]
      for (const [tool, input] of writing) {
        const before = client.questions.length
        await client.call(tool, input)
        assert.equal(client.questions.length, before + 1, `${tool} ${JSON.stringify(input)}`)
        assert.match(client.questions.at(-1) ?? '', /WRITES OUTSIDE OF THE PROJECT: "[^"]*outside|link/)
      }
      assert.equal(await readFile(path.join(outside, 'x.apitest.yaml'), 'utf8'), bad)
    }))

  it('lead nowhere else by a folder that is a link, when none is named', () =>
    withClient({ args: ['--mode', 'auto', '--tools', 'all'] }, async (client, outside) => {
      const project = path.join(outside, '..', 'project')
      await symlink(outside, path.join(project, 'test'))
      const into = await client.call('generate_tests', { source: 'a.apitest.yaml', framework: 'node-test' })
      assert.match(into.text, /leads out of the project/)
    }))

  it('are told in Manual where something is written', () =>
    withClient({}, async client => {
      await client.call('run_suites', { paths: ['a.apitest.yaml'], saveDir: 'bodies' })
      assert.match(client.questions[0] ?? '', /^- Writes to "bodies"\.$/m)
    }))
})
