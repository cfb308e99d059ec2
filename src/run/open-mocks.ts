import path from 'node:path'
import type { Failure, StepResult } from '../model/result.ts'
import type { Mock } from '../model/mock.ts'
import { mockWay } from './mock-way.ts'
import { Callbacks } from './callbacks.ts'
import type { CallProblem, StartMocks } from './run-context.ts'
import type { Maybe } from '../util/maybe.ts'
import type { IterationMocks } from './run-iteration.ts'
import { type Iteration, type IterationListener, sourceLine } from './iteration.ts'

/** The mocks of an iteration while they run. */
interface OpenMocks extends IterationMocks {
  /** Waits for callbacks, and keeps what later ones tell until the end. */
  leave(): Maybe<void>
}

const none: OpenMocks = { close: () => undefined, leave: () => undefined }

/**
 * Starts the mocks of a suite for one iteration over its steps, if it has any. One that cannot be started is told as a result of
 * its own.
 */
export function openMocks(iteration: Iteration, listener: IterationListener): Maybe<OpenMocks> {
  const { startMocks, blocked } = iteration.run
  const { mocks, skip } = iteration.planned.loaded.suite
  return mocks.length === 0 || startMocks === undefined || (blocked ?? skip) !== undefined
    ? none
    : startAll(startMocks, iteration, listener)
}

async function startAll(
  startMocks: StartMocks,
  iteration: Iteration,
  listener: IterationListener,
): Promise<OpenMocks> {
  const { run, planned } = iteration
  const { mocks, file } = planned.loaded.suite
  const callbacks = new Callbacks(iteration, listener)
  const context = {
    callBack: callbacks.begin,
    directory: path.dirname(file),
    toolFolder: run.toolFolder,
    scope: () => iteration.scope(),
    hide: run.secrets.add,
    mask: run.secrets.mask,
    way: () =>
      mockWay(
        {
          settings: planned.settings,
          resources: run.resources,
          processEnvironment: run.processEnvironment,
          hide: run.secrets.add,
        },
        iteration.scope(),
      ),
  }
  const started = await startMocks(mocks, context)
  if (!started.ok) {
    listener.finished(mockResult(iteration, started.mock, 'errored', [started.failure]))
    return { ...none, missing: `the mock "${started.mock.name}" does not run` }
  }
  const { variables, calls, stop } = started.value
  Object.assign(iteration.mocks, variables)
  iteration.received = new Map([...iteration.received, ...calls])
  iteration.settle = callbacks.settle
  return {
    leave: async () => {
      await callbacks.settle()
      callbacks.keep()
    },
    close: async last => {
      callbacks.tell(last)
      await callbacks.settle()
      const ended = await stop()
      await callbacks.settle()
      const [first] = mocks
      const { problem } = callbacks
      if (problem !== undefined && first !== undefined)
        last.finished(mockResult(iteration, first, 'failed', [{ message: problem }], ended.length))
      for (const [index, { mock, problems }] of ended.entries())
        if (problems.length > 0) last.finished(mockResult(iteration, mock, 'failed', problems, index))
    },
  }
}

/** The hint for a call that a mock could not answer. */
export function unansweredHint({ isUnmatched = false }: CallProblem): Pick<Failure, 'hint'> {
  return isUnmatched
    ? {
        hint: 'Describe what is meant in a route of the mock; `unmatched: allow` takes calls that no route answers.',
      }
    : {}
}

/** Makes the result of a mock's problems, as a step would. */
function mockResult(
  iteration: Iteration,
  { name, span }: Mock,
  outcome: 'failed' | 'errored',
  problems: readonly (CallProblem & Pick<Failure, 'hint'>)[],
  position = 0,
): StepResult {
  const kind = outcome === 'failed' ? 'validation' : 'error'
  const { planned } = iteration
  return {
    index: outcome === 'errored' ? 0 : planned.after.length + position,
    phase: outcome === 'errored' ? 'steps' : 'after',
    name: `mock ${name}`,
    action: 'mock',
    span,
    outcome,
    flaky: false,
    attempts: 1,
    startedAt: Date.now(),
    duration: 0,
    validations: [],
    extracts: [],
    failures: problems.map((problem): Failure => {
      const { message, hint, span: place = span } = problem
      return {
        kind,
        message,
        ...(hint === undefined ? unansweredHint(problem) : { hint }),
        span: place,
        sourceLine: sourceLine(iteration, place),
      }
    }),
  }
}
