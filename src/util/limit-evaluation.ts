import { createContext, type RunningScriptOptions, Script } from 'node:vm'
import type { JsonValue } from './json-value.ts'
import { formatDuration } from './quantity.ts'
import { monotonicTime } from './monotonic-time.ts'
import { EvaluationEnded, isTurn, longestTurn, Starved, timeLeft, turnOver, useTime } from './turns.ts'
import { isCollection } from './is-json.ts'

export { EvaluationEnded } from './turns.ts'

/** Milliseconds that one evaluation may take, unless it has very much to look at. */
const evaluationTimeout = 1000

/** Milliseconds for each part of a value, many times what looking at it takes. */
const timePerPart = 0.002

/** Steps that take so little time that nobody need watch over them; watching costs a thread, 40 µs. */
const fewSteps = 100_000

/**
 * Evaluates a value, and ends that when it takes too long: what a schema or a pattern asks for can grow beyond any measure.
 * `stepsPerPart` is how often a part of the value may be looked at; where that is little there is nothing to watch over.
 * The evaluation may be begun again. Throws `EvaluationEnded`.
 */
export function limitEvaluation<Result>(
  value: JsonValue,
  stepsPerPart: number,
  evaluate: () => Result,
): Result {
  if (weigh(value, fewSteps / stepsPerPart) * stepsPerPart <= fewSteps) return evaluate()
  const limit = limitFor(value)
  const used = process.cpuUsage()
  let took: number
  try {
    return endAfter(limit, evaluate)
  } catch (error) {
    took = worked(used)
    if (!(error instanceof EvaluationEnded) || took >= mostOf * limit) throw error
    if (isTurn()) throw new Starved(`${error.message}, and the processor gave it ${formatDuration(took)}`)
  }
  // A machine that is busy with other things left a part of the time only: once more, with the rest beside it.
  const longer = Math.ceil(limit * Math.min(mostTimes, limit / took))
  const usedBefore = process.cpuUsage()
  try {
    return endAfter(longer, evaluate)
  } catch (error) {
    if (!(error instanceof EvaluationEnded)) throw error
    const tookAgain = worked(usedBefore)
    if (tookAgain >= mostOf * limit) throw tooLong(limit)
    // Nobody knows if it would have been over with all of the time: it may be slow, too.
    const given = `the processor gave it ${formatDuration(tookAgain)} the second time`
    throw new EvaluationEnded(`${tooLong(limit).message}, twice, and ${given}`)
  }
}

/** The part of the limit that the processor must have worked for the time to be over. */
const mostOf = 0.7

/** How much longer the second time may be, where the processor was hardly given the first time. */
const mostTimes = 4

/** Milliseconds of the processor since then. */
function worked(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/**
 * Watches over an evaluation that is made of many small ones. The returned function is to be called between them, and throws
 * `EvaluationEnded` when it takes too long for its value.
 */
export function watchEvaluation(value: JsonValue): () => void {
  const started = monotonicTime()
  const first = timeLeft(evaluationTimeout)
  let limit: number | undefined
  return () => {
    const elapsed = monotonicTime() - started
    if (elapsed < first) return
    if (first < evaluationTimeout) throw turnOver()
    limit ??= limitFor(value)
    if (elapsed > limit) throw tooLong(limit)
  }
}

function tooLong(limit: number): EvaluationEnded {
  return new EvaluationEnded(`took longer than ${formatDuration(limit)}`)
}

/** Milliseconds that it may take to evaluate a value. */
function limitFor(value: JsonValue): number {
  const ofParts = Math.ceil(weigh(value, longestTurn / timePerPart) * timePerPart)
  return Math.min(Math.max(evaluationTimeout, ofParts), longestTurn)
}

/** How many parts a value has: values, and every ten characters of text. Counts no further than it takes to have `most`. */
export function weigh(value: JsonValue, most = Infinity): number {
  const pending: JsonValue[] = [value]
  let weight = 0
  for (let part = pending.pop(); part !== undefined && weight <= most; part = pending.pop()) {
    weight += typeof part === 'string' ? 1 + Math.floor(part.length / 10) : 1
    if (!isCollection(part)) continue
    const members = Object.values<JsonValue>(part)
    if (weight + members.length > most) return weight + members.length
    for (const member of members) pending.push(member)
  }
  return weight
}

const room: { work?: () => void } = {}
let runInRoom: ((options: RunningScriptOptions) => void) | undefined

/**
 * Runs what computes without a pause, and ends it after so many milliseconds, wherever it is: nothing of it is caught or
 * cleaned up. Signals wait until then: to stop listening meanwhile would lose those that came before. Throws
 * `EvaluationEnded`.
 */
export function endAfter<Result>(limit: number, work: () => Result): Result {
  let result: { readonly value: Result } | undefined
  runInRoom ??= makeRoom()
  const outer = room.work
  const given = timeLeft(limit)
  if (given <= 0) throw turnOver()
  const used = process.cpuUsage()
  room.work = () => {
    result = { value: work() }
  }
  try {
    runInRoom({ timeout: Math.ceil(given) })
  } catch (error) {
    if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw given < limit ? turnOver() : tooLong(limit)
  } finally {
    if (outer === undefined) {
      delete room.work
      useTime(worked(used))
    } else room.work = outer
  }
  if (result === undefined) throw new Error('what was run has neither ended nor failed')
  return result.value
}

function makeRoom(): (options: RunningScriptOptions) => void {
  const context = createContext(room)
  const script = new Script('work()')
  return options => {
    script.runInContext(context, options)
  }
}

/** The error comes from the context's own realm, where `Error` is another class. */
function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
