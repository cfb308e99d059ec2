import path from 'node:path'
import type { UsedSuite } from '../actions/action.ts'
import { isOnce } from '../actions/index.ts'
import { RunResources } from '../actions/resources.ts'
import type { Environment } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import type { StepResult } from '../model/result.ts'
import { type Step, withGrouped } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import type { Cleanup, Iteration, IterationListener } from './iteration.ts'
import { cleanUpUsed } from './run-iteration.ts'
import { secretVariables } from './secret-variables.ts'
import { copyOf } from '../util/copy-of.ts'
import { mapValues } from '../util/map-values.ts'

/** A suite that runs one time for all of a run. */
interface OnceRun {
  readonly used: Promise<UsedSuite>
  /** Where the step stands that it ran for. */
  readonly place: string
  /** The resources that it keeps open until the run is over. */
  readonly session: RunResources
}

/** The context that such a suite runs with. */
export interface OnceStart {
  /** The variables that serve as credentials somewhere in the run. */
  readonly secretNames: ReadonlySet<string>
  readonly session: RunResources
  readonly cleanups: Cleanup[]
}

/** The work that such a suite has left to be done. */
interface OnceEnd extends Pick<OnceStart, 'session' | 'cleanups'> {
  readonly planned: PlannedSuite
}

/** The suites that run one time in a run, whoever uses them: with the same values and in the same environment. */
export class OnceRuns {
  readonly #runs = new Map<Environment, Map<string, OnceRun>>()
  readonly #ends: OnceEnd[] = []
  readonly #folder: string
  readonly #suites: readonly PlannedSuite[]
  #secretNames: ReadonlySet<string> | undefined

  /** Places are told relative to the folder; `suites` are those of the run. */
  constructor(folder: string, suites: readonly PlannedSuite[]) {
    this.#folder = folder
    this.#suites = suites
  }

  /** The variables that serve as credentials somewhere in the run. */
  get secretNames(): ReadonlySet<string> {
    return (this.#secretNames ??= secretNamesIn(this.#suites))
  }

  /** Returns the values of a suite that a step uses; the first step has it run, the others wait for its outcome. */
  async take(
    planned: PlannedSuite,
    given: JsonObject,
    { iteration: caller, step }: { readonly iteration: Iteration; readonly step: Step },
    begin: (planned: PlannedSuite, start: OnceStart) => Promise<UsedSuite>,
  ): Promise<UsedSuite> {
    const runs = this.#in(planned.values.environment)
    const key = `${planned.loaded.suite.file}\n${canonicalJson(given)}`
    const before = runs.get(key)
    const run = before ?? this.#begin(planned, caller, step, begin)
    runs.set(key, run)
    const used = await run.used
    caller.session.adopt(run.session)
    if (before === undefined) return used
    return { ...used, variables: mapValues(used.variables, copyOf), doneIn: run.place }
  }

  #in(environment: Environment): Map<string, OnceRun> {
    const known = this.#runs.get(environment) ?? new Map<string, OnceRun>()
    this.#runs.set(environment, known)
    return known
  }

  #begin(
    used: PlannedSuite,
    { planned: caller }: Iteration,
    { span }: Step,
    begin: (planned: PlannedSuite, start: OnceStart) => Promise<UsedSuite>,
  ): OnceRun {
    const planned = { ...used, file: this.#nameOf(used) }
    const { secretNames } = this
    const start: OnceStart = { session: new RunResources(), cleanups: [], secretNames }
    this.#ends.unshift({ planned, ...start })
    const place = `${this.#nameOf(caller)}:${span.start.line}`
    return { used: begin(planned, start), place, session: start.session }
  }

  #nameOf({ loaded }: PlannedSuite): string {
    return path.relative(this.#folder, loaded.suite.file).replaceAll(path.sep, '/')
  }

  /** Does what is left to be done, of the last one first, and tells what came of it; all of it, whatever is thrown. */
  async end(tell: (planned: PlannedSuite, results: readonly StepResult[]) => void): Promise<void> {
    const next = this.#ends.shift()
    if (next === undefined) return
    const { planned, cleanups, session } = next
    const results: StepResult[] = []
    const listener: IterationListener = { finished: result => results.push(result) }
    try {
      await cleanUpUsed(cleanups, listener)
      await session.close()
      if (results.length > 0) tell(planned, results)
    } finally {
      await this.end(tell)
    }
  }
}

/**
 * Collects the names of credentials. One of a suite is hidden before another suite tells of it, which takes the same:
 * by its name, and by the one that a step takes it from.
 */
function secretNamesIn(suites: readonly PlannedSuite[]): ReadonlySet<string> {
  const names = new Set(suites.flatMap(planned => [...secretVariables(planned)]))
  const extracts = suites
    .flatMap(planned => withGrouped(planned.steps.map(({ step }) => step)))
    .filter(isOnce)
    .flatMap(step => step.extracts)
  for (const extract of extracts)
    if ('target' in extract && extract.target.kind === 'json-path' && names.has(extract.variable)) {
      const [, taken] = /^\$\.(\w+)/.exec(extract.target.path) ?? []
      if (taken !== undefined) names.add(taken)
    }
  return names
}
