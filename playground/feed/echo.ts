import type { WebSocket } from 'ws'

/** Sends every message back. The text `close 4001 bye` is answered by closing with that number and these words. */
export function serveEcho(webSocket: WebSocket): void {
  webSocket.on('error', () => undefined)
  webSocket.on('message', (data: Buffer, isBinary) => {
    const [, code, reason = ''] =
      (isBinary ? null : /^close (1000|[34]\d{3})(?: (.{1,60}))?$/.exec(data.toString())) ?? []
    if (code === undefined) webSocket.send(data, { binary: isBinary })
    else webSocket.close(Number(code), reason)
  })
}
