import { Server, ServerCredentials } from '@grpc/grpc-js'
import protobuf from 'protobufjs'
import 'protobufjs/ext/descriptor.js'
import type { PlaygroundState } from '../state.ts'
import { addService } from './add-service.ts'
import { describedFiles } from '../../src/actions/grpc/schema/described-files.ts'
import { descriptorSet } from './descriptors.ts'
import { addHealth } from './health.ts'
import { addReflection } from './reflection.ts'
import { shopHandlers } from './shop-service.ts'

/** PEM texts for a server that speaks TLS; with `clients`, only with clients that this authority signed. */
export interface GrpcTls {
  readonly certificate: Buffer
  readonly key: Buffer
  readonly clients?: Buffer
}

/** Where the gRPC service listens. */
export interface GrpcOptions {
  readonly port: number
  readonly host: string
  readonly tls?: GrpcTls
}

/** A running gRPC service. */
export interface GrpcService {
  readonly port: number
  close(): void
}

const services = ['shop.v1.Shop', 'grpc.health.v1.Health']

/** Serves the shop over gRPC, with reflection and health checking. Rejects when the address cannot be listened on. */
export function startGrpc(state: PlaygroundState, { port, host, tls }: GrpcOptions): Promise<GrpcService> {
  const set = Buffer.from(descriptorSet, 'base64')
  const root = protobuf.Root.fromDescriptor(set)
  const server = new Server()
  addService(server, root, 'shop.v1.Shop', shopHandlers(state))
  addHealth(server, root, name => (name === '' || services.includes(name) ? true : undefined))
  addReflection(server, root, describedFiles(set), services)
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    server.bindAsync(place, credentialsOf(tls), (error, bound) => {
      if (error !== null) reject(error)
      else
        resolve({
          port: bound,
          close: () => {
            server.forceShutdown()
          },
        })
    })
  })
}

function credentialsOf(tls: GrpcTls | undefined): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure()
  const { certificate, key, clients } = tls
  return ServerCredentials.createSsl(
    clients ?? null,
    [{ private_key: key, cert_chain: certificate }],
    clients !== undefined,
  )
}
