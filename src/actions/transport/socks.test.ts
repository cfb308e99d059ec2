import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { certificates } from '../../testing/certificates.ts'
import { without } from '../../testing/parts.ts'
import { startMicrosocks } from '../../testing/proxies.ts'
import { httpServer, listen } from '../http/testing/http-server.ts'
import { exchange, failure } from '../http/testing/perform.ts'
import { exchange as talk } from '../websocket/testing/perform.ts'
import { webSocketServer } from '../websocket/testing/web-socket-server.ts'
import { http2Server } from './testing/http2-server.ts'
import { tlsServer } from './testing/tls-server.ts'

const known = { username: 'ada', password: 'correct:horse' }
const through = (proxy: string, more: object = {}) => ({ settings: { transport: { proxy, ...more } } })

describe('D5: a SOCKS 5 proxy', { skip: without('microsocks') }, () => {
  for (const [scheme, host, seen] of [
    ['socks5', 'localhost', '127.0.0.1'],
    ['socks5h', 'localhost', 'localhost'],
    ['SOCKS5H', '127.0.0.1', '127.0.0.1'],
  ] as const)
    it(`is given ${seen} for ${host} by ${scheme}`, async () => {
      await using proxy = await startMicrosocks()
      await using server = await httpServer((_, response) => response.end('hi'))
      const request = `POST http://${host}:${server.port}/a?b`
      const { response, request: sent } = await exchange(
        { request, text: 'hello' },
        through(`${scheme}://127.0.0.1:${proxy.port}`),
      )
      assert.equal(response.body.text(), 'hi')
      assert.equal(server.seen[0]?.url, '/a?b')
      assert.equal(sent.url, request.slice('POST '.length))
      assert.match(
        await proxy.log(),
        new RegExp(`connected to ${seen.replaceAll('.', '\\.')}:${server.port}`),
      )
    })

  it('opens the way to TLS, to HTTP/2 and to WebSockets', { skip: without('openssl') }, async () => {
    await using proxy = await startMicrosocks(known)
    const url = `socks5h://ada:correct%3Ahorse@127.0.0.1:${proxy.port}`
    const { authority, server: identity } = await certificates()
    await using secure = await tlsServer(identity)
    const tls = { tls: { ca: authority } }
    assert.equal((await exchange({ request: `GET ${secure.url}/` }, through(url, tls))).response.status, 200)
    await using second = await http2Server(stream => {
      stream.respond({ ':status': 200 })
      stream.end('hi')
    }, false)
    const answer = await exchange({ request: `GET ${second.url}/` }, through(url, { 'http-version': 2 }))
    assert.equal(answer.response.body.text(), 'hi')
    await using sockets = await webSocketServer(socket => {
      socket.send('hello')
    })
    const { transcript } = await talk({ websocket: sockets.url, count: 1 }, through(url))
    assert.ok(transcript?.entries.some(({ text }) => text === 'hello'))
    assert.equal((await proxy.log()).match(/connected to/g)?.length, 3)
  })

  it('is known by the environment', async () => {
    await using proxy = await startMicrosocks()
    await using server = await httpServer()
    const ALL_PROXY = `socks5://127.0.0.1:${proxy.port}`
    await exchange({ request: `GET ${server.url}/` }, { processEnvironment: { ALL_PROXY } })
    await exchange(
      { request: `GET ${server.url}/` },
      { processEnvironment: { ALL_PROXY, NO_PROXY: '127.0.0.1' } },
    )
    assert.equal((await proxy.log()).match(/connected to/g)?.length, 1)
    assert.equal(server.seen.length, 2)
  })

  it('is a Network Error that names it where it refuses', async () => {
    await using proxy = await startMicrosocks(known)
    const place = `127.0.0.1:${proxy.port}`
    const name = `the proxy socks5://${place}`
    for (const [credentials, url, message, hint] of [
      [
        '',
        'http://127.0.0.1:1/',
        'refused the way to 127.0.0.1:1 (authentication failed)',
        /asks for a name/,
      ],
      [
        'ada:wrong@',
        'http://127.0.0.1:1/',
        'refused the way to 127.0.0.1:1 (authentication failed)',
        /Check the/,
      ],
      [
        'ada:correct%3Ahorse@',
        'http://127.0.0.1:1/',
        'refused the way to 127.0.0.1:1 (connection refused)',
        /URL/,
      ],
    ] as const) {
      const failed = await failure({ request: `GET ${url}` }, through(`socks5://${credentials}${place}`))
      assert.equal(failed.kind, 'Network Error')
      assert.equal(failed.message, `${name} ${message}`)
      assert.match(String(failed.hint), hint)
    }
  })

  it('is a Network Error where the name is looked up here, and is not found', async () => {
    await using proxy = await startMicrosocks()
    const request = 'GET http://nowhere.invalid/'
    const { message, hint } = await failure({ request }, through(`socks5://127.0.0.1:${proxy.port}`))
    assert.match(message, /^host "nowhere\.invalid" not found/)
    assert.match(String(hint), /socks5h/)
  })
})

describe('D5: SOCKS', () => {
  for (const scheme of ['socks4', 'socks5h'])
    it(`with something else at the place of a ${scheme} proxy is a Network Error`, async () => {
      await using server = await httpServer()
      const { message } = await failure(
        { request: 'GET http://127.0.0.1:1/' },
        through(`${scheme}://127.0.0.1:${server.port}`),
      )
      assert.match(message, /^the proxy socks\w+:\/\/127\.0\.0\.1:\d+ (did not answer with SOCKS|closed)/)
    })

  it('that never answers ends with the step', async () => {
    await using server = await listen(
      createServer(socket => socket.resume()),
      'http',
    )
    const { message } = await failure(
      { request: 'GET http://127.0.0.1:1/' },
      { ...through(`socks5://127.0.0.1:${server.port}`), timeout: 200 },
    )
    assert.match(message, /^no connection to 127\.0\.0\.1:1 through the proxy socks5:.* within 200 ms/)
  })

  it('that nobody speaks is a Network Error', async () => {
    const { message } = await failure({ request: 'GET http://127.0.0.1:1/' }, through('socks5://127.0.0.1:1'))
    assert.match(message, /^the proxy socks5:\/\/127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED/)
  })

  // No proxy of Debian that speaks version 4 can be started without the rights of root.
  for (const [scheme, asked] of [
    ['socks4', '127.0.0.1'],
    ['socks4a', 'localhost'],
  ] as const)
    it(`of version 4 gives ${asked} by ${scheme}`, async () => {
      const hosts: string[] = []
      await using server = await httpServer((_, response) => response.end('hi'))
      const sockets: Socket[] = []
      await using proxy = await listen(
        createServer(socket => {
          sockets.push(socket)
          serveVersion4(socket, hosts)
        }),
        'http',
        () => {
          for (const socket of sockets) socket.destroy()
        },
      )
      const { response } = await exchange(
        { request: `GET http://localhost:${server.port}/` },
        through(`${scheme}://ada@127.0.0.1:${proxy.port}`),
      )
      assert.equal(response.body.text(), 'hi')
      assert.deepEqual(hosts, [`ada ${asked}`])
    })
})

/** The side of the proxy (https://www.openssh.com/txt/socks4.protocol, socks4a.protocol). */
function serveVersion4(socket: Socket, hosts: string[]): void {
  socket.on('error', () => undefined)
  socket.once('data', (request: Buffer) => {
    const [user = '', name = ''] = request.subarray(8).toString().split('\0')
    const address = [...request.subarray(4, 8)].join('.')
    hosts.push(`${user} ${address.startsWith('0.0.0.') ? name : address}`)
    const onward = connect(request.readUInt16BE(2), '127.0.0.1', () => {
      socket.write(Buffer.of(0, 90, 0, 0, 0, 0, 0, 0))
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => undefined)
  })
}
