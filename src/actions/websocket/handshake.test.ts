import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { httpServer, listen } from '../http/testing/http-server.ts'
import { bytes, rawServer } from '../http/testing/raw-server.ts'
import { RunResources } from '../resources.ts'
import { perform as request } from '../http/testing/perform.ts'
import { exchange, failure } from './testing/perform.ts'
import { jsonOf } from '../testing/answers.ts'
import { webSocketServer } from './testing/web-socket-server.ts'

describe('a refused handshake', () => {
  it('tells its status and the beginning of its body', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end('{"detail":"Who are you?"}')
    })
    const { success, response } = await exchange({ websocket: server.url, count: 1 })
    assert.deepEqual(success, {
      holds: false,
      expected: '101',
      actual: '401 Unauthorized: {"detail":"Who are you?"}',
    })
    assert.deepEqual(jsonOf({ response } as never), { detail: 'Who are you?' })
    assert.deepEqual(response.headers[0], ['WWW-Authenticate', 'Bearer'])
  })

  it('with a body that does not end is told within the time limit', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(503).write('later')
    })
    const { success } = await exchange({ websocket: server.url }, { timeout: 200 })
    assert.equal(success.actual, '503 Service Unavailable: later')
  })

  it('is a redirect, unless redirects are followed', async () => {
    await using target = await webSocketServer(webSocket => {
      webSocket.send('here')
    })
    await using server = await httpServer((_request, response) => {
      response.writeHead(302, { Location: target.url.replace('ws:', 'http:') }).end()
    })
    const { success } = await exchange({ websocket: server.url })
    assert.equal(success.actual, '302 Found')
    const settings = { transport: { 'follow-redirects': true } }
    const followed = await exchange({ websocket: server.url, count: 1 }, { settings })
    assert.deepEqual(jsonOf(followed), ['here'])
    assert.equal(followed.redirects?.length, 1)
  })

  it('for an expired token is tried again with a fresh one', async () => {
    let issued = 0
    await using tokens = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ access_token: `t${++issued}`, token_type: 'Bearer' }))
    })
    await using server = await webSocketServer(
      webSocket => {
        webSocket.send('welcome')
      },
      {
        verifyClient: ({ req }: { req: IncomingMessage }) => req.headers.authorization === 'Bearer t2',
      },
    )
    const auth = { oauth2: { 'token-url': tokens.url, 'client-id': 'a', 'client-secret': 'b' } }
    const answer = await exchange({ websocket: server.url, auth, count: 1 })
    assert.deepEqual(jsonOf(answer), ['welcome'])
  })
})

describe('a handshake that goes wrong', () => {
  const accepted = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
  const cases: readonly (readonly [what: string, answer: string, message: RegExp])[] = [
    [
      'a wrong accept header',
      `${accepted}Sec-WebSocket-Accept: x\r\n\r\n`,
      /^the WebSocket handshake failed: the Sec-WebSocket-Accept header/,
    ],
    [
      'another protocol',
      'HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
      /is for another protocol/,
    ],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9\r\n', /^the answer is not valid HTTP: Expected HTTP\//],
  ]
  for (const [what, answer, message] of cases)
    it(`says so: ${what}`, async () => {
      await using server = await rawServer(bytes(answer))
      assert.match((await failure({ websocket: server.url })).message, message)
    })

  it('says so: an end without an answer', async () => {
    await using server = await rawServer(bytes('', 'end'))
    const { message, hint } = await failure({ websocket: server.url })
    assert.equal(message, 'the server closed the connection without an answer (CLOSED)')
    assert.match(hint ?? '', /use wss:\/\//)
  })

  it('says so: a reset', async () => {
    await using server = await rawServer(bytes('', 'reset'))
    assert.match(
      (await failure({ websocket: server.url })).message,
      /^the connection was reset without an answer/,
    )
  })

  it('says so: no answer in time', async () => {
    await using server = await rawServer(() => undefined)
    const { message } = await failure({ websocket: server.url }, { timeout: 150 })
    assert.equal(message, 'no answer within 150 ms (timeout)')
  })

  it('says so: a subprotocol the server does not speak', async () => {
    await using server = await webSocketServer(undefined, { handleProtocols: () => false })
    const { message } = await failure({ websocket: server.url, subprotocol: 'a' })
    assert.match(message, /chose none of the subprotocols that were offered$/)
  })
})

it('a handshake carries the cookies of the session, and keeps those that come back', async () => {
  const session = new RunResources()
  const cookies: unknown[] = []
  const server = createServer((_request, response) => {
    response.setHeader('Set-Cookie', 'id=7').end()
  })
  server.on('upgrade', (message, socket) => {
    cookies.push(message.headers.cookie)
    socket.end('HTTP/1.1 403 Forbidden\r\nSet-Cookie: refused=yes\r\nContent-Length: 0\r\n\r\n')
  })
  await using started = await listen(server, 'http')
  await request({ request: `GET ${started.url}` }, { session })
  await exchange({ websocket: started.url }, { session })
  await exchange({ websocket: started.url }, { session })
  assert.deepEqual(cookies, ['id=7', 'id=7; refused=yes'])
})
