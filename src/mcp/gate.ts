import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Permission } from '../operations/operation.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { isSameSecret } from '../util/is-same-secret.ts'
import type { JsonObject } from '../util/json-value.ts'
import { randomUuid } from '../util/random-name.ts'
import { mapping } from '../util/read-values.ts'

/** When changes and traffic are asked about: always, or only where production is changed. */
export type Mode = 'manual' | 'auto'

/** How long a question may stay open, in milliseconds. */
export const questionTime = 5 * 60_000

/** A call that may have to be allowed. */
export interface GatedCall {
  readonly tool: string
  readonly permission: Permission
  readonly input: JsonObject
  /** The meaning of the input, by the project as it is now: a permission given once does not hold for another thing. */
  readonly about?: string
  /** True where it is asked about in every mode. */
  readonly always?: boolean
}

/** The parts of a question that a client sent along with a call: its state, and the answer of its user. */
export interface Reply {
  readonly state: unknown
  readonly answer: unknown
}

/** Decision on a call. */
export type Decision =
  /** `production`: its user has allowed that data of production is changed. */
  | { readonly kind: 'allowed'; readonly production: boolean }
  | { readonly kind: 'denied'; readonly how: 'denied' | 'cancelled' }
  /** Its user is to be asked. */
  | { readonly kind: 'unasked' }

/** The subject of a question, as it is signed. */
interface Question {
  /** Of the tool and its input. */
  readonly digest: string
  readonly production: boolean
  /** Milliseconds since 1970. */
  readonly expires: number
  /** No other question has it. */
  readonly id: string
}

/**
 * Decides whether a call may do what it would. An answer counts only together with a question of this process about this very
 * call, which is signed, has not run out, and has not been answered: whatever else a client sends was made up, or was meant
 * for another call.
 */
export class Gate {
  readonly mode: Mode
  readonly #key = randomBytes(32)
  /** When the questions that were answered run out, by their ids. */
  readonly #answered = new Map<string, number>()
  readonly #now: () => number

  constructor(mode: Mode, now: () => number = Date.now) {
    this.mode = mode
    this.#now = now
  }

  /** Decides on a call, by its kind and the answer to a question about it. */
  decide(call: GatedCall, reply: Reply): Decision {
    const question = this.#questionOf(call, reply.state)
    const { action, content } = mapping(reply.answer)
    if (question === undefined) {
      // A user who declines means it, whatever has become of the question.
      const declines = typeof reply.state === 'string' && this.isOwnState(reply.state) && action === 'decline'
      if (declines) return { kind: 'denied', how: 'denied' }
      const isFree = call.permission === 'read' || (this.mode === 'auto' && call.always !== true)
      return isFree ? { kind: 'allowed', production: false } : { kind: 'unasked' }
    }
    if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return { kind: 'unasked' }
    this.#answer(question)
    if (action === 'cancel') return { kind: 'denied', how: 'cancelled' }
    const { answer } = mapping(content)
    if (action === 'accept' && answer === 'Allow') return { kind: 'allowed', production: question.production }
    return { kind: 'denied', how: 'denied' }
  }

  /** The signed state of a new question about a call; `production` where it says that production is changed. */
  ask(call: GatedCall, production: boolean): string {
    const question: Question = {
      digest: digestOf(call),
      production,
      expires: this.#now() + questionTime,
      id: randomUuid(),
    }
    const text = Buffer.from(JSON.stringify(question)).toString('base64url')
    return `${text}.${this.#sign(text)}`
  }

  /** True where a state was made by this process, and not changed since. */
  isOwnState(state: string): boolean {
    const [text = '', signature = '', ...more] = state.split('.')
    return more.length === 0 && isSameSecret(signature, this.#sign(text))
  }

  /** The open question that a state is of, where it is about this call. */
  #questionOf(call: GatedCall, state: unknown): Question | undefined {
    if (typeof state !== 'string' || !this.isOwnState(state)) return undefined
    const [text = ''] = state.split('.')
    // Nobody else can have signed it, so that it is what `ask` has made.
    const question = JSON.parse(Buffer.from(text, 'base64url').toString()) as Question
    const isOpen = question.expires > this.#now() && !this.#answered.has(question.id)
    return isOpen && question.digest === digestOf(call) ? question : undefined
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }

  /** It cannot be answered again; those that have run out need not be remembered. */
  #answer({ id, expires }: Question): void {
    for (const [known, until] of this.#answered) {
      if (until > this.#now()) break
      this.#answered.delete(known)
    }
    this.#answered.set(id, expires)
  }
}

/** The digest that tells calls apart: of the tool and its whole input, whatever the order of its keys. */
function digestOf({ tool, input, about = '' }: GatedCall): string {
  return createHash('sha256')
    .update(canonicalJson([tool, input, about]))
    .digest('base64url')
}
