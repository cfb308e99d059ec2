import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'
import { allow, eras, ToolClient } from './testing/tool-client.ts'

const many = Array.from(
  { length: 100 },
  (_, index) => `  - request: POST http://127.0.0.1:1/ok${String(index)}\n`,
)

const files = {
  'apitest.config.yaml': `environment: local
environments:
  local:
    variables: { baseUrl: "http://127.0.0.1:1", path: "{{env.PLACE}}" }
    secrets: { token: "{{env.SHOP_TOKEN}}", other: "{{env.OTHER_TOKEN}}" }
  live:
    secrets: { token: "{{env.LIVE_TOKEN}}" }
  marked: { production: true, variables: { baseUrl: "http://127.0.0.1:1" } }
`,
  'mock.apitest.yaml': `suite: Mock
mocks:
  shop:
    proxy: "{{baseUrl}}"
    routes: [{ route: GET /a, answer: { status: 200, then: [{ name: Call back, request: "POST http://127.0.0.1:1/" }] } }]
steps: [{ pause: 1ms }]
`,
  'uses.apitest.yaml':
    'suite: Uses\nvariables: { unused: "{{env.UNUSED}}" }\nsteps:\n  - use: used.apitest.yaml\n    with: { who: ada }\n',
  'used.apitest.yaml':
    'suite: Used\ninputs: [who]\nsteps:\n  - request: POST {{baseUrl}}/{{path}}/{{who}}\n    headers: { X-Token: "{{token}}" }\n',
  'many.apitest.yaml': `suite: Many\nsteps:\n${many.join('')}  - request: DELETE http://127.0.0.1:1/hidden\n`,
}

const environment = {
  PLACE: 'users',
  SHOP_TOKEN: 'token-123456',
  OTHER_TOKEN: 'x',
  UNUSED: 'y',
  LIVE_TOKEN: 'z',
}

/** The question that a user is asked about a call and answers by denying it. */
async function questionAbout(tool: string, input: JsonObject): Promise<string> {
  return withFolder(files, async folder => {
    const ask = (): JsonObject => ({ action: 'decline' })
    await using client = await new ToolClient({ folder, era: '2026', environment, ask }).begin()
    const called = await client.call(tool, input)
    return client.questions[0] ?? called.text
  })
}

describe('a question', () => {
  it('fills in the requests of suites that a suite uses, by what these are given', async () => {
    const question = await questionAbout('run_suites', { paths: ['uses.apitest.yaml'] })
    assert.match(question, /^- Sends "POST http:\/\/127\.0\.0\.1:1\/\*\*\*\/ada"\.$/m)
    assert.doesNotMatch(question, /\{\{/)
  })

  it('names the variables of the process that are used, and no others', async () => {
    const question = await questionAbout('run_suites', { paths: ['uses.apitest.yaml'] })
    assert.match(question, /^- Uses the environment variables "PLACE", "SHOP_TOKEN"\.$/m)
    const variables = { path: 'x', token: 'y' }
    assert.doesNotMatch(
      await questionAbout('run_suites', { paths: ['uses.apitest.yaml'], variables }),
      /Uses the env/,
    )
    const scripts = { before: 'pm.variables.get("other")' }
    const step = { request: 'GET {{baseUrl}}/', scripts }
    assert.match(await questionAbout('send_request', { step }), /"SHOP_TOKEN", "OTHER_TOKEN"/)
  })

  it('tells what a mock does not do, and that it hands requests on in production', async () => {
    const question = await questionAbout('start_mock', { files: ['mock.apitest.yaml'] })
    assert.match(question, /^- Warns: "what stands under 'then' of GET \/a does not run"\.$/m)
    assert.doesNotMatch(question, /Call back|PRODUCTION/)
    const marked = { files: ['mock.apitest.yaml'], environment: 'marked' }
    assert.match(
      await questionAbout('start_mock', marked),
      /^- CHANGES DATA IN PRODUCTION: "the environment 'marked'"/m,
    )
  })

  const shown: readonly (readonly [what: string, tool: string, input: JsonObject])[] = [
    [
      'a script behind a long description',
      'save_step',
      {
        steps: [{ request: 'GET http://a/', description: 'x'.repeat(3000), scripts: { after: 'hidden()' } }],
        file: 'n.apitest.yaml',
      },
    ],
    ['the end of a long command', 'run_command', { command: `echo ${'a'.repeat(20_000)}; hidden` }],
    ['one request that deletes behind many others', 'run_suites', { paths: ['many.apitest.yaml'] }],
    [
      'a member of a body behind a long one',
      'send_request',
      { step: { request: 'POST http://127.0.0.1:1/', json: { a: 'x'.repeat(3000), hidden: 1 } } },
    ],
    [
      'the end of a long text in a body',
      'send_request',
      { step: { request: 'POST http://127.0.0.1:1/', text: `${'x'.repeat(3000)} hidden` } },
    ],
    [
      'the last item of a long list',
      'send_request',
      { step: { request: 'POST http://127.0.0.1:1/', json: [...Array(500).keys(), 'hidden'] } },
    ],
    [
      'the end of an address',
      'send_request',
      { step: { request: `DELETE http://127.0.0.1:1/?${'x'.repeat(3000)}&hidden=1` } },
    ],
    ['the last of many arguments', 'create_saved', { name: 'N', description: `${'x'.repeat(5000)} hidden` }],
  ]
  for (const [what, tool, input] of shown)
    it(`shows ${what}`, async () => {
      assert.match(await questionAbout(tool, input), /hidden/)
    })

  it('is not asked where it would be too long to be read', async () => {
    const command = `echo ${'a'.repeat(60_000)}; hidden`
    assert.match(await questionAbout('run_command', { command }), /who would not see all of it/)
  })

  for (const era of eras)
    it(`is about a file as it was then, in the protocol of ${era}`, async () => {
      await using server = await httpServer()
      await withFolder({ 'body.json': '{"a":1}' }, async folder => {
        await using client = await new ToolClient({ folder, era }).begin()
        let asked = 0
        client.ask = question => {
          if (asked++ > 0) return { action: 'decline' }
          writeFileSync(path.join(folder, 'body.json'), '{"a":2}')
          return allow(question)
        }
        await client.call('send_request', { step: { request: `POST ${server.url}/`, file: 'body.json' } })
        assert.deepEqual(server.seen, [])
      })
    })
})
