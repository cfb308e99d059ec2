import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import { type Talk, talk } from '../testing/talk.ts'
import { type WrittenMock, withMock } from '../testing/with-mock.ts'

const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'chat.v2' })

/** A mock before a server that says of each WebSocket who asks, and then says everything again; `/refused` is none. */
async function before(use: (mock: WrittenMock) => Promise<void>, routes = '[]'): Promise<void> {
  const server = createServer((_, response) => response.end('no WebSocket'))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.startsWith('/base/refused') === true) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic\r\ncontent-length: 3\r\n\r\nwho')
      return
    }
    sockets.handleUpgrade(request, socket, head, one => {
      const { url, headers } = request
      one.send(JSON.stringify([url, headers.authorization, headers['x-forwarded-host'], headers.host]))
      one.on('message', (data: Buffer, isBinary) => {
        if (data.toString() === 'break') one.terminate()
        else if (data.toString() === 'bye') one.close(4001, 'so long')
        else one.send(data, { binary: isBinary })
      })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await withMock(`proxy: http://127.0.0.1:${port}/base\nroutes: ${routes}`, use)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** As `talk`, with two subprotocols and a credential. */
function talkAs(mock: WrittenMock, path: string, say: readonly (string | Buffer)[]): Promise<Talk> {
  return talk(mock, path, say, ['chat.v1', 'chat.v2'], { authorization: 'Bearer me' })
}

describe('a WebSocket of a mock with a proxy', () => {
  it('is the one of the server behind, and is told as a call', () =>
    before(async mock => {
      const large = 'x'.repeat(3_000_000)
      const said = ['hi', '{"id":3}', Buffer.from([0xff, 0]), large, 'bye']
      const { heard, code, reason, socket } = await talkAs(mock, '/chat?room=7', said)
      const [first = '', ...echoed] = heard
      const [url, authorization, host, own] = JSON.parse(String(first)) as string[]
      assert.deepEqual([url, authorization], ['/base/chat?room=7', 'Bearer me'])
      assert.equal(host, mock.url.replace('http://', ''))
      assert.notEqual(own, host)
      assert.deepEqual(echoed, ['hi', '{"id":3}', Buffer.from([0xff, 0]), large])
      assert.deepEqual([code, reason, socket.protocol], [4001, 'so long', 'chat.v2'])
      while (mock.received()[0]?.['closed'] === undefined) await wait(5)
      const [call] = mock.received()
      assert.deepEqual([call?.['method'], call?.['route'], call?.['status']], ['WS', 'proxy', 101])
      assert.deepEqual(call?.['messages'], ['hi', { id: 3 }, '/wA=', large, 'bye'])
      assert.deepEqual(call['closed'], { code: 4001, reason: 'so long' })
    }))

  it('breaks where that of the server does, and ends there when the client goes', () =>
    before(async mock => {
      assert.equal((await talkAs(mock, '/chat', ['break'])).code, 1006)
      const open = sockets.clients.size
      const socket = new WebSocket(`${mock.webSocketUrl}/chat`, ['chat.v2'])
      await once(socket, 'message')
      socket.terminate()
      while (sockets.clients.size > open) await wait(5)
      while (mock.received()[1]?.['closed'] === undefined) await wait(5)
      assert.deepEqual(mock.received()[1]?.['closed'], { code: 1006, reason: '' })
    }))

  it('is refused as the server refuses it', () =>
    before(async mock => {
      const socket = new WebSocket(`${mock.webSocketUrl}/refused`)
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
      assert.deepEqual([response.statusCode, response.headers['www-authenticate']], [401, 'Basic'])
      assert.equal(String(await once(response, 'data')), 'who')
      const [call] = mock.received()
      assert.deepEqual([call?.['method'], call?.['route'], call?.['status']], ['WS', 'proxy', 401])
    }))

  it('is answered by the mock itself where that has a route, of whatever method', () =>
    before(async mock => {
      const { heard } = await talkAs(mock, '/mine', [])
      assert.deepEqual(heard, ['from the mock'])
      await assert.rejects(talkAs(mock, '/page', []), /200/)
      await assert.rejects(talkAs(mock, '/any', []), /202/)
      const routes = mock.received().map(({ route }) => route)
      assert.deepEqual(routes, ['WS /mine', 'GET /page', 'ANY /any'])
    }, '[{ route: WS /mine, answer: { messages: [from the mock, { close: true }] } }, { route: GET /page }, { route: ANY /any, answer: 202 }]'))

  it('gets 502 where no server is, and that is told', () =>
    withMock('proxy: http://127.0.0.1:9', async mock => {
      await assert.rejects(talkAs(mock, '/chat', []), /502/)
      const [call] = mock.received()
      assert.deepEqual([call?.['route'], call?.['status']], ['proxy', 502])
      assert.match(
        JSON.stringify(call?.['problem']),
        /^"nothing came by the proxy: http:\/\/127\.0\.0\.1:9: /,
      )
    }))
})
