import path from 'node:path'
import { RunResources } from '../../actions/resources.ts'
import { type Configuration, permitsExec, type Service } from '../../model/configuration.ts'
import { type InEnvironments, isOf } from '../../model/in-environments.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import type { RunContext, SavedBodies, StartMocks } from '../../run/run-context.ts'
import { mockWay } from '../../run/mock-way.ts'
import type { SharedMocks } from '../../run/shared-mocks.ts'
import { Tally } from '../../run/tally.ts'
import type { Secrets } from '../../secrets/index.ts'
import { renderText } from '../../template/render.ts'
import { createScope, type Scope } from '../../template/scope.ts'
import { hasBraces } from '../../template/template.ts'
import { Seed } from '../../template/seed.ts'
import { defined } from '../../util/defined.ts'
import { randomUuid } from '../../util/random-name.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import { withSetup } from '../../plan/plan.ts'
import type { Host } from '../operation.ts'
import { handsOn, productionIn, unaskedCommand, unaskedHanding } from '../production.ts'
import { layersAround } from './layers-around.ts'
import { environmentNames, environmentOf } from './outer-options.ts'
import type { RunInput } from '../suites/run-input.ts'
import type { PreparedRun } from './prepared-run.ts'

/** The input of an operation about the surroundings of its steps. */
export type SurroundingsInput = Pick<
  RunInput,
  | 'workingFolder'
  | 'variables'
  | 'environment'
  | 'production'
  | 'allowMany'
  | 'allowExec'
  | 'workers'
  | 'bail'
> &
  Partial<Pick<RunInput, 'seed' | 'updateSnapshots' | 'saveDir' | 'repeat' | 'retries'>> &
  Pick<RunContext, 'deadline'> & {
    /** The steps of other projects that did not pass before. */
    readonly unsuccessful?: number
    /** The bodies that all projects of the run have saved. */
    readonly owners?: SavedBodies['owners']
  }

/** The host that is told what happens, and may end it. */
type Surrounding = Pick<RunContext, 'emit' | 'showsBegins' | 'interrupt' | 'insist'> &
  Pick<Host, 'program' | 'session'>

/**
 * The result of work in surroundings, and the calls that the shared mocks could not answer; or why the surroundings
 * could not be made.
 */
export type Surrounded<Value> =
  | { readonly ok: true; readonly value: Value; readonly unanswered: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Starts what the configuration says that suites need, shared mocks first, then services, and stops it whatever happens;
 * `run` is given what its steps share. No problem holds a secret.
 */
export async function inSurroundings<Value>(
  prepared: PreparedRun,
  input: SurroundingsInput,
  host: Surrounding,
  run: (context: RunContext) => Promise<Value>,
): Promise<Surrounded<Value>> {
  const { configuration, secrets, plan } = prepared
  const { mocks, services } = configuration
  const touched = productionIn({ suites: withSetup(plan) })
  const unmeant = handsOn(mocks) ? unaskedHanding(touched, input) : []
  if (unmeant.length > 0) return { ok: false, problems: unmeant }
  const unasked = unaskedCommand(touched, input)
  const inServices = (shared?: SharedMocks): Promise<Surrounded<Value>> => {
    const scope = (service: Service): Scope => sharedScope(prepared, input, service, shared?.variables)
    return withServices({ configuration, mocks: shared, secrets, unasked, scope }, host, () =>
      withContext(prepared, input, host, shared, run),
    )
  }
  if (mocks.length === 0 && services.every(({ mock }) => mock === undefined)) return inServices()
  const shared = await sharedMocksOf(prepared, input)
  const problem = await shared.start(mocks)
  if (problem !== undefined) return { ok: false, problems: secrets.maskDeep([problem]) }
  const ended = await inServices(shared).catch(async (error: unknown) => {
    await shared.stop()
    throw error
  })
  const unanswered = secrets.maskDeep(await shared.stop())
  return ended.ok ? { ...ended, unanswered } : { ...ended, problems: [...ended.problems, ...unanswered] }
}

async function sharedMocksOf(prepared: PreparedRun, input: SurroundingsInput): Promise<SharedMocks> {
  const { configuration, processEnvironment, secrets } = prepared
  const { directory, settings } = configuration
  const { SharedMocks } = await import('../../run/shared-mocks.ts')
  const resources = new RunResources()
  const shared: SharedMocks = new SharedMocks(startMocks, mock => {
    const scope = sharedScope(prepared, input, mock, shared.variables)
    return {
      ...{ directory, scope: () => scope, hide: secrets.add, mask: secrets.mask },
      toolFolder: path.join(directory, '.tool'),
      way: () => mockWay({ settings, resources, processEnvironment, hide: secrets.add }, scope),
    }
  })
  return shared
}

/**
 * Makes the scope that a service sees, or the answers of a shared mock, beside the request: in the environment of the suites that it
 * is started for. Of several environments it is the one that the configuration chooses, else that of the first suite.
 */
function sharedScope(
  { configuration, plan, processEnvironment, secrets: { add, mask } }: PreparedRun,
  input: SurroundingsInput,
  one: InEnvironments,
  mocks: JsonObject = {},
): Scope {
  const names = environmentNames(plan, configuration).filter(name => isOf(one, name))
  const environment = names.includes(configuration.environment) ? configuration.environment : names[0]
  const chosen = environmentOf(defined({ environment }), input, configuration)
  return createScope(
    [
      ...layersAround(input.variables, chosen, configuration),
      { name: 'mocks', values: { mocks }, literal: true },
    ],
    processEnvironment,
    add,
    { mask },
  )
}

const startMocks: StartMocks = async (mocks, context) =>
  (await import('../../mock/index.ts')).startMocks(mocks, context)

/** The configuration, mocks and secrets that services are started with. */
interface ServiceParts {
  readonly configuration: Configuration
  readonly mocks: SharedMocks | undefined
  readonly secrets: Secrets
  /** Why no command is run in production. */
  readonly unasked: readonly Problem[]
  /** Makes the scope that the URL of a service sees. */
  readonly scope: (service: Service) => Scope
}

/** Starts what the configuration says the suites need, and stops it whatever happens. */
async function withServices<Value>(
  { configuration: { services, directory }, mocks, secrets, unasked, scope }: ServiceParts,
  { interrupt, emit, program }: Surrounding,
  run: () => Promise<Value>,
): Promise<Surrounded<Value>> {
  if (services.length === 0) return { ok: true, value: await run(), unanswered: [] }
  const { startServices } = await import('../../run/services/start-services.ts')
  const located = withUrls(mocks === undefined ? services : services.map(one => filled(one, mocks)), scope)
  if (!located.ok) return { ok: false, problems: secrets.maskDeep(located.problems) }
  const started = await startServices(located.value, {
    signal: interrupt,
    emit,
    logFolder: path.join(directory, '.tool', 'services'),
    unasked,
    ...(mocks === undefined ? {} : { mocks }),
    ...(program === undefined ? {} : { program }),
  })
  if (!started.ok) return { ok: false, problems: secrets.maskDeep(started.problems) }
  try {
    return { ok: true, value: await run(), unanswered: [] }
  } finally {
    await started.value.stop()
  }
}

/** Services with the variables filled in that their URLs are made of. */
function withUrls(services: readonly Service[], scope: ServiceParts['scope']): Result<readonly Service[]> {
  const rendered = services.map(service => {
    if (!hasBraces(service.url)) return { service, problems: [] }
    const url = renderText(service.url, scope(service))
    if (url.ok) return { service: { ...service, url: url.value }, problems: [] }
    const problems = url.problems.map(({ message, hint }) =>
      errorProblem({
        code: 'unknown-variable',
        message: `the URL of the service "${service.name}": ${message}`,
        ...defined({ hint }),
      }),
    )
    return { service, problems }
  })
  const problems = rendered.flatMap(one => one.problems)
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: rendered.map(({ service }) => service) }
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

async function withContext<Value>(
  { configuration, processEnvironment, secrets, contract, schemas }: PreparedRun,
  input: SurroundingsInput,
  { emit, showsBegins, interrupt, insist, session }: Surrounding,
  mocks: SharedMocks | undefined,
  run: (context: RunContext) => Promise<Value>,
): Promise<Value> {
  const resources = new RunResources(session)
  const context: RunContext = {
    id: randomUuid(),
    emit,
    ...(showsBegins === undefined ? {} : { showsBegins }),
    secrets,
    resources,
    toolFolder: path.join(configuration.directory, '.tool'),
    workingFolder: input.workingFolder,
    schemas: schemas ?? createSchemaLibrary(),
    processEnvironment,
    interrupt,
    insist,
    ...(input.allowMany === true ? { allowsMany: true } : {}),
    allowsExec: file => input.allowExec === true || permitsExec(configuration, file),
    ...defined({ repeat: input.repeat, retries: input.retries, deadline: input.deadline }),
    workers: input.workers ?? configuration.workers ?? 4,
    ...(input.bail === undefined ? {} : { bail: input.bail }),
    tally: new Tally(input.unsuccessful),
    ...(input.seed === undefined ? {} : { seed: new Seed(input.seed) }),
    startMocks,
    ...(mocks === undefined ? {} : { sharedMocks: mocks }),
    ...(contract === undefined ? {} : { contract }),
    saved: {
      folder:
        input.saveDir === undefined
          ? path.join(configuration.directory, '.tool', 'saved')
          : path.resolve(input.workingFolder, input.saveDir),
      owners: input.owners ?? new Map<string, never>(),
    },
    snapshots: { updates: input.updateSnapshots === true, taken: new Map() },
  }
  try {
    return await run(context)
  } finally {
    await resources.close()
  }
}
