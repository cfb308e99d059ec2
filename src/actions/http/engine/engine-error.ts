/** Reasons the engine itself ends an exchange for. */
export type EngineErrorCode =
  | 'TIMEOUT'
  | 'INTERRUPTED'
  | 'BODY_TOO_LARGE'
  | 'BAD_ENCODING'
  | 'BAD_STATUS'
  | 'TOO_MANY_INTERIM'
  | 'UNASKED_UPGRADE'

/** An error the engine makes, told from those of undici and Node by its code. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string = code) {
    super(message)
    this.code = code
  }
}

/** The error for a number below those that statuses have (RFC 9110 section 15). */
export function noStatus(number: number): EngineError {
  return new EngineError('BAD_STATUS', String(number).padStart(3, '0'))
}
