import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Metadata, Server, ServerCredentials } from '@grpc/grpc-js'
import protobuf from 'protobufjs'
import 'protobufjs/ext/descriptor.js'
import { addService, type RpcCall, type RpcMessage } from '../../../../playground/grpc/add-service.ts'
import { describedFiles } from '../schema/described-files.ts'
import { descriptorSet } from '../../../../playground/grpc/descriptors.ts'
import { addHealth } from '../../../../playground/grpc/health.ts'
import { addReflection } from '../../../../playground/grpc/reflection.ts'
import { RpcError } from '../../../../playground/grpc/rpc-error.ts'
import { googleRpc } from '../schema/google-rpc.ts'

/** The options of a server under test. */
export interface LabOptions {
  /** Which versions of reflection it offers; both (default). */
  readonly reflection?: readonly ('v1' | 'v1alpha')[]
  /** TLS with this key and certificate (PEM); with `clients`, only for clients whose certificates that authority signed. */
  readonly tls?: { readonly key: Buffer; readonly certificate: Buffer; readonly clients?: Buffer }
  /** Where it listens instead of a free port of 127.0.0.1. */
  readonly address?: string
}

/** A server of fixtures/grpc/lab.proto, to be closed with `await using`. */
export interface LabServer extends AsyncDisposable {
  /** `127.0.0.1:41234`. */
  readonly address: string
  readonly port: number
  /** The paths of the calls so far. */
  readonly calls: readonly string[]
  /** The answer of health checking for `lab.v1.Lab`. */
  isServing: boolean
}

/** Starts a server whose methods do what their comments in lab.proto say. */
export async function startLab(options: LabOptions = {}): Promise<LabServer> {
  const lab = await readFile(path.resolve('fixtures/grpc/lab.protoset'))
  const own = Buffer.from(descriptorSet, 'base64')
  const [root, ownRoot] = [protobuf.Root.fromDescriptor(lab), protobuf.Root.fromDescriptor(own)]
  const server = new Server({ 'grpc.max_receive_message_length': -1 })
  const calls: string[] = []
  const labServer = { isServing: true }
  addService(server, root, 'lab.v1.Lab', handlers(calls))
  addHealth(server, ownRoot, name => (name === '' || name === 'lab.v1.Lab' ? labServer.isServing : undefined))
  addReflection(server, ownRoot, describedFiles(lab), ['lab.v1.Lab'], options.reflection)
  const port = await bind(server, options)
  return Object.assign(labServer, {
    address: `127.0.0.1:${port}`,
    port,
    calls,
    [Symbol.asyncDispose]: () => {
      server.forceShutdown()
      return Promise.resolve()
    },
  })
}

function bind(server: Server, { tls, address = '127.0.0.1:0' }: LabOptions): Promise<number> {
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(
          tls.clients ?? null,
          [{ private_key: tls.key, cert_chain: tls.certificate }],
          tls.clients !== undefined,
        )
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
      if (error === null) resolve(port)
      else reject(error)
    })
  })
}

function handlers(calls: string[]) {
  const noted = (handler: (call: RpcCall) => AsyncIterable<RpcMessage>) =>
    function (call: RpcCall) {
      calls.push(call.stream.getPath())
      return handler(call)
    }
  return {
    Echo: noted(async function* ({ requests }) {
      yield* requests
    }),
    Repeat: noted(repeat),
    Sum: noted(sum),
    Chat: noted(async function* ({ requests }) {
      for await (const { text, number } of requests) yield { text: `${String(text)}!`, number }
    }),
    Fail: noted(fail),
    Inspect: noted(inspect),
  }
}

async function* repeat({ requests, stream }: RpcCall): AsyncIterable<RpcMessage> {
  for await (const { text, times, pauseMilliseconds, size } of requests)
    for (let number = 1; times === 0 || number <= Number(times); number++) {
      if (stream.cancelled) return
      if (Number(pauseMilliseconds) > 0) await setTimeout(Number(pauseMilliseconds))
      yield { text: String(text).padEnd(Number(size), '.'), number }
    }
}

async function* sum({ requests }: RpcCall): AsyncIterable<RpcMessage> {
  let cents = 0n
  let amounts = 0
  for await (const amount of requests) {
    cents += BigInt(String(amount['cents']))
    amounts++
  }
  yield { cents: cents.toString(), amounts }
}

async function* fail({ requests }: RpcCall): AsyncIterable<RpcMessage> {
  for await (const { code, message, withDetails, instead } of requests) {
    if (instead === 'silence') await setTimeout(600_000, undefined, { ref: false })
    const details = withDetails === true ? { 'grpc-status-details-bin': details3(Number(code)) } : {}
    throw new RpcError(Number(code), String(message), { 'x-reason': 'told so', ...details })
  }
  yield* []
}

/** Two details of google.rpc, and one of a type that nobody knows. */
function details3(code: number): Buffer {
  const root = googleRpc()
  const any = (name: string, message: object) => {
    const type = root.lookupType(name)
    return { type_url: `type.googleapis.com/${name}`, value: type.encode(type.fromObject(message)).finish() }
  }
  const status = root.lookupType('google.rpc.Status')
  const details = [
    any('google.rpc.ErrorInfo', { reason: 'OUT_OF_STOCK', domain: 'shop', metadata: { sku: 'A-1' } }),
    any('google.rpc.RetryInfo', { retryDelay: { seconds: 2, nanos: 500_000_000 } }),
    { type_url: 'type.example.com/secret.v1.Unknown', value: Buffer.from('abc') },
  ]
  return Buffer.from(status.encode(status.fromObject({ code, message: 'x', details })).finish())
}

async function* inspect({ requests, metadata, peer, stream }: RpcCall): AsyncIterable<RpcMessage> {
  const sent = new Metadata()
  for (const value of metadata.get('x-return')) sent.add('x-returned', value)
  sent.set('x-bytes-bin', Buffer.from([0, 255]))
  stream.sendMetadata(sent)
  const lines = Object.keys(metadata.getMap()).map(name => [
    name,
    metadata
      .get(name)
      .map(value => (typeof value === 'string' ? value : value.toString('base64')))
      .join(', '),
  ])
  for await (const _ of requests) yield { metadata: Object.fromEntries(lines) as object, peer }
}
