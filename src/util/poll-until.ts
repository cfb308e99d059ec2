import { setTimeout as wait } from 'node:timers/promises'
import { longestTimer } from './duration.ts'

/** How asking again and again ended, with the last answer that was not cut off. */
export interface PollEnd<Answer> {
  readonly state: 'done' | 'late' | 'interrupted'
  readonly answer: Answer | undefined
}

/** When to ask again and when to stop. Durations in milliseconds. */
export interface Polling<Answer> {
  readonly timeout: number
  readonly signal: AbortSignal
  /** Whether there is nothing more to ask. */
  readonly isDone: (answer: Answer) => boolean
  /** How long to wait after so many questions. */
  readonly pause: (asked: number) => number
}

/** Asks until the answer is final, time is up or nobody needs it any more. `ask` must not reject. */
export async function pollUntil<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  { timeout, signal, isDone, pause }: Polling<Answer>,
): Promise<PollEnd<Answer>> {
  const deadline = performance.now() + timeout
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(Math.min(Math.ceil(timeout), longestTimer))])
  let answer: Answer | undefined
  for (let asked = 1; ; asked++) {
    const latest = await ask(inTime)
    if (isDone(latest)) return { state: 'done', answer: latest }
    if (signal.aborted) return { state: 'interrupted', answer }
    if (!inTime.aborted) answer = latest
    const left = deadline - performance.now()
    if (left <= 0 || inTime.aborted) return { state: 'late', answer }
    const waited = await wait(Math.min(pause(asked), left), true, { signal }).catch(() => false)
    if (!waited) return { state: 'interrupted', answer }
  }
}
