import { existsSync } from 'node:fs'
import type { Problem, Result } from '../../model/problem.ts'
import type { ServiceChanged } from '../../model/run-event.ts'
import { describeEnd } from '../../actions/processes/command-end.ts'
import { type RunningCommand, startCommand } from '../../actions/processes/running-command.ts'
import { isReady, probe } from './probe.ts'
import { type Readiness, waitUntilReady } from './wait-until-ready.ts'
import type { Service } from '../../model/configuration.ts'
import { formatDuration } from '../../util/quantity.ts'
import type { Mock } from '../../model/mock.ts'
import type { SharedMocks } from '../shared-mocks.ts'
import { alreadyRunning, endedTooEarly, neverReady, notStartable } from './service-problem.ts'

/** The context that the run gives to each of its services. */
export interface ServiceContext {
  /** Aborted when the service is no longer needed. */
  readonly signal: AbortSignal
  readonly emit: (event: ServiceChanged) => void
  /** Folder of the services' output, such as `.tool/services`. */
  readonly logFolder: string
  /** Why no command is run; empty where one may. */
  readonly unasked: readonly Problem[]
  /** The mocks that stand in for services. */
  readonly mocks?: SharedMocks
  /** How this program is started: what a command that begins with `apitest` means, whatever is installed under that name. */
  readonly program?: readonly string[]
}

/** A service that answered at its URL. */
export interface RunningService {
  /** Ends it and everything it started; a reused one stays. */
  stop(): Promise<void>
}

/**
 * Finds the service running, or starts it and waits until its URL answers. Without problems when it fails only because
 * the signal was aborted.
 */
export async function startService(
  definition: Service,
  context: ServiceContext,
): Promise<Result<RunningService>> {
  const { name, url, reuse } = definition
  if (!isWebAddress(url))
    return { ok: false, problems: [notStartable(definition, `"${url}" is no http:// or https:// URL`)] }
  const isRunning = isReady(await probe(url, context.signal))
  if (isRunning && !reuse) return { ok: false, problems: [alreadyRunning(definition)] }
  if (isRunning) {
    context.emit({ type: 'service', name, state: 'reused', message: `${name} answers at ${url} already` })
    if (definition.mock !== undefined) context.mocks?.useRealService(name, new URL(url).origin)
    return { ok: true, value: { stop: () => Promise.resolve() } }
  }
  if (context.signal.aborted) return { ok: false, problems: [] }
  if (definition.mock === undefined && context.unasked.length > 0)
    return { ok: false, problems: context.unasked }
  return definition.mock === undefined
    ? launch(definition, context)
    : standIn(definition.mock, definition, context)
}

/** A mock in place of a service, which listens where that is expected. It ends with the other mocks of the run. */
async function standIn(
  mock: Mock,
  { name, url }: Service,
  { mocks, emit }: ServiceContext,
): Promise<Result<RunningService>> {
  const { hostname, port } = new URL(url)
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname.replaceAll(/[[\]]/g, '')
  const problem = await mocks?.start([{ ...mock, host, port: Number(port === '' ? 80 : port) }])
  if (problem !== undefined) return { ok: false, problems: [problem] }
  mocks?.standIns.push(name)
  emit({
    type: 'service',
    name,
    state: 'ready',
    message: `${name} does not answer at ${url}: a mock stands in for it`,
  })
  return { ok: true, value: { stop: () => Promise.resolve() } }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

async function launch(definition: Service, context: ServiceContext): Promise<Result<RunningService>> {
  const { name, command, directory, url } = definition
  const startedAt = Date.now()
  const tell = (state: ServiceChanged['state'], message: string): void => {
    context.emit({ type: 'service', name, state, message: `${name} ${message}` })
  }
  if (!existsSync(directory))
    return { ok: false, problems: [notStartable(definition, `the folder ${directory} does not exist`)] }
  tell('starting', `is started: ${command}`)
  const environment = { ...process.env, ...definition.environment }
  const { logFolder, program } = context
  const line = withOwnProgram(command, program)
  const running = await startCommand({
    command: line,
    directory,
    environment,
    logFolder,
    logName: name,
  }).catch(String)
  if (typeof running === 'string') return { ok: false, problems: [notStartable(definition, running)] }
  const outcome = await waitUntilReady(definition, running, context.signal)
  if (outcome.state === 'ready') {
    tell('ready', `answers at ${url} after ${formatDuration(Date.now() - startedAt)}`)
    return {
      ok: true,
      value: serviceOf(running, message => {
        tell('stopped', message)
      }),
    }
  }
  const problems = await problemsOf(definition, outcome, running)
  await running.stop()
  tell('stopped', 'was stopped before it was ready')
  return { ok: false, problems }
}

/** A command that begins with `apitest` starts this very program. */
function withOwnProgram(command: string, program: readonly string[] = []): string {
  if (program.length === 0) return command
  return command.replace(/^apitest(?=\s|$)/, () => program.map(word => `"${word}"`).join(' '))
}

function serviceOf(running: RunningCommand, stopped: (message: string) => void): RunningService {
  let state: 'running' | 'stopping' | 'ended' = 'running'
  // It should not end before it is stopped: the steps that fail from then on want a reason.
  void running.ended.then(end => {
    if (state !== 'running') return
    state = 'ended'
    stopped(describeEnd(end))
  })
  return {
    async stop() {
      const wasRunning = state === 'running'
      if (wasRunning) state = 'stopping'
      await running.stop()
      if (wasRunning) stopped('was stopped')
    },
  }
}

async function problemsOf(
  definition: Service,
  outcome: Exclude<Readiness, { state: 'ready' }>,
  { log }: RunningCommand,
): Promise<readonly Problem[]> {
  switch (outcome.state) {
    case 'ended':
      return [await endedTooEarly(definition, outcome.end, log)]
    case 'late':
      return [await neverReady(definition, outcome.answer, log)]
    case 'interrupted':
      return []
  }
}
