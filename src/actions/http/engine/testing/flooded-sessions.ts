import { connect } from 'node:http2'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { headerBlock, http2Frames, onRequest } from '../../../../testing/fault-server/http2-frames.ts'
import { outliveStream } from '../outlive-streams.ts'

// A program of its own (node --expose-gc), because Node ends the process when this goes wrong: requests are given up within
// endless header lines, and the garbage is collected at each turn.
const lines = headerBlock(
  Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-filler-${index}`, 'v'.repeat(60)])),
)
const server = createServer(socket => {
  onRequest(flood)(socket, '')
})
server.listen(0, '127.0.0.1', () => {
  void giveUpRequests(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

function flood(socket: Socket, stream: number): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(http2Frames.moreHeaders(stream, lines))) continue
  }
  socket.on('error', () => undefined).on('drain', more)
  setTimeout(() => {
    socket.write(http2Frames.openHeaders(stream, headerBlock({ ':status': '200' })))
    more()
  }, 5)
}

async function giveUpRequests(url: string): Promise<void> {
  for (let round = 0; round < 30; round++) await Promise.all([giveUp(url), giveUp(url), giveUp(url)])
  process.stdout.write('still there\n')
  process.exit(0)
}

/** Gives one request up at some moment within its headers. */
async function giveUp(url: string): Promise<void> {
  const session = connect(url, { maxHeaderListPairs: 2000, settings: { maxHeaderListSize: 262_144 } })
  const stream = session.request({ ':path': '/' })
  outliveStream(session, stream)
  await new Promise<void>(resolve => {
    session.on('error', collect)
    stream.on('error', collect).on('close', () => {
      collect()
      session.destroy()
      process.nextTick(collect)
      setImmediate(collect)
    })
    session.once('close', resolve)
    setTimeout(() => stream.destroy(), 12 + Math.random() * 20)
  })
  collect()
  await nextTurn()
  collect()
}

function collect(): void {
  globalThis.gc?.()
}
