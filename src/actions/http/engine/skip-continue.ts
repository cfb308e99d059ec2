import type { Socket } from 'node:net'

const interim = /^HTTP\/1\.[01] 100[ \r][^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n/

/**
 * Takes `100 Continue` out of what a socket gives to undici, which ends the connection on one. A client must be able to
 * read it even though it did not ask for it (RFC 9110 section 15.2). The returned function tells that an answer is
 * expected next: in the middle of a body the same bytes mean nothing.
 */
export function skipContinue(socket: Socket): () => void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  let expected = true
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size)
    if (!expected || chunk === null) return chunk
    const rest = withoutContinue(chunk)
    if (rest.length === 0) return socket.read(size) as Buffer | null
    expected = false
    return rest
  }
  return () => {
    expected = true
  }
}

function withoutContinue(chunk: Buffer): Buffer {
  // 0x31 0x30 0x30 is "100": looked at first, because nearly every answer is another one.
  if (chunk[9] !== 0x31 || chunk[10] !== 0x30 || chunk[11] !== 0x30) return chunk
  const match = interim.exec(chunk.toString('latin1'))
  return match === null ? chunk : withoutContinue(chunk.subarray(match[0].length))
}
