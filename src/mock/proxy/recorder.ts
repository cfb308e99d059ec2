import type { MockContext } from '../../run/run-context.ts'
import type { ReceivedRequest } from '../received-request.ts'
import type { WireAnswer } from '../wire-answer.ts'
import type { ForwardedAnswer } from './forward.ts'

/** What a mock is given that hands calls on. */
export interface ProxyContext extends MockContext {
  /** Takes what is answered by the mock, and by the server behind it. */
  readonly recorder?: ProxyRecorder
}

/** Takes what servers answered by a proxy. */
export interface ProxyRecorder {
  /** An answer of the mock itself, of which only what is secret is taken. */
  learn(answer: WireAnswer): void
  /** An answer has begun, so many milliseconds after it was asked for. */
  begin(
    request: ReceivedRequest,
    answer: Pick<ForwardedAnswer, 'status' | 'headers'>,
    after: number,
  ): ProxyRecord
}

/** An answer while its body comes. */
export interface ProxyRecord {
  add(piece: Buffer): void
  /** All of it has come. */
  end(): void
}
