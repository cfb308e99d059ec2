/** Reasons the engine itself ends an exchange for. */
export type EngineErrorCode =
  | 'TIMEOUT'
  | 'INTERRUPTED'
  | 'BODY_TOO_LARGE'
  | 'BAD_ENCODING'
  | 'TOO_MANY_INTERIM'

/** An error the engine makes, told from those of undici and Node by its code. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string = code) {
    super(message)
    this.code = code
  }
}
