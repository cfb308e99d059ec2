/** Why there is no answer by HTTP/2, when it is neither a limit nor the network. */
export type Http2ErrorCode =
  /** The server has ended the connection (GOAWAY). */
  | 'HTTP2_GOAWAY'
  /** The stream of the request was reset. */
  | 'HTTP2_RESET'
  /** The bytes that came break the rules of HTTP/2. */
  | 'HTTP2_INVALID'

/** An error of HTTP/2, told from those of Node by its code. */
export class Http2Error extends Error {
  readonly code: Http2ErrorCode
  /** The name of its error code (RFC 9113 section 7), or Node's words. */
  readonly reason: string

  constructor(code: Http2ErrorCode, reason: string) {
    super(`${code}: ${reason}`)
    this.code = code
    this.reason = reason
  }
}

/** `INTERNAL_ERROR` for 2. */
export function http2ErrorName(code: number): string {
  return errorNames[code] ?? `error ${code}`
}

/** The names of the error codes from 0 on (RFC 9113 section 7). */
const errorNames = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
]
