import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { RunResources } from '../../resources.ts'
import { type Endpoint, GrpcChannel } from './grpc-channel.ts'

/** The channels of a run: calls to the same place by the same way share one. */
export class GrpcChannels {
  readonly #open = new Map<string, GrpcChannel>()
  readonly #resources: RunResources

  constructor(resources: RunResources) {
    this.#resources = resources
  }

  async get(endpoint: Endpoint): Promise<GrpcChannel> {
    const { address } = await dummyListenerOf(this.#resources)
    const key = endpointKey(endpoint)
    let channel = this.#open.get(key)
    if (channel === undefined) {
      channel = new GrpcChannel(endpoint, address)
      this.#open.set(key, channel)
    }
    return channel
  }

  /** Lets go of a channel that could not connect: the next call tries at once, and not after a pause. */
  drop(endpoint: Endpoint, channel: GrpcChannel): void {
    const key = endpointKey(endpoint)
    if (this.#open.get(key) === channel) this.#open.delete(key)
    channel.close()
  }

  close(): Promise<void> {
    for (const channel of this.#open.values()) channel.close()
    this.#open.clear()
    return Promise.resolve()
  }
}

/** The channels of a run, made when first asked for. */
export function channelsOf(resources: RunResources): GrpcChannels {
  return resources.get('grpc', () => {
    const channels = new GrpcChannels(resources)
    return { value: channels, close: () => channels.close() }
  })
}

/** Calls with the same key may share a connection. Holds secrets. */
export function endpointKey({ target, route, compresses }: Endpoint): string {
  return `${target.url} ${target.unixSocket ?? ''} ${compresses} ${route.key}`
}

/**
 * A place on this machine that takes connections and nothing else. grpc-js insists on opening a connection itself before
 * it lets anyone put another one in its place: it opens it to here, and no byte ever goes over it.
 */
interface DummyListener {
  /** As grpc-js writes addresses: `ipv4:127.0.0.1:41234`. */
  readonly address: string
}

/** The one of a run. */
function dummyListenerOf(resources: RunResources): Promise<DummyListener> {
  return resources.get('grpc dummy listener', openDummyListener)
}

function openDummyListener(): { value: Promise<DummyListener>; close: () => Promise<void> } {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.unref()
    socket.resume()
  })
  const value = new Promise<DummyListener>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      // Not before: it would let the process end.
      server.unref()
      resolve({ address: `ipv4:127.0.0.1:${port}` })
    })
  })
  return {
    value,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      return Promise.resolve()
    },
  }
}
