import { setTimeout as pass } from 'node:timers/promises'
import { hearSignals, isEnding } from './interruptions.ts'
import { monotonicTime } from './monotonic-time.ts'

/** Milliseconds of evaluating for which nobody has to wait. What takes longer is evaluated when it is its turn. */
const brief = 50

/** The same where others wait already: many that come at once take it one after the other. */
const briefer = 20

/** Rounds of the event loop that others get between two turns, in each of which a server takes in one client. */
const roundsForOthers = 200

/**
 * Milliseconds for all that is evaluated in one turn, of the processor and of the clock: signals are heard when it is over, and
 * nobody waits two seconds for that.
 */
export const longestTurn = 1500

/** Turns that one evaluation may have on a machine that is too busy to give it the whole of one. */
const mostTurns = 4

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

/** Thrown where the clock has ended something of which the processor has done little: in another turn it may come to its end. */
export class Starved extends EvaluationEnded {}

/** How much longer may be evaluated without a pause; as long as anybody likes where that is nobody's turn. */
let left = Infinity
/** When the turn is over by the clock. */
let overAt = Infinity
let isBrief = false
/** Ends when those that wait for their turn have had it. */
let line: Promise<unknown> = Promise.resolve()
/** How many have had no turn yet, or have it now. */
let inLine = 0
/** The turn before: when it ended, how long it took. */
let last = { endedAt: -Infinity, took: 0 }

/** Milliseconds that an evaluation may take now, of those that it would be given. */
export function timeLeft(wanted: number): number {
  return Math.min(wanted, left, overAt === Infinity ? Infinity : overAt - monotonicTime())
}

/** Takes time that was used from that of the turn. */
export function useTime(milliseconds: number): void {
  left -= milliseconds
}

/** True where a turn goes on. */
export function isTurn(): boolean {
  return overAt !== Infinity
}

/** The error to throw where the time of a turn is over. */
export function turnOver(): Error {
  if (isBrief) return new NeedsTurn('it takes longer than others can wait for')
  const Reason = left > 0 ? Starved : EvaluationEnded
  return new Reason('took longer than 1.5s, with what was evaluated before it')
}

/** Evaluates what takes little time; throws where it does not. What is evaluated in it belongs to it. */
export function briefly<Result>(work: () => Result): Result {
  const isFirst = beginBriefly()
  try {
    return work()
  } finally {
    if (isFirst) endBriefly()
  }
}

/** Begins what `briefly` does; false where something else has begun it, which then ends it. */
export function beginBriefly(): boolean {
  if (left !== Infinity) return false
  left = inLine > 0 ? briefer : brief
  isBrief = true
  return true
}

export function endBriefly(): void {
  left = Infinity
  isBrief = false
}

export function needsTurn(error: unknown): boolean {
  return error instanceof NeedsTurn
}

/** Evaluates what takes longer, one after the other; timers, signals, and all that takes little time come in between. */
export async function inTurn<Result>(work: () => Result): Promise<Result> {
  const before = line
  let end: () => void = () => undefined
  line = new Promise<void>(resolve => (end = resolve))
  inLine++
  try {
    await before
    for (let turns = 1; ; turns++) {
      await leaveToOthers()
      if (isEnding()) throw new EvaluationEnded('was interrupted')
      try {
        return takeTurn(work)
      } catch (error) {
        if (!(error instanceof Starved) || turns === mostTurns) throw error
      }
    }
  } finally {
    inLine--
    end()
  }
}

function takeTurn<Result>(work: () => Result): Result {
  const began = monotonicTime()
  left = longestTurn
  overAt = began + longestTurn
  try {
    return work()
  } finally {
    left = Infinity
    overAt = Infinity
    const endedAt = monotonicTime()
    last = { endedAt, took: endedAt - began }
  }
}

/** Gives others time behind a turn: until all that has come meanwhile is taken in, but no longer than the turn took. */
async function leaveToOthers(): Promise<void> {
  const { endedAt, took } = last
  const pause = endedAt + brief - monotonicTime()
  if (pause > 0) await pass(pause)
  for (let round = 0; round < roundsForOthers && !isEnding(); round++) {
    await hearSignals()
    if (monotonicTime() - endedAt > took) break
  }
}
