import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import type { ActionContext, MessageMatcher } from '../action.ts'
import { readWholeFile } from '../body/read-whole-file.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { isInstruction } from './instruction.ts'
import type { Closing } from './socket-events.ts'

/** One thing to say over a WebSocket, and when. */
export interface Outgoing {
  readonly content: OutgoingContent
  /** Waits until such a message has come. */
  readonly after?: MessageMatcher
  /** Milliseconds to wait then. */
  readonly delay: number
}

export type OutgoingContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Buffer }
  | ({ readonly kind: 'close' } & Closing)

/** Reads `messages` of a step. Files are read here. */
export async function readOutgoing(
  messages: JsonValue | undefined,
  context: ActionContext,
): Promise<Prepared<readonly Outgoing[]>> {
  if (messages === undefined) return prepared([])
  const outgoing: Outgoing[] = []
  for (const message of isList(messages) ? messages : [messages]) {
    const read = await readMessage(message, context)
    if (!read.ok) return read
    outgoing.push(read.value)
  }
  return prepared(outgoing)
}

async function readMessage(message: JsonValue, context: ActionContext): Promise<Prepared<Outgoing>> {
  if (!isInstruction(message)) return prepared({ content: plainContent(message), delay: 0 })
  const content = await readContent(message, context.directory)
  if (!content.ok) return content
  const { after, delay } = message
  const wait = delay === undefined ? 0 : parseDuration(valueText(delay))
  if (wait === undefined)
    return failed(
      'Request Error',
      `delay ${JSON.stringify(delay)} is not a duration`,
      'Write it as 500ms or 2s.',
    )
  return prepared({
    content: content.value,
    delay: wait,
    ...(isObject(after) ? { after: context.messageMatcher(after) } : {}),
  })
}

function plainContent(value: JsonValue): OutgoingContent {
  return { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }
}

async function readContent(message: JsonObject, directory: string): Promise<Prepared<OutgoingContent>> {
  const { text, json, file, close } = message
  if (close !== undefined) return readClose(close)
  if (file !== undefined) {
    const read = await readWholeFile(file, directory)
    return read.ok ? prepared({ kind: 'binary', bytes: read.value.bytes }) : read
  }
  if (json !== undefined) return prepared({ kind: 'text', text: JSON.stringify(json) })
  if (typeof text === 'object' && text !== null)
    return failed('Request Error', 'text must be text', 'A mapping or list can be sent as json.')
  return prepared({ kind: 'text', text: String(text) })
}

/** Bytes of a reason that a close frame has room for (RFC 6455 section 5.5). */
const longestReason = 123

function readClose(close: JsonValue): Prepared<OutgoingContent> {
  const { code = 1000, reason = '' }: Partial<JsonObject> = isObject(close)
    ? close
    : close === true
      ? {}
      : { code: close }
  const number = Number(code)
  // RFC 6455 section 7.4: the others are not for a client to send.
  const isCode =
    Number.isInteger(number) &&
    ((number >= 1000 && number <= 1014 && ![1004, 1005, 1006].includes(number)) ||
      (number >= 3000 && number <= 4999))
  if (!isCode)
    return failed(
      'Request Error',
      `close ${JSON.stringify(code)} is not a number a WebSocket can be closed with`,
      'Use 1000, or one from 3000 to 4999.',
    )
  if (Buffer.byteLength(valueText(reason)) > longestReason)
    return failed('Request Error', `the reason of close is longer than ${longestReason} bytes`)
  return prepared({ kind: 'close', code: number, reason: valueText(reason) })
}
