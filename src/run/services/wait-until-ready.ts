import type { CommandEnd } from '../../actions/processes/process-tree.ts'
import type { RunningCommand } from '../../actions/processes/running-command.ts'
import type { Service } from '../../model/configuration.ts'
import { pollUntil } from '../../util/poll-until.ts'
import { isReady, isRefusal, probe, type ProbeAnswer } from './probe.ts'

const shortestPause = 100
const longestPause = 500

/** The same refusal for so long, in milliseconds, is the answer. */
const longestRefusal = 10_000

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
  let refusedSince: { readonly status: number; readonly at: number } | undefined
  const isFinal = (answer: ProbeAnswer): boolean => {
    const status = 'status' in answer && isRefusal(answer.status) ? answer.status : undefined
    if (status === undefined) refusedSince = undefined
    else if (refusedSince?.status !== status) refusedSince = { status, at: Date.now() }
    return refusedSince !== undefined && Date.now() - refusedSince.at >= longestRefusal
  }
  const { state, answer } = await pollUntil(stop => probe(url, stop), {
    timeout,
    signal,
    isDone: answered => isReady(answered) || isFinal(answered),
    pause: asked => Math.min(shortestPause * 1.5 ** (asked - 1), longestPause),
  })
  if (state === 'late') return { state, answer: answer ?? { reason: 'no answer' } }
  if (state === 'done' && answer !== undefined && !isReady(answer)) return { state: 'late', answer }
  return { state: state === 'done' ? 'ready' : state }
}
