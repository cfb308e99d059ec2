import { headerValue } from '../../model/header-value.ts'
import { formatDuration, formatSize, plural } from '../../util/quantity.ts'
import type { CallEnd } from './wire/call.ts'

/** The end of a call in the words of this program where the server itself said nothing; `timeout` is in milliseconds. */
export function inOurWords(end: CallEnd, timeout: number): CallEnd {
  const [, http] = /^Received HTTP status code (\d+)$/.exec(end.statusMessage) ?? []
  // What grpc-js ends a call with is never without words.
  const isServers = end.isServers || end.statusMessage === ''
  if (end.status === 'OK' || (isServers && http === undefined)) return end
  const type = headerValue(end.headers ?? [], 'content-type') ?? 'application/grpc'
  if (http !== undefined && http !== '200')
    return { ...end, statusMessage: `the server answered with the HTTP status ${http}` }
  // A page is read as if it were messages, and what is wrong with those says nothing.
  if (!/^application\/grpc\b/i.test(type))
    return { ...end, status: 'UNKNOWN', statusMessage: `the answer is none of gRPC, but ${type}` }
  return { ...end, statusMessage: ownMessage(end, http === '200', timeout) }
}

/** What is said in place of a text of grpc-js. */
function ownMessage(end: CallEnd, hasNoStatus: boolean, timeout: number): string {
  const { status, statusMessage, messages } = end
  const after = messages.length === 0 ? '' : ` after ${plural(messages.length, 'message')}`
  if (status === 'DEADLINE_EXCEEDED' && statusMessage.startsWith('Deadline exceeded'))
    return `no end of the call within ${formatDuration(timeout)}${after} (timeout)`
  const [, code] = /RST_STREAM with code (\d+)/.exec(statusMessage) ?? []
  if (hasNoStatus || code === '0') return `the server ended the stream without a status${after}`
  if (code !== undefined) return `the server reset the stream (HTTP/2 error ${code})${after}`
  const [, size, most] = /larger than max \((\d+) vs\.? (\d+)\)/.exec(statusMessage) ?? []
  if (size !== undefined && most !== undefined)
    return `a message of the answer has ${formatSize(Number(size))}, more than the ${formatSize(Number(most))} that are taken`
  const [, unpacked] = /decompresses to a size larger than (\d+)/.exec(statusMessage) ?? []
  if (unpacked !== undefined)
    return `a message of the answer unpacks to more than the ${formatSize(Number(unpacked))} that are taken`
  if (statusMessage.startsWith('Failed to decompress'))
    return 'a message of the answer is packed, and cannot be unpacked'
  return status === 'UNAVAILABLE' && lost.test(statusMessage)
    ? `the connection was lost${after}`
    : statusMessage
}

/** What grpc-js, and the system, say of a connection that is gone; other words are the server's. */
const lost =
  /^(Connection dropped|No connection established|Channel closed|Stream refused|Write failed|(read|write) E[A-Z]+)/
