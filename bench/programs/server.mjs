// The server that every side of a comparison talks to, in a process of its own. Its arguments are the files of its
// certificate and of the key.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'

const block = Buffer.alloc(1024 * 1024, 'x')
let taken = 0

const [certificate, key] = process.argv.slice(2)
const identity = { cert: readFileSync(certificate), key: readFileSync(key) }

function answer(request, response) {
  const [, kind = '', number = '0'] = request.url.split('/')
  taken++
  if (kind === 'users') return sendJson(response, user(Number(number)))
  if (kind === 'token')
    return sendJson(response, { access_token: 'a-token', token_type: 'Bearer', expires_in: 600 })
  if (kind === 'bytes') return sendBytes(response, Number(number))
  response.writeHead(404).end()
}

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

const listening = server =>
  new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })

Promise.all([listening(createServer(answer)), listening(createSecureServer(identity, answer))]).then(ports =>
  process.send(ports),
)
process.on('message', () => process.send(taken))
process.on('disconnect', () => process.exit())
