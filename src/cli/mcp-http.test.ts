import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { deedOf, nothing } from '../mcp/testing/observe.ts'
import { envelope, type Era, eras, initializing, replyTo } from '../mcp/testing/tool-client.ts'
import { liveMemory } from '../testing/live-memory.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { mapping, text } from '../util/read-values.ts'
import { leftToLaterTier } from '../testing/parts.ts'

const token = 'a-token-of-this-test-0123456789'

interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

/** A server over HTTP, to be ended with `await using`. */
class HttpTools implements AsyncDisposable {
  readonly child: ChildProcess
  errors = ''
  port = 0
  readonly #exited: Promise<unknown>
  #last = 0

  constructor(
    folder: string,
    args: readonly string[] = [],
    environment: NodeJS.ProcessEnv = { APITEST_MCP_TOKEN: token },
    nodeOptions: readonly string[] = [],
  ) {
    const program = path.resolve('bin/apitest.cjs')
    this.child = spawn(process.execPath, [...nodeOptions, program, 'mcp', '--http', '0', ...args], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#exited = new Promise(resolve => this.child.once('exit', resolve))
    this.child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.errors += chunk
    })
  }

  async begin(): Promise<this> {
    while (this.port === 0) {
      this.port = Number(/http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(this.errors)?.[1] ?? 0)
      assert.equal(this.child.exitCode, null, this.errors)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    return this
  }

  /** Kilobytes that the process holds, if it was started with `--inspect`. */
  memory(): Promise<number> {
    return liveMemory(/ws:\S+/.exec(this.errors)?.[0] ?? '')
  }

  send(
    body: string | Buffer | undefined,
    more: {
      readonly method?: string
      readonly path?: string
      readonly headers?: http.OutgoingHttpHeaders
    } = {},
  ): Promise<Answer> {
    const { method = 'POST', headers = {} } = more
    const usual = {
      host: `127.0.0.1:${this.port}`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const given = Object.fromEntries(
      Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined),
    )
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          port: this.port,
          host: '127.0.0.1',
          method,
          path: more.path ?? '/mcp',
          headers: given,
          agent: false,
        },
        response => {
          let read = ''
          response.setEncoding('utf8').on('data', (chunk: string) => {
            read += chunk
          })
          response.on('close', () => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read })
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  }

  /** A request of JSON-RPC; the message that answers it. */
  async rpc(
    era: Era,
    method: string,
    params: JsonObject = {},
    headers: http.OutgoingHttpHeaders = {},
  ): Promise<JsonObject> {
    const _meta = envelope(era, { elicitation: {} })
    const named = text(params['name']) ?? text(params['uri'])
    const own =
      era === '2025'
        ? {}
        : {
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': method,
            ...(named === undefined ? {} : { 'mcp-name': named }),
          }
    const { body, status } = await this.send(
      JSON.stringify({ jsonrpc: '2.0', id: ++this.#last, method, params: { ...params, _meta } }),
      { headers: { ...own, ...headers } },
    )
    const line = /^data: (\{.*\})$/m.exec(body)?.[1] ?? body
    assert.ok(line.startsWith('{'), `${status}: ${body.slice(0, 300)}`)
    return mapping(JSON.parse(line) as JsonValue)
  }

  /** Begins a session of 2025; the headers of its requests. */
  async session(): Promise<http.OutgoingHttpHeaders> {
    const begun = await this.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: initializing({ elicitation: {} }),
      }),
    )
    assert.equal(begun.status, 200, begun.body)
    const headers = {
      'mcp-session-id': String(begun.headers['mcp-session-id']),
      'mcp-protocol-version': '2025-11-25',
    }
    await this.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), { headers })
    return headers
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#exited
  }
}

async function inTools(
  use: (tools: HttpTools, folder: string) => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  await withFolder({}, async folder => {
    await using tools = await new HttpTools(folder, args).begin()
    await use(tools, folder)
    assert.equal(tools.child.exitCode, null, 'it goes on')
    assert.doesNotMatch(tools.errors, /\n\s+at |node:internal/)
  })
}

const listing = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: { _meta: envelope('2026', {}) },
})
const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

describe('the door', () => {
  it('is closed to who does not know the token, and says nothing of it', () =>
    inTools(async tools => {
      for (const authorization of [
        undefined,
        '',
        'Bearer',
        'Bearer ',
        `bearer${token}`,
        `Basic ${Buffer.from(`a:${token}`).toString('base64')}`,
        `Bearer ${token}x`,
        `Bearer ${token.slice(0, -1)}`,
        `Bearer ${'x'.repeat(token.length)}`,
        `Bearer ${'x'.repeat(8_000)}`,
        token,
      ]) {
        for (const era of eras) {
          const body =
            era === '2026'
              ? listing
              : JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initializing({}) })
          const answer = await tools.send(body, {
            headers: { ...(era === '2026' ? modern : {}), authorization },
          })
          assert.equal(answer.status, 401, String(authorization))
          assert.match(String(answer.headers['www-authenticate']), /^Bearer/)
          assert.equal(answer.headers['mcp-session-id'], undefined)
          assert.doesNotMatch(answer.body + JSON.stringify(answer.headers), new RegExp(token))
        }
      }
      for (const place of [`/mcp?token=${token}`, `/mcp?access_token=${token}`])
        assert.equal(
          (
            await tools.send(listing, {
              path: place,
              headers: { authorization: undefined } as unknown as http.OutgoingHttpHeaders,
            })
          ).status,
          401,
        )
      assert.doesNotMatch(tools.errors, new RegExp(token))
    }))

  it('is closed to pages and names of others', () =>
    inTools(async tools => {
      for (const host of [
        'evil.com',
        'evil.com:80',
        `evil.com:${tools.port}`,
        '127.0.0.1.evil.com',
        'localhost.evil.com',
        'evil.com/127.0.0.1',
        '127.0.0.1@evil.com',
        '0.0.0.0',
        '[::]',
      ])
        assert.ok(
          [400, 403].includes((await tools.send(listing, { headers: { ...modern, host } })).status),
          host,
        )
      for (const origin of [
        'http://evil.com',
        'https://evil.com',
        'null',
        'http://127.0.0.1.evil.com',
        'http://localhost.evil.com',
        'file://',
        'http://evil.com?http://127.0.0.1',
        'chrome-extension://a',
      ])
        assert.ok(
          [400, 403].includes((await tools.send(listing, { headers: { ...modern, origin } })).status),
          origin,
        )
      for (const headers of [
        { host: `localhost:${tools.port}` },
        { host: `127.0.0.1:${tools.port}` },
        { origin: `http://localhost:${tools.port}` },
      ])
        assert.equal(
          (await tools.send(listing, { headers: { ...modern, ...headers } })).status,
          200,
          JSON.stringify(headers),
        )
    }))

  it('says nothing to a page of another origin that asks before it sends', () =>
    inTools(async tools => {
      const answer = await tools.send(undefined, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://evil.com',
          'access-control-request-method': 'POST',
          authorization: undefined,
        } as unknown as http.OutgoingHttpHeaders,
      })
      assert.ok(answer.status >= 400)
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    }))

  it('is one path, for one method', () =>
    inTools(async tools => {
      for (const place of [
        '/',
        '/mcp/',
        '/MCP',
        '/mcp/x',
        '//mcp',
        '/%6dcp',
        '/admin',
        '/.well-known/oauth-protected-resource',
        `/${'x'.repeat(10_000)}`,
      ])
        assert.ok(
          (await tools.send(listing, { path: place, headers: modern }).catch(() => ({ status: 400 })))
            .status >= 400,
          place,
        )
      for (const method of [
        'GET',
        'PUT',
        'DELETE',
        'PATCH',
        'HEAD',
        'OPTIONS',
        'PROPFIND',
        'TRACE',
        'CONNECT',
      ]) {
        const { status } = await tools
          .send(method === 'PUT' ? listing : undefined, { method })
          .catch(() => ({ status: 400 }))
        assert.ok(status >= 400, `${method} ${status}`)
      }
      assert.equal((await tools.send(listing, { headers: modern })).status, 200)
    }))

  it('is on this machine only', () =>
    inTools(tools => {
      const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
      const hex = tools.port.toString(16).toUpperCase().padStart(4, '0')
      const own = lines.filter(line => line.includes(`:${hex} `) && / 0A /.test(line))
      assert.deepEqual(
        own.map(line => line.trim().split(/\s+/)[1]),
        [`0100007F:${hex}`],
      )
      return Promise.resolve()
    }))

  it('opens with a token that is made up, another one each time, and long', () =>
    withFolder({}, async folder => {
      const tokens: string[] = []
      for (let count = 0; count < 2; count++) {
        await using tools = await new HttpTools(folder, [], { APITEST_MCP_TOKEN: '' }).begin()
        const made = /bearer token (\S+?)\./.exec(tools.errors)?.[1] ?? ''
        assert.ok(made.length >= 32, tools.errors)
        tokens.push(made)
        assert.equal(
          (await tools.send(listing, { headers: { ...modern, authorization: 'Bearer ' } })).status,
          401,
        )
        assert.equal(
          (await tools.send(listing, { headers: { ...modern, authorization: `Bearer ${made}` } })).status,
          200,
        )
      }
      assert.notEqual(tokens[0], tokens[1])
    }))
})

describe('what is sent over HTTP', () => {
  it('may be anything: it goes on, and tells no places in its code', () =>
    inTools(async tools => {
      const large = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/list',
        params: { _meta: envelope('2026', {}), a: 'x'.repeat(5_000_000) },
      })
      const bodies: readonly (string | Buffer)[] = [
        '',
        'x',
        '{',
        '[]',
        'null',
        '1',
        '{}',
        `[${listing},${listing}]`,
        '\0',
        Buffer.from([0xff, 0xfe]),
        large,
        'y'.repeat(5_000_000),
        `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      ]
      for (const body of bodies)
        for (const headers of [
          {},
          modern,
          { 'mcp-session-id': 'x' },
          { 'content-type': 'text/plain' },
          { 'content-encoding': 'gzip' },
          { 'mcp-protocol-version': '1999-01-01' },
        ] as readonly http.OutgoingHttpHeaders[]) {
          const answer = await tools
            .send(body, { headers })
            .catch((error: unknown) => ({ status: 0, body: String(error) }))
          assert.ok(
            body === large || answer.status >= 400 || answer.status === 0 || answer.body.includes('"error"'),
            `${String(body).slice(0, 20)} ${JSON.stringify(headers)} ${answer.status} ${answer.body.slice(0, 100)}`,
          )
          assert.doesNotMatch(answer.body, /\\n\s+at |node:internal|\/dist\/|Cannot read/)
        }
      assert.equal((await tools.send(listing, { headers: modern })).status, 200)
    }))

  it('is refused when it is more than 32 MB', () =>
    inTools(async tools => {
      const list = (characters: number): string => {
        const params = { _meta: envelope('2026', {}), a: 'x'.repeat(characters) }
        return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params })
      }
      assert.equal((await tools.send(list(20_000_000), { headers: modern })).status, 200)
      const body = list(33 * 1024 * 1024)
      for (const headers of [modern, {}]) {
        // It may be refused before it is read to its end.
        const { status } = await tools.send(body, { headers }).catch(() => ({ status: 413 }))
        assert.equal(status, 413)
      }
      assert.equal((await tools.send(listing, { headers: modern })).status, 200)
    }))

  it('may be no HTTP, or break off', () =>
    inTools(async tools => {
      const head = `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:${tools.port}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n`
      for (const written of [
        '\0\0\0',
        'GET\r\n\r\n',
        'CONNECT evil.com:80 HTTP/1.1\r\n\r\n',
        `${head}content-length: 100000\r\n\r\n{"a`,
        `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"jso`,
        `${head}upgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
        `GET http://evil.com/mcp HTTP/1.1\r\nhost: evil.com\r\n\r\n`,
        `GET // HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
      ])
        await new Promise<void>(resolve => {
          const socket = net.connect(tools.port, '127.0.0.1', () => {
            socket.write(written)
            setTimeout(() => socket.resetAndDestroy(), 100)
          })
          socket
            .on('error', () => undefined)
            .on('close', () => {
              resolve()
            })
        })
      assert.equal((await tools.send(listing, { headers: modern })).status, 200)
    }))
})

describe('permission over HTTP', () => {
  const yes = { action: 'accept', content: { answer: 'Allow' } }

  it('is asked for, and once', () =>
    inTools(async (tools, folder) => {
      await using server = await httpServer()
      const input = { name: 'send_request', arguments: { step: { request: `POST ${server.url}/x` } } }
      const forged = await deedOf(folder, server.seen, async () => {
        await tools.rpc('2026', 'tools/call', { ...input, inputResponses: { permission: yes } })
        const foreign = await tools.rpc('2026', 'tools/call', { ...input, ...replyTo('a.b', yes) })
        assert.equal(mapping(foreign['error'])['code'], -32_602)
      })
      assert.deepEqual(forged, nothing)
      const state =
        text(mapping((await tools.rpc('2026', 'tools/call', input))['result'])['requestState']) ?? ''
      const did = await deedOf(folder, server.seen, () =>
        Promise.all(
          Array.from({ length: 10 }, () =>
            tools.rpc('2026', 'tools/call', { ...input, ...replyTo(state, yes) }),
          ),
        ),
      )
      assert.deepEqual(did.sent, ['POST /x'])
    }))

  it('is not asked of a session that nobody has begun, or that has ended', () =>
    inTools(async tools => {
      for (const id of ['x', '', '00000000-0000-0000-0000-000000000000', '../../x', '__proto__']) {
        const { status } = await tools.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), {
          headers: { 'mcp-session-id': id },
        })
        assert.ok(status >= 400, id)
      }
      const headers = await tools.session()
      assert.ok((await tools.rpc('2025', 'tools/list', {}, headers))['result'])
      assert.equal((await tools.send(undefined, { method: 'DELETE', headers })).status, 200)
      assert.equal(
        (await tools.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), { headers }))
          .status,
        404,
      )
    }))

  it('does not come from the answer of another client', () =>
    inTools(async (tools, folder) => {
      await using server = await httpServer()
      const [one, other] = [await tools.session(), await tools.session()]
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 5,
        method: 'tools/call',
        params: { name: 'send_request', arguments: { step: { request: `POST ${server.url}/x` } } },
      })
      const did = await deedOf(folder, server.seen, async () => {
        void tools.send(body, { headers: one }).catch(() => undefined)
        await new Promise(resolve => setTimeout(resolve, 500))
        for (let id = 0; id < 10; id++)
          await tools.send(JSON.stringify({ jsonrpc: '2.0', id, result: yes }), { headers: other })
        await new Promise(resolve => setTimeout(resolve, 300))
      })
      assert.deepEqual(did, nothing)
    }))

  it('is not kept from new clients by those that are gone', () =>
    inTools(async tools => {
      const [first, second] = [await tools.session(), await tools.session()]
      assert.ok((await tools.rpc('2025', 'tools/list', {}, first))['result'])
      for (let count = 0; count < 99; count++) await tools.session()
      assert.ok((await tools.rpc('2025', 'tools/list', {}, first))['result'], 'the one that was used goes on')
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      assert.equal((await tools.send(body, { headers: second })).status, 404)
    }))
})

/** The command line of a process; empty once it is gone. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

describe('a call over HTTP whose client is gone', () => {
  for (const era of eras)
    it(`ends with its command, ${era}`, () =>
      withFolder({}, async folder => {
        await using tools = await new HttpTools(folder, ['--mode', 'auto']).begin()
        const session = era === '2025' ? await tools.session() : {}
        const own = {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'run_command',
        }
        const gone = new AbortController()
        const params = {
          name: 'run_command',
          arguments: { command: 'sleep 97; true' },
          _meta: envelope(era, {}),
        }
        const request = http.request({
          ...{ port: tools.port, host: '127.0.0.1', method: 'POST', path: '/mcp', signal: gone.signal },
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...(era === '2025' ? session : own),
          },
        })
        request.on('error', () => undefined)
        request.end(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params }))
        const children = (): string => {
          const pid = tools.child.pid ?? 0
          const all = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
          // The process that watches over commands stays as long as the server.
          return all.filter(child => commandOf(child).includes('sleep 97')).join(' ')
        }
        for (let turn = 0; turn < 200 && children() === ''; turn++)
          await new Promise(resolve => setTimeout(resolve, 25))
        assert.notEqual(children(), '')
        if (era === '2025') await tools.send(undefined, { method: 'DELETE', headers: session })
        gone.abort()
        for (let turn = 0; turn < 120 && children() !== ''; turn++)
          await new Promise(resolve => setTimeout(resolve, 25))
        assert.equal(children(), '')
      }))
})

describe('many calls over HTTP', { concurrency: 2 }, () => {
  it('at once are all answered', () =>
    inTools(async tools => {
      const session = await tools.session()
      for (const era of eras) {
        const answers = await Promise.all(
          Array.from({ length: 100 }, () =>
            tools.rpc(
              era,
              'tools/call',
              { name: 'list_collections', arguments: {} },
              era === '2025' ? session : {},
            ),
          ),
        )
        assert.equal(
          answers.filter(
            answer => mapping(answer['result'])['isError'] !== true && answer['error'] === undefined,
          ).length,
          100,
        )
      }
    }))

  for (const [index, era] of eras.entries())
    it(`leave nothing in memory, ${era}`, { skip: leftToLaterTier(index) }, test =>
      withFolder({}, async folder => {
        await using server = await httpServer((_request, response) => response.end('x'.repeat(200_000)))
        await using tools = await new HttpTools(folder, ['--mode', 'auto'], { APITEST_MCP_TOKEN: token }, [
          '--inspect=127.0.0.1:0',
        ]).begin()
        const headers = era === '2025' ? await tools.session() : {}
        const calls = async (count: number): Promise<void> => {
          for (let done = 0; done < count; done += 10)
            await Promise.all(
              Array.from({ length: 10 }, (_, at) =>
                at % 2 === 0
                  ? tools.rpc(era, 'tools/call', { name: 'list_collections', arguments: {} }, headers)
                  : tools.rpc(
                      era,
                      'tools/call',
                      {
                        name: 'send_request',
                        arguments: { history: false, step: { request: `GET ${server.url}/` } },
                      },
                      headers,
                    ),
              ),
            )
        }
        await calls(140)
        const early = await tools.memory()
        await calls(300)
        const late = await tools.memory()
        test.diagnostic(`memory over HTTP, ${era}: ${early} kB after 140 calls, ${late} kB after 440`)
        assert.ok(late < early + 1000, `${early} kB, then ${late} kB`)
      }),
    )
})
