// A server that knows how long its answers took: each request waits for a time that is known beforehand, and the time from its
// last byte until the answer was written is noted. Its argument is JSON: either `fixed`, the milliseconds that each answer takes,
// or `factor`, by which those of delays.mjs are multiplied, in turn; and `stall`, the number of the request at which it stands still for so many
// milliseconds. Asked by a message, it tells the delays, sorted, and when requests came, in milliseconds since the first.
import { createServer } from 'node:net'
import { delays } from './delays.mjs'

const { fixed, factor = 1, stall } = JSON.parse(process.argv[2] ?? '{}')
const body = '{"id":17,"name":"Notebook"}'
const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
const answer = Buffer.from(head + body)
const endOfHead = '\r\n\r\n'

/** Timers are late by a millisecond or so: the last part of a wait is spent looking at the clock. */
const lookingTime = 1

const taken = []
const arrivals = []
let asked = 0

const server = createServer({ noDelay: true }, socket => {
  let unread = ''
  socket.on('data', bytes => {
    const now = performance.now()
    unread += bytes.toString('latin1')
    for (let end = unread.indexOf(endOfHead); end >= 0; end = unread.indexOf(endOfHead)) {
      unread = unread.slice(end + endOfHead.length)
      take(socket, now)
    }
  })
  socket.on('error', () => socket.destroy())
})

function take(socket, began) {
  const number = asked++
  arrivals.push(began)
  if (number === stall?.at) standStill(stall.for)
  const due = began + (fixed ?? factor * delays[number % delays.length])
  const send = () => {
    if (performance.now() < due) {
      setImmediate(send)
      return
    }
    if (socket.destroyed) return
    socket.write(answer)
    taken.push(performance.now() - began)
  }
  setTimeout(send, due - performance.now() - lookingTime)
}

function standStill(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

server.listen(0, '127.0.0.1', 4096, () => process.send(server.address().port))
process.on('message', () =>
  process.send({
    delays: taken.toSorted((one, other) => one - other),
    arrivals: arrivals.map(time => time - arrivals[0]),
  }),
)
process.on('disconnect', () => process.exit())
