import type { Socket } from 'node:net'
import { acceptOf } from '../../actions/websocket/testing/raw-web-socket-server.ts'
import type { Behaviour } from '../../mock/faults/behaviours.ts'

/** The head of an answer that takes a handshake, up to where further lines come. */
export const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'

/** Takes the handshake, as far as these lines let it, and then behaves like this. */
export function webSocket(then: (socket: Socket) => void, lines = ''): Behaviour {
  return (socket, head) => {
    socket.write(`${switching}Sec-WebSocket-Accept: ${acceptOf(head)}\r\n${lines}\r\n`)
    socket.on('end', () => socket.end())
    then(socket)
  }
}

/** Sends this piece again and again, as fast as it is taken, behind `start`. */
export function pour(socket: Socket, piece: Buffer, start: Buffer = Buffer.alloc(0)): void {
  const go = (): void => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.write(start)
  socket.on('drain', go)
  go()
}
