import { sleep } from './interruptions.ts'
import { limitTime } from './time-limit.ts'

/** How asking again and again ended, with the last answer that was not cut off. */
export interface PollEnd<Answer> {
  readonly state: 'done' | 'late' | 'interrupted'
  readonly answer: Answer | undefined
}

/** When to ask again and when to stop. Durations in milliseconds. */
export interface Polling<Answer> {
  readonly timeout: number
  readonly signal: AbortSignal
  /** True where there is nothing more to ask. */
  readonly isDone: (answer: Answer) => boolean
  /** How long to wait after so many questions. */
  readonly pause: (asked: number) => number
}

/** Asks until the answer is final, time is up or nobody needs it any more. `ask` must not reject. */
export async function pollUntil<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  polling: Polling<Answer>,
): Promise<PollEnd<Answer>> {
  const limit = limitTime(polling.signal, polling.timeout)
  try {
    return await poll(ask, polling, limit.signal)
  } finally {
    limit.release()
  }
}

async function poll<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  { signal, isDone, pause }: Polling<Answer>,
  inTime: AbortSignal,
): Promise<PollEnd<Answer>> {
  let answer: Answer | undefined
  for (let asked = 1; ; asked++) {
    const latest = await ask(inTime)
    if (isDone(latest)) return { state: 'done', answer: latest }
    if (!inTime.aborted) answer = latest
    const waited = await sleep(pause(asked), inTime)
    if (!waited) return { state: signal.aborted ? 'interrupted' : 'late', answer }
  }
}
