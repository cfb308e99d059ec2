import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { CodeAction, CodeLens, CompletionList, Hover, InlayHint, Location } from 'vscode-languageserver'
import { type CancellationToken, CancellationTokenSource } from 'vscode-languageserver/node'
import { EditorClient } from '../lsp/testing/editor-client.ts'
import { editedTexts } from '../testing/edited-texts.ts'
import { shareOfCount } from '../testing/parts.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { randomNumbers } from '../testing/random-numbers.ts'
import { withFolder } from '../testing/run-program.ts'

/** A place of a suite: the text behind which the cursor stands, the first time it comes. */
interface At {
  readonly line: number
  readonly character: number
}

function behind(text: string, part: string): At {
  const at = text.indexOf(part)
  assert.ok(at >= 0, part)
  const before = text.slice(0, at + part.length).split('\n')
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
}

const step = 'suite: A\nsteps:\n  - '

/** The requests of an editor about suites of this project, and the text that each answer has to contain. */
const session: readonly (readonly [suite: string, request: string, behind: string, answer: RegExp])[] = [
  ['users', 'hover', 'reque', /The method \(GET, POST/],
  [
    'users',
    'hover',
    'api/users/{{first',
    /firstId.*All users.*from \$\.items\[0\]\.id \(users\.apitest\.yaml:14\)/s,
  ],
  ['users', 'hover', '{{base', /the environment local \(apitest\.config\.yaml/],
  ['users', 'hover', 'same-a', /of the same type/],
  ['users', 'definition', 'api/users/{{first', /users\.apitest\.yaml.*"line":13/],
  ['users', 'definition', '{{base', /apitest\.config\.yaml/],
  ['users', 'definition', 'schemas/user', /schemas\/user\.schema\.yaml/],
  ['users', 'completion', 'api/users/{{', /"firstEmail".*"firstId"/],
  ['users', 'completion', '      - ', /"schema"/],
  ['users', 'documentSymbol', '', /All users.*Not modified/],
  ['users', 'codeLens', '', /Run suite.*Run step/],
  ['users', 'definition', 'request: GE', /^\[\]$/],
  ['orders', 'hover', 'valid', /Expectations of the answer/],
  ['orders', 'documentSymbol', '', /"kind":12/],
  ['orders', 'completion', 'steps:\n  - ', /"headers"/],
  ['orders', 'codeLens', '', /"apitest\.run"/],
  ['functions', 'hover', '| upp', /capital letters/],
  ['functions', 'completion', ' | ', /"base64"/],
  ['functions', 'documentSymbol', '', /"range"/],
  ['functions', 'hover', '\nsuit', /name, shown in every report/],
  ['rounds', 'hover', 'for-e', /once for each item of a list/],
  ['rounds', 'hover', '{{$rou', /the round of the step/],
  ['rounds', 'documentSymbol', '', /"children"/],
  ['rounds', 'completion', '    for-each: { ', /"items"/],
  ['mocks', 'hover', 'moc', /[Ss]tand/],
  ['mocks', 'hover', 'routes', /./],
  ['mocks', 'documentSymbol', '', /request/],
  ['mocks', 'completion', 'calls: ', /"payments"/],
  ['scripts', 'hover', 'scrip', /./],
  ['scripts', 'documentSymbol', '', /request/],
  ['scripts', 'codeLens', '', /Run step/],
  ['variables', 'hover', 'varia', /./],
  ['variables', 'completion', '{{', /"\$uuid"/],
  ['variables', 'hover', '{{$uu', /made anew/],
  ['variables', 'documentSymbol', '', /request/],
  ['files', 'completion', '{ file: ', /"files\/"/],
  ['files', 'hover', 'multi', /./],
  ['files', 'documentSymbol', '', /request/],
  ['files', 'codeLens', '', /Run suite/],
  ['websocket', 'hover', '    websoc', /ws or wss/],
  ['websocket', 'completion', 'validations:\n      - ', /"close-code"/],
  ['websocket', 'documentSymbol', '', /websocket/],
  ['websocket', 'codeLens', '', /Run suite/],
  ['account', 'hover', 'us', /./],
  ['account', 'definition', 'use: shared/sign', /shared\/sign-in\.apitest\.yaml/],
  ['account', 'completion', 'use: ', /"shared\/"/],
  ['account', 'completion', 'use: shared/', /sign-in/],
  ['account', 'documentSymbol', '', /use/],
  ['account', 'hover', '{{tok', /Sign in as.*of sign-in\.apitest\.yaml/],
  ['account', 'definition', '{{tok', /sign-in\.apitest\.yaml/],
  ['shared/sign-in', 'codeLens', '', /^\[\]$/],
  ['shared/sign-in', 'hover', 'inpu', /Variables that a caller gives/],
  ['shared/sign-in', 'hover', '{{userna', /who uses the suite/],
  ['shared/sign-in', 'documentSymbol', '', /request/],
  ['description', 'hover', 'valid', /Expectations of the answer/],
  ['description', 'hover', 'nam', /name in reports/],
  ['mock-state', 'completion', 'spec: ', /"data\/"/],
  ['mock-state', 'definition', 'spec: data/no', /notes\.openapi\.yaml/],
  ['description', 'documentSymbol', '', /request/],
  ['description', 'codeLens', '', /Run step/],
]

describe('apitest lsp: a session', () => {
  it(`answers ${session.length} requests about ${new Set(session.map(([suite]) => suite)).size} suites`, async () => {
    await using client = await EditorClient.start()
    const open = new Map<string, { readonly uri: string; readonly text: string }>()
    const wrong: string[] = []
    for (const [suite, request, part, expected] of session) {
      const file = path.resolve(`suites/${suite}.apitest.yaml`)
      const text = readFileSync(file, 'utf8')
      const { uri } = open.get(suite) ?? { uri: client.open(file) }
      open.set(suite, { uri, text })
      const position = text.includes(part) ? behind(text, part) : undefined
      if (position === undefined) {
        wrong.push(`${suite}: has no ${part}`)
        continue
      }
      const answer = JSON.stringify(
        await client.ask(`textDocument/${request}`, { textDocument: { uri }, position }),
      )
      if (!expected.test(answer)) wrong.push(`${suite} ${request} ${part}: ${answer.slice(0, 300)}`)
    }
    for (const { uri } of open.values()) assert.deepEqual(await client.diagnostics(uri), [])
    assert.deepEqual(wrong, [])
  })
})

describe('apitest lsp: what is wrong', () => {
  const written = `${step}requst: GET http://x/{{idd}}\n    validations: [{ stats: 200 }]\nvariables: { id: 1 }\n`

  it('is told as check tells it, of the text as it is written, and mended', () =>
    withFolder({ 'a.apitest.yaml': `${step}pause: 1ms\n` }, async folder => {
      await using client = await EditorClient.start()
      const file = path.join(folder, 'a.apitest.yaml')
      const uri = client.open(file)
      assert.deepEqual(await client.diagnostics(uri), [])
      client.write(uri, written)
      const found = await client.diagnostics(uri)
      assert.deepEqual(
        found.map(({ code, range }) => `${range.start.line}:${range.start.character} ${String(code)}`),
        ['2:4 unknown-key', '3:20 unknown-target'],
      )
      const ask = { textDocument: { uri }, range: found[0]?.range, context: { diagnostics: found } }
      const fixes = await client.ask<readonly CodeAction[]>('textDocument/codeAction', ask)
      assert.deepEqual(
        fixes.map(({ title }) => title),
        ['Write request', 'Write status'],
      )
      client.write(uri, written.replace('requst', 'request').replace('stats', 'status'))
      const [last, ...more] = await client.diagnostics(uri)
      assert.deepEqual(more, [])
      assert.match(last?.message ?? '', /nothing sets the variable "idd"\nDid you mean "id"\?/)
    }))

  it('follows what is written in other files, and not saved', () =>
    withFolder(
      {
        'apitest.config.yaml': 'variables: { id: 1 }\n',
        'a.apitest.yaml': `${step}request: GET http://x/{{id}}/{{token}}\n`,
        'b.apitest.yaml': 'suite: B\ninputs: []\nsteps:\n  - set: { token: a }\n',
      },
      async folder => {
        await using client = await EditorClient.start()
        const of = (name: string): string => path.join(folder, name)
        const uri = client.open(
          of('a.apitest.yaml'),
          `${step}use: b.apitest.yaml\n  - request: GET http://x/{{id}}/{{token}}\n`,
        )
        assert.deepEqual(await client.diagnostics(uri), [])
        const configuration = client.open(of('apitest.config.yaml'))
        assert.deepEqual(await client.diagnostics(configuration), [])
        client.write(configuration, 'variables: { name: 1 }\nsecrts: {}\n')
        const [found] = await client.diagnostics(configuration)
        assert.equal(found?.code, 'unknown-key')
        client.write(configuration, 'variables: { name: 1 }\n')
        assert.deepEqual(await client.diagnostics(configuration), [])
        client.write(uri, `${step}request: GET http://x/{{id}}\n`)
        const [unset] = await client.diagnostics(uri)
        assert.match(unset?.message ?? '', /nothing sets the variable "id"/)
      },
    ))
})

describe('apitest lsp: files that change on disk', () => {
  it('are those of any ending that what is open names', () =>
    withFolder(
      {
        'apitest.config.yaml':
          'mocks: { shop: { routes: [{ route: POST /, when: { text: { equals-file: want.txt } }, answer: { status: 200 } }] } }\n',
      },
      async folder => {
        await using editor = await EditorClient.start()
        const uri = editor.open(path.join(folder, 'apitest.config.yaml'))
        await editor.diagnostics(uri, found => found.some(({ message }) => message.includes('want.txt')))
        assert.match(editor.registered.join(), /didChangeWatchedFiles.*"globPattern":"\*\*\/\*"/)
        writeFileSync(path.join(folder, 'want.txt'), 'a')
        editor.changed(path.join(folder, 'want.txt'))
        await editor.diagnostics(uri, found => found.length === 0)
      },
    ))
})

describe('apitest lsp: what the configuration gives', () => {
  const files = {
    'apitest.config.yaml': `mocks: { payments: { routes: [{ route: GET /x, answer: { status: 200 } }] } }
services:
  - { name: shop, command: "x {{service.port}}", url: "http://127.0.0.1:{{service.port}}" }
  - { name: prices, url: "http://127.0.0.1:4021", mock: { routes: [{ route: GET /x, answer: { status: 200 } }] } }
setup:
  - use: in.apitest.yaml
    with: { user: "{{usr}}" }
`,
    'in.apitest.yaml': 'suite: In\ninputs: [user]\nsteps:\n  - { exec: echo a, extracts: { token: text } }\n',
    'a.apitest.yaml': `${step}request: GET {{mocks.payments.url}}/{{mocks.prices.url}}/{{service.port}}\n`,
  }

  it('is explained, with where it stands, by whichever part of it', () =>
    withFolder(files, async folder => {
      await using client = await EditorClient.start()
      const uri = client.open(path.join(folder, 'a.apitest.yaml'))
      for (const [name, told, line] of [
        ['mocks.payments.url', /the mock payments \(apitest\.config\.yaml:1\)/, 0],
        ['mocks.prices.url', /the mock prices \(apitest\.config\.yaml:4\)/, 3],
        ['service.port', /the service shop \(apitest\.config\.yaml:3\)/, 2],
      ] as const) {
        const position = behind(files['a.apitest.yaml'], `{{${name}`)
        const where = { textDocument: { uri }, position }
        assert.match(JSON.stringify(await client.ask('textDocument/hover', where)), told)
        const [found] = await client.ask<readonly Location[]>('textDocument/definition', where)
        assert.equal(found?.range.start.line, line)
      }
    }))

  it('has the problems of its setup in it, as they are written', () =>
    withFolder(files, async folder => {
      await using client = await EditorClient.start()
      const uri = client.open(path.join(folder, 'apitest.config.yaml'))
      const [found, ...more] = await client.diagnostics(uri)
      assert.deepEqual([found?.range.start, more], [{ line: 6, character: 18 }, []])
      assert.match(found?.message ?? '', /nothing sets the variable "usr"/)
      client.write(uri, files['apitest.config.yaml'].replace('{{usr}}', 'lea'))
      assert.deepEqual(await client.diagnostics(uri), [])
    }))
})

describe('apitest lsp: runs', () => {
  it('shows results beside the lines, and failures where they are', () =>
    withPracticeServer(url =>
      withFolder(
        {
          'a.apitest.yaml': `${step}request: GET ${url}/ok\n  - request: GET ${url}/ok\n    validations: [{ $.name: Bob }]\n`,
        },
        async folder => {
          await using client = await EditorClient.start()
          const file = path.join(folder, 'a.apitest.yaml')
          const uri = client.open(file)
          const [lens, , step2] = await client.ask<readonly CodeLens[]>('textDocument/codeLens', {
            textDocument: { uri },
          })
          const { command, arguments: given } = lens?.command ?? {}
          const ended = await client.ask<{ passed: boolean; message: string }>('workspace/executeCommand', {
            command,
            arguments: given,
          })
          assert.deepEqual(ended, { passed: false, message: '1 step passed, 1 did not' })
          const hints = await client.ask<readonly InlayHint[]>('textDocument/inlayHint', {
            textDocument: { uri },
          })
          assert.match(
            hints.map(({ label }) => JSON.stringify(label)).join('; '),
            /^"\u2713 200, .*; "\u2717 failed: 200, /,
          )
          const [failure] = await client.diagnostics(uri, found => found.length > 0)
          assert.equal(failure?.source, 'apitest run')
          assert.equal(failure.range.start.line, 4)
          assert.match(failure.message, /Expected equals Bob, got Ada/)
          const { title, ...ofStep } = step2?.command ?? { title: '', command: '' }
          assert.equal(title, 'Run step')
          const alone = await client.ask<{ message: string }>('workspace/executeCommand', ofStep)
          assert.equal(alone.message, '0 steps passed, 1 did not')
          client.write(uri, `${step}pause: 1ms\n`)
          assert.deepEqual(await client.diagnostics(uri, found => found.length === 0), [])
        },
      ),
    ))

  it('goes on when a run is refused or killed', () =>
    withFolder(
      { 'a.apitest.yaml': `${step}pause: 20s\n`, 'b.apitest.yaml': `${step}pausee: 1s\n` },
      async folder => {
        await using client = await EditorClient.start()
        const run = (name: string): Promise<{ passed: boolean; message: string }> =>
          client.ask('workspace/executeCommand', {
            command: 'apitest.run',
            arguments: [path.join(folder, name)],
          })
        assert.match(
          (await run('b.apitest.yaml')).message,
          /"pausee" is not a key of a step|needs one action/,
        )
        const killed = run('a.apitest.yaml')
        await killChildOf(client.child.pid ?? 0)
        assert.deepEqual(await killed, { passed: false, message: 'the run was ended by SIGKILL' })
        const uri = client.open(path.join(folder, 'a.apitest.yaml'))
        assert.deepEqual(await client.diagnostics(uri), [])
        await assert.rejects(
          client.ask('workspace/executeCommand', { command: 'apitest.run', arguments: [1] }),
          /is given the absolute path/,
        )
        await assert.rejects(client.ask('textDocument/unheardOf', {}), /Unhandled method/)
        const hover = await client.ask<Hover | null>('textDocument/hover', {
          textDocument: { uri: 'untitled:a' },
          position: { line: 9, character: 9 },
        })
        assert.equal(hover, null)
        const far = await client.ask<readonly Location[]>('textDocument/definition', {
          textDocument: { uri },
          position: { line: 900, character: 9 },
        })
        assert.deepEqual(far, [])
      },
    ))
})

describe('apitest lsp: runs that are ended', () => {
  /** Runs a suite of three slow steps until the first request comes, does something, and gives the requests up to the last. */
  const requestsAfter = async (
    act: (client: EditorClient, running: Promise<unknown>) => Promise<void>,
    token?: CancellationToken,
  ): Promise<readonly string[]> => {
    const requests: string[] = []
    const seen = new EventEmitter()
    const [first, last] = [once(seen, '/slow'), once(seen, '/cleaned')]
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      seen.emit(request.url ?? '')
      setTimeout(() => response.end('{}'), 500)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const request = (at: string): string => `  - request: GET ${url}/${at}\n`
    const text = `suite: A\nsteps:\n${request('slow').repeat(3)}after:\n${request('cleaned')}`
    await withFolder({ 'a.apitest.yaml': text }, async folder => {
      await using client = await EditorClient.start()
      const command = { command: 'apitest.run', arguments: [path.join(folder, 'a.apitest.yaml')] }
      const running = client.ask('workspace/executeCommand', command, token)
      running.catch(() => undefined)
      await first
      await act(client, running)
      await last
    })
    server.close()
    return requests
  }

  for (const how of ['exit', 'input', 'kill'] as const)
    it(`sends no further requests when the server ends by ${how}, and cleans up`, async () => {
      assert.deepEqual(await requestsAfter(client => client.end(how)), ['/slow', '/cleaned'])
    })

  it('stops when the editor cancels what it asked for', async () => {
    const cancellation = new CancellationTokenSource()
    const requests = await requestsAfter(async (_client, running) => {
      cancellation.cancel()
      assert.equal(((await running) as { passed: boolean }).passed, false)
    }, cancellation.token)
    assert.deepEqual(requests, ['/slow', '/cleaned'])
  })
})

describe('apitest lsp: runs of what is not saved', () => {
  it('are refused for a step, and shown beside no line for a suite', () =>
    withPracticeServer(url => {
      const text = `${step}request: GET ${url}/ok\n`
      return withFolder({ 'a.apitest.yaml': text }, async folder => {
        await using client = await EditorClient.start()
        const file = path.join(folder, 'a.apitest.yaml')
        const uri = client.open(file)
        const run = (...line: number[]): Promise<unknown> =>
          client.ask('workspace/executeCommand', { command: 'apitest.run', arguments: [file, ...line] })
        const hints = (): Promise<readonly InlayHint[]> =>
          client.ask('textDocument/inlayHint', { textDocument: { uri } })
        assert.deepEqual(await run(3), { passed: true, message: '1 step passed, 0 did not' })
        assert.equal((await hints()).length, 1)
        client.write(uri, `${text}  - pause: 1ms\n`)
        assert.deepEqual(await run(3), {
          passed: false,
          message: 'the file has changes that are not saved: save it, and run the step then',
        })
        assert.deepEqual(await run(), { passed: true, message: '1 step passed, 0 did not' })
        assert.deepEqual(await hints(), [])
      })
    }))

  it('take a suite by its absolute path alone, and do not pass without results', () =>
    withFolder({ 'a.apitest.yaml': `${step}pause: 1ms\n` }, async folder => {
      await using client = await EditorClient.start()
      const file = path.join(folder, 'a.apitest.yaml')
      for (const given of [
        ['--version'],
        ['a.apitest.yaml'],
        [folder],
        [`${file}:3`],
        [file, 0],
        [file, 1.5],
      ])
        await assert.rejects(
          client.ask('workspace/executeCommand', { command: 'apitest.run', arguments: given }),
          /is given the absolute path of a suite/,
        )
      const missing = await client.ask<{ passed: boolean }>('workspace/executeCommand', {
        command: 'apitest.run',
        arguments: [path.join(folder, 'b.apitest.yaml')],
      })
      assert.equal(missing.passed, false)
    }))
})

describe('apitest lsp: texts that are edited at random', () => {
  const at = ['completion', 'hover', 'definition']
  const whole = ['documentSymbol', 'codeLens', 'inlayHint']
  for (const [seed, name] of ['users', 'functions', 'mocks'].entries())
    it(`${name} is answered to all the same`, async () => {
      await using client = await EditorClient.start()
      const file = path.resolve(`suites/${name}.apitest.yaml`)
      const text = readFileSync(file, 'utf8')
      const uri = client.open(file)
      const next = randomNumbers(seed)
      let number = 0
      for (const edited of editedTexts(text, shareOfCount(text.split('\n').length), seed)) {
        client.write(uri, edited)
        const lines = edited.split('\n')
        const line = Math.floor(next() * lines.length)
        const position = { line, character: Math.floor(next() * ((lines[line]?.length ?? 0) + 1)) }
        const asked = [
          ...at.map(method => client.ask(`textDocument/${method}`, { textDocument: { uri }, position })),
          ...whole.map(method => client.ask(`textDocument/${method}`, { textDocument: { uri } })),
        ]
        await Promise.all(asked)
        if (number++ % 10 === 0) await client.diagnostics(uri)
      }
      client.write(uri, text)
      assert.deepEqual(await client.diagnostics(uri), [])
    })
})

async function killChildOf(pid: number): Promise<void> {
  for (;;) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    if (child !== undefined && child !== '') {
      process.kill(Number(child), 'SIGKILL')
      return
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

describe('apitest lsp: long suites', () => {
  it('completes one of 2000 steps by what was known before the last key', async () => {
    const steps = Array.from(
      { length: 2000 },
      (_, index) =>
        `  - request: GET {{baseUrl}}/users/${index}\n    validations: [{ status: 200 }]\n    extracts: { id${index}: $.id }\n`,
    )
    const text = `suite: A\nvariables: { baseUrl: http://127.0.0.1 }\nsteps:\n${steps.join('')}`
    await withFolder({ 'a.apitest.yaml': text }, async folder => {
      await using client = await EditorClient.start()
      const uri = client.open(path.join(folder, 'a.apitest.yaml'))
      assert.deepEqual(await client.diagnostics(uri), [])
      const lines = text.split('\n')
      const position = { line: lines.length - 1, character: 23 }
      client.write(uri, `${text}  - request: GET http://{{id19`)
      const offers = await client.ask<CompletionList>('textDocument/completion', {
        textDocument: { uri },
        position: { ...position, character: 30 },
      })
      assert.equal(offers.isIncomplete, true)
      const labels = offers.items.map(({ label }) => label)
      // Of id19, id190 to id199 and id1900 to id1999.
      assert.deepEqual([labels.length, labels[0], labels.includes('id19')], [111, 'id1999', true])
    })
  })
})
