import type { RunResources } from '../../resources.ts'
import { anteroomOf } from './anteroom.ts'
import { type Endpoint, GrpcChannel } from './grpc-channel.ts'

/** The channels of a run: calls to the same place by the same way share one. */
export class GrpcChannels {
  readonly #open = new Map<string, GrpcChannel>()
  readonly #resources: RunResources

  constructor(resources: RunResources) {
    this.#resources = resources
  }

  async get(endpoint: Endpoint): Promise<GrpcChannel> {
    const { address } = await anteroomOf(this.#resources)
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
