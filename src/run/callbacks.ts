import { type ActionFailure, unfit } from '../actions/failure.ts'
import { factsOf } from '../actions/index.ts'
import { callbackOwner } from '../model/mock.ts'
import type { StepResult } from '../model/result.ts'
import type { Step } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { text } from '../util/read-values.ts'
import { plural } from '../util/quantity.ts'
import { Iteration, type IterationListener } from './iteration.ts'
import type { Callback } from './run-context.ts'
import { runUsedIteration } from './run-iteration.ts'

/** The most callbacks of one pass over a suite. */
const mostCallbacks = 1000

/** The callbacks of an iteration's mocks after their answers: steps that run beside those of the suite. */
export class Callbacks {
  readonly #iteration: Iteration
  #listener: IterationListener
  readonly #kept: StepResult[] = []
  readonly #outstanding = new Set<Promise<void>>()
  readonly #planned = new Map<readonly Step[], PlannedSuite>()
  /** The errors that were thrown while nobody waited. */
  readonly #errors: unknown[] = []
  #count = 0
  #results = 0

  constructor(iteration: Iteration, listener: IterationListener) {
    this.#iteration = iteration
    this.#listener = listener
  }

  /** Runs the steps of a callback when its answer has been sent. */
  readonly begin = (callback: Callback): void => {
    if (++this.#count > mostCallbacks) return
    const running = this.#run(callback)
      .catch((error: unknown) => {
        this.#errors.push(error)
      })
      .finally(() => this.#outstanding.delete(running))
    this.#outstanding.add(running)
  }

  /** Waits for all that have begun, and for those that they lead to. Throws what one of them threw. */
  readonly settle = async (): Promise<void> => {
    while (this.#outstanding.size > 0) await Promise.all(this.#outstanding)
    if (this.#errors.length > 0) throw this.#errors.shift()
  }

  /** Keeps what comes from now on until somebody is told: the steps that a used suite has told of are over. */
  readonly keep = (): void => {
    this.#listener = { finished: result => this.#kept.push(result) }
  }

  /** Tells another one from now on, with what was kept. */
  readonly tell = (listener: IterationListener): void => {
    this.#listener = listener
    for (const result of this.#kept.splice(0)) listener.finished(result)
  }

  /** The problem of having too many callbacks. */
  get problem(): string | undefined {
    const more = this.#count - mostCallbacks
    return more > 0
      ? `${plural(more, 'callback')} did not run: there are ${mostCallbacks} at most`
      : undefined
  }

  async #run({ mock, route, steps, around, sent }: Callback): Promise<void> {
    if (!(await sent)) return
    const outer = this.#iteration
    const planned = this.#planOf(steps)
    const given = { ...outer.locals, ...outer.extracted }
    const hosts = mock.callbackHosts ?? []
    const iteration = new Iteration(planned, outer.run, {
      row: outer.row,
      given,
      caller: outer,
      around,
      refuse: (step, input) => refusedTarget(step, text(input[step.action]), hosts),
    })
    Object.assign(iteration.mocks, outer.mocks)
    iteration.received = new Map([...iteration.received, ...outer.received])
    const owner = callbackOwner(mock, route)
    await runUsedIteration(planned, iteration, {
      started: name => {
        this.#listener.started?.(`${owner}: ${name}`)
      },
      finished: result => {
        this.#listener.finished(this.#told({ ...result, mock: mock.name }, owner))
      },
    })
  }

  /** A result among those of the suite, behind its steps. */
  #told(result: StepResult, owner: string): StepResult {
    const index = this.#iteration.planned.steps.length + this.#results++
    const { writtenName } = result
    return {
      ...result,
      index,
      name: `${owner}: ${result.name}`,
      ...(writtenName === undefined ? {} : { writtenName: `${owner}: ${writtenName}` }),
    }
  }

  #planOf(steps: readonly Step[]): PlannedSuite {
    const known = this.#planned.get(steps)
    if (known !== undefined) return known
    const { rows: _, ...outer } = this.#iteration.planned
    const { loaded, settings } = outer
    const transport = { ...settings.transport, 'follow-redirects': false }
    const planned: PlannedSuite = {
      ...outer,
      loaded: { ...loaded, suite: { ...loaded.suite, steps, after: [], mocks: [] } },
      steps: steps.map(step => ({ step, judgedByRow: false, isLastJudge: false })),
      after: [],
      settings: { ...settings, transport },
    }
    this.#planned.set(steps, planned)
    return planned
  }
}

/**
 * Why a request does not go where the program under test wants it to: callbacks go to this machine, to hosts that are written out,
 * and to those that the mock lists.
 */
function refusedTarget(
  step: Step,
  rendered: string | undefined,
  hosts: readonly string[],
): ActionFailure | undefined {
  const written = step.input[step.action]
  const [, url = ''] = /^\s*(?:[A-Za-z]+\s+)?(\S+)/.exec(rendered ?? '') ?? []
  if (factsOf(step.action).sendsRequests !== true || (typeof written === 'string' && isWrittenOut(written)))
    return undefined
  const host = URL.canParse(url) ? new URL(url).hostname : undefined
  if (host !== undefined && (isLoopback(host) || hosts.includes(host))) return undefined
  return unfit(
    `a callback does not go to ${host ?? url}`,
    'Callbacks go to this machine; list other hosts under `callback-hosts` of the mock.',
  ).failure
}

function isWrittenOut(address: string): boolean {
  return /^[A-Za-z]+\s+https?:\/\/[^{}/?#@]+(?:[/?#]|$)/i.test(address)
}

function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(host)
}
