import type { Message } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import type { MockMessage, MockReply, MockTalk } from '../../model/mock.ts'
import { appliesTo, reasonAgainst } from '../../validations/conditions.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import type { Scope } from '../../template/scope.ts'
import { cutText } from '../../util/cut-text.ts'
import type { Journal, ReceivedCall } from '../journal.ts'
import type { ChosenRoute } from '../live-routes.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The parts by which one talk with a client goes. */
export interface ConversationParts {
  readonly talk: MockTalk
  readonly chosen: ChosenRoute
  readonly call: ReceivedCall
  readonly journal: Journal
}

/** Says messages, for a reply to its end; whether that was the end of all. */
export type Say = (messages: readonly MockMessage[], scope: Scope, reply?: MockReply) => Promise<boolean>

/** The reply to a message, and the scope that its templates see. */
interface FoundReply {
  readonly reply: MockReply
  readonly scope: Scope
}

/** Finds what is to be said to the messages of a call, which the journal notes. */
export class Conversation {
  readonly #parts: ConversationParts

  constructor(parts: ConversationParts) {
    this.#parts = parts
    parts.journal.open(parts.call)
  }

  /**
   * Says what is said at first, and then answers messages one after the other, until there is none or `say` of a reply ends it. What
   * is said at first after a delay is said beside the answers.
   */
  async hold(
    next: () => Promise<Message | undefined>,
    say: Say,
    isDelayed: (message: MockMessage) => boolean,
  ): Promise<void> {
    const { talk, chosen } = this.#parts
    const scope = chosen.scope()
    const later = talk.messages.findIndex(isDelayed)
    const first = later === -1 ? talk.messages.length : later
    await say(talk.messages.slice(0, first), scope)
    await Promise.all([say(talk.messages.slice(first), scope), this.#answer(next, say)])
  }

  async #answer(next: () => Promise<Message | undefined>, say: Say): Promise<void> {
    for (;;) {
      const message = await next()
      if (message === undefined) return
      const found = await this.#replyTo(message)
      if (found !== undefined && (await say(found.reply.messages, found.scope, found.reply))) return
    }
  }

  /** The first reply that fits a message; undefined when none does. */
  async #replyTo(message: Message): Promise<FoundReply | undefined> {
    const { talk, chosen, call, journal } = this.#parts
    const scope = messageScope(message.entry, chosen.scope())
    const reasons: string[] = []
    for (const [index, reply] of talk.replies.entries()) {
      const reason = await this.#unfit(reply, message, scope)
      if (reason === undefined) return { reply, scope }
      reasons.push(`  on[${index}]: ${reason}`)
    }
    if (talk.replies.length === 0 && talk.allowsUnmatched) return undefined
    const text = cutText(writeJson(message.entry), longestShown)
    const problem = [`no reply of ${chosen.route} fits the message ${text}`, ...reasons].join('\n')
    journal.miss(call, message.entry, talk.allowsUnmatched ? undefined : problem, chosen.written.span)
    return undefined
  }

  async #unfit(reply: MockReply, { body }: Message, scope: Scope): Promise<string | undefined> {
    const { chosen, call } = this.#parts
    const { headers, query } = call.request
    const judged = {
      response: { headers, body },
      timings: { startedAt: Date.now(), duration: 0 },
      parameters: { path: chosen.parameters, query },
    }
    return reasonAgainst(await whenLoaded(() => appliesTo(reply, judged, scope)))
  }
}

/** Characters of a message that a problem shows. */
const longestShown = 200

/** `{{message}}` and its members, beside what the request has. */
function messageScope(message: JsonValue, outer: Scope): Scope {
  return {
    ...outer,
    find: name => (name === 'message' ? { value: message, literal: true, secret: false } : outer.find(name)),
    names: () => ['message', ...outer.names()],
  }
}
