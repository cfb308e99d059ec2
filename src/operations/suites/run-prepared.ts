import path from 'node:path'
import { RunResources } from '../../actions/resources.ts'
import type { Configuration, Service } from '../../model/configuration.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { maskEvent } from '../../run/mask-event.ts'
import type { RunContext, StartMocks } from '../../run/run-context.ts'
import type { SharedMocks } from '../../run/shared-mocks.ts'
import { createScope, type Scope } from '../../template/scope.ts'
import { mockWay } from '../../run/mock-way.ts'
import { runPlan } from '../../run/run-plan.ts'
import { startServices } from '../../run/services/start-services.ts'
import { Tally } from '../../run/tally.ts'
import { HistoryRecorder } from '../../store/history-recorder.ts'
import { FailureRecorder, updateLastRun } from '../../store/last-run.ts'
import type { Secrets } from '../../secrets/index.ts'
import { randomUuid } from '../../util/random-name.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import type { Host } from '../operation.ts'
import { exitCodeOf } from './exit-code.ts'
import { observeStep, rejectIfNothingHeld, rejectIfNothingRan, type Seen } from './nothing-ran.ts'
import type { PreparedRun } from './prepare-run.ts'
import { rejectedRun } from './rejected-run.ts'
import type { RunInput } from './run-input.ts'

/** Who asked for a run: takes what happens, and may interrupt it. The signals are read when it begins. */
type RunHost = Pick<Host, 'interrupt' | 'insist'> &
  Required<Pick<Host, 'emit'>> &
  Pick<RunContext, 'showsBegins'>

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
    if (masked.type === 'step-finished') {
      observeStep(seen, masked.result)
      history?.observe(masked.result)
    } else if (masked.type === 'row-finished' || masked.type === 'suite-finished') recorder.observe(masked)
    host.emit(masked)
    if (event.type === 'run-started') for (const problem of warnings) host.emit({ type: 'problem', problem })
  }
  const ended = await withMocks(prepared.value, input, host, mocks =>
    withServices({ configuration, mocks, secrets }, host, emit, () =>
      runWith(prepared.value, input, host, emit, mocks),
    ),
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

/** Starts the mocks that all suites share, and stops them whatever happens; calls that they could not answer fail the run. */
async function withMocks(
  { configuration, processEnvironment, secrets }: PreparedRun,
  { variables, environment }: RunInput,
  host: RunHost,
  run: (mocks?: SharedMocks) => Promise<RunSummary>,
): Promise<RunSummary> {
  const { mocks, services, directory } = configuration
  if (mocks.length === 0 && services.every(({ mock }) => mock === undefined)) return run()
  const { SharedMocks } = await import('../../run/shared-mocks.ts')
  const scope = (): Scope =>
    sharedScope(configuration, variables, environment, shared.variables, processEnvironment, secrets)
  const { settings } = configuration
  const resources = new RunResources()
  const shared: SharedMocks = new SharedMocks(startMocks, {
    ...{ directory, scope, hide: secrets.add, mask: secrets.mask },
    toolFolder: path.join(directory, '.tool'),
    way: () => mockWay({ settings, resources, processEnvironment, hide: secrets.add }, scope()),
  })
  const problem = await shared.start(mocks)
  if (problem !== undefined) {
    const problems = secrets.maskDeep([problem])
    return { ...rejectedRun(problems, host), exitCode: 3, interrupted: host.interrupt.aborted }
  }
  const ended = await run(shared).catch(async (error: unknown) => {
    await shared.stop()
    throw error
  })
  const unanswered = secrets.maskDeep(await shared.stop())
  if (unanswered.length === 0) return ended
  for (const one of unanswered) host.emit({ type: 'problem', problem: one })
  const { outcome, problems, exitCode } = ended
  return {
    ...ended,
    outcome: outcome === 'errored' ? outcome : 'failed',
    problems: [...problems, ...unanswered],
    exitCode: worstExitCode([exitCode, 1]),
  }
}

/** What the answers of shared mocks see, beside the request. */
function sharedScope(
  { variables, secrets, environments, environment: usual = '' }: Configuration,
  commandLine: JsonObject,
  given: string | undefined,
  mocks: JsonObject,
  processEnvironment: PreparedRun['processEnvironment'],
  { add }: Secrets,
): Scope {
  const chosen = Object.hasOwn(environments, given ?? usual) ? environments[given ?? usual] : undefined
  return createScope(
    [
      { name: '--var', values: commandLine },
      { name: 'environment', values: chosen?.secrets ?? {}, secret: true },
      { name: 'environment', values: chosen?.variables ?? {} },
      { name: 'configuration', values: secrets, secret: true },
      { name: 'configuration', values: variables },
      { name: 'mocks', values: { mocks }, literal: true },
    ],
    processEnvironment,
    add,
  )
}

const startMocks: StartMocks = async (mocks, context) =>
  (await import('../../mock/index.ts')).startMocks(mocks, context)

/** What services are started with. */
interface ServiceParts {
  readonly configuration: Configuration
  readonly mocks: SharedMocks | undefined
  readonly secrets: Secrets
}

/** Starts what the configuration says the suites need, and stops it whatever happens. */
async function withServices(
  { configuration: { services, directory }, mocks, secrets }: ServiceParts,
  host: RunHost,
  emit: (event: RunEvent) => void,
  run: () => Promise<RunSummary>,
): Promise<RunSummary> {
  if (services.length === 0) return run()
  const started = await startServices(
    mocks === undefined ? services : services.map(service => filled(service, mocks)),
    {
      signal: host.interrupt,
      emit,
      logFolder: path.join(directory, '.tool', 'services'),
      ...(mocks === undefined ? {} : { mocks }),
    },
  )
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

/** A service that is told where the mocks are. */
function filled(service: Service, mocks: SharedMocks): Service {
  const environment = Object.entries(service.environment).map(
    ([name, text]) => [name, mocks.fill(text)] as const,
  )
  return {
    ...service,
    command: mocks.fill(service.command),
    url: mocks.fill(service.url),
    environment: Object.fromEntries(environment),
  }
}

async function runWith(
  { plan, configuration, processEnvironment, secrets, contract, schemas }: PreparedRun,
  input: RunInput,
  host: RunHost,
  emit: (event: RunEvent) => void,
  mocks?: SharedMocks,
): Promise<RunSummary> {
  const resources = new RunResources()
  const run: RunContext = {
    id: randomUuid(),
    emit,
    ...(host.showsBegins === undefined ? {} : { showsBegins: host.showsBegins }),
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
    startMocks,
    ...(mocks === undefined ? {} : { sharedMocks: mocks }),
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
