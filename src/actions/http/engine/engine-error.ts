/** Reasons the engine itself ends an exchange for. */
export type EngineErrorCode =
  | 'TIMEOUT'
  | 'INTERRUPTED'
  /** The other side ended the connection before the answer was whole. */
  | 'CLOSED'
  /** The bytes do not even begin as HTTP. */
  | 'NOT_HTTP'
  /** The bytes are no right HTTP; the message says why. */
  | 'MALFORMED'
  /** The same of what came first behind another answer by the same connection. */
  | 'SURPLUS'
  /** The head of an answer says in two ways how long its body is. */
  | 'TWO_LENGTHS'
  | 'HEADERS_TOO_LARGE'
  | 'BODY_TOO_LARGE'
  | 'BAD_ENCODING'
  | 'BAD_STATUS'
  | 'TOO_MANY_INTERIM'
  | 'UNASKED_UPGRADE'
  /** The body to be sent is not as long as its content-length says. */
  | 'BODY_LENGTH'
  /** The request cannot be written; the message says why. */
  | 'BAD_REQUEST'

/** An error the engine makes, told from those of Node by its code. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  /** The bytes that came instead of HTTP, with a byte in each character; empty for other codes. */
  readonly received: string

  constructor(code: EngineErrorCode, message: string = code, received = '') {
    super(message)
    this.code = code
    this.received = received
  }
}

/** The error for a number below those that statuses have (RFC 9110 section 15). */
export function noStatus(number: number): EngineError {
  return new EngineError('BAD_STATUS', String(number).padStart(3, '0'))
}

/** True where it was the other side, or the network, that ended the exchange. */
export function isLoss(error: Error): boolean {
  return !(error instanceof EngineError) || error.code === 'CLOSED'
}
