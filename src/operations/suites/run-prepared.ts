import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { RunResources } from '../../actions/resources.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Result } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { maskEvent } from '../../run/mask-event.ts'
import type { RunContext } from '../../run/run-context.ts'
import { runPlan } from '../../run/run-plan.ts'
import { startServices } from '../../run/services/start-services.ts'
import { Tally } from '../../run/tally.ts'
import { HistoryRecorder } from '../../store/history-recorder.ts'
import { FailureRecorder, updateLastRun } from '../../store/last-run.ts'
import type { Secrets } from '../../secrets/index.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import type { Host } from '../operation.ts'
import { exitCodeOf } from './exit-code.ts'
import { observeStep, rejectIfNothingHeld, rejectIfNothingRan, type Seen } from './nothing-ran.ts'
import type { PreparedRun } from './prepare-run.ts'
import { rejectedRun } from './rejected-run.ts'
import type { RunInput } from './run-input.ts'

/** Who asked for a run: takes what happens, and may interrupt it. The signals are read when it begins. */
type RunHost = Pick<Host, 'interrupt' | 'insist'> & Required<Pick<Host, 'emit'>>

/** Runs what was prepared. The last event is always `run-finished`. */
export async function runPrepared(
  prepared: Result<PreparedRun>,
  input: RunInput,
  host: RunHost,
): Promise<RunSummary> {
  if (!prepared.ok) return finish(host, input, rejectedRun(prepared.problems, host))
  const { warnings, configuration, secrets } = prepared.value
  const recorder = new FailureRecorder(input.workingFolder)
  const keepsHistory = input.history ?? configuration.history
  const history = keepsHistory ? new HistoryRecorder(configuration.directory) : undefined
  const seen: Seen = { hasTested: false }
  const emit = (event: RunEvent): void => {
    const masked = maskEvent(event, secrets)
    if (masked.type === 'step-finished') observeStep(seen, masked.result)
    recorder.observe(masked)
    history?.observe(masked)
    host.emit(masked)
    if (event.type === 'run-started') for (const problem of warnings) host.emit({ type: 'problem', problem })
  }
  const ended = await withServices(configuration, host, emit, secrets, () =>
    runWith(prepared.value, input, host, emit),
  )
  const unwritten = await Promise.all([
    history?.finish() ?? [],
    updateLastRun(configuration.directory, recorder),
  ])
  for (const problem of unwritten.flat()) host.emit({ type: 'problem', problem })
  const ran = rejectIfNothingRan(ended, seen)
  const summary = input.shard === undefined ? rejectIfNothingHeld(ran) : ran
  if (summary !== ended) for (const problem of summary.problems) host.emit({ type: 'problem', problem })
  return finish(host, input, { ...summary, exitCode: exitCodeOf(summary, input) })
}

function finish(host: RunHost, { shard }: RunInput, ended: RunSummary): RunSummary {
  const summary = { ...ended, ...(shard === undefined ? {} : { shard }) }
  host.emit({ type: 'run-finished', summary })
  return summary
}

/** Starts what the configuration says the suites need, and stops it whatever happens. */
async function withServices(
  { services, directory }: Configuration,
  host: RunHost,
  emit: (event: RunEvent) => void,
  secrets: Secrets,
  run: () => Promise<RunSummary>,
): Promise<RunSummary> {
  if (services.length === 0) return run()
  const started = await startServices(services, {
    signal: host.interrupt,
    emit,
    logFolder: path.join(directory, '.tool', 'services'),
  })
  if (!started.ok)
    return {
      ...rejectedRun(secrets.maskDeep(started.problems), host),
      exitCode: 3,
      interrupted: host.interrupt.aborted,
    }
  try {
    return await run()
  } finally {
    await started.value.stop()
  }
}

async function runWith(
  { plan, configuration, processEnvironment, secrets, contract, schemas }: PreparedRun,
  input: RunInput,
  host: RunHost,
  emit: (event: RunEvent) => void,
): Promise<RunSummary> {
  const resources = new RunResources()
  const run: RunContext = {
    id: randomUUID(),
    emit,
    secrets,
    resources,
    toolFolder: path.join(configuration.directory, '.tool'),
    schemas: schemas ?? createSchemaLibrary(),
    processEnvironment,
    interrupt: host.interrupt,
    insist: host.insist,
    allowsExec: file => input.allowExec === true || permitsExec(configuration, file),
    workers: input.workers ?? configuration.workers ?? 4,
    ...(input.bail === undefined ? {} : { bail: input.bail }),
    tally: new Tally(),
    startMocks: async (mocks, context) => (await import('../../mock/index.ts')).startMocks(mocks, context),
    ...(contract === undefined ? {} : { contract }),
  }
  try {
    const summary = await runPlan(plan, run, input.environment ?? configuration.environment)
    return contract === undefined ? summary : { ...summary, coverage: contract.coverage }
  } finally {
    await resources.close()
  }
}

function permitsExec({ allowExec }: Configuration, file: string): boolean {
  if (typeof allowExec === 'boolean') return allowExec
  return allowExec.some(folder => file === folder || file.startsWith(folder + path.sep))
}
