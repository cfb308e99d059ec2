import type { Socket } from 'node:net'
import createRequest from 'kafkajs/src/protocol/request.js'
import type { ActionFailure } from '../../../model/exchange.ts'
import { formatDuration } from '../../../util/quantity.ts'
import { addressText, type BrokerAddress } from '../../brokers/open-broker-socket.ts'
import { BrokerError, disconnection, refusal } from './broker-error.ts'
import { apiVersions, type Call } from './calls.ts'
import { FrameReader } from './frame-reader.ts'

interface Waiting {
  answer(bytes: Buffer): void
  fail(error: BrokerError): void
}

/** A connection to one broker, which answers questions in the order they were asked. */
export class Connection {
  readonly address: BrokerAddress
  readonly #socket: Socket
  readonly #frames = new FrameReader()
  readonly #waiting = new Map<number, Waiting>()
  readonly #highest = new Map<number, number>()
  #asked = 0
  #failure: BrokerError | undefined

  /** `describe` has the words for an error of the socket. */
  constructor(socket: Socket, address: BrokerAddress, describe: (error: Error) => ActionFailure) {
    this.address = address
    this.#socket = socket
    socket.on('data', chunk => {
      this.#take(chunk)
    })
    socket.on('error', error => {
      this.close(new BrokerError(describe(error), 'connection'))
    })
    socket.on('close', () => {
      this.close(disconnection(`${addressText(address)} closed the connection`, this.#hintAtStrangers()))
    })
  }

  /** For one who went away without a word. */
  #hintAtStrangers(): string | undefined {
    const { host, port, secure } = this.address
    if (this.#socket.bytesRead > 0) return undefined
    return `Check that a Kafka broker listens there.${secure ? '' : ` If it wants TLS, write tls://${host}:${port}.`}`
  }

  get isOpen(): boolean {
    return this.#failure === undefined
  }

  /** Learns what the broker can do; to be done first. */
  async greet(timeout: number): Promise<void> {
    const { apiVersions: known } = await this.ask(apiVersions, {}, timeout)
    for (const { apiKey, maxVersion } of known) this.#highest.set(apiKey, maxVersion)
  }

  /** Asks, and waits for the answer, so many milliseconds. Throws a BrokerError when none comes. */
  async ask<Question extends object, Answer>(
    call: Call<Question, Answer>,
    question: Question,
    timeout: number,
  ): Promise<Answer> {
    const version = this.#versionOf(call)
    const correlationId = ++this.#asked
    const request = call.request(version, question)
    const { buffer } = await createRequest({ correlationId, clientId: 'apitest', request })
    const bytes = await this.#exchange(correlationId, buffer, timeout)
    return call.decode(version, bytes)
  }

  /** Ends the connection, and whatever waits for an answer, with the reason. */
  close(reason: BrokerError = disconnection('the connection was closed')): void {
    if (this.#failure !== undefined) return
    this.#failure = reason
    this.#socket.destroy()
    for (const waiting of this.#waiting.values()) waiting.fail(reason)
    this.#waiting.clear()
  }

  #versionOf<Question extends object, Answer>({ name, key, versions }: Call<Question, Answer>): number {
    const highest = key === apiVersions.key ? 0 : (this.#highest.get(key) ?? -1)
    const version = versions.find(version => version <= highest)
    if (version !== undefined) return version
    throw refusal(
      'Network Error',
      `${addressText(this.address)} is too old: it has no ${name} of version ${Math.min(...versions)}`,
      'Brokers from Kafka 1.0 on are understood.',
    )
  }

  #exchange(correlationId: number, request: Buffer, timeout: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure)
        return
      }
      const place = addressText(this.address)
      const timer = setTimeout(() => {
        this.close(disconnection(`${place} did not answer within ${formatDuration(timeout)} (timeout)`))
      }, timeout)
      this.#waiting.set(correlationId, {
        answer: bytes => {
          clearTimeout(timer)
          resolve(bytes)
        },
        fail: error => {
          clearTimeout(timer)
          reject(error)
        },
      })
      this.#socket.write(request)
    })
  }

  #take(chunk: Buffer): void {
    const frames = this.#frames.push(chunk)
    if (frames === undefined) {
      this.close(notKafka(chunk, this.address))
      return
    }
    for (const frame of frames) {
      const correlationId = frame.readInt32BE(0)
      const waiting = this.#waiting.get(correlationId)
      this.#waiting.delete(correlationId)
      waiting?.answer(frame.subarray(4))
    }
  }
}

/** What it means that an answer is not one of a broker. */
function notKafka(chunk: Buffer, address: BrokerAddress): BrokerError {
  // An alert is what TLS says to those who do not speak it (RFC 8446, section 6).
  const isTls = chunk[0] === 0x15 && chunk[1] === 0x03
  const place = addressText(address)
  return isTls
    ? refusal('Network Error', `${place} speaks TLS`, `Write tls://${address.host}:${address.port}.`)
    : refusal(
        'Network Error',
        `${place} is no Kafka broker: its answer is not of that protocol`,
        'Check the host and port of the broker: another service seems to listen there.',
      )
}
