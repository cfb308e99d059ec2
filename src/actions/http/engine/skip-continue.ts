import type { Socket } from 'node:net'
import { EngineError } from './engine-error.ts'
import { interimLimit } from './limits.ts'

const interim = /HTTP\/1\.[01] 100[ \r][^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n/y
const beginning = 'HTTP/1.1 100 '

/**
 * Takes `100 Continue` out of what a socket gives to undici, which ends the connection on one. A client must be able to
 * read it even though it did not ask for it (RFC 9110 section 15.2). The returned function tells that an answer is
 * expected next: in the middle of a body the same bytes mean nothing.
 */
export function skipContinue(socket: Socket): () => void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  let expected = true
  let skipped = 0
  let held: Buffer | undefined
  socket.read = (size?: number): Buffer | null => {
    const piece = read(size)
    if (!expected || piece === null) return piece
    const chunk = held === undefined ? piece : Buffer.concat([held, piece])
    const { count, rest } = withoutContinue(chunk)
    skipped += count
    if (skipped > interimLimit) socket.destroy(new EngineError('TOO_MANY_INTERIM'))
    held = mayBecomeContinue(rest) ? rest : undefined
    if (held !== undefined) return socket.read(size) as Buffer | null
    expected = false
    return rest
  }
  return () => {
    expected = true
    skipped = 0
    held = undefined
  }
}

function withoutContinue(chunk: Buffer): { readonly count: number; readonly rest: Buffer } {
  if (!hasStatus100(chunk)) return { count: 0, rest: chunk }
  const text = chunk.toString('latin1')
  let count = 0
  let end = 0
  for (interim.lastIndex = 0; interim.test(text); end = interim.lastIndex) count++
  return { count, rest: chunk.subarray(end) }
}

/** Whether it is the beginning of a `100 Continue` that has not come whole, as far as one can tell. */
function mayBecomeContinue(rest: Buffer): boolean {
  if (rest.length < beginning.length)
    return beginning.startsWith(rest.toString('latin1').replace('1.0', '1.1'))
  return hasStatus100(rest) && !rest.includes('\r\n\r\n') && rest.length < 16_384
}

/** Looked at first, because nearly every answer is another one: 0x31 0x30 0x30 is "100". */
function hasStatus100(chunk: Buffer): boolean {
  return chunk[9] === 0x31 && chunk[10] === 0x30 && chunk[11] === 0x30
}
