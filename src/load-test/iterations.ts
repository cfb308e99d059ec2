import path from 'node:path'
import { factsOf, suiteRunBy } from '../actions/index.ts'
import type { DataRow } from '../model/suite.ts'
import type { Plan, PlannedStep, PlannedSuite } from '../plan/plan.ts'
import { planUsedSuite } from '../plan/plan-suite.ts'

/** The suite that one iteration of a load test runs. */
export interface Turn {
  readonly planned: PlannedSuite
  readonly row: DataRow | undefined
}

/** The numbers of a scenario that all threads count in, in memory that they share. */
export type SharedCounts = Int32Array

/** Where each of them stands. */
const place = { turn: 0, planned: 1, calling: 2 } as const

/** How many there are. */
export const countsOfScenario = Object.keys(place).length

/**
 * The iterations of a scenario: its suites in turn, with their rows one after the other, from the first again at the end.
 * Threads that count in the same memory take them in turn, too. With a number of requests there are as many as it takes to
 * send them.
 */
export class Iterations {
  readonly #turns: readonly (Turn & { readonly requests: number })[]
  readonly #requests: number
  readonly #counts: SharedCounts

  constructor({ suites }: Pick<Plan, 'suites'>, counts: SharedCounts, requests = Infinity) {
    const most = Math.max(0, ...suites.map(({ rows }) => rows?.length ?? 1))
    const counted = suites.map(planned => ({ planned, requests: requestsOf(planned) }))
    // Row by row over all suites, so that a folder is not one suite for minutes and then another.
    this.#turns = Array.from({ length: most }, (_, index) =>
      counted.flatMap(({ planned, requests }) => turnOf(planned, index).map(turn => ({ ...turn, requests }))),
    ).flat()
    this.#requests = requests
    this.#counts = counts
  }

  /** How many requests are still to be sent; 0 where no number was given. */
  get unsent(): number {
    return Number.isFinite(this.#requests) ? Math.max(0, this.#requests - this.#planned) : 0
  }

  /** True where there is none any more. */
  get isDone(): boolean {
    return this.#turns.length === 0 || this.#planned >= this.#requests
  }

  /** The next one, if there is one. */
  next(): Turn | undefined {
    if (this.isDone) return undefined
    const number = Atomics.add(this.#counts, place.turn, 1)
    const turn = this.#turns[(number >>> 0) % this.#turns.length]
    if (
      turn === undefined ||
      (Number.isFinite(this.#requests) &&
        Atomics.add(this.#counts, place.planned, turn.requests) >= this.#requests)
    )
      return undefined
    return turn
  }

  /** Has one more caller begin, unless so many do already, in all threads together. */
  enter(callers: number): boolean {
    if (Atomics.add(this.#counts, place.calling, 1) < callers) return true
    this.leave()
    return false
  }

  /** A caller has ended. */
  leave(): void {
    Atomics.sub(this.#counts, place.calling, 1)
  }

  get #planned(): number {
    return Atomics.load(this.#counts, place.planned)
  }
}

function turnOf(planned: PlannedSuite, index: number): readonly Turn[] {
  const { rows } = planned
  if (rows === undefined) return index === 0 ? [{ planned, row: undefined }] : []
  const row = rows[index]
  return row === undefined ? [] : [{ planned, row }]
}

/** How many requests an iteration of a suite sends when every step runs once, those of suites that it uses as well. */
export function requestsOf(planned: PlannedSuite): number {
  const { steps, after } = planned
  return [...steps, ...after].reduce(
    (sum, step) => sum + (step.rows?.length ?? 1) * requestsOfStep(step, planned),
    0,
  )
}

function requestsOfStep({ step }: PlannedStep, caller: PlannedSuite): number {
  const file = suiteRunBy(step)
  if (file === undefined) return factsOf(step.action).sendsRequests === true ? 1 : 0
  const used = planUsedSuite(path.resolve(path.dirname(caller.loaded.suite.file), file), caller)
  return (used.rows?.length ?? 1) * requestsOf(used)
}
