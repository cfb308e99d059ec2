import { faultText } from '../../actions/faults/index.ts'
import { problemText } from '../../template/render-problem.ts'
import type { WebSocket } from 'ws'
import { messageOf } from '../../actions/messages/message.ts'
import { MessageQueue } from '../../actions/messages/message-queue.ts'
import { isInstruction } from '../../actions/websocket/instruction.ts'
import { contentOf, type OutgoingContent } from '../../actions/websocket/outgoing.ts'

import type { Message } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import type { MockMessage } from '../../model/mock.ts'
import { buildDelay } from '../../parse/mocks/build-delay.ts'
import type { MockContext } from '../../run/run-context.ts'
import { renderValue } from '../../template/render.ts'
import type { Scope } from '../../template/scope.ts'
import { mapping } from '../../util/read-values.ts'
import { delayAnswer } from '../delay.ts'
import { whyKeptBack } from '../make-answer.ts'
import { Conversation, type ConversationParts } from '../streams/conversation.ts'

/** Messages that wait for their replies before no more is read. */
const mostWaiting = 1000

/** Talks over a WebSocket as a route says, until it is closed. Messages are answered one after the other. */
export async function talkOver(
  webSocket: WebSocket,
  parts: ConversationParts,
  { directory }: MockContext,
): Promise<void> {
  const { chosen, call, journal } = parts
  const conversation = new Conversation(parts)
  const [queue, gone] = [new MessageQueue<Message>(), new AbortController()]
  webSocket.on('message', (data: Buffer) => {
    const message = messageOf(data)
    journal.note(call, message.entry, data.length)
    queue.push(message)
    if (queue.size >= mostWaiting) webSocket.pause()
  })
  webSocket.on('error', error => {
    journal.complain(`what came over ${chosen.route} is no WebSocket: ${error.message}`, chosen.written.span)
  })
  webSocket.on('close', (code, reason) => {
    journal.open(call).closed = { code, reason: reason.toString() }
    gone.abort()
  })
  const speaker = new Speaker(webSocket, directory, gone.signal, problem => {
    journal.complain(`what ${chosen.route} says cannot be made: ${problem}`, chosen.written.span)
  })
  const next = async (): Promise<Message | undefined> => {
    const message = await queue.next(gone.signal)
    if (webSocket.isPaused && queue.size < mostWaiting) webSocket.resume()
    return message
  }
  await conversation.hold(
    next,
    async (messages, scope, reply) => {
      const farewell = reply?.close === undefined ? [] : [{ value: { close: reply.close }, path: [] }]
      await speaker.say([...messages, ...farewell], scope)
      return false
    },
    ({ value }) => delayOf(value) !== undefined,
  )
}

function delayOf(value: JsonValue): JsonValue | undefined {
  return isInstruction(value) ? mapping(value)['delay'] : undefined
}

/** Says messages over a WebSocket while it is open. */
class Speaker {
  readonly #webSocket: WebSocket
  readonly #directory: string
  readonly #gone: AbortSignal
  readonly #complain: (problem: string) => void

  constructor(
    webSocket: WebSocket,
    directory: string,
    gone: AbortSignal,
    complain: (problem: string) => void,
  ) {
    this.#webSocket = webSocket
    this.#directory = directory
    this.#gone = gone
    this.#complain = complain
  }

  /** Says messages one after the other, each at its time. */
  async say(messages: readonly MockMessage[], scope: Scope): Promise<void> {
    for (const { value } of messages) {
      const content = await this.#contentOf(value, scope)
      const delay = buildDelay(delayOf(value))
      if (delay !== undefined) await delayAnswer(delay, this.#gone)
      if (this.#webSocket.readyState !== this.#webSocket.OPEN) return
      if (typeof content === 'string') {
        this.#complain(content)
        // As of a server that broke (RFC 6455, 7.4.1).
        this.#webSocket.close(1011, 'the mock cannot answer')
        return
      }
      await this.#send(content)
    }
  }

  #send(content: OutgoingContent): Promise<void> {
    if (content.kind === 'close') {
      this.#webSocket.close(content.code, content.reason)
      return Promise.resolve()
    }
    const isBinary = content.kind === 'binary'
    return new Promise(resolve => {
      this.#webSocket.send(isBinary ? content.bytes : content.text, { binary: isBinary }, () => {
        resolve()
      })
    })
  }

  /** The content of a message, or why it cannot be made. */
  async #contentOf(value: JsonValue, scope: Scope): Promise<OutgoingContent | string> {
    const rendered = renderValue(value, scope)
    if (!rendered.ok) return problemText(rendered.problems)
    const { file } = isInstruction(value) ? mapping(rendered.value) : {}
    const why =
      file === undefined ? undefined : whyKeptBack(mapping(value)['file'] ?? '', file, this.#directory)
    if (why !== undefined) return why
    const content = await contentOf(rendered.value, this.#directory, value)
    return content.ok ? content.value : faultText(content.failure).message
  }
}
