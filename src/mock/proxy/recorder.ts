import type { MockContext } from '../../run/run-context.ts'
import type { ReceivedRequest } from '../received-request.ts'
import type { ForwardedAnswer } from './forward.ts'
import type { Maybe } from '../../util/maybe.ts'
import { headerValue } from '../../model/header-value.ts'
import { largestSearched, Learner, searched } from './learner.ts'
import { PiecesUpTo } from './pieces-up-to.ts'
import { contentOf } from './recorded-answer.ts'
import { learnFromAnswer, type SeenSecrets } from './seen-secrets.ts'

/** Context of a mock that hands calls on. */
export interface ProxyContext extends MockContext {
  /** Takes what is answered by the mock, and by the server behind it. */
  readonly recorder?: ProxyRecorder
}

/** Takes what servers answered by a proxy, and what is secret in all that comes and goes. */
export interface ProxyRecorder {
  /** Of calls, and of answers of the mock itself, only what is secret is taken. */
  readonly learner: Learner
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
  /**
   * All of it has come. The caller is to have its end only when this is over: what is secret in it may stand in the next call, and
   * must be known by then. Never rejects.
   */
  end(): Maybe<void>
}

/** Finds what is secret in what a mock is asked, hands on and answers, and writes nothing. */
export function learnerOf(known: SeenSecrets): ProxyRecorder {
  return {
    learner: new Learner(known),
    begin: (_request, { headers }) => {
      const pieces = new PiecesUpTo(largestSearched)
      return {
        add: piece => {
          pieces.add(piece)
        },
        end: () =>
          contentOf(headers, pieces.whole() ?? Buffer.alloc(0))
            .then(({ bytes }) => {
              learnFromAnswer(known, headers, searched(bytes, headerValue(headers, 'content-type')))
            })
            // A body that cannot be looked into is nothing to learn from.
            .catch(() => undefined),
      }
    },
  }
}
