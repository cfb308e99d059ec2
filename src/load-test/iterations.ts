import { factsOf } from '../actions/index.ts'
import type { DataRow } from '../model/suite.ts'
import type { Plan, PlannedStep, PlannedSuite } from '../plan/plan.ts'

/** What one iteration of a load test runs. */
export interface Turn {
  readonly planned: PlannedSuite
  readonly row: DataRow | undefined
}

/**
 * The iterations of a load test: the suites of a plan in turn, with their rows one after the other, from the first again at
 * the end. With a number of requests there are as many as it takes to send them.
 */
export class Iterations {
  readonly #turns: readonly Turn[]
  readonly #requests: number
  #index = 0
  #planned = 0

  constructor({ suites }: Pick<Plan, 'suites'>, requests = Infinity) {
    const most = Math.max(0, ...suites.map(({ rows }) => rows?.length ?? 1))
    // Row by row over all suites, so that a folder is not one suite for minutes and then another.
    this.#turns = Array.from({ length: most }, (_, index) =>
      suites.flatMap(planned => turnOf(planned, index)),
    ).flat()
    this.#requests = requests
  }

  /** How many requests are still to be sent; 0 where no number was given. */
  get unsent(): number {
    return Number.isFinite(this.#requests) ? Math.max(0, this.#requests - this.#planned) : 0
  }

  /** Whether there is none any more. */
  get isDone(): boolean {
    return this.#turns.length === 0 || this.#planned >= this.#requests
  }

  /** The next one, if there is one. */
  next(): Turn | undefined {
    const turn = this.#turns[this.#index]
    if (turn === undefined || this.isDone) return undefined
    this.#index = (this.#index + 1) % this.#turns.length
    this.#planned += requestsOf(turn.planned)
    return turn
  }
}

function turnOf(planned: PlannedSuite, index: number): readonly Turn[] {
  const { rows } = planned
  if (rows === undefined) return index === 0 ? [{ planned, row: undefined }] : []
  const row = rows[index]
  return row === undefined ? [] : [{ planned, row }]
}

/** How many requests an iteration of a suite sends when every step runs once, those of suites that it uses as well. */
export function requestsOf({ steps, after, loaded }: PlannedSuite): number {
  const counted = (all: readonly PlannedStep[]): number =>
    all.reduce((sum, { step, rows }) => {
      const { sendsRequests, runsSuite } = factsOf(step.action)
      return sum + (sendsRequests === true || runsSuite === true ? (rows?.length ?? 1) : 0)
    }, 0)
  return counted(steps) + (loaded.suite.after.length === 0 ? 0 : counted(after))
}
