import { type FaultCode, type FaultParts, faultText } from '../../faults/index.ts'
import { type ActionFailure, failed } from '../../failure.ts'

/**
 * How long an error is likely to last: it stays; until there is a connection again; or until it is known which broker
 * leads a partition now.
 */
type Course = 'stays' | 'connection' | 'leader'

/** A failure of a broker, or of the way to it, in words for the user. */
export class BrokerError extends Error {
  readonly failure: ActionFailure
  readonly course: Course

  constructor(failure: ActionFailure, course: Course) {
    super(faultText(failure).message)
    this.failure = failure
    this.course = course
  }
}

/** An error that stays. */
export function refusal<Code extends FaultCode>(code: Code, parts: FaultParts[Code]): BrokerError {
  return new BrokerError(failed(code, parts).failure, 'stays')
}

/** An error of a connection: another one may work. */
export function disconnection<Code extends FaultCode>(code: Code, parts: FaultParts[Code]): BrokerError {
  return new BrokerError(failed(code, parts).failure, 'connection')
}

/** An error of a broker that does not lead, or not yet. */
export function leaderless(reason: string): BrokerError {
  return new BrokerError(failed('answer-unreadable', { reason }).failure, 'leader')
}

/** Returns an error that a broker or the way to it caused; throws any other. */
export function asBrokerError(thrown: unknown): BrokerError {
  if (thrown instanceof BrokerError) return thrown
  throw thrown
}
