import { setTimeout } from 'node:timers/promises'
import { status, type Server } from '@grpc/grpc-js'
import type { Root } from 'protobufjs'
import { addService, type RpcCall, type RpcMessage } from './add-service.ts'
import { RpcError } from './rpc-error.ts'

/** Milliseconds between two looks for whoever watches. */
const interval = 1000

/** Adds the health checking service; `isServing` answers for a service by name, undefined for one it does not know. */
export function addHealth(
  server: Server,
  root: Root,
  isServing: (service: string) => boolean | undefined,
): void {
  const check = (request: RpcMessage): RpcMessage => {
    const name = typeof request['service'] === 'string' ? request['service'] : ''
    const serving = isServing(name)
    if (serving === undefined) throw new RpcError(status.NOT_FOUND, `There is no service "${name}".`)
    return { status: serving ? 'SERVING' : 'NOT_SERVING' }
  }
  addService(server, root, 'grpc.health.v1.Health', {
    Check: async function* ({ requests }: RpcCall) {
      for await (const request of requests) yield check(request)
    },
    Watch: async function* ({ requests, stream }: RpcCall) {
      for await (const request of requests)
        while (!stream.cancelled) {
          yield check(request)
          await setTimeout(interval)
        }
    },
  })
}
