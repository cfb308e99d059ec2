// The parts of kafkajs that know the wire: they have no types of their own, and no other part of it is used.

declare module 'kafkajs/src/protocol/requests/*' {
  const definition: {
    readonly versions: readonly string[]
    protocol(choice: { readonly version: number }): (parameters: object) => {
      readonly request: {
        readonly apiKey: number
        readonly apiVersion: number
        encode(): Promise<unknown>
      }
      readonly response: { decode(bytes: Buffer): Promise<unknown> }
    }
  }
  export default definition
}

declare module 'kafkajs/src/protocol/request.js' {
  function createRequest(options: {
    readonly correlationId: number
    readonly clientId: string
    readonly request: object
  }): Promise<{ readonly buffer: Buffer }>
  export default createRequest
}

declare module 'kafkajs/src/protocol/decoder.js' {
  export default class Decoder {
    constructor(bytes: Uint8Array)
    readInt8(): number
    readInt16(): number
    readInt32(): number
    readInt64(): bigint
    readString(): string | null
    readBytes(): Buffer | null
    readVarInt(): number
    readVarLong(): { toString(): string }
    readVarIntBytes(): Buffer | null
    readArray<Item>(read: (decoder: Decoder) => Item): Item[]
  }
}

declare module 'kafkajs/src/protocol/error.js' {
  const errors: {
    readonly errorCodes: readonly {
      readonly type: string
      readonly code: number
      readonly retriable: boolean
    }[]
  }
  export default errors
}

declare module 'kafkajs/src/broker/saslAuthenticator/*' {
  interface Exchanged {
    readonly request: { encode(): Promise<Buffer> }
    readonly response: {
      decode(bytes: Buffer): Promise<unknown>
      parse(decoded: unknown): Promise<unknown>
    }
  }
  function provider(sasl: {
    readonly username: string
    readonly password: string
  }): (surroundings: {
    readonly host: string
    readonly port: number
    readonly logger: { debug(): void; error(): void }
    readonly saslAuthenticate: (exchanged: Exchanged) => Promise<unknown>
  }) => { authenticate(): Promise<void> }
  export default provider
}

declare module 'kafkajs/src/producer/partitioners/default/index.js' {
  function createPartitioner(): (choice: {
    readonly topic: string
    readonly partitionMetadata: readonly { readonly partitionId: number; readonly leader: number }[]
    readonly message: { readonly key?: string }
  }) => number
  export default createPartitioner
}

declare module 'snappyjs' {
  const snappy: { uncompress(bytes: Uint8Array, limit?: number): Uint8Array }
  export default snappy
}

declare module 'lz4js' {
  const lz4: {
    decompressBound(bytes: Uint8Array): number
    decompress(bytes: Uint8Array, limit: number): Uint8Array
  }
  export default lz4
}
