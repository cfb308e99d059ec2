import { WebSocket } from 'ws'
import type { WrittenMock } from './with-mock.ts'

/** The messages heard over a WebSocket, and how it ended. */
export interface Talk {
  readonly heard: readonly (string | Buffer)[]
  readonly code: number
  readonly reason: string
  readonly socket: WebSocket
}

/** Opens a WebSocket of a mock, says everything, and hears until it is closed; rejects when it is refused. */
export function talk(
  { webSocketUrl }: WrittenMock,
  path: string,
  say: readonly (string | Buffer)[],
  protocols: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): Promise<Talk> {
  const socket = new WebSocket(`${webSocketUrl}${path}`, [...protocols], { headers })
  const heard: (string | Buffer)[] = []
  socket.on('open', () => {
    for (const one of say) socket.send(one)
  })
  socket.on('message', (data: Buffer, isBinary) => heard.push(isBinary ? data : data.toString()))
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code, reason) => {
      resolve({ heard, code, reason: reason.toString(), socket })
    })
  })
}
