// The least that requests one after the other can cost in Node: a socket, and answers read by a few lines that believe what
// they say of their length. With an authority, over TLS.
import { readFileSync } from 'node:fs'
import net from 'node:net'
import tls from 'node:tls'

const [url, count, authority] = process.argv.slice(2)
const { hostname, port, host } = new URL(url)
const socket =
  authority === undefined
    ? net.connect(Number(port), hostname)
    : tls.connect({ host: hostname, port: Number(port), ca: readFileSync(authority) })
socket.setNoDelay(true)
let sent = 0
let held = ''

function ask(id) {
  sent++
  socket.write(`GET /users/${id} HTTP/1.1\r\nhost: ${host}\r\naccept: */*\r\n\r\n`, 'latin1')
}

socket.on(authority === undefined ? 'connect' : 'secureConnect', () => ask(1))
socket.on('data', data => {
  held += data.toString('latin1')
  const end = held.indexOf('\r\n\r\n')
  if (end === -1) return
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(held)
  if (held.length < end + 4 + Number(length)) return
  const { next } = JSON.parse(held.slice(end + 4))
  held = ''
  if (sent === Number(count)) socket.end()
  else ask(next)
})
