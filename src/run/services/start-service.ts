import { existsSync } from 'node:fs'
import type { Problem, Result } from '../../model/problem.ts'
import type { ServiceChanged } from '../../model/run-event.ts'
import { describeAnswer, isReady, probe } from './probe.ts'
import { type ProcessGroup, startProcessGroup } from './process-group.ts'
import { type Readiness, waitUntilReady } from './wait-until-ready.ts'
import type { Service } from '../../model/configuration.ts'
import { formatDuration } from '../../util/quantity.ts'
import { openServiceLog, type ServiceLog } from './service-log.ts'
import { alreadyRunning, describeEnd, endedTooEarly, neverReady, notStartable } from './service-problem.ts'

/** What the run gives to each of its services. */
export interface ServiceContext {
  /** Aborted when nobody needs the service any more. */
  readonly signal: AbortSignal
  readonly emit: (event: ServiceChanged) => void
  /** Folder of the services' output, such as `.tool/services`. */
  readonly logFolder: string
}

/** A service that answered at its URL. */
export interface RunningService {
  /** Ends it and everything it started; a reused one stays. */
  stop(): Promise<void>
}

/** Between SIGTERM and SIGKILL. */
const patience = 5_000

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
    return { ok: true, value: { stop: () => Promise.resolve() } }
  }
  return context.signal.aborted ? { ok: false, problems: [] } : launch(definition, context)
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
  const log = await openServiceLog(context.logFolder, name).catch(String)
  if (typeof log === 'string') return { ok: false, problems: [notStartable(definition, log)] }
  const environment = { ...process.env, ...definition.environment }
  const group = startProcessGroup(command, { directory, environment, output: log.output })
  const outcome = await waitUntilReady(definition, group, context.signal)
  if (outcome.state === 'ready') {
    tell('ready', `answers at ${url} after ${formatDuration(Date.now() - startedAt)}`)
    return {
      ok: true,
      value: serviceOf(group, log, message => {
        tell('stopped', message)
      }),
    }
  }
  const problems = await problemsOf(definition, outcome, log)
  await release(group, log)
  tell('stopped', 'was stopped before it was ready')
  return { ok: false, problems }
}

function serviceOf(group: ProcessGroup, log: ServiceLog, stopped: (message: string) => void): RunningService {
  let state: 'running' | 'stopping' | 'ended' = 'running'
  // It should not end before it is stopped: the steps that fail from then on want a reason.
  void group.ended.then(end => {
    if (state !== 'running') return
    state = 'ended'
    stopped(describeEnd(end))
  })
  return {
    async stop() {
      const wasRunning = state === 'running'
      if (wasRunning) state = 'stopping'
      await release(group, log)
      if (wasRunning) stopped('was stopped')
    },
  }
}

async function release(group: ProcessGroup, log: ServiceLog): Promise<void> {
  await group.stop(patience)
  await log.close()
}

async function problemsOf(
  definition: Service,
  outcome: Exclude<Readiness, { state: 'ready' }>,
  log: ServiceLog,
): Promise<readonly Problem[]> {
  switch (outcome.state) {
    case 'ended':
      return [await endedTooEarly(definition, outcome.end, log)]
    case 'late':
      return [await neverReady(definition, describeAnswer(outcome.answer), log)]
    case 'interrupted':
      return []
  }
}
