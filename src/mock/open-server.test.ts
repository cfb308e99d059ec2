import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { it } from 'node:test'
import { listen } from './open-server.ts'

it('ends a connection whose client has gone in the same moment', { timeout: 20_000 }, async () => {
  const server = createServer((_, response) => response.end('ok'))
  let closing: Promise<void> | undefined
  const connected = once(server, 'connection') as Promise<[Socket]>
  server.on('connection', (socket: Socket) =>
    socket.on('end', () => {
      closing = open.close()
    }),
  )
  const open = await listen(server, '127.0.0.1', 0)
  const client = connect(open.port, '127.0.0.1').on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(client, 'data')
  const [socket] = await connected
  const closed = once(socket, 'close')
  client.end()
  await closed
  await closing
  assert.ok(closing !== undefined && socket.destroyed)
})
