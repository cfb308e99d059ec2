import { Metadata } from '@grpc/grpc-js'

/** A call that ends with another status than OK. */
export class RpcError extends Error {
  readonly code: number
  readonly details: string
  readonly metadata: Metadata

  constructor(code: number, details: string, trailers: Readonly<Record<string, string | Buffer>> = {}) {
    super(details)
    this.code = code
    this.details = details
    this.metadata = new Metadata()
    for (const [name, value] of Object.entries(trailers)) this.metadata.set(name, value)
  }
}
