import { onInterruption } from '../../util/interruptions.ts'
import { limitTime } from '../../util/time-limit.ts'
import type { ActionContext } from '../action.ts'
import { type ActionFailure, failed } from '../failure.ts'
import type { CommandEnd } from '../processes/process-tree.ts'
import type { RunningCommand } from '../processes/running-command.ts'
import { ask } from './ask.ts'
import { type Asking, type HealthAnswers, awaitServices, type ServiceHealth } from './await-services.ts'
import type { HealthCommand, HealthRequest } from './health-request.ts'
import { commandsOf } from './started-commands.ts'
import { defined } from '../../util/defined.ts'

/** How a wait ended. */
export interface HealthEnd {
  /** `not-free`: everything was up before the command could be started; `impossible`: see `failure`. */
  readonly state: 'up' | 'timed-out' | 'command-failed' | 'interrupted' | 'not-free' | 'impossible'
  readonly services: readonly ServiceHealth[]
  readonly command?: CommandReport
  readonly failure?: ActionFailure
}

/** The report on the command. */
export interface CommandReport {
  readonly line: string
  /** False when everything was up without it. */
  readonly started: boolean
  /** The file with its output. */
  readonly log?: string
  /** How it ended, if it has. */
  readonly end?: CommandEnd
  /** The end of its output: of a command that was run alone, and where something went wrong. */
  readonly lastLines: readonly string[]
}

/**
 * Waits until all services are up, with a command running that starts them: it goes on until the context's resources
 * are closed, unless something goes wrong. Without services the command is run to its end.
 */
export async function waitForHealth(request: HealthRequest, context: ActionContext): Promise<HealthEnd> {
  const { targets, interval, command } = request
  const { timeout, signal } = context
  const asking: Asking = {
    timeout,
    interval,
    signal,
    ask: (target, stop) => ask(target, request.auth, context, stop),
  }
  if (command === undefined) return endOf(await awaitServices(targets, asking), signal)
  const commands = commandsOf(context.resources)
  const isNeeded = targets.length === 0 || commands.isGoing(command, context)
  const before = isNeeded ? undefined : await lookFirst(request, command, asking)
  if (before !== undefined) return before
  const running = await commands.start(command, context).catch(String)
  return typeof running === 'string' ? unwritableLog(running) : waitBeside(running, request, asking, context)
}

/** How long a first look at what is there may take, in milliseconds. */
const firstLook = 2_000

/** Looks whether the services are up already: a second start would fail, and the first be tested. */
async function lookFirst(
  { targets }: HealthRequest,
  { line, reuse }: HealthCommand,
  asking: Asking,
): Promise<HealthEnd | undefined> {
  const limit = limitTime(asking.signal, firstLook)
  const answers = await Promise.all(targets.map(target => asking.ask(target, limit.signal)))
  limit.release()
  const services = answers.map(({ kind, text, settings }, index) => ({
    url: targets[index]?.name ?? '',
    up: kind === 'up',
    duration: 0,
    answer: text,
    ...defined({ settings }),
  }))
  const command = { line, started: false, lastLines: [] }
  const impossible = answers.find(answer => answer.kind === 'impossible')
  if (impossible !== undefined) return { state: 'impossible', services, failure: impossible.failure }
  if (asking.signal.aborted) return { state: 'interrupted', services }
  if (services.some(({ up }) => !up)) return undefined
  return { state: reuse ? 'up' : 'not-free', services, command }
}

function unwritableLog(reason: string): HealthEnd {
  const { failure } = failed('file-unreadable', {
    reason: `the output of the command cannot be kept: ${reason}`,
  })
  return { state: 'impossible', services: [], failure }
}

/** Waits while the command runs. Unless everything comes up, the command is stopped at once. */
async function waitBeside(
  running: RunningCommand,
  { targets }: HealthRequest,
  asking: Asking,
  context: ActionContext,
): Promise<HealthEnd> {
  const failedEarly = new AbortController()
  void running.ended.then(end => {
    if (hasFailed(end)) failedEarly.abort()
  })
  const signal = AbortSignal.any([asking.signal, failedEarly.signal])
  const ended =
    targets.length === 0
      ? await waitForEnd(running, asking)
      : endOf(await awaitServices(targets, { ...asking, signal }), asking.signal)
  const { end, log } = running
  const state = end !== undefined && hasFailed(end) ? 'command-failed' : ended.state
  const command = defined({
    line: running.command,
    started: true,
    log: log.file,
    end,
    lastLines: state === 'up' && targets.length > 0 ? [] : await log.lastLines(context.mask),
  })
  if (state !== 'up') await running.stop()
  return { ...ended, state, command }
}

async function waitForEnd(running: RunningCommand, { timeout, signal }: Asking): Promise<HealthEnd> {
  const limit = limitTime(signal, timeout)
  const over = new Promise<undefined>(resolve => {
    onInterruption(limit.signal, () => {
      resolve(undefined)
    })
  })
  const end = await Promise.race([running.ended, over])
  limit.release()
  return { state: end === undefined ? (signal.aborted ? 'interrupted' : 'timed-out') : 'up', services: [] }
}

/** A command that ends well may have left the services in the background. */
export function hasFailed(end: CommandEnd): boolean {
  return !('code' in end) || end.code !== 0
}

function endOf({ services, failure }: HealthAnswers, signal: AbortSignal): HealthEnd {
  if (failure !== undefined) return { state: 'impossible', services, failure }
  if (services.every(({ up }) => up)) return { state: 'up', services }
  return { state: signal.aborted ? 'interrupted' : 'timed-out', services }
}
