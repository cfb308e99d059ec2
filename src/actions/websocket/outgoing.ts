import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { ActionContext, MessageMatcher } from '../action.ts'
import { readWholeFile } from '../body/read-whole-file.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { isInstruction } from './instruction.ts'
import { readClose } from './read-close.ts'
import type { Closing } from './socket-events.ts'
import { writeJson } from '../../util/exact-number.ts'

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
  const written = list(context.written?.['messages'])
  for (const [index, message] of (isList(messages) ? messages : [messages]).entries()) {
    const read = await readMessage(message, written[index] ?? message, context)
    if (!read.ok) return read
    outgoing.push(read.value)
  }
  return prepared(outgoing)
}

async function readMessage(
  message: JsonValue,
  written: JsonValue,
  context: ActionContext,
): Promise<Prepared<Outgoing>> {
  const content = await contentOf(message, context.directory, written)
  if (!content.ok) return content
  if (!isInstruction(written)) return prepared({ content: content.value, delay: 0 })
  const { after } = written
  const { delay } = mapping(message)
  const wait = delay === undefined ? 0 : parseDuration(valueText(delay))
  if (wait === undefined)
    return unfit(`delay ${writeJson(delay)} is not a duration`, 'Write it as 500ms or 2s.')
  return prepared({
    content: content.value,
    delay: wait,
    ...(after === undefined ? {} : { after: context.messageMatcher(after) }),
  })
}

function plainContent(value: JsonValue): OutgoingContent {
  return { kind: 'text', text: valueText(value) }
}

/**
 * Reads the content of a message, however its time of sending is given: placeholders are filled in, and `written` is
 * the message before that.
 */
export async function contentOf(
  message: JsonValue,
  directory: string,
  written: JsonValue,
): Promise<Prepared<OutgoingContent>> {
  return isInstruction(written) && isObject(message)
    ? readContent(message, directory)
    : prepared(plainContent(message))
}

async function readContent(message: JsonObject, directory: string): Promise<Prepared<OutgoingContent>> {
  const { text, json, file, close } = message
  if (close !== undefined) {
    const closing = readClose(close)
    return closing.ok ? prepared({ kind: 'close', ...closing.value }) : closing
  }
  if (file !== undefined) {
    const read = await readWholeFile(file, directory)
    return read.ok ? prepared({ kind: 'binary', bytes: read.value.bytes }) : read
  }
  if (json !== undefined) return prepared({ kind: 'text', text: writeJson(json) })
  if (isCollection(text)) return unfit('text must be text', 'A mapping or list can be sent as json.')
  return prepared({ kind: 'text', text: String(text) })
}
