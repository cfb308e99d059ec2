import type { OutgoingHttpHeaders } from 'node:http2'
import type { Message } from './connection.ts'

/** Headers that belong to a connection of HTTP/1.1 and may not be sent (RFC 9113 section 8.2.2). */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** The headers of a message in HTTP/2: names in lower case, and what was the request line among them. */
export function http2Headers(origin: string, { method, path, headers }: Message): OutgoingHttpHeaders {
  const [scheme = '', authority = ''] = origin.split('://')
  const lines: Record<string, string | string[]> = {
    ':method': method,
    ':scheme': scheme,
    ':authority': authority,
    ':path': path,
  }
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    if (name === 'host') lines[':authority'] = value
    else if (!connectionHeaders.has(name)) lines[name] = joined(lines[name], value)
  }
  return lines
}

function joined(before: string | string[] | undefined, value: string): string | string[] {
  return before === undefined ? value : [before, value].flat()
}
