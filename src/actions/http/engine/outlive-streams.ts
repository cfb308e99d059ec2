import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'

/** The native parts of sessions, each kept as long as a stream of it is there. */
const native = new FinalizationRegistry<object>(() => undefined)

/**
 * Keeps the native part of a session until the stream is gone. A stream that ends within its headers holds lines that nobody
 * was told of, and where Node frees the session before it, it ends the whole process: `Assertion failed:
 * (current_nghttp2_memory_) == (0)` (https://github.com/nodejs/node/issues/39951).
 */
export function outliveStream(session: ClientHttp2Session, stream: ClientHttp2Stream): void {
  const keep = (): void => {
    const handle = nativePartOf(session)
    if (handle !== undefined) native.register(stream, handle)
  }
  if (session.connecting) session.once('connect', keep)
  else keep()
}

/** It has no public name; where it has another one, nothing is kept. */
function nativePartOf(session: object): object | undefined {
  const name = Object.getOwnPropertySymbols(session).find(({ description }) => description === 'kHandle')
  const part: unknown = name === undefined ? undefined : Reflect.get(session, name)
  return typeof part === 'object' && part !== null ? part : undefined
}
