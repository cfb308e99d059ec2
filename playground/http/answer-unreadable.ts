import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { apiVersion } from './common-headers.ts'
import { problemContentType, toProblem } from './problem.ts'

const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers bytes that are no HTTP request, and ends the connection: there is no request that a route could answer. */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = statuses[error.code ?? ''] ?? 400
  const body = JSON.stringify(
    toProblem({ status, detail: 'This is not an HTTP request that can be read.' }, '/'),
  )
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `x-api-version: ${apiVersion}`,
      `content-type: ${problemContentType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
