import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { parseJson } from '../../util/parse-json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { messageOf } from '../messages/message.ts'
import type { Interpreted, Interpreter } from './interpreter.ts'
import { defined } from '../../util/defined.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The subprotocol that GraphQL subscriptions are spoken in (enisdenjo/graphql-ws, PROTOCOL.md). */
export const subscriptionProtocol = 'graphql-transport-ws'

/** The older one (apollographql/subscriptions-transport-ws, PROTOCOL.md), spoken where a step names it. */
const olderProtocol = 'graphql-ws'

/** The codes that close a connection that speaks the wrong one of them: a protocol error, or an unknown subprotocol. */
const wrongProtocol = new Set([1002, 4406])

/** A GraphQL operation, as `graphql` of a step says it. */
export interface Operation {
  /** The payload of connection_init, such as a token. */
  readonly connection?: JsonValue
  /** The payload of subscribe. */
  readonly payload: JsonObject
}

/** Reads `graphql` of a step. */
export function readOperation(graphql: JsonValue): Prepared<Operation> {
  const { query, variables, operation, connection }: Partial<JsonObject> = isObject(graphql) ? graphql : {}
  if (typeof query !== 'string') return unfit('graphql needs a query')
  const payload = defined({ query, variables, operationName: operation })
  return prepared(defined({ connection, payload }))
}

/** The only operation of its connection. */
const id = '1'

/** One operation over either protocol: its messages are the payloads of `next`, or of `data` in the older one. */
export class Subscription implements Interpreter {
  readonly #operation: Operation
  #state: 'opening' | 'open' | 'over' = 'opening'
  #protocol: string

  /** `protocol` is the first one that is offered to the server. */
  constructor(operation: Operation, protocol = subscriptionProtocol) {
    this.#operation = operation
    this.#protocol = protocol
  }

  opened(subprotocol: string): void {
    this.#protocol = subprotocol
  }

  closingWords(code: number): string | undefined {
    if (this.#state !== 'opening' || !wrongProtocol.has(code)) return undefined
    return `the server does not seem to speak ${this.#protocol}; ${this.#otherProtocol}`
  }

  get #isOlder(): boolean {
    return this.#protocol === olderProtocol
  }

  get #otherProtocol(): string {
    return this.#isOlder
      ? `with subprotocol: ${subscriptionProtocol} the newer protocol is spoken`
      : `with subprotocol: ${olderProtocol} the older protocol is spoken`
  }

  /** The first message to send. */
  get greeting(): string {
    // Clients of the older protocol always had a payload, and servers rely on it.
    const { connection = this.#isOlder ? {} : undefined } = this.#operation
    return writeJson(defined({ type: 'connection_init', payload: connection }))
  }

  get pending(): string | undefined {
    return this.#state === 'opening' ? 'the server did not acknowledge connection_init' : undefined
  }

  get farewell(): string | undefined {
    return this.#state === 'open' ? writeJson({ id, type: this.#isOlder ? 'stop' : 'complete' }) : undefined
  }

  interpret(bytes: Buffer): Interpreted {
    const message = readMessage(bytes)
    switch (message?.['type']) {
      case 'connection_ack':
        this.#state = 'open'
        return { replies: [writeJson({ id, type: this.#begin, payload: this.#operation.payload })] }
      case 'ping':
        return { replies: [writeJson({ type: 'pong' })] }
      case 'pong':
        return {}
      case 'ka':
        return this.#isOlder ? {} : this.#foreign()
      case 'connection_error':
        return { wrong: `the connection was refused: ${errorText(message['payload'])}` }
      case 'next':
      case 'data':
        if ((message['type'] === 'data') !== this.#isOlder) return this.#foreign()
        return { message: payloadOf(message['payload']) }
      case 'error':
        this.#state = 'over'
        return {
          message: payloadOf({ errors: [message['payload'] ?? []].flat() }),
          wrong: `the operation was refused: ${errorText(message['payload'])}`,
        }
      case 'complete':
        this.#state = 'over'
        return { ends: 'the server completed the operation' }
      default:
        return { wrong: `the server sent a message that is none of ${this.#protocol}` }
    }
  }

  get #begin(): string {
    return this.#isOlder ? 'start' : 'subscribe'
  }

  #foreign(): Interpreted {
    return {
      wrong: `the server sent a message that is none of ${this.#protocol}; ${this.#otherProtocol}`,
    }
  }
}

function payloadOf(payload: JsonValue | undefined): ReturnType<typeof messageOf> {
  return messageOf(Buffer.from(writeJson(payload ?? null)))
}

function readMessage(bytes: Buffer): JsonObject | undefined {
  try {
    const value = parseJson(bytes.toString())
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function errorText(errors: JsonValue | undefined): string {
  const messages = (Array.isArray(errors) ? errors : [errors]).flatMap((error: JsonValue | undefined) =>
    isObject(error) ? [valueText(error['message'] ?? null)] : [],
  )
  return messages.length === 0 ? writeJson(errors) : messages.join('; ')
}
