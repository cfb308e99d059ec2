import { setTimeout as wait } from 'node:timers/promises'
import { isReady, probe, type ProbeAnswer } from './probe.ts'
import type { CommandEnd, ProcessGroup } from './process-group.ts'
import type { Service } from '../../model/configuration.ts'

const shortestPause = 100
const longestPause = 500

/** How waiting for a service ended. */
export type Readiness =
  | { readonly state: 'ready' }
  | { readonly state: 'interrupted' }
  | { readonly state: 'ended'; readonly end: CommandEnd }
  | { readonly state: 'late'; readonly answer: ProbeAnswer }

/** Asks again and again, until the URL answers, the command ends, time is up or nobody needs it any more. */
export async function waitUntilReady(
  { url, timeout }: Service,
  group: ProcessGroup,
  signal: AbortSignal,
): Promise<Readiness> {
  const over = new AbortController()
  const stopAsking = AbortSignal.any([signal, over.signal])
  const ended = group.ended.then((end): Readiness => ({ state: 'ended', end }))
  const outcome = await Promise.race([ended, askUntilReady(url, timeout, stopAsking)])
  over.abort()
  return outcome
}

async function askUntilReady(url: string, timeout: number, signal: AbortSignal): Promise<Readiness> {
  const deadline = Date.now() + timeout
  const withinTime = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  let answer: ProbeAnswer = { reason: 'no answer' }
  for (let pause = shortestPause; ; pause = Math.min(pause * 1.5, longestPause)) {
    const latest = await probe(url, withinTime)
    if (isReady(latest)) return { state: 'ready' }
    if (signal.aborted) return { state: 'interrupted' }
    if (!withinTime.aborted) answer = latest
    const left = deadline - Date.now()
    if (left <= 0) return { state: 'late', answer }
    await wait(Math.min(pause, left), undefined, { signal }).catch(() => undefined)
  }
}
