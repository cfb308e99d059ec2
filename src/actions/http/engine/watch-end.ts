import type { ClientHttp2Stream } from 'node:http2'

/**
 * Whether a stream that has ended came to its end: a server that resets it without an error in the middle of a body
 * (RFC 9113 section 8.1 allows that only behind a whole answer) looks to a reader of Node's streams like one that had no
 * more to say. What tells them apart is that the stream is closed already when its end is pushed.
 */
export function watchEnd(stream: ClientHttp2Stream): () => boolean {
  const push = stream.push.bind(stream)
  let isWhole: boolean | undefined
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) isWhole ??= !stream.closed
    return push(chunk, encoding)
  }
  return () => isWhole === true
}
