import type { ActionFailure } from '../../failure.ts'
import type { Socket } from 'node:net'
import createRequest from 'kafkajs/src/protocol/request.js'
import { formatDuration } from '../../../util/quantity.ts'
import { addressText, type BrokerAddress } from '../../brokers/open-broker-socket.ts'
import { BrokerError, disconnection, refusal } from './broker-error.ts'
import { apiVersions, type ApiVersions, type Call } from './calls.ts'
import { errorOfCode } from './error-codes.ts'

interface Waiting {
  answer(bytes: Buffer): void
  fail(error: BrokerError): void
}

const unsupportedVersion = 35

const hints = {
  old: 'Brokers from Kafka 1.0 on are understood.',
  new: 'Look for a newer apitest, or ask a broker of an older version.',
}

function rangeText(lowest: number, highest: number): string {
  return lowest === highest ? `version ${lowest}` : `versions ${lowest} to ${highest}`
}

/** A connection to one broker, which answers questions in the order they were asked. */
export class Connection {
  readonly address: BrokerAddress
  readonly #socket: Socket
  readonly #frames = new FrameReader()
  readonly #waiting = new Map<number, Waiting>()
  readonly #taken = new Map<number, ApiVersions>()
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
      this.close(
        disconnection('connection-lost', {
          reason: `${addressText(address)} closed the connection`,
          hint: this.#hintAtStrangers(),
        }),
      )
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

  /** Learns which versions of calls the broker takes; to be done first. */
  async greet(timeout: number): Promise<void> {
    const { errorCode, apiVersions: taken } = await this.ask(apiVersions, {}, timeout)
    for (const versions of taken) this.#taken.set(versions.apiKey, versions)
    if (errorCode === unsupportedVersion) throw this.#otherVersions(apiVersions)
    if (errorCode !== 0) throw errorOfCode(errorCode, '')
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
    try {
      return await call.decode(version, bytes)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw refusal('answer-unreadable', {
        reason: `the answer of ${addressText(this.address)} to ${call.name} of version ${version} cannot be read: ${reason}`,
      })
    }
  }

  /** Ends the connection, and whatever waits for an answer, with the reason. */
  close(
    reason: BrokerError = disconnection('connection-lost', { reason: 'the connection was closed' }),
  ): void {
    if (this.#failure !== undefined) return
    this.#failure = reason
    this.#socket.destroy()
    for (const waiting of this.#waiting.values()) waiting.fail(reason)
    this.#waiting.clear()
  }

  /** The highest version of a call that both sides know. */
  #versionOf<Question extends object, Answer>(call: Call<Question, Answer>): number {
    if (call.key === apiVersions.key) return 0
    const { minVersion = 0, maxVersion = -1 } = this.#taken.get(call.key) ?? {}
    const version = call.versions.find(version => version >= minVersion && version <= maxVersion)
    if (version === undefined) throw this.#otherVersions(call)
    return version
  }

  /** The error when both sides know no version of a call in common. */
  #otherVersions({
    name,
    key,
    versions,
  }: Pick<Call<object, unknown>, 'name' | 'key' | 'versions'>): BrokerError {
    const place = addressText(this.address)
    const taken = this.#taken.get(key)
    const ours = `apitest knows ${rangeText(Math.min(...versions), Math.max(...versions))}`
    if (taken === undefined)
      return refusal('answer-unreadable', {
        reason: `${place} does not take ${name} requests (API ${key}); ${ours}`,
        hint: hints.old,
      })
    const { minVersion, maxVersion } = taken
    const isNew = minVersion > Math.max(...versions)
    return refusal('answer-unreadable', {
      reason: `${place} is too ${isNew ? 'new' : 'old'}: it takes ${name} requests (API ${key}) of ${rangeText(minVersion, maxVersion)}, and ${ours}`,
      hint: isNew ? hints.new : hints.old,
    })
  }

  #exchange(correlationId: number, request: Buffer, timeout: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure)
        return
      }
      const place = addressText(this.address)
      const timer = setTimeout(() => {
        this.close(
          disconnection('answer-late', {
            reason: `${place} did not answer within ${formatDuration(timeout)} (timeout)`,
          }),
        )
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

/** Explains an answer that is not one of a broker. */
function notKafka(chunk: Buffer, address: BrokerAddress): BrokerError {
  // An alert is what TLS says to those who do not speak it (RFC 8446, section 6).
  const isTls = chunk[0] === 0x15 && chunk[1] === 0x03
  const place = addressText(address)
  return isTls
    ? refusal('other-protocol', {
        reason: `${place} speaks TLS`,
        hint: `Write tls://${address.host}:${address.port}.`,
      })
    : refusal('other-protocol', {
        reason: `${place} is no Kafka broker: its answer is not of that protocol`,
        hint: 'Check the host and port of the broker: another service seems to listen there.',
      })
}

/** Longest answer of a broker that is read, in bytes: more than any broker sends for what is asked here. */
const longestFrame = 256 * 1024 * 1024

/** Cuts what comes over a connection into answers: each is preceded by its length in four bytes. */
class FrameReader {
  #chunks: Buffer[] = []
  #size = 0

  /** The answers that are complete with this chunk; undefined when this is not the protocol. */
  push(chunk: Buffer): readonly Buffer[] | undefined {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    const frames: Buffer[] = []
    for (;;) {
      if (this.#size < 4) return frames
      const length = this.#joined(4).readInt32BE(0)
      if (length < 4 || length > longestFrame) return undefined
      if (this.#size < length + 4) return frames
      const bytes = this.#joined(length + 4)
      frames.push(bytes.subarray(4, length + 4))
      this.#chunks = [bytes.subarray(length + 4)]
      this.#size -= length + 4
    }
  }

  /** The first chunk, made at least so long. */
  #joined(length: number): Buffer {
    const [first] = this.#chunks
    if (first !== undefined && first.length >= length) return first
    const joined = Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined
  }
}
