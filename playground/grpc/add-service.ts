import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Metadata, Server, ServerDuplexStream } from '@grpc/grpc-js'
import type { Root, Type } from 'protobufjs'

/** A message as protobufjs decodes it, and as it can be encoded again. */
export type RpcMessage = Readonly<Record<string, unknown>>

/** A call, for its handler. */
export interface RpcCall {
  readonly requests: AsyncIterable<RpcMessage>
  readonly metadata: Metadata
  /** The address of the caller: `127.0.0.1:41234`. */
  readonly peer: string
  readonly stream: ServerDuplexStream<Buffer, Buffer>
}

/** Yields the answers of a call, and throws an RpcError to end it with another status than OK. */
export type RpcHandler = (call: RpcCall) => AsyncIterable<RpcMessage>

/** Adds a service of the root to a server. Calls of every kind are streams here; a unary one has one message each way. */
export function addService(
  server: Server,
  root: Root,
  name: string,
  handlers: Readonly<Record<string, RpcHandler>>,
): void {
  const { methodsArray } = root.lookupService(name)
  const definition = methodsArray.map(method => {
    method.resolve()
    const { resolvedRequestType, resolvedResponseType } = method
    if (resolvedRequestType === null || resolvedResponseType === null)
      throw new Error(`${name} is not resolved.`)
    return [
      method.name,
      {
        path: `/${name}/${method.name}`,
        requestStream: true,
        responseStream: true,
        requestSerialize: asBuffer,
        requestDeserialize: asBuffer,
        responseSerialize: asBuffer,
        responseDeserialize: asBuffer,
        types: [resolvedRequestType, resolvedResponseType] as const,
      },
    ] as const
  })
  const implementation = definition.flatMap(([method, { types }]) => {
    const handler = handlers[method]
    if (handler === undefined) return []
    const serve = (stream: ServerDuplexStream<Buffer, Buffer>): void => void answer(stream, types, handler)
    return [[method, serve] as const]
  })
  server.addService(Object.fromEntries(definition), Object.fromEntries(implementation))
}

function asBuffer(bytes: Buffer): Buffer {
  return bytes
}

async function answer(
  stream: ServerDuplexStream<Buffer, Buffer>,
  [requestType, responseType]: readonly [Type, Type],
  handler: RpcHandler,
): Promise<void> {
  const call = {
    requests: decoded(stream, requestType),
    metadata: stream.metadata,
    peer: stream.getPeer(),
    stream,
  }
  try {
    for await (const message of handler(call)) {
      if (stream.cancelled) return
      const bytes = Buffer.from(responseType.encode(responseType.fromObject(message)).finish())
      if (!stream.write(bytes)) await once(stream, 'drain')
    }
    stream.end()
  } catch (error) {
    if (!stream.cancelled) stream.emit('error', error)
  }
}

async function* decoded(stream: Readable, type: Type): AsyncIterable<RpcMessage> {
  // The end of the requests is not the end of the stream: answers may follow.
  const requests = stream.iterator({ destroyOnReturn: false })
  for await (const bytes of requests) yield type.decode(bytes as Buffer)
}
