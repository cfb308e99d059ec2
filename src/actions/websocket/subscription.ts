import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { parseJson } from '../body/parse-json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { messageOf } from '../messages/message.ts'
import type { Interpreted, Interpreter } from './interpreter.ts'

/** The subprotocol that GraphQL subscriptions are spoken in (enisdenjo/graphql-ws, PROTOCOL.md). */
export const subscriptionProtocol = 'graphql-transport-ws'

/** A GraphQL operation, as `graphql` of a step says it. */
export interface Operation {
  /** What connection_init carries, such as a token. */
  readonly connection?: JsonValue
  /** What subscribe carries. */
  readonly payload: JsonObject
}

/** Reads `graphql` of a step. */
export function readOperation(graphql: JsonValue): Prepared<Operation> {
  const { query, variables, operation, connection }: Partial<JsonObject> = isObject(graphql) ? graphql : {}
  if (typeof query !== 'string') return failed('Request Error', 'graphql needs a query')
  const payload = {
    query,
    ...(variables === undefined ? {} : { variables }),
    ...(operation === undefined ? {} : { operationName: operation }),
  }
  return prepared({ ...(connection === undefined ? {} : { connection }), payload })
}

/** The only operation of its connection. */
const id = '1'

/** One operation over graphql-transport-ws: its messages are the payloads of `next`. */
export class Subscription implements Interpreter {
  readonly #operation: Operation
  #state: 'opening' | 'open' | 'over' = 'opening'

  constructor(operation: Operation) {
    this.#operation = operation
  }

  /** What is to be sent first. */
  get greeting(): string {
    const { connection } = this.#operation
    return JSON.stringify({
      type: 'connection_init',
      ...(connection === undefined ? {} : { payload: connection }),
    })
  }

  get pending(): string | undefined {
    return this.#state === 'opening' ? 'the server did not acknowledge connection_init' : undefined
  }

  get farewell(): string | undefined {
    return this.#state === 'open' ? JSON.stringify({ id, type: 'complete' }) : undefined
  }

  interpret(bytes: Buffer): Interpreted {
    const message = readMessage(bytes)
    switch (message?.['type']) {
      case 'connection_ack':
        this.#state = 'open'
        return { replies: [JSON.stringify({ id, type: 'subscribe', payload: this.#operation.payload })] }
      case 'ping':
        return { replies: [JSON.stringify({ type: 'pong' })] }
      case 'pong':
        return {}
      case 'next':
        return { message: payloadOf(message['payload']) }
      case 'error':
        this.#state = 'over'
        return {
          message: payloadOf({ errors: message['payload'] ?? [] }),
          wrong: `the operation was refused: ${errorText(message['payload'])}`,
        }
      case 'complete':
        this.#state = 'over'
        return { ends: 'the server completed the operation' }
      default:
        return { wrong: `the server sent a message that is none of ${subscriptionProtocol}` }
    }
  }
}

function payloadOf(payload: JsonValue | undefined): ReturnType<typeof messageOf> {
  return messageOf(Buffer.from(JSON.stringify(payload ?? null)))
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
  return messages.length === 0 ? JSON.stringify(errors) : messages.join('; ')
}
