import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { shareOfCount } from '../testing/parts.ts'
import { runLine, withFolder } from '../testing/run-program.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { withListener } from '../testing/with-listener.ts'

async function start(folder: string, ...words: readonly string[]): Promise<string> {
  // New objects are collected as often by every version of Node: 24 would let far more gather first.
  const environment = { NODE_OPTIONS: '--max-semi-space-size=8' }
  const finished = await runLine(folder, ['mock', 'start', ...words], { environment })
  assert.equal(finished.exitCode, 0, finished.errors)
  return /http:\S+/.exec(finished.output)?.[0] ?? ''
}

/** Runs a folder, and ends what it left. */
function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  return withFolder({}, async folder => {
    try {
      await use(folder)
    } finally {
      await runLine(folder, ['mock', 'stop', '--all'])
    }
  })
}

interface Call {
  readonly target: string
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends calls and returns the responses, as far as they do not change from one time to the next. */
async function answersTo(url: string, calls: readonly Call[]): Promise<readonly unknown[]> {
  const answers: unknown[] = []
  for (const { target, method = 'GET', ...more } of calls) {
    const answer = await fetch(url + target, { method, redirect: 'manual', ...more })
    const { headers, status } = answer
    const bytes = Buffer.from(await answer.arrayBuffer())
    answers.push([
      status,
      headers.get('content-type'),
      headers.get('location'),
      headers.get('x-own'),
      bytes.toString('latin1'),
    ])
  }
  return answers
}

const lately: RequestListener = (request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://a')
    const json = (status: number, value: unknown): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-own': 'kept {{y}}' })
        .end(JSON.stringify(value))
    }
    if (pathname === '/page')
      json(200, { page: searchParams.get('page'), text: 'braces {{x}} \u007f \u2028 "q"' })
    else if (pathname === '/orders') json(201, { got: body })
    else if (pathname === '/html')
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync('<p>'.repeat(9000)))
    else if (pathname === '/image')
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0, 255, 137, 80]))
    else if (pathname === '/away') response.writeHead(302, { location: '/page?page=1' }).end()
    else if (pathname === '/none') response.writeHead(204).end()
    else if (pathname === '/slow') setTimeout(json, 120, 200, { slow: true })
    else if (pathname === '/exact')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"n": 12345678901234567890}')
    else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(`no ${pathname}`)
  })
}

describe('what a mock hands on', () => {
  it('goes as the settings of its suite say', () =>
    withFolder(
      {
        'a.apitest.yaml': `suite: A
settings: { tls: { ca: '{{mocks.behind.certificate}}' } }
mocks:
  behind: { tls: true, routes: [{ route: GET /a, answer: { text: "{{headers.x-forwarded-proto}}" } }] }
  front: { tls: true, proxy: '{{mocks.behind.url}}' }
steps:
  - request: GET {{mocks.front.url}}/a
    validations: [text: https]
  - request: HEAD {{mocks.front.url}}/a
  - calls: front proxy
    validations: [$.count: 2]
`,
      },
      async folder => {
        const { exitCode, output } = await runLine(folder, ['a.apitest.yaml'])
        assert.equal(exitCode, 0, output)
      },
    ))

  it('is recorded as a suite that replays it, sound by its check', () =>
    inFolder(folder =>
      withListener(lately, async behind => {
        const calls: readonly Call[] = [
          { target: '/page?page=1' },
          { target: '/page?page=2&sort=a' },
          { target: '/page' },
          {
            target: '/orders',
            method: 'POST',
            body: '{"a":1}',
            headers: { 'content-type': 'application/json' },
          },
          {
            target: '/orders',
            method: 'POST',
            body: '{"a":2}',
            headers: { 'content-type': 'application/json' },
          },
          {
            target: '/orders',
            method: 'POST',
            body: 'plain {{text}}',
            headers: { 'content-type': 'text/plain' },
          },
          ...['/html', '/image', '/away', '/none', '/slow', '/exact', '/missing/:a/%7Bb%7D'].map(target => ({
            target,
          })),
        ]
        const url = await start(folder, '--proxy', behind, '--record', 'rec.apitest.yaml', '--name', 'shop')
        const came = await answersTo(url, calls)
        assert.equal((await runLine(folder, ['mock', 'stop'])).exitCode, 0)
        const check = await runLine(folder, ['check', 'rec.apitest.yaml'])
        assert.equal(check.exitCode, 0, check.errors)
        const run = await runLine(folder, ['rec.apitest.yaml'])
        assert.equal(run.exitCode, 0, run.output)
        const again = await start(folder, 'rec.apitest.yaml')
        const begun = performance.now()
        assert.deepEqual(await answersTo(again, calls), came)
        assert.ok(performance.now() - begun > 110, 'latency is replayed')
        assert.equal((await fetch(`${again}/page?page=3`)).status, 404)
        const files = await readdir(path.join(folder, 'rec-bodies'))
        assert.deepEqual(files.map(name => path.extname(name)).toSorted(), ['.html', '.png'])
      }),
    ))

  it('is recorded in its order, where one request had several answers', () =>
    inFolder(folder =>
      withPracticeServer(async behind => {
        const calls = ['/count', '/count', '/count', '/status/404', '/status/404'].map(target => ({ target }))
        const url = await start(folder, '--proxy', behind, '--record', 'rec.apitest.yaml')
        const came = await answersTo(url, calls)
        await runLine(folder, ['mock', 'stop'])
        assert.deepEqual(await answersTo(await start(folder, 'rec.apitest.yaml'), calls), came)
        const text = await readFile(path.join(folder, 'rec.apitest.yaml'), 'utf8')
        assert.equal(text.match(/status: 503/g)?.length, 3, text)
      }),
    ))

  it('is recorded without credentials', () =>
    inFolder(folder =>
      withListener(
        ({ headers, url }, response) => {
          response
            .writeHead(200, {
              'set-cookie': 'session=cookie-of-theirs; Path=/',
              'x-auth-token': 'token-of-theirs',
              'content-type': 'application/json',
            })
            .end(
              JSON.stringify({
                access_token: 'minted-for-you',
                password: 42,
                seen: [headers.authorization, url],
                name: 'Ada',
              }),
            )
        },
        async behind => {
          const url = await start(folder, '--proxy', behind, '--record', 'rec.apitest.yaml')
          const headers = {
            authorization: 'Bearer said-by-caller',
            cookie: 'id=cookie-of-caller',
            'content-type': 'application/json',
          }
          await fetch(`${url}/a?api_key=key-of-caller&page=1`, { headers })
          await fetch(`${url}/a`, {
            method: 'POST',
            headers,
            body: '{"password":"pass-of-caller","user":"ada"}',
          })
          await fetch(`${url}/a`, {
            method: 'POST',
            headers,
            body: '{"password":"pass-of-caller","user":"eve"}',
          })
          await runLine(folder, ['mock', 'stop'])
          const text = await readFile(path.join(folder, 'rec.apitest.yaml'), 'utf8')
          // How long an answer took is no credential, whatever number it is.
          assert.doesNotMatch(text.replaceAll(/delay: \d+ms/g, ''), /of-theirs|minted|-caller|42/)
          assert.match(text, /Ada/)
          assert.match(text, /matches: \{ user: eve \}/)
        },
      ),
    ))

  it('is recorded and told without what a call or an answer has shown to be secret, wherever it stands then', () =>
    inFolder(folder =>
      withListener(
        ({ url }, response) => {
          const { pathname } = new URL(url ?? '/', 'http://a')
          if (pathname === '/login')
            response
              .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
              .end(gzipSync(JSON.stringify({ access_token: '4Qz9Tk2Lw8', expires: 60 })))
          else response.writeHead(200, { 'content-type': 'text/plain' }).end(`ok ${url}`)
        },
        async behind => {
          for (const record of [[], ['--record', 'rec.apitest.yaml']]) {
            const url = await start(folder, '--proxy', behind, ...record)
            const ask = async (
              target: string,
              headers: Readonly<Record<string, string>> = {},
            ): Promise<void> => {
              await (await fetch(url + target, { headers })).text()
            }
            await ask('/login')
            await ask('/reset/4Qz9Tk2Lw8')
            for (const q of [
              '4Qz9Tk2Lw8',
              'plain',
              'accepted',
              'Bf7-of-bearer',
              'Ck6-of-cookie',
              'Ps5-of-user',
            ])
              await ask(`/reset/x1?q=${q}`, {
                authorization: q.startsWith('Ps5')
                  ? `Basic ${Buffer.from('ann:Ps5-of-user').toString('base64')}`
                  : 'Bearer Bf7-of-bearer',
                cookie: 'consent=accepted; session=Ck6-of-cookie',
              })
            const { output } = await runLine(folder, ['mock', 'calls', 'proxy'])
            const { output: json } = await runLine(folder, ['mock', 'calls', 'proxy', '--json'])
            assert.doesNotMatch(output + json, /4Qz9|-of-/)
            assert.match(output, /\/reset\/\*\*\*/)
            await runLine(folder, ['mock', 'stop'])
          }
          const text = await readFile(path.join(folder, 'rec.apitest.yaml'), 'utf8')
          assert.doesNotMatch(text, /4Qz9|-of-/)
          assert.match(text, /route: "?GET \/reset\/\{secret2\}/)
          assert.match(text, /ok \/reset\/\*\*\*/)
          assert.match(text, /query q: \{ equals: plain \}/)
          assert.match(text, /query q: \{ equals: accepted \}/)
          const check = await runLine(folder, ['check', 'rec.apitest.yaml'])
          assert.equal(check.exitCode, 0, check.errors)
        },
      ),
    ))

  it('is told without what an answer of its own has shown to be secret', () =>
    inFolder(async folder => {
      await writeFile(
        path.join(folder, 'a.mocks.yaml'),
        'mocks: { shop: { unmatched: allow, routes: [{ route: GET /login, answer: { json: { id_token: 4Qz9Tk2Lw8 } } }] } }',
      )
      const url = await start(folder, 'a.mocks.yaml')
      await fetch(`${url}/login`)
      await fetch(`${url}/reset/4Qz9Tk2Lw8`)
      const { output } = await runLine(folder, ['mock', 'calls', 'shop'])
      assert.match(output, /\/reset\/\*\*\*/)
      assert.doesNotMatch(output, /4Qz9/)
    }))

  it('is recorded without secrets in large bodies, and in what was asked, also after a reload', () =>
    inFolder(folder =>
      withListener(
        ({ url }, response) => {
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ access_token: 'minted-for-you', url, n: 'x'.repeat(9000) }))
        },
        async behind => {
          const front = (more: string): string =>
            `mocks: { front: { proxy: '{{env.BEHIND}}', routes: [{ route: GET /own, answer: ${more} }] } }`
          const file = path.join(folder, 'front.yaml')
          await writeFile(file, front('{ text: first }'))
          const began = await runLine(
            folder,
            ['mock', 'start', 'front.yaml', '--record', 'rec.apitest.yaml', '--watch'],
            { environment: { BEHIND: behind, LATER: 'topsecretvalue1' } },
          )
          const [url = assert.fail(began.errors)] = /http:\S+/.exec(began.output) ?? []
          await writeFile(file, front("{ text: '{{env.LATER}}' }"))
          const own = async (): Promise<string> => (await fetch(`${url}/own`)).text()
          for (let tries = 0; tries < 200 && (await own()) !== 'topsecretvalue1'; tries++) await wait(25)
          await fetch(`${url}/bot/topsecretvalue1/send?key2=topsecretvalue1&page=1`)
          const post = async (type: string, body: string): Promise<unknown> =>
            fetch(`${url}/post`, { method: 'POST', headers: { 'content-type': type }, body })
          await post('application/json', '{"a":["topsecretvalue1"],"b":1}')
          await post('application/json', '{"a":["topsecretvalue1"],"b":2}')
          await post('text/xml', '<a><password>pass-of-caller</password></a>')
          await runLine(folder, ['mock', 'stop'])
          const bodies = path.join(folder, 'rec-bodies')
          const texts = await Promise.all(
            [
              path.join(folder, 'rec.apitest.yaml'),
              ...(await readdir(bodies)).map(name => path.join(bodies, name)),
            ].map(name => readFile(name, 'utf8')),
          )
          assert.doesNotMatch(texts.join('\n'), /topsecret|minted|pass-of/)
          assert.match(texts[0] ?? '', /GET \/bot\/\{secret2\}\/send/)
          assert.match(texts[0] ?? '', /matches: \{ b: 2 \}/)
          const check = await runLine(folder, ['check', 'rec.apitest.yaml'])
          assert.equal(check.exitCode, 0, check.errors)
        },
      ),
    ))

  it('is never written over what somebody else wrote', () =>
    inFolder(folder =>
      withListener(lately, async behind => {
        const file = path.join(folder, 'rec.apitest.yaml')
        await writeFile(file, 'mine')
        const refused = await runLine(folder, [
          'mock',
          'start',
          '--proxy',
          behind,
          '--record',
          'rec.apitest.yaml',
        ])
        assert.equal(refused.exitCode, 2)
        assert.match(refused.errors, /there is a file rec\.apitest\.yaml already/)
        for (const [words, message] of [
          [['--proxy', behind, '--record', 'rec.txt'], /--record rec\.txt is no name of a suite/],
          [['--proxy', 'ftp://a'], /--proxy ftp:\/\/a must be a URL with http or https/],
          [['--proxy', behind, '--watch'], /--watch has no file to watch/],
        ] as const) {
          const { exitCode, errors } = await runLine(folder, ['mock', 'start', ...words])
          assert.equal(exitCode, 2)
          assert.match(errors, message)
        }
        const url = await start(folder, '--proxy', behind, '--record', 'new.apitest.yaml')
        const made = path.join(folder, 'new.apitest.yaml')
        await fetch(`${url}/none`)
        for (let tries = 0; tries < 200; tries++)
          if ((await readFile(made, 'utf8').catch(() => '')) === '') await wait(25)
        await writeFile(made, 'edited')
        await fetch(`${url}/page`)
        await runLine(folder, ['mock', 'stop'])
        assert.deepEqual([await readFile(file, 'utf8'), await readFile(made, 'utf8')], ['mine', 'edited'])
        assert.match(await readFile(path.join(folder, 'new-2.apitest.yaml'), 'utf8'), /GET \/page/)
      }),
    ))

  it('takes little memory, however much it is', () =>
    inFolder(folder =>
      withListener(
        (request, response) => {
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ url: request.url, text: 'x'.repeat(3000) }))
        },
        async behind => {
          const url = await start(folder, '--proxy', behind, '--record', 'rec.apitest.yaml')
          const { entriesOf } = await import('../mock/standalone/testing/entries.ts')
          const [{ pid } = assert.fail('it is entered')] = await entriesOf(folder)
          const memory = async (): Promise<number> =>
            Number(
              /VmHWM:\s+(\d+)/.exec(
                await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'VmHWM: 0'),
              )?.[1],
            ) / 1024
          for (let call = 0; call < 200; call++) await (await fetch(`${url}/items/${call}`)).text()
          const before = await memory()
          const calls = shareOfCount(5000)
          for (let call = 0; call < calls; call += 50)
            await Promise.all(
              Array.from({ length: Math.min(50, calls - call) }, async (_, index) =>
                (await fetch(`${url}/items/${call + index}`)).text(),
              ),
            )
          assert.ok((await memory()) - before < 90, `${before} MB became ${await memory()} MB`)
          await runLine(folder, ['mock', 'stop'])
          const text = await readFile(path.join(folder, 'rec.apitest.yaml'), 'utf8')
          assert.equal(text.match(/route: "?GET/g)?.length, calls)
        },
      ),
    ))
})
