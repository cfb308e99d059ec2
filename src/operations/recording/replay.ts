import type { RecordedExchange } from '../../recording/recorded-exchange.ts'
import type { StepResult } from '../../model/result.ts'
import type { Problem, Result } from '../../model/problem.ts'
import type { Placed } from '../input-keys.ts'
import type { Host } from '../operation.ts'
import { prepareProjects } from '../suites/prepare-run.ts'
import { runPrepared } from '../suites/run-prepared.ts'
import { defined } from '../../util/defined.ts'
import type { PreparedProjects } from '../opening/prepared-run.ts'
import type { RunInput } from '../suites/run-input.ts'
import type { RecordInput } from './record-input.ts'
import type { RecordingSession } from './recording-session.ts'

/** The outcome of a flow that was sent again. */
export interface Replay {
  /** In the order of the steps. */
  readonly steps: readonly ReplayedStep[]
}

/** One step of it. */
export interface ReplayedStep {
  /** Why it did not pass; absent where it did. */
  readonly failure?: string
  readonly exchange?: RecordedExchange
}

/** Sends the steps of a suite once more, by way of the recorder, which knows all of what comes. */
export async function replay(
  file: string,
  input: Placed<RecordInput>,
  session: RecordingSession,
  host: Host,
): Promise<Result<Replay>> {
  const exchanges = new Map<number, RecordedExchange>()
  const results: StepResult[] = []
  const proxy = await session.listen(exchange => {
    if (!exchanges.has(results.length)) exchanges.set(results.length, exchange)
  })
  const run = runOf(file, { ...input, variables: { ...input.variables, baseUrl: proxy.url } })
  try {
    const prepared = await prepareProjects(run, host)
    if (!prepared.ok) return prepared
    const problems: Problem[] = []
    await runPrepared({ ok: true, value: alone(prepared.value) }, run, {
      ...host,
      emit: event => {
        if (event.type === 'step-finished') results.push(event.result)
        if (event.type === 'problem' && event.problem.severity === 'error') problems.push(event.problem)
      },
    })
    if (results.length === 0) return { ok: false, problems }
    const steps = results.map((result, index): ReplayedStep => {
      const exchange = exchanges.get(index)
      return { ...failureOf(result), ...defined({ exchange }) }
    })
    return { ok: true, value: { steps } }
  } finally {
    await proxy.close()
  }
}

/** A run of all steps, whatever becomes of them, of which nothing is remembered. */
function runOf(file: string, input: Placed<RecordInput>): Placed<RunInput> {
  const { workingFolder, processEnvironment, variables } = input
  const { configurationFile, environment, environmentFile, production } = input
  return {
    ...{ workingFolder, processEnvironment, variables },
    ...defined({ configurationFile, environment, environmentFile, production }),
    ...{ paths: [file], stopOnFailure: false, setup: false, history: false },
  }
}

/** Projects without what they would start: the server that was recorded is there. */
function alone({ projects, ...rest }: PreparedProjects): PreparedProjects {
  return {
    ...rest,
    projects: projects.map(one => ({
      ...one,
      configuration: { ...one.configuration, services: [], mocks: [] },
    })),
  }
}

function failureOf({ outcome, failures, skipReason }: StepResult): Pick<ReplayedStep, 'failure'> {
  return outcome === 'passed' ? {} : { failure: failures[0]?.message ?? skipReason ?? outcome }
}
