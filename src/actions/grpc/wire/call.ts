import { Metadata, status as statusCodes, type StatusObject } from '@grpc/grpc-js'
import type { HeaderList } from '../../../model/exchange.ts'
import { onInterruption } from '../../../util/interruptions.ts'
import { bodyLimit } from '../../body/limits.ts'
import type { GrpcChannel } from './grpc-channel.ts'
import { defined } from '../../../util/defined.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** A call ready to be sent. */
export interface CallRequest {
  /** `/shop.v1.Orders/GetOrder`. */
  readonly path: string
  readonly metadata: HeaderList
  readonly messages: readonly Uint8Array[]
  /** Milliseconds until the deadline. */
  readonly timeout: number
  readonly signal: AbortSignal
  /** After so many messages the call is cancelled. */
  readonly limit?: number
  /** Told of each message when it comes. */
  readonly received?: (message: Buffer) => void
}

/** How a call ended. Never an error: even a connection that was refused is a status. */
export interface CallEnd {
  /** `OK`, `NOT_FOUND`. */
  readonly status: string
  readonly statusMessage: string
  /** Absent when none came. */
  readonly headers?: HeaderList
  readonly trailers: HeaderList
  readonly messages: readonly Buffer[]
  /** True where it was cancelled because there were enough messages. */
  readonly capped: boolean
  /** True where it was cancelled because there was more than is kept. */
  readonly overflows: boolean
  /** True where it was cancelled because what came could not be read: a line of metadata was too long. */
  readonly isUnreadable: boolean
  /** True where the server said how it ended, and not the client. */
  readonly isServers: boolean
  /** Milliseconds on the clock of `monotonicTime()`. */
  readonly sentAt: number
  readonly firstByteAt?: number
}

/** The memory that a kept message takes beside its bytes. */
const messageRoom = 256

/** Milliseconds after the deadline in which grpc-js has to say that it is over. */
const grace = 1000

/**
 * Makes a call of any kind: on the wire a unary call is one whose streams hold one message each
 * (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md).
 */
export function makeCall(channel: GrpcChannel, request: CallRequest): Promise<CallEnd> {
  const { path, metadata, messages, timeout, signal, limit = Infinity } = request
  const sentAt = monotonicTime()
  const { client } = channel
  const call = client.makeBidiStreamRequest<Buffer, Buffer>(path, asBuffer, asBuffer, metadataOf(metadata), {
    deadline: Date.now() + timeout,
  })
  const release = onInterruption(signal, () => {
    call.cancel()
  })
  // Nothing else keeps the process going while a connection fails, and the end has to be told.
  const overdue = setTimeout(() => {
    call.cancel()
  }, timeout + grace)
  const received: Buffer[] = []
  let headers: Metadata | undefined
  let firstByteAt: number | undefined
  let capped = false
  let kept = 0
  let isUnreadable = false
  const silence = watchSilence(channel, () => {
    isUnreadable = true
    call.cancel()
  })
  return new Promise(resolve => {
    call.on('metadata', (initial: Metadata) => {
      firstByteAt ??= monotonicTime()
      headers = initial
    })
    call.on('data', (message: Buffer) => {
      if (capped || kept > bodyLimit) return
      kept += message.length + messageRoom
      received.push(message)
      request.received?.(message)
      capped = received.length >= limit
      if (capped || kept > bodyLimit) call.cancel()
    })
    // Says the same as the status, which always comes, too.
    call.on('error', () => undefined)
    call.on('status', (end: StatusObject) => {
      release()
      clearTimeout(overdue)
      clearInterval(silence)
      resolve(
        defined({
          ...statusOf(end),
          ...(headers === undefined ? {} : { headers: headerLines(headers) }),
          messages: received,
          capped: capped && end.code !== statusCodes.OK,
          overflows: kept > bodyLimit && !capped && end.code !== statusCodes.OK,
          isUnreadable,
          isServers: hasAny(end.metadata),
          sentAt,
          firstByteAt,
        }),
      )
    })
    for (const message of messages) call.write(Buffer.from(message))
    call.end()
  })
}

/** Calls back where much has come, nothing more comes, and the connection takes nothing in any more. */
function watchSilence(channel: GrpcChannel, found: () => void): NodeJS.Timeout {
  let read = channel.bytesRead
  let fresh = 0
  let isAsking = false
  return setInterval(() => {
    const now = channel.bytesRead
    fresh += now - read
    const isQuiet = now === read
    read = now
    if (!isQuiet || fresh < longestLine || isAsking) return
    fresh = 0
    isAsking = true
    void channel.isDeaf().then(isDeaf => {
      isAsking = false
      if (isDeaf) found()
    })
  }, 500).unref()
}

/** Bytes that a line of metadata may have. */
export const longestLine = 64 * 1024

function asBuffer(bytes: Buffer): Buffer {
  return bytes
}

function statusOf({
  code,
  details,
  metadata,
}: StatusObject): Pick<CallEnd, 'status' | 'statusMessage' | 'trailers'> {
  const trailers = headerLines(metadata).filter(([name]) => name !== 'content-type')
  // grpc-js gives neither for a message that it cannot unpack.
  const [number, said] = [code as number | undefined, details as string | undefined]
  if (number === undefined)
    return { status: 'INTERNAL', statusMessage: said ?? 'Failed to decompress a message', trailers }
  // https://github.com/grpc/grpc/blob/master/doc/statuscodes.md
  const status = statusCodes[number] ?? 'UNKNOWN'
  if (said === undefined || said === '')
    return {
      status,
      statusMessage: number in statusCodes ? '' : `status ${number}, which has no name`,
      trailers,
    }
  // Some servers say OK twice.
  return { status, statusMessage: status === 'OK' && said === 'OK' ? '' : said, trailers }
}

function hasAny(metadata: Metadata): boolean {
  return Object.keys(metadata.getMap()).length > 0
}

/** Metadata as header lines; binary values (`-bin`) as base64. */
function headerLines(metadata: Metadata): HeaderList {
  return Object.keys(metadata.toHttp2Headers()).flatMap(name =>
    metadata
      .get(name)
      .map(value => [name, typeof value === 'string' ? value : value.toString('base64')] as const),
  )
}

/** Header lines as metadata; the values of `-bin` lines are base64. They have been checked. */
function metadataOf(lines: HeaderList): Metadata {
  const metadata = new Metadata()
  for (const [name, value] of lines)
    metadata.add(name, name.endsWith('-bin') ? Buffer.from(value, 'base64') : value)
  return metadata
}
