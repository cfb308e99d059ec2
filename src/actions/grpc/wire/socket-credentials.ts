import type { Socket } from 'node:net'
import { CallCredentials, ChannelCredentials, type experimental } from '@grpc/grpc-js'

/**
 * Lets a channel of grpc-js use sockets that are opened by somebody else, who knows of proxies, socket files and TLS:
 * credentials are what grpc-js asks to turn a connection into a secure one.
 */
export class SocketCredentials extends ChannelCredentials {
  readonly #open: () => Promise<Socket>
  readonly #secure: boolean

  constructor(open: () => Promise<Socket>, secure: boolean) {
    super()
    this.#open = open
    this.#secure = secure
  }

  override _isSecure(): boolean {
    return this.#secure
  }

  override _equals(other: ChannelCredentials): boolean {
    return other === this
  }

  override _createSecureConnector(): experimental.SecureConnector {
    return {
      connect: async unused => {
        // Its end ends the attempt, so that it goes last.
        const socket = await this.#open()
        unused.destroy()
        return { socket, secure: this.#secure }
      },
      waitForReady: () => Promise.resolve(),
      getCallCredentials: () => CallCredentials.createEmpty(),
      destroy: () => undefined,
    }
  }
}
