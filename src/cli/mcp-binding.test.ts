import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { allow, replyTo, ToolClient } from '../mcp/testing/tool-client.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'

const run = { paths: ['a.apitest.yaml'], environment: 'test' }

/** Files of a project, and one of them with what it becomes between the question and the answer. */
const changes: readonly (readonly [what: string, file: string, before: string, after: string])[] = [
  [
    'an environment',
    'apitest.config.yaml',
    'environments: { test: { variables: { base: "URL", path: harmless } } }\n',
    'environments: { test: { variables: { base: "URL", path: harmful } } }\n',
  ],
  [
    'a suite that is used',
    'used.apitest.yaml',
    'suite: Used\nsteps: [{ request: "GET {{base}}/used" }]\n',
    'suite: Used\nsteps: [{ request: "DELETE {{base}}/harmful" }]\n',
  ],
  ['a data row', 'rows.csv', 'name\nada\n', 'name\nharmful\n'],
]

const project = {
  'apitest.config.yaml': 'environments: { test: { variables: { base: "URL", path: harmless } } }\n',
  'used.apitest.yaml': 'suite: Used\nsteps: [{ request: "GET {{base}}/used" }]\n',
  'rows.csv': 'name\nada\n',
  'a.apitest.yaml': [
    'suite: A',
    'data: rows.csv',
    'steps:',
    '  - request: GET {{base}}/{{path}}/{{name}}',
    '  - use: used.apitest.yaml',
    '',
  ].join('\n'),
}

describe('what a user has allowed', () => {
  for (const [what, file, before, after] of changes)
    it(`is not another thing that comes of ${what} by then`, async () => {
      const seen: string[] = []
      await using server = await httpServer(({ method, url }, response) => {
        seen.push(`${method} ${url}`)
        response.end('{}')
      })
      const files = Object.fromEntries(
        Object.entries({ ...project, [file]: before }).map(([name, text]) => [
          name,
          text.replace('URL', server.url),
        ]),
      )
      await withFolder(files, async folder => {
        await using client = await new ToolClient({ folder, era: '2026', ask: allow }).begin()
        const asked = await client.once('run_suites', run)
        assert.match(asked.question ?? '', /GET http:\S+\/harmless\/ada/)
        assert.match(asked.question ?? '', /\/used/)
        await writeFile(path.join(folder, file), after.replace('URL', server.url))
        const reply = replyTo(asked.state ?? '', { action: 'accept', content: { answer: 'Allow' } })
        const again = await client.once('run_suites', run, reply)
        assert.notEqual(again.question, undefined, again.text)
        assert.deepEqual(seen, [])
        const allowed = await client.call('run_suites', run)
        assert.equal(allowed.isError, false, allowed.text)
        assert.ok(seen.length > 0)
      })
    })
})

describe('what is asked about in Auto', () => {
  const store = JSON.stringify({
    version: 1,
    collections: [
      {
        name: 'Shop',
        environments: [{ name: 'live', variables: { base: 'http://a' }, secrets: {}, production: true }],
        items: [],
      },
    ],
    environments: [],
    history: [],
  })
  const marked: readonly (readonly [tool: string, input: JsonObject])[] = [
    ['delete_environment', { name: 'live', collection: 'shop' }],
    ['delete_environment', { name: 'live', collection: 'Shop/' }],
    ['change_environment', { name: 'live', collection: 'SHOP', set: { base: 'http://b' } }],
    ['delete_saved', { place: 'shop' }],
    [
      'save_collection',
      {
        collection: {
          name: 'Shop',
          environments: [{ name: 'live', variables: { base: 'http://b' }, secrets: {}, production: false }],
          items: [],
        },
        replace: true,
      },
    ],
  ]
  for (const [tool, input] of marked)
    it(`is ${tool} of an environment that is marked as production: ${JSON.stringify(input)}`, () =>
      withFolder({ '.tool/api-collections.json': store }, async folder => {
        const args = ['--mode', 'auto', '--tools', 'all']
        await using client = await new ToolClient({ folder, era: '2026', args }).begin()
        const { question, text } = await client.once(tool, input)
        assert.match(question ?? text, /CHANGES DATA IN PRODUCTION/)
      }))

  it('is a file that a link leads out of the project', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'apitest-outside-'))
    try {
      await withFolder({}, async folder => {
        await symlink(outside, path.join(folder, 'out'))
        await using client = await new ToolClient({ folder, era: '2026', args: ['--mode', 'auto'] }).begin()
        const steps = [{ request: 'GET http://a/' }]
        const { question } = await client.once('save_step', { file: 'out/a.apitest.yaml', steps })
        assert.match(question ?? '', /WRITES OUTSIDE OF THE PROJECT: "out\/a\.apitest\.yaml"/)
        assert.equal(existsSync(path.join(outside, 'a.apitest.yaml')), false)
        const inside = await client.once('save_step', { file: '..a.apitest.yaml', steps })
        assert.equal(inside.question, undefined)
      })
    } finally {
      await rm(outside, { recursive: true })
    }
  })
})
