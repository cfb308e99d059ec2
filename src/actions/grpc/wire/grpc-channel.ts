import http2 from 'node:http2'
import type { Socket } from 'node:net'
import {
  CallCredentials,
  ChannelCredentials,
  Client,
  compressionAlgorithms,
  connectivityState,
  type experimental,
} from '@grpc/grpc-js'
import { version } from '../../../util/version.ts'
import { bodyLimit } from '../../body/limits.ts'
import type { ConnectTimes } from '../../transport/connect-times.ts'
import { openSocket } from '../../transport/index.ts'
import type { Route } from '../../transport/route.ts'
import type { GrpcTarget } from '../grpc-target.ts'

/** A place to call, and how connections are made to it. */
export interface Endpoint {
  readonly target: GrpcTarget
  readonly route: Route
  /** True where messages are sent compressed. */
  readonly compresses: boolean
}

/** A connection to a server that is opened when it is first needed, and shared by calls. */
export class GrpcChannel {
  readonly client: Client
  readonly #endpoint: Endpoint
  readonly #closing = new AbortController()
  readonly #sockets = new Set<Socket>()
  /** When the parts of the last attempt to connect ended; those of calls that needed none are not told. */
  times: ConnectTimes | undefined
  /** The error that ended the last attempt to connect, or the last connection. */
  error: Error | undefined
  /** True where a socket stood, at least for a moment. */
  opened = false

  constructor(endpoint: Endpoint, address: string) {
    this.#endpoint = endpoint
    const { target, compresses } = endpoint
    this.client = new Client(address, new SocketCredentials(() => this.#open(), target.secure), {
      ...options,
      'grpc.default_authority': target.authority,
      ...(compresses ? { 'grpc.default_compression_algorithm': compressionAlgorithms.gzip } : {}),
    })
  }

  /** True where the server has agreed to speak HTTP/2 and still does. */
  get isReady(): boolean {
    return this.client.getChannel().getConnectivityState(false) === connectivityState.READY
  }

  /** Bytes that have come so far. */
  get bytesRead(): number {
    return [...this.#sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  }

  /**
   * True where the connection takes nothing in any more: a line of metadata with more than 64 KiB is more than HTTP/2 of Node
   * can read, which then falls silent for good. What is alive hears the answer to a ping.
   */
  async isDeaf(): Promise<boolean> {
    const socket = [...this.#sockets].at(-1)
    const session = socket && sessions.get(socket)
    if (session === undefined || session.destroyed) return false
    return new Promise(resolve => {
      const late = setTimeout(() => {
        resolve(true)
      }, longestPing)
      const isSent = session.ping(() => {
        clearTimeout(late)
        resolve(false)
      })
      if (!isSent) resolve(true)
    })
  }

  close(): void {
    this.#closing.abort()
    this.client.close()
    // grpc-js waits for the server to agree.
    for (const socket of this.#sockets) socket.destroy()
  }

  async #open(): Promise<Socket> {
    const times: ConnectTimes = {}
    this.times = times
    this.opened = false
    const { target, route } = this.#endpoint
    try {
      const opening = { times, signal: this.#closing.signal, protocols: ['h2'] }
      const socket = await openSocket(target, route, opening)
      this.opened = true
      this.error = undefined
      this.#sockets.add(socket)
      socket.on('error', error => {
        this.error = error
      })
      socket.once('close', () => this.#sockets.delete(socket))
      return socket
    } catch (error) {
      this.error = error as Error
      throw error
    }
  }
}

const options = {
  // Proxies are found by the rules of this program, which opens the sockets.
  'grpc.enable_http_proxy': 0,
  'grpc.use_local_subchannel_pool': 1,
  'grpc.service_config_disable_resolution': 1,
  // A call that a server has not begun with goes out again; without a service configuration no other does.
  'grpc.enable_retries': 1,
  'grpc.per_rpc_retry_buffer_size': Number.MAX_SAFE_INTEGER,
  'grpc.retry_buffer_size': Number.MAX_SAFE_INTEGER,
  'grpc.enable_channelz': 0,
  'grpc.max_receive_message_length': bodyLimit,
  'grpc.max_send_message_length': -1,
  'grpc.primary_user_agent': `apitest/${version}`,
} as const

/** Milliseconds in which a server answers a ping. */
const longestPing = 1500

/** Bytes and lines of metadata that an answer may have: the bytes are those that clients in Go take. */
const metadataLimit = 16 * 1024 * 1024
const mostLines = 100_000

/**
 * grpc-js takes 64 KiB and 128 lines, which is where Node stops, and has no option for it. It looks up `connect` when it opens a
 * session; the rest of this program has it by name, and is left alone.
 */
const { connect } = http2
http2.connect = (authority: string | URL, given?: object) => {
  const own: http2.ClientSessionOptions = given ?? {}
  const settings = { ...own.settings, maxHeaderListSize: metadataLimit }
  const { createConnection: open } = own
  let socket: object | undefined
  const createConnection = open && ((...asked: Parameters<typeof open>) => (socket = open(...asked)))
  const options = { ...own, settings, maxHeaderListPairs: mostLines, createConnection }
  const session = connect(authority, options as http2.ClientSessionOptions)
  if (socket !== undefined) sessions.set(socket, session)
  return session
}

/** The sessions that were opened, by their sockets. */
const sessions = new WeakMap<object, http2.ClientHttp2Session>()

/**
 * Lets a channel of grpc-js use sockets that are opened by somebody else, who knows of proxies, socket files and TLS:
 * credentials are what grpc-js asks to turn a connection into a secure one.
 */
class SocketCredentials extends ChannelCredentials {
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
