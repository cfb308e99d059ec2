import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, it } from 'node:test'
import {
  type Files,
  type Finished,
  runLine,
  runProgram,
  runShell,
  withFolder,
} from '../testing/run-program.ts'
import { freePort } from '../testing/ports.ts'
import { killMocks } from '../mock/standalone/testing/kill-mocks.ts'
import { entriesOf, isAlive, untilGone } from '../mock/standalone/testing/entries.ts'

const suite = (routes: string, more = ''): string =>
  `suite: Shop\nvariables: { who: Ada }\nmocks:\n  shop:\n    routes:\n${routes}\n${more}steps:\n  - request: GET {{mocks.shop.url}}/hello\n`
const hello = (text: string): string => `      - { route: GET /hello, answer: { text: '${text}' } }`
const files = { 'shop.apitest.yaml': suite(hello('Hello {{who}} of {{mocks.shop.url}}')) }

/** Runs lines in a folder, and ends whatever they left. */
function inFolder(given: Files, use: (folder: string) => Promise<void>): Promise<void> {
  return withFolder(given, async folder => {
    try {
      await use(folder)
    } finally {
      await runLine(folder, ['mock', 'stop', '--all'])
    }
  })
}

async function started(folder: string, ...words: readonly string[]): Promise<string> {
  const finished = await runLine(folder, ['mock', 'start', ...words])
  assert.equal(finished.exitCode, 0, finished.errors)
  return /http:\S+/.exec(finished.output)?.[0] ?? ''
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text()
}

function assertRefused({ exitCode, errors }: Finished, message: RegExp): void {
  assert.equal(exitCode, 2, errors)
  assert.match(errors, message)
}

describe('mocks that run on their own', () => {
  it('tell what is to be noted of a call', () => {
    const schema = { type: 'integer' }
    const content = { 'application/json': { schema, example: 'seven' } }
    const responses = { '200': { description: 'A', content } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: { '/a': { get: { responses } } },
    }
    return inFolder({ 'api.json': JSON.stringify(document) }, async folder => {
      const url = await started(folder, 'api.json')
      assert.equal(await textAt(`${url}/a`), '0')
      const calls = await runLine(folder, ['mock', 'calls', 'api'])
      assert.match(
        calls.output,
        / {2}GET \/a\n {4}GET \/a: an example of application\/json breaks its schema/,
      )
      await runLine(folder, ['mock', 'stop', 'api'])
    })
  })

  it('tell below a call why it could not be answered, and which routes nearly fit', () => {
    const routes = `[{ route: POST /a, when: { $.id: 1 }, answer: 204 }, { route: GET /b, answer: { text: '{{query.id}}' } }, { route: PUT /c, answer: { text: '{{body.name}}' } }]`
    return inFolder({ 'a.mocks.yaml': `mocks: { shop: { routes: ${routes} } }\n` }, async folder => {
      const url = await started(folder, 'a.mocks.yaml')
      await fetch(`${url}/a`, { method: 'POST', body: '{"id":2}' })
      await textAt(`${url}/b`)
      const broken = await fetch(`${url}/c`, { method: 'PUT', body: '{"name":' })
      assert.match(
        await broken.text(),
        /body.name.*; \\"body\\" is the body of the request, and the body is not JSON: /,
      )
      const { output } = await runLine(folder, ['mock', 'calls'])
      assert.match(
        output,
        / no route answers\n {4}POST \/a: .*\$\.id: .* 2\n.*GET \/b\n {4}the answer of GET \/b cannot be made: .*query\.id/,
      )
    })
  })

  it('tell why calls could not be read: the client, the log and who asks for calls', () =>
    inFolder(files, async folder => {
      const url = await started(folder, 'shop.apitest.yaml')
      const answerTo = (text: string): Promise<string> =>
        new Promise((resolve, reject) => {
          let answer = ''
          const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text, 'latin1'))
          socket.setEncoding('utf8').on('data', chunk => (answer += String(chunk)))
          socket.once('error', reject).once('close', () => {
            resolve(answer)
          })
        })
      const long = 'a'.repeat(300_000)
      for (const text of [`GET /${long} HTTP/1.1\r\n`, `GET / HTTP/1.1\r\nhost: a\r\nx: ${long}\r\n`])
        assert.match(
          await answerTo(text),
          /^HTTP\/1\.1 431 [^]*\{"error":"a call is no HTTP that can be read: its head is longer than 16 KiB"\}$/,
        )
      assert.match(await answerTo('GET /\xff\xfe HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 [^]*\{"error":".+"\}$/)
      assert.match(await answerTo('GET /?token=s3cret HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 [^]*Host/)
      const [{ log = '' } = assert.fail('it is entered')] = await entriesOf(folder)
      const said = await readFile(log, 'utf8')
      assert.equal(said.match(/shop: a call is no HTTP .* longer than 16 KiB\n/g)?.length, 1)
      const calls = await runLine(folder, ['mock', 'calls'])
      assert.match(
        calls.errors,
        /^4 calls, 4 that could not be read\n {2}.* 16 KiB \(2 times\)\n.*1 time\)\n {2}GET \/: .*Host/,
      )
      assert.doesNotMatch(said + calls.errors, /s3cret/)
      const { refusals } = JSON.parse((await runLine(folder, ['mock', 'calls', '--json'])).output) as {
        readonly refusals: readonly { readonly count: number }[]
      }
      assert.deepEqual(
        refusals.map(({ count }) => count),
        [2, 1, 1],
      )
      await runLine(folder, ['mock', 'reset', '--all'])
      assert.match((await runLine(folder, ['mock', 'calls'])).errors, /^0 calls\n/)
    }))

  it('tell what a description lacks that they answer by', () => {
    const head = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\n'
    const responses =
      '{ 200: { description: ok, content: { application/json: { schema: { $ref: "#/no/where" } } } } }'
    return inFolder(
      {
        'none.yaml': head,
        'list.yaml': `${head}paths: [{ get: { responses: ${responses} } }]\n`,
        'slash.yaml': `${head}paths: { a: { get: { responses: ${responses} } } }\n`,
        'misspelt.yaml': `${head}path: { /a: { get: { responses: ${responses} } } }\n`,
        'nowhere.yaml': `${head}paths: { /a: { get: { responses: ${responses} } } }\n`,
        'right.yaml': `${head}paths: { /a: { get: { responses: { 200: { description: ok } } } } }\n`,
      },
      async folder => {
        for (const [name, expected] of [
          ['none', /none\.yaml describes no operation[\s\S]*begin with a slash/],
          ['list', /list\.yaml describes no operation/],
          ['slash', /slash\.yaml describes no operation/],
          [
            'misspelt',
            /misspelt\.yaml describes no operation[\s\S]*Did you mean "paths" in place of "path"\?/,
          ],
          ['nowhere', /nowhere\.yaml: .*#\/no\/where/],
        ] as const) {
          const start = await runLine(folder, ['mock', 'start', `${name}.yaml`])
          assert.equal(start.exitCode, 0, start.errors)
          assert.match(start.errors, expected)
        }
        assert.doesNotMatch(
          (await runLine(folder, ['mock', 'start', 'right.yaml'])).errors,
          /warning|describes no/i,
        )
        await runLine(folder, ['mock', 'stop', '--all'])
      },
    )
  })

  it('tell of a client that left before its answer was due', () =>
    inFolder(
      { 'a.mocks.yaml': 'mocks: { shop: { routes: [{ route: GET /, answer: { delay: 1m } }] } }\n' },
      async folder => {
        const url = await started(folder, 'a.mocks.yaml')
        await assert.rejects(fetch(url, { signal: AbortSignal.timeout(300) }))
        for (let tries = 0; tries < 20; tries++) {
          const { output } = await runLine(folder, ['mock', 'calls', 'shop'])
          if (/ {4}- {2}GET \/ {2}GET \/ {2}aborted\n/.test(output)) break
          assert.ok(tries < 19, output)
        }
        await runLine(folder, ['mock', 'stop', 'shop'])
      },
    ))

  it('tell what went wrong with an answer on purpose', () => {
    const routes = ['close', 'bad-status', 'cut-body'].map(
      fault => `{ route: GET /${fault}, answer: { text: whole, fault: ${fault} } }`,
    )
    return inFolder(
      { 'a.mocks.yaml': `mocks: { shop: { routes: [${routes.join(', ')}] } }\n` },
      async folder => {
        const url = await started(folder, 'a.mocks.yaml')
        await assert.rejects(fetch(`${url}/close`))
        await assert.rejects(fetch(`${url}/bad-status`))
        assert.equal(await textAt(`${url}/cut-body`), 'wh')
        const { output } = await runLine(folder, ['mock', 'calls', 'shop'])
        assert.match(output, / {4}- {2}GET \/close {2}GET \/close {2}fault close\n/)
        assert.match(output, / {4}- {2}GET \/bad-status {2}GET \/bad-status {2}fault bad-status\n/)
        assert.match(output, / {2}200 {2}GET \/cut-body {2}GET \/cut-body {2}fault cut-body\n/)
        const { output: json } = await runLine(folder, ['mock', 'calls', 'shop', '--json'])
        const { calls } = JSON.parse(json) as { calls: Record<string, unknown>[] }
        assert.deepEqual(
          calls.map(({ status, fault }) => [status, fault]),
          [
            [null, 'close'],
            [null, 'bad-status'],
            [200, 'cut-body'],
          ],
        )
        await runLine(folder, ['mock', 'stop', 'shop'])
      },
    )
  })

  it('go on when the command has ended, are listed, tell their calls, and are stopped', () =>
    inFolder(files, async folder => {
      const start = await runShell(folder, 'x=$(APITEST mock start shop.apitest.yaml) && echo "[$x]"')
      assert.equal(start.exitCode, 0, start.errors)
      const [, url = ''] = /^\[shop (http:\/\/127\.0\.0\.1:\d+)\]\n$/.exec(start.output) ?? []
      assert.match(start.errors, /^1 route; what they are asked: http:\/\/127\.0\.0\.1:\d+\/#\S{32}\n/)
      assert.equal(await textAt(`${url}/hello?token=sesame-open`), `Hello Ada of ${url}`)
      assert.equal(
        (await fetch(`${url}/nothing`, { headers: { authorization: 'Bearer abc-def' } })).status,
        404,
      )
      const list = await runLine(folder, ['mock', 'list'])
      assert.match(
        list.output,
        new RegExp(`^shop {2}${url} {2}2 calls {2}since \\S+ {2}shop\\.apitest\\.yaml\\n$`),
      )
      assert.doesNotMatch((await runLine(folder, ['mock', 'list', '--json'])).output, /page/)
      assert.match((await runLine(folder, ['mock', 'list', '--page'])).output, /yaml {2}http:\S+\/#\S{32}\n$/)
      const calls = await runLine(folder, ['mock', 'calls', 'shop', '--json'])
      const told = JSON.parse(calls.output) as { count: number; calls: Record<string, unknown>[] }
      assert.deepEqual([told.count, told.calls.map(call => call['route'])], [2, ['GET /hello', null]])
      assert.doesNotMatch(calls.output, /sesame|abc-def/)
      const ofRoute = await runLine(folder, ['mock', 'calls', 'shop', 'GET', '/hello'])
      assert.match(ofRoute.output, /^\S+ {2}200 {2}GET \/hello\?token=\*\*\* {2}GET \/hello\n$/)
      const [entry = assert.fail('it is entered')] = await entriesOf(folder)
      assert.equal((await runLine(folder, ['mock', 'reset', 'shop'])).output, 'shop begins anew\n')
      assert.equal((await runLine(folder, ['mock', 'calls'])).errors, '0 calls\n')
      const stopped = await runLine(folder, ['mock', 'stop'])
      assert.equal(stopped.output, `shop stopped, which answered at ${url}\n`)
      assert.equal(isAlive(entry), false)
      assert.deepEqual(await readdir(path.join(folder, '.tool/mocks')), ['running.json'])
      assert.equal((await runLine(folder, ['mock', 'list'])).output, '')
    }))

  it('answer what a description says, by the name of its file, on the port and with the name that are asked for', () =>
    inFolder(
      {
        'pay ments.v1.yaml':
          'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a: { get: { responses: { 200: { description: ok, content: { application/json: { example: { id: 7 } } } } } } } }',
      },
      async folder => {
        const port = await freePort()
        const url = await started(folder, 'pay ments.v1.yaml', '--port', String(port))
        assert.equal(url, `http://127.0.0.1:${port}`)
        assert.equal(await textAt(`${url}/a`), '{"id":7}')
        const other = await started(
          folder,
          'pay ments.v1.yaml',
          '--name',
          'other',
          '--host',
          '127.0.0.1',
          '--cors',
        )
        const headers = { origin: 'http://a.example' }
        const { headers: said } = await fetch(`${other}/a`, { headers })
        assert.equal(said.get('access-control-allow-origin'), headers.origin)
        assert.equal(await textAt(`${other}/a`), '{"id":7}')
        const names = (await entriesOf(folder)).map(({ name }) => name)
        assert.deepEqual(names, ['pay-ments', 'other'])
        assertRefused(await runLine(folder, ['mock', 'calls']), /several mocks run[\s\S]*pay-ments, other/)
        assertRefused(await runLine(folder, ['mock', 'stop']), /several mocks run[\s\S]*--all/)
        assertRefused(
          await runLine(folder, [
            'mock',
            'start',
            'pay ments.v1.yaml',
            '--name',
            'third',
            '--port',
            String(port),
          ]),
          new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}: the port is taken[\\s\\S]*--port`),
        )
        assert.equal((await entriesOf(folder)).length, 2)
        assertRefused(
          await runLine(folder, ['mock', 'start', 'pay ments.v1.yaml']),
          new RegExp(`"pay-ments" runs already at ${url}[\\s\\S]*apitest mock stop pay-ments`),
        )
      },
    ))

  it('are told why nothing can be kept, and what is wrong in a file that is no YAML', () =>
    inFolder(
      {
        ...files,
        '.tool': 'a file',
        'b.yaml': 'mocks:\n  p:\n    routes:\n      - { route: GET /u/{t}, answer: 200 }\n',
      },
      async folder => {
        assertRefused(
          await runLine(folder, ['mock', 'start', 'shop.apitest.yaml']),
          /nothing can be kept in \.tool of/,
        )
        const wrong = await runLine(folder, ['mock', 'start', 'b.yaml', '--foreground'])
        assertRefused(wrong, /b\.yaml:4:\d+ {2}error yaml-syntax/)
      },
    ))

  it('need no suite around them, and give the certificate to trust', () => {
    const alone = 'mocks:\n  shop:\n    tls: true\n    routes: [{ route: GET /hello, answer: 204 }]\n'
    const flow = '# Flow\n---\n{"mocks": {"other": {"routes": [{"route": "GET /", "answer": 204}]}}}'
    return inFolder(
      { 'a.mocks.yaml': `${alone}...\n`, 'b.yaml': flow, 'c.yaml': alone.replace('answer', 'anwser') },
      async folder => {
        const { output, errors } = await runLine(folder, ['mock', 'start', 'a.mocks.yaml', 'b.yaml'])
        assert.match(output, /^shop https:\S+\nother http:\S+\n$/, errors)
        assert.match(errors, /^Clients trust \.tool\/mocks\/certificate\.pem\.$/m)
        assert.match(
          await readFile(path.join(folder, '.tool/mocks/certificate.pem'), 'utf8'),
          /^-----BEGIN CERT/,
        )
        const wrong = await runLine(folder, ['mock', 'start', 'c.yaml', '--name', 'third'])
        assertRefused(wrong, /c\.yaml:4:\d+ {2}error unknown-key/)
      },
    )
  })

  it('start once when two start the same at the same time', () =>
    inFolder(files, async folder => {
      const both = await Promise.all(
        [1, 2].map(() => runProgram(folder, ['mock', 'start', 'shop.apitest.yaml'])),
      )
      assert.deepEqual(both.map(({ exitCode }) => exitCode).toSorted(), [0, 2])
      assert.match(both.map(({ errors }) => errors).join(''), /"shop" runs already at http/)
      const entries = await entriesOf(folder)
      assert.deepEqual(
        entries.map(({ name }) => name),
        ['shop'],
      )
      assert.equal((await readdir(path.join(folder, '.tool/mocks'))).length, 2)
    }))

  it('are stopped, or are said not to run yet, by a stop that comes while they start', () =>
    inFolder(files, async folder => {
      for (const delay of [0, 40, 80, 120, 160, 200]) {
        const start = runProgram(folder, ['mock', 'start', 'shop.apitest.yaml'])
        await wait(delay)
        const stop = await runLine(folder, ['mock', 'stop', 'shop'])
        const { exitCode, errors } = await start
        // Whoever is stopped between answering and telling so has started.
        assert.ok(exitCode === 0 || /stopped|ended/.test(errors), errors)
        if (stop.exitCode !== 0) assertRefused(stop, /no mock "shop" runs/)
        const left = await entriesOf(folder)
        assert.equal(left.length, stop.exitCode === 0 ? 0 : 1, `after ${delay} ms`)
        assert.ok(left.every(isAlive))
        if (left.length > 0) assert.equal((await runLine(folder, ['mock', 'stop', 'shop'])).exitCode, 0)
      }
    }))

  it('of one file end one by one, and their process with the last', () =>
    inFolder(
      {
        'two.apitest.yaml': suite(
          hello('shop'),
          '  bank:\n    routes: [{ route: GET /b, answer: { text: "{{mocks.shop.url}}" } }]\n',
        ),
      },
      async folder => {
        const shop = await started(folder, 'two.apitest.yaml')
        const [entry = assert.fail('it is entered'), bank] = await entriesOf(folder)
        assert.equal(await textAt(`${bank?.url ?? ''}/b`), shop)
        assert.equal((await runLine(folder, ['mock', 'stop', 'shop'])).exitCode, 0)
        await assert.rejects(fetch(shop))
        assert.equal(await textAt(`${bank?.url ?? ''}/b`), shop)
        assertRefused(
          await runLine(folder, ['mock', 'stop', 'shop']),
          /no mock "shop" runs[\s\S]*These run: bank/,
        )
        assert.equal((await runLine(folder, ['mock', 'stop', 'bank'])).exitCode, 0)
        assert.equal(isAlive(entry), false)
        assertRefused(
          await runLine(folder, ['mock', 'start', 'two.apitest.yaml', '--port', '4']),
          /--port is for one mock[\s\S]*shop, bank/,
        )
      },
    ))

  it('end by themselves when nobody has called them for long', () =>
    inFolder(files, async folder => {
      const url = await started(folder, 'shop.apitest.yaml', '--idle', '1s')
      const [entry = assert.fail('it is entered')] = await entriesOf(folder)
      const begun = performance.now()
      await wait(600)
      await textAt(`${url}/hello`)
      await untilGone(entry)
      assert.ok(performance.now() - begun >= 1500, 'a call begins it anew')
      assert.deepEqual(await entriesOf(folder), [])
    }))

  it('with --watch answer by the files as they are, and as before while one is broken', () =>
    inFolder(files, async folder => {
      const file = path.join(folder, 'shop.apitest.yaml')
      const url = await started(folder, 'shop.apitest.yaml', '--watch')
      const until = async (target: string, text: string): Promise<void> => {
        for (let tries = 0; tries < 200 && (await textAt(target)) !== text; tries++) await wait(25)
        assert.equal(await textAt(target), text)
      }
      await textAt(`${url}/hello`)
      await writeFile(file, suite(hello('anew')))
      await until(`${url}/hello`, 'anew')
      await writeFile(file, suite(hello('{{nobody}}')))
      const [{ control, log = '' } = assert.fail('it is entered')] = await entriesOf(folder)
      const state = async (): Promise<string> =>
        (
          await fetch(`${control.url}/api/mocks`, { headers: { authorization: `Bearer ${control.token}` } })
        ).text()
      for (let tries = 0; tries < 200 && !(await state()).includes('complaint'); tries++) await wait(25)
      assert.match(await state(), /"complaint":".*nobody/)
      assert.equal(await textAt(`${url}/hello`), 'anew')
      assert.match(
        await readFile(log, 'utf8'),
        /the files have changed, but all answers are as before[\s\S]*nobody/,
      )
      await writeFile(file, suite(hello('right')).replace('shop:', 'shop:\n    port: 4999'))
      for (let tries = 0; tries < 200 && !(await state()).includes('port'); tries++) await wait(25)
      assert.match(await state(), /\\"port\\" of the mock \\"shop\\" has changed, which needs a new start/)
      await writeFile(file, suite(hello('right')))
      await until(`${url}/hello`, 'right')
      assert.doesNotMatch(await state(), /complaint/)
    }))

  it('with --watch take nothing of a file with other mocks than those that were started', () => {
    const mock = (name: string, text: string): string =>
      `  ${name}: { routes: [{ route: GET /hello, answer: { text: '${text}' } }] }\n`
    const two = `mocks:\n${mock('a', 'old')}${mock('b', 'old')}`
    return inFolder({ 'two.mocks.yaml': two }, async folder => {
      const file = path.join(folder, 'two.mocks.yaml')
      const url = await started(folder, 'two.mocks.yaml', '--watch')
      const [{ log = '' } = assert.fail('it is entered')] = await entriesOf(folder)
      const write = async (text: string, told: RegExp): Promise<void> => {
        await writeFile(file, text)
        for (let tries = 0; tries < 200 && !told.test(await readFile(log, 'utf8')); tries++) await wait(25)
        assert.match(await readFile(log, 'utf8'), told)
      }
      await write(
        `mocks:\n${mock('a', 'less')}`,
        /"b" is no longer in two\.mocks\.yaml, which needs a new start/,
      )
      assert.equal(await textAt(`${url}/hello`), 'old')
      await write(
        `${two.replaceAll('old', 'more')}${mock('c', 'more')}`,
        /two\.mocks\.yaml:4:\d+ .*"c" is new, which needs a new start/,
      )
      assert.equal(await textAt(`${url}/hello`), 'old')
      assert.doesNotMatch(await readFile(log, 'utf8'), /wrong/)
      await runLine(folder, ['mock', 'stop', 'b'])
      await write(two.replaceAll('old', 'anew'), /answers by the files as they are now/)
      assert.equal(await textAt(`${url}/hello`), 'anew')
    })
  })

  it('with --watch answer by what was written last, however quickly', () =>
    inFolder(files, async folder => {
      const file = path.join(folder, 'shop.apitest.yaml')
      const url = await started(folder, 'shop.apitest.yaml', '--watch')
      const [{ control } = assert.fail('it is entered')] = await entriesOf(folder)
      const state = async (): Promise<string> =>
        (
          await fetch(`${control.url}/api/mocks`, { headers: { authorization: `Bearer ${control.token}` } })
        ).text()
      for (const [index, pause] of [0, 5, 60, 120].entries()) {
        const text = `right ${index}`
        await writeFile(file, suite(hello(`older ${index}`)))
        await wait(pause)
        await writeFile(file, suite(hello('{{nobody}}')))
        await wait(pause)
        await writeFile(file, suite(hello(text)))
        for (let tries = 0; tries < 200 && (await textAt(`${url}/hello`)) !== text; tries++) await wait(25)
        await wait(100)
        assert.equal(await textAt(`${url}/hello`), text)
        assert.doesNotMatch(await state(), /complaint/)
      }
    }))

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`stay in the foreground until ${signal}`, () =>
      withFolder(files, async folder => {
        const finished = await runProgram(folder, ['mock', 'start', 'shop.apitest.yaml', '--foreground'], {
          onOutput: (output, kill) => {
            const [url] = /http:\S+/.exec(output) ?? []
            if (url !== undefined) void fetch(`${url}/hello`).then(() => kill(signal))
          },
        })
        assert.equal(finished.exitCode, 0, finished.errors)
        assert.match(finished.errors, /Ctrl-C ends\.\n\S+ ended: interrupted\n$/)
        assert.deepEqual(await entriesOf(folder), [])
      }))

  it('leave nothing when they are killed, but an entry that the next command removes', () =>
    inFolder(files, async folder => {
      const { killed, left } = await killMocks(
        folder,
        'shop.apitest.yaml',
        Number(process.env['APITEST_KILLS'] ?? 20),
      )
      assert.equal(killed, Number(process.env['APITEST_KILLS'] ?? 20))
      assert.deepEqual(left, [])
    }))

  it('are told to have ended when they were killed, and not taken for another process with their number', () =>
    inFolder(files, async folder => {
      await started(folder, 'shop.apitest.yaml')
      const registry = path.join(folder, '.tool/mocks/running.json')
      const [entry = assert.fail('it is entered')] = await entriesOf(folder)
      process.kill(entry.pid, 'SIGKILL')
      await untilGone(entry)
      // Another process has its number now: this one.
      const owner = entry.owner.replace(/^\d+/, String(process.pid))
      await writeFile(registry, JSON.stringify([{ ...entry, owner, pid: process.pid }]))
      assertRefused(
        await runLine(folder, ['mock', 'calls', 'shop']),
        /the mock "shop" has ended without being asked to; it said:\n\s+\S+ shop http[\s\S]*apitest mock start/,
      )
      assert.deepEqual(await readdir(path.join(folder, '.tool/mocks')), ['running.json'])
      // One in another container, at whose port somebody else listens here, who does not know its token.
      const server = createServer((_, response) => response.writeHead(401).end())
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      const control = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'none' }
      await writeFile(registry, JSON.stringify([{ ...entry, owner: 'elsewhere', control }]))
      assert.match((await runLine(folder, ['mock', 'list'])).output, /does not answer/)
      assertRefused(await runLine(folder, ['mock', 'stop']), /"shop" cannot be ended[\s\S]*another container/)
      assert.equal((await entriesOf(folder)).length, 1)
      // Nothing runs from before this machine was started.
      await writeFile(registry, JSON.stringify([{ ...entry, owner: 'elsewhere', control, since: 0 }]))
      assert.equal((await runLine(folder, ['mock', 'list'])).errors, 'no mock runs\n')
      assert.deepEqual(await entriesOf(folder), [])
      server.close()
    }))

  it('are looked for in vain where the file that tells of them is damaged, which is said, and it is left as it is', () =>
    inFolder(files, async folder => {
      await started(folder, 'shop.apitest.yaml')
      const registry = path.join(folder, '.tool/mocks/running.json')
      const before = await readFile(registry, 'utf8')
      await writeFile(registry, '{"x')
      for (const words of [['list'], ['stop', 'shop'], ['calls'], ['start', 'shop.apitest.yaml']])
        assertRefused(
          await runLine(folder, ['mock', ...words]),
          /running\.json is not a JSON list[^]*Mend it, or move it away/,
        )
      assert.equal(await readFile(registry, 'utf8'), '{"x')
      await writeFile(registry, before)
      assert.equal((await runLine(folder, ['mock', 'stop', 'shop'])).exitCode, 0)
    }))

  it('are not read and removed elsewhere, nor asked elsewhere, because an entry says so', () =>
    inFolder({ 'private/notes.log': 'mine', 'notes.txt': 'mine' }, async folder => {
      let asked = 0
      const server = createServer((_, response) => {
        asked++
        response.end('{}')
      })
      await new Promise<void>(resolve => server.listen(0, resolve))
      const { port } = server.address() as AddressInfo
      const entry = {
        ...{ name: 'shop', url: 'http://a', file: '/a', since: 0, owner: '1-1-elsewhere-1', pid: 1 },
        ...{ control: { url: `http://127.0.0.1:${await freePort()}`, token: 'a' } },
      }
      await mkdir(path.join(folder, '.tool/mocks'), { recursive: true })
      const entries = [
        { ...entry, log: path.join(folder, 'private/notes.log') },
        { ...entry, name: 'b', log: path.join(folder, 'notes.txt') },
        { ...entry, name: 'c', control: { url: `http://localhost:${port}`, token: 'a' } },
      ]
      await writeFile(path.join(folder, '.tool/mocks/running.json'), JSON.stringify(entries))
      assertRefused(await runLine(folder, ['mock', 'calls', 'shop']), /no mock "shop" runs/)
      assert.equal(await readFile(path.join(folder, 'private/notes.log'), 'utf8'), 'mine')
      assert.equal(asked, 0)
      server.close()
    }))

  it('answer without the steps that are to follow, and say so', () =>
    inFolder(
      {
        'a.apitest.yaml': suite(
          "      - { route: GET /hello, answer: { text: hello, then: [{ request: 'GET {{mocks.shop.url}}/hello' }] } }",
        ),
      },
      async folder => {
        const start = await runLine(folder, ['mock', 'start', 'a.apitest.yaml'])
        assert.equal(start.exitCode, 0, start.errors)
        assert.match(start.errors, /warning.*what stands under "then" of GET \/hello does not run/)
        assert.equal(await textAt(`${/http:\S+/.exec(start.output)?.[0] ?? ''}/hello`), 'hello')
      },
    ))

  const wrong: readonly (readonly [what: string, words: readonly string[], message: RegExp])[] = [
    ['no file', [], /mock start needs a file/],
    ['a file that is not there', ['none.yaml'], /there is no file none\.yaml[\s\S]*Looked for/],
    ['a folder', ['folder'], /it is a folder/],
    ['an address', ['https://shop.example/openapi.yaml'], / is a URL[\s\S]*Save what is there/],
    ['a suite without mocks', ['plain.apitest.yaml'], /plain\.apitest\.yaml describes no mock[\s\S]*`mocks`/],
    ['a suite that is wrong', ['wrong.apitest.yaml'], /unknown-key[\s\S]*rout/],
    ['a file of something else', ['other.yaml'], /other\.yaml describes no mock[\s\S]*OpenAPI/],
    ['a description of an unknown version', ['four.yaml'], /OpenAPI 4\.0\.0 is not known/],
    ['two of one name', ['shop.apitest.yaml', 'shop.apitest.yaml'], /two mocks are called "shop"/],
    ['a port that is none', ['shop.apitest.yaml', '--port', '70000'], /--port must be .* 1 to 65535/],
    ['a port of letters', ['shop.apitest.yaml', '--port', 'abc'], /--port must be .* 1 to 65535/],
    [
      'a host of the file that is none',
      ['host.apitest.yaml'],
      /host\.apitest\.yaml:5:11 +error mock-failed .*on nohost\.invalid: no address of this name[\s\S]*127\.0\.0\.1/,
    ],
    [
      'a host that is none',
      ['shop.apitest.yaml', '--host', '192.0.2.1'],
      /"shop" cannot listen on 192\.0\.2\.1: this machine has no such address[\s\S]*hint: /,
    ],
    ['a name that is none', ['shop.apitest.yaml', '--name', 'a b'], /--name a b is no name of a mock/],
    ['the configuration', ['apitest.config.yaml'], /the mocks of the configuration run with suites only/],
    ['no time', ['shop.apitest.yaml', '--idle', 'soon'], /--idle soon is no length of time/],
    ['a variable that nothing names', ['shop.apitest.yaml', '--var', 'whoo=1'], /--var whoo[\s\S]*"who"/],
    [
      'an environment that is not there',
      ['shop.apitest.yaml', '--env', 'nowhere'],
      /no environment "nowhere"/,
    ],
  ]
  it('do not start, and leave nothing, with anything wrong', () =>
    inFolder(
      {
        ...files,
        'folder/x': '',
        'apitest.config.yaml': 'mocks: { shop: { routes: [{ route: GET / }] } }',
        'plain.apitest.yaml': 'suite: A\nsteps: [{ set: { a: 1 } }]',
        'wrong.apitest.yaml': suite('      - { rout: GET /a }'),
        'other.yaml': 'a: 1',
        'host.apitest.yaml': suite('      - { route: GET /a }').replace(
          '    routes',
          '    host: nohost.invalid\n    routes',
        ),
        'four.yaml': 'openapi: 4.0.0\ninfo: {}\npaths: {}',
      },
      async folder => {
        const refused = async ([what, words, message]: (typeof wrong)[number]): Promise<void> => {
          const finished = await runLine(folder, ['mock', 'start', ...words])
          assert.equal(finished.exitCode, 2, what)
          assert.match(finished.errors, message, what)
        }
        await Promise.all(wrong.map(refused))
        assert.deepEqual(await entriesOf(folder), [])
        assert.deepEqual(
          (await readdir(path.join(folder, '.tool/mocks'))).filter(name => name !== 'running.json'),
          [],
        )
        assertRefused(await runLine(folder, ['mock', 'calls']), /no mock runs[\s\S]*apitest mock start FILE/)
        assertRefused(await runLine(folder, ['mock', 'stop', 'a', '--all']), /say different things/)
        assertRefused(
          await runLine(folder, ['mock']),
          /mock needs a command: start, list, calls, reset or stop/,
        )
      },
    ))
})
