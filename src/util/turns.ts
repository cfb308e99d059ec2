import { setTimeout as pass } from 'node:timers/promises'
import { hearSignals, isEnding } from './interruptions.ts'
import { monotonicTime } from './monotonic-time.ts'

/** Milliseconds of evaluating for which nobody has to wait. What takes longer is evaluated when it is its turn. */
const brief = 50

/** Milliseconds for all that is evaluated in one turn: signals are heard when it is over, and nobody waits two seconds for that. */
export const longestTurn = 1500

/** Thrown where an evaluation was ended: the message goes on from its name, `took longer than 1s`. */
export class EvaluationEnded extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EvaluationEnded'
  }

  /** Why there is no verdict on something: `$.name took longer than 1s`. */
  about(subject: string): string {
    return `${subject} ${this.message}`
  }
}

/** Thrown where something defeated what looked at it; the message is all of the reason. */
export class Undecided extends EvaluationEnded {
  override about(subject: string): string {
    return subject === 'that' ? this.message : `${subject}: ${this.message}`
  }
}

/** Thrown where something takes longer than others can wait for; `whenLoaded` evaluates it once more, when it is its turn. */
class NeedsTurn extends Error {}

/** How much longer may be evaluated without a pause; as long as anybody likes where that is nobody's turn. */
let left = Infinity
let isBrief = false
/** Ends when those that wait for their turn have had it. */
let line: Promise<unknown> = Promise.resolve()
let endedAt = -Infinity

/** Milliseconds that an evaluation may take now, of those that it would be given. */
export function timeLeft(wanted: number): number {
  return Math.min(wanted, left)
}

/** Takes time that was used from that of the turn. */
export function useTime(milliseconds: number): void {
  left -= milliseconds
}

/** What to throw where the time of a turn is over. */
export function turnOver(): Error {
  return isBrief
    ? new NeedsTurn('it takes longer than others can wait for')
    : new EvaluationEnded('took longer than 1.5s, with what was evaluated before it')
}

/** Evaluates what takes little time; throws where it does not. What is evaluated in it belongs to it. */
export function briefly<Result>(work: () => Result): Result {
  if (left !== Infinity) return work()
  left = brief
  isBrief = true
  try {
    return work()
  } finally {
    left = Infinity
    isBrief = false
  }
}

export function needsTurn(error: unknown): boolean {
  return error instanceof NeedsTurn
}

/** Evaluates what takes longer, one after the other; timers, signals, and all that takes little time come in between. */
export async function inTurn<Result>(work: () => Result): Promise<Result> {
  const before = line
  let end: () => void = () => undefined
  line = new Promise<void>(resolve => (end = resolve))
  try {
    await before
    // A server needs several turns of the loop to take in what else is asked of it.
    const pause = endedAt + brief - monotonicTime()
    if (pause > 0) await pass(pause)
    await hearSignals()
    if (isEnding()) throw new EvaluationEnded('was interrupted')
    left = longestTurn
    return work()
  } finally {
    left = Infinity
    endedAt = monotonicTime()
    end()
  }
}
