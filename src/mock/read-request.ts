import type { Http2ServerRequest } from 'node:http2'
import { contentCodings, openDecoder } from '../actions/http/engine/decoder.ts'
import { formatSize } from '../util/quantity.ts'
import type { AnyRequest } from './open-server.ts'
import { ReceivedRequest, type RequestHead } from './received-request.ts'

/** A request that cannot be taken, and the status it is refused with. */
export class RefusedRequest {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string) {
    this.status = status
    this.reason = reason
  }
}

/** The largest body of a request that is taken, unpacked. */
export const largestBody = 16 * 1024 * 1024

/** The whole request, at once where it has no body. */
export function readRequest(
  request: AnyRequest,
): ReceivedRequest | RefusedRequest | Promise<ReceivedRequest | RefusedRequest> {
  const wrong = wrongHead(request)
  if (wrong !== undefined) return wrong
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  const isWithout = isHttp2(request)
    ? request.stream.endAfterHeaders
    : length === '0' && encoding === undefined
  return isWithout ? new ReceivedRequest(headOf(request), noBytes) : readWithBody(request)
}

function isHttp2(request: AnyRequest): request is Http2ServerRequest {
  return request.httpVersionMajor === 2
}

/** As HTTP/1.1 writes it: of the fields that HTTP/2 has instead (RFC 9113, 8.3.1) the authority is the host. */
function headOf(request: AnyRequest): RequestHead {
  if (!isHttp2(request)) return request
  const { method, url, headers, rawHeaders, authority } = request
  const fields = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.startsWith(':') === false)
  const isNamed = fields.some((name, index) => index % 2 === 0 && name === 'host')
  const named = isNamed ? fields : ['host', authority, ...fields]
  return { method, url, rawHeaders: withWholeCookie(named, headers.cookie), httpVersionMajor: 2 }
}

/** Names and values in turn with the cookies in one line: HTTP/2 may have sent them one by one (RFC 9113, 8.2.3). */
function withWholeCookie(lines: readonly string[], cookie: string | undefined): readonly string[] {
  if (cookie === undefined) return lines
  return [...lines.filter((_, index) => lines[index - (index % 2)] !== 'cookie'), 'cookie', cookie]
}

/**
 * Refuses a head that no server may answer: HTTP/1.1 without a host (RFC 9112, 3.2), and an expectation that it is to
 * fulfil and cannot (RFC 9110, 10.1.1).
 */
function wrongHead({ headers, httpVersion }: AnyRequest): RefusedRequest | undefined {
  if (httpVersion === '1.1' && headers.host === undefined)
    return new RefusedRequest(400, 'a request of HTTP/1.1 has a header Host')
  const { expect = '100-continue' } = headers
  return /^100-continue$/i.test(expect)
    ? undefined
    : new RefusedRequest(417, `nothing fulfils Expect: ${expect}`)
}

const noBytes = Buffer.alloc(0)

async function readWithBody(request: AnyRequest): Promise<ReceivedRequest | RefusedRequest> {
  const { 'content-encoding': encoding = '' } = request.headers
  const packed = await readBody(request)
  if (packed === undefined) return tooLarge
  const codings = contentCodings(encoding)
  const bytes = codings.length === 0 ? packed : await unpack(packed, codings)
  return bytes instanceof RefusedRequest ? bytes : new ReceivedRequest(headOf(request), bytes)
}

const tooLarge = new RefusedRequest(413, `a mock takes bodies of ${formatSize(largestBody)} at most`)

/** Copied together so that no buffer of the connection is kept; nothing of a body that is too large. */
async function readBody(request: AnyRequest): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Unpacks bytes; as they came where a coding is not known. */
export function unpack(bytes: Buffer, codings: readonly string[]): Promise<Buffer | RefusedRequest> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let size = 0
    const decoder = openDecoder(codings, bytes, {
      data: chunk => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= largestBody) return
        decoder?.destroy()
        resolve(tooLarge)
      },
      drained: () => undefined,
      ended: () => {
        resolve(Buffer.concat(chunks))
      },
      failed: error => {
        const reason = `the body is not what its content-encoding says (${codings.join(', ')}: ${error.message})`
        resolve(new RefusedRequest(400, reason))
      },
    })
    if (decoder === undefined) {
      resolve(bytes)
      return
    }
    decoder.write(bytes)
    decoder.end()
  })
}
