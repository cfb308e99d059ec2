import type { CommandEnd } from '../../actions/processes/process-tree.ts'
import type { RunningCommand } from '../../actions/processes/running-command.ts'
import type { Service } from '../../model/configuration.ts'
import { pollUntil } from '../../util/poll-until.ts'
import { isReady, probe, type ProbeAnswer } from './probe.ts'

const shortestPause = 100
const longestPause = 500

/** How waiting for a service ended. */
export type Readiness =
  | { readonly state: 'ready' }
  | { readonly state: 'interrupted' }
  | { readonly state: 'ended'; readonly end: CommandEnd }
  | { readonly state: 'late'; readonly answer: ProbeAnswer }

/** Asks again and again, until the URL answers, the command ends, time is up or it is no longer needed. */
export async function waitUntilReady(
  { url, timeout }: Service,
  command: RunningCommand,
  signal: AbortSignal,
): Promise<Readiness> {
  const over = new AbortController()
  const stopAsking = AbortSignal.any([signal, over.signal])
  const ended = command.ended.then((end): Readiness => ({ state: 'ended', end }))
  const outcome = await Promise.race([ended, askUntilReady(url, timeout, stopAsking)])
  over.abort()
  return outcome
}

async function askUntilReady(url: string, timeout: number, signal: AbortSignal): Promise<Readiness> {
  const { state, answer } = await pollUntil(stop => probe(url, stop), {
    timeout,
    signal,
    isDone: isReady,
    pause: asked => Math.min(shortestPause * 1.5 ** (asked - 1), longestPause),
  })
  if (state === 'late') return { state, answer: answer ?? { reason: 'no answer' } }
  return { state: state === 'done' ? 'ready' : state }
}
