/** Why no connection came to be, in words for the user. */
export class TransportError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor(code: TransportErrorCode, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

type TransportErrorCode = 'PROXY_REFUSED' | 'PROXY_FAILED' | 'HTTP2_NOT_OFFERED' | 'HANDSHAKE_FAILED'
