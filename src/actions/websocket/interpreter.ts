import type { Message } from '../../model/exchange.ts'
import { messageOf } from '../messages/message.ts'

/** A received message as a protocol spoken over the WebSocket reads it. */
export interface Interpreted {
  /** The message for a step that waits; absent for one that only keeps the protocol going. */
  readonly message?: Message
  /** To be sent at once. */
  readonly replies?: readonly string[]
  /** Why no further message will come. */
  readonly ends?: string
  /** The message says that it went wrong: unless the step expects just that, it fails for this reason. */
  readonly wrong?: string
}

/** A protocol that is spoken over a WebSocket. */
export interface Interpreter {
  interpret(bytes: Buffer): Interpreted
  /** Told the subprotocol that the server has chosen, before anything comes. */
  opened?(subprotocol: string): void
  /** The likely meaning of the closing by the server, where that is more than its code says. */
  closingWords?(code: number): string | undefined
  /** Why nothing can have come yet, if that is so. */
  readonly pending?: string | undefined
  /** The text that is sent before the WebSocket is closed. */
  readonly farewell?: string | undefined
}

/** No protocol: every message is one for the step. */
export const plainInterpreter: Interpreter = { interpret: bytes => ({ message: messageOf(bytes) }) }
