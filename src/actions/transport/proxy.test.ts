import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import type { JsonValue } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import { certificates } from '../../testing/certificates.ts'
import { without } from '../../testing/parts.ts'
import { startSquid, startTinyproxy } from '../../testing/proxies.ts'
import { httpServer, listen } from '../http/testing/http-server.ts'
import { exchange, failure } from '../http/testing/perform.ts'
import { tlsServer } from './testing/tls-server.ts'

const known = { username: 'ada', password: 'correct horse' }
const skip = without('openssl')

for (const [name, start] of [
  ['squid', startSquid],
  ['tinyproxy', startTinyproxy],
] as const)
  describe(`a request through ${name}`, { skip: without(name) || skip }, () => {
    it('is forwarded to a plain server, and keeps its connection', async () => {
      await using proxy = await start()
      await using server = await httpServer((_, response) => response.end('hi'))
      const { response } = await exchange(
        { request: `POST ${server.url}/a?b=c`, text: 'hello' },
        through(`http://127.0.0.1:${proxy.port}`),
      )
      assert.equal(response.body.text(), 'hi')
      assert.equal(server.seen[0]?.url, '/a?b=c')
      assert.equal(server.seen[0].headers.host, server.url.slice('http://'.length))
      assert.equal(server.seen[0].body.toString(), 'hello')
      assert.match(String(server.seen[0].headers.via), /squid|tinyproxy/)
    })

    it('reaches a TLS server, with the time for the way counted to connecting', async () => {
      const { authority, server: identity } = await certificates()
      await using proxy = await start()
      await using server = await tlsServer(identity)
      const { timings } = await exchange(
        { request: `GET ${server.url}/` },
        through(`http://127.0.0.1:${proxy.port}`, { tls: { ca: authority } }),
      )
      assert.deepEqual(Object.keys(timings.phases ?? {}), ['connect', 'tls', 'firstByte', 'download'])
      const tunnel = new RegExp(`CONNECT 127\\.0\\.0\\.1:${server.port}`)
      assert.match(await proxy.log(tunnel), tunnel)
    })

    it('has the credentials that the proxy asks for, from its URL or beside it', async () => {
      const { authority, server: identity } = await certificates()
      await using proxy = await start(withoutSpace)
      await using plain = await httpServer()
      await using secure = await tlsServer(identity)
      const { username, password } = withoutSpace
      const url = `http://127.0.0.1:${proxy.port}`
      for (const setting of [
        `http://${username}:${password}@127.0.0.1:${proxy.port}`,
        { url, username, password },
      ])
        for (const target of [plain.url, secure.url]) {
          const hidden: string[] = []
          const { response } = await exchange(
            { request: `GET ${target}/` },
            { ...through(setting, { tls: { ca: authority } }), hide: secret => hidden.push(secret) },
          )
          assert.equal(response.status, 200)
          assert.ok(hidden.includes(password))
        }
      assert.equal(plain.seen[0]?.headers['proxy-authorization'], undefined)
    })

    it('is a Network Error that names the proxy when credentials are missing or wrong', async () => {
      await using proxy = await start(withoutSpace)
      await using plain = await httpServer()
      const url = `http://127.0.0.1:${proxy.port}`
      for (const target of [`${plain.url}/`, 'https://127.0.0.1:1/']) {
        const missing = await failure({ request: `GET ${target}` }, through(url))
        assert.match(missing.message, new RegExp(`^the proxy ${url} refused .*\\((407|401) `))
        assert.match(String(missing.hint), /asks for a name and password/)
        // To wrong credentials tinyproxy answers 401, which may as well be the server's answer.
        if (name === 'tinyproxy' && target.startsWith('http:')) continue
        const wrong = await failure(
          { request: `GET ${target}` },
          through({ url, username: 'ada', password: 'no' }),
        )
        assert.equal(wrong.kind, 'Network Error')
        assert.match(String(wrong.hint), /^Check the username and password/)
      }
      assert.equal(plain.seen.length, 0)
    })

    it('is a Network Error with the status of the proxy when it cannot reach the server', async () => {
      await using proxy = await start()
      const { kind, message } = await failure(
        { request: 'GET https://127.0.0.1:1/' },
        through(`http://127.0.0.1:${proxy.port}`),
      )
      assert.equal(kind, 'Network Error')
      assert.match(message, /refused the way to 127\.0\.0\.1:1 \(50\d /)
    })

    it('takes no proxy for what no-proxy names, nor with proxy: none', async () => {
      await using proxy = await start()
      await using server = await httpServer()
      const url = `http://127.0.0.1:${proxy.port}`
      const environment = { http_proxy: url }
      await exchange({ request: `GET ${server.url}/` }, through({ url, 'no-proxy': ['127.0.0.0/8'] }))
      await exchange(
        { request: `GET ${server.url}/` },
        { ...through('none'), processEnvironment: environment },
      )
      assert.deepEqual(
        server.seen.map(({ headers }) => headers.via),
        [undefined, undefined],
      )
    })

    it('takes the proxy of the environment, and says so when that fails', async () => {
      await using proxy = await start()
      await using server = await httpServer()
      const processEnvironment = {
        http_proxy: `http://127.0.0.1:${proxy.port}`,
        HTTPS_PROXY: 'http://127.0.0.1:1',
      }
      await exchange({ request: `GET ${server.url}/` }, { processEnvironment })
      assert.match(String(server.seen[0]?.headers.via), /squid|tinyproxy/)
      const { message, hint } = await failure({ request: 'GET https://127.0.0.1:2/' }, { processEnvironment })
      assert.match(message, /^the proxy http:\/\/127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED/)
      assert.match(String(hint), /environment variable HTTPS_PROXY/)
    })
  })

const withoutSpace = { ...known, password: 'correct-horse' }

describe('a proxy that is no good', () => {
  it('is named in a variable that is not read, and this is told where nothing is reached without it', async () => {
    const processEnvironment = { HTTP_PROXY: 'http://127.0.0.1:1' }
    const request = { request: 'GET http://127.0.0.1:2/' }
    const { message, hint } = await failure(request, { processEnvironment })
    assert.match(message, /^connect ECONNREFUSED 127\.0\.0\.1:2/)
    assert.match(String(hint), /HTTP_PROXY in capitals is not read.* write http_proxy/)
    const straight = await failure(request, { ...through('none'), processEnvironment })
    assert.doesNotMatch(String(straight.hint), /HTTP_PROXY/)
  })

  it('closes the connection: a Network Error that names it', async () => {
    await using proxy = await listen(
      createServer(socket => socket.on('data', () => socket.destroy()).on('error', () => undefined)),
      'http',
    )
    for (const target of ['http://127.0.0.1:1/', 'https://127.0.0.1:1/']) {
      const { kind, message, hint } = await failure({ request: `GET ${target}` }, through(proxy.url))
      assert.equal(kind, 'Network Error')
      assert.equal(message, `the proxy ${proxy.url} closed the connection (ECONNRESET)`)
      assert.equal(hint, "Look at the proxy's log for the reason.")
    }
  })

  it('never answers: the time limit of the step holds', async () => {
    const sockets: Socket[] = []
    await using proxy = await listen(
      createServer(socket => sockets.push(socket.on('error', () => undefined))),
      'http',
    )
    const limits = { ...through(proxy.url), timeout: 200 }
    const { message } = await failure({ request: 'GET https://127.0.0.1:1/' }, limits)
    assert.match(message, /timeout/)
    for (const socket of sockets) socket.destroy()
  })

  it('is not listening, or no URL', async () => {
    const { message } = await failure({ request: 'GET http://127.0.0.1:2/' }, through('http://127.0.0.1:1'))
    assert.match(message, /^the proxy http:\/\/127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED/)
    const bad = await failure({ request: 'GET http://127.0.0.1:2/' }, through('ftp://ada:secret@127.0.0.1:1'))
    assert.equal(bad.kind, 'Request Error')
    assert.equal(bad.message, 'the proxy ftp://127.0.0.1:1 is not an http, https or socks URL')
  })

  it('is not asked for any host of a list with commas, as NO_PROXY has it', async () => {
    await using server = await httpServer()
    const proxy = { url: 'http://127.0.0.1:1', 'no-proxy': ['localhost, 127.0.0.1'] }
    await exchange({ request: `GET ${server.url}/` }, through(proxy))
    assert.equal(server.seen.length, 1)
  })
})

describe('a proxy that speaks TLS', { skip }, () => {
  it('is trusted by the authorities of tls, and opens the way inside', async () => {
    const { authority, server: identity } = await certificates()
    await using server = await tlsServer(identity)
    await using proxy = await tlsProxy(identity)
    const { response, timings } = await exchange(
      { request: `GET ${server.url}/` },
      through(proxy.url, { tls: { ca: authority } }),
    )
    assert.equal(response.body.text(), 'hi')
    assert.deepEqual(Object.keys(timings.phases ?? {}), ['connect', 'tls', 'firstByte', 'download'])
  })

  it('tells what is wrong with its certificate in the words for servers', async () => {
    const { authority, server: identity, wrongHost, expired } = await certificates()
    for (const [own, tls, reason] of [
      [identity, {}, "cannot be trusted: its certificate's authority is not known ("],
      [wrongHost, { ca: authority }, 'cannot be trusted: its certificate is not for 127.0.0.1 ('],
      [expired, { ca: authority }, 'cannot be trusted: its certificate has expired ('],
    ] as const) {
      await using proxy = await tlsProxy(own)
      const { message } = await failure({ request: 'GET https://127.0.0.1:1/' }, through(proxy.url, { tls }))
      assert.ok(message.startsWith(`the proxy ${proxy.url} ${reason}`), message)
    }
  })

  it('is not one that speaks plain HTTP, nor the other way round', async () => {
    await using plain = await httpServer()
    await using secure = await tlsProxy((await certificates()).server)
    for (const [proxy, expected] of [
      [
        plain.url.replace('http:', 'https:'),
        /does not speak TLS as it should \(ERR_SSL_WRONG_VERSION_NUMBER\)$/,
      ],
      [secure.url.replace('https:', 'http:'), /did not answer with HTTP: .* \(HPE_|closed the connection/],
    ] as const) {
      const { message } = await failure({ request: 'GET https://127.0.0.1:1/' }, through(proxy))
      assert.match(message, expected)
    }
  })
})

/** The smallest proxy over TLS: it opens every way it is asked for. */
async function tlsProxy(identity: Parameters<typeof tlsServer>[0]): ReturnType<typeof listen> {
  const { createServer: createTlsServer } = await import('node:https')
  const { pairOf } = await import('./testing/tls-server.ts')
  const server = createTlsServer(await pairOf(identity))
  server.on('connect', ({ url = '' }, socket) => {
    const { hostname, port } = new URL(`http://${url}`)
    const beyond = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(beyond).pipe(socket)
    })
    for (const one of [socket, beyond])
      one.on('error', () => undefined).on('close', () => (beyond.destroy(), socket.destroy()))
  })
  return listen(server, 'https')
}

function through(proxy: JsonValue, more: Readonly<Record<string, JsonValue>> = {}): Partial<ActionContext> {
  return { settings: { transport: { proxy, ...more } } }
}
