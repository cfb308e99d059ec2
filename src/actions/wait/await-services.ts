import type { ActionFailure } from '../failure.ts'
import { pollUntil } from '../../util/poll-until.ts'
import type { Answer, Asked } from './answer.ts'
import type { Target } from './target.ts'
import { defined } from '../../util/defined.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** How one service did. */
export interface ServiceHealth extends Asked {
  readonly url: string
  readonly up: boolean
  /** Milliseconds until it was up, or until the wait ended. */
  readonly duration: number
  /** The last answer: `HTTP 200`, `status DOWN`, `connect ECONNREFUSED 127.0.0.1:80`. */
  readonly answer: string
}

/** How all of them did, and why asking was given up, if it was. */
export interface HealthAnswers {
  readonly services: readonly ServiceHealth[]
  readonly failure?: ActionFailure
}

/** How long, how often and until when to ask. Durations in milliseconds. */
export interface Asking {
  readonly timeout: number
  readonly interval: number
  readonly signal: AbortSignal
  /** Asks once; never rejects. */
  readonly ask: (target: Target, signal: AbortSignal) => Promise<Answer>
}

/** The shortest time between two questions, in milliseconds. */
const shortestInterval = 10

/** Asks all targets side by side, until each is up, or time is up, or one cannot be asked at all. */
export async function awaitServices(targets: readonly Target[], asking: Asking): Promise<HealthAnswers> {
  const givenUp = new AbortController()
  const signal = AbortSignal.any([asking.signal, givenUp.signal])
  let failure: ActionFailure | undefined
  const services = await Promise.all(
    targets.map(async (target): Promise<ServiceHealth> => {
      const start = monotonicTime()
      const { answer } = await pollUntil(stop => asking.ask(target, stop), {
        timeout: asking.timeout,
        signal,
        isDone: ({ kind }) => kind !== 'not-up',
        pause: () => Math.max(asking.interval, shortestInterval),
      })
      if (answer?.kind === 'impossible') {
        failure ??= answer.failure
        givenUp.abort()
      }
      const duration = monotonicTime() - start
      const { kind, text = 'no answer', settings } = answer ?? {}
      return { url: target.name, up: kind === 'up', duration, answer: text, ...defined({ settings }) }
    }),
  )
  return defined({ services, failure })
}
