import { connect } from 'node:net'
import type { JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { onInterruption } from '../../util/interruptions.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { formatDuration } from '../../util/quantity.ts'
import type { ActionContext } from '../action.ts'
import type { Prepared } from '../failure.ts'
import { action as http } from '../http/index.ts'
import { answerOf, noAnswer, type Answer } from './answer.ts'
import type { Target } from './target.ts'

/** Milliseconds one question may take: a service that needs longer to say that it is up is not. */
export const askLimit = 5_000

/** Asks once. A URL is asked like any request of a suite, so that its settings apply. Never rejects. */
export async function ask(
  { url, port, loadHealthCheck }: Target,
  auth: JsonValue,
  context: ActionContext,
  signal: AbortSignal,
): Promise<Answer> {
  if (port !== undefined) return askPort(port, signal)
  if (loadHealthCheck !== undefined) {
    const { askHealth } = await loadHealthCheck()
    return healthOf(await askHealth(url, { auth }, { ...context, signal, timeout: askLimit }))
  }
  const answer = await http.perform(
    { request: `GET ${url}`, auth },
    { ...context, signal, timeout: askLimit, wantsBody: false },
  )
  const { settings } = (answer.ok ? answer.exchange.request : answer.failure.request) ?? {}
  return {
    ...(answer.ok ? answerOf(answer.exchange) : noAnswer(answer.failure)),
    ...defined({ settings }),
  }
}

function healthOf(answer: Prepared<{ readonly serving: boolean; readonly text: string }>): Answer {
  if (!answer.ok) return noAnswer(answer.failure)
  const { serving, text } = answer.value
  return { kind: serving ? 'up' : 'not-up', text }
}

/** A port is up when it takes a connection. */
function askPort(port: NonNullable<Target['port']>, signal: AbortSignal): Promise<Answer> {
  return new Promise(resolve => {
    // Node's own way to end a connection with a signal leaves a listener behind for each.
    const socket = connect({ ...port, timeout: askLimit })
    const forget = onInterruption(signal, () => {
      end('not-up', 'interrupted')
    })
    const end = (kind: 'up' | 'not-up', text: string): void => {
      forget()
      socket.destroy()
      resolve({ kind, text })
    }
    socket.on('connect', () => {
      end('up', 'connected')
    })
    socket.on('timeout', () => {
      end('not-up', `no connection within ${formatDuration(askLimit)} (timeout)`)
    })
    socket.on('error', error => {
      end('not-up', reasonOf(error))
    })
  })
}
