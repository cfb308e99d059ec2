// The server that every side of a comparison talks to, in a process of its own.
import { createServer } from 'node:http'

const block = Buffer.alloc(1024 * 1024, 'x')
let taken = 0

const server = createServer((request, response) => {
  const [, kind = '', number = '0'] = request.url.split('/')
  taken++
  if (kind === 'users') return sendJson(response, user(Number(number)))
  if (kind === 'token')
    return sendJson(response, { access_token: 'a-token', token_type: 'Bearer', expires_in: 600 })
  if (kind === 'bytes') return sendBytes(response, Number(number))
  response.writeHead(404).end()
})

function user(id) {
  const name = `User ${id}`
  const address = { street: `${id} Main Street`, city: 'Springfield', zip: '12345' }
  return { id, name, email: `user${id}@example.org`, active: true, address, roles: ['reader'], next: id + 1 }
}

function sendJson(response, value) {
  const body = JSON.stringify(value)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

function sendBytes(response, size) {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size })
  let left = size
  const send = () => {
    while (left > 0) {
      const part = block.subarray(0, Math.min(left, block.length))
      left -= part.length
      if (!response.write(part)) return response.once('drain', send)
    }
    return response.end()
  }
  send()
}

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('message', () => process.send(taken))
process.on('disconnect', () => process.exit())
