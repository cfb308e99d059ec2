import type { JsonValue } from '../../model/json.ts'
import { headerValue } from '../../model/header-value.ts'
import { bodyValue, type ReceivedRequest } from '../received-request.ts'
import type { WireAnswer } from '../wire-answer.ts'
import { jsonOf } from './recorded-answer.ts'
import { learnFromAnswer, learnFromBody, learnFromRequest, type SeenSecrets } from './seen-secrets.ts'

/** The largest body, in bytes, that is searched for credentials; those of logins are small. */
export const largestSearched = 64 * 1024

/** Finds what is secret in what comes to a mock, and in what it answers itself. */
export class Learner {
  readonly #known: Pick<SeenSecrets, 'add'>
  readonly #learnt = new WeakSet<WireAnswer>()

  constructor(known: Pick<SeenSecrets, 'add'>) {
    this.#known = known
  }

  request(request: ReceivedRequest): void {
    learnFromRequest(this.#known, request)
    const { length } = request.bytes
    if (length > 0 && length <= largestSearched) learnFromBody(this.#known, bodyValue(request))
  }

  /** A message of a call, such as one that came over a WebSocket. */
  message(message: JsonValue): void {
    learnFromBody(this.#known, message)
  }

  /** An answer; one that is sent again is looked at once. */
  answer(answer: WireAnswer): void {
    if (this.#learnt.has(answer)) return
    this.#learnt.add(answer)
    const { headers, body } = answer
    learnFromAnswer(this.#known, headers, searched(Buffer.from(body), headerValue(headers, 'content-type')))
  }
}

/** The value of a body that is not too large to be looked into. */
export function searched(bytes: Buffer, type: string | undefined): JsonValue | undefined {
  return bytes.length > largestSearched ? undefined : jsonOf(bytes.toString(), type)
}
