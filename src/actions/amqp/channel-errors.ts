import type { Channel } from 'amqplib'
import { failed, type Failed, unfit } from '../failure.ts'

/** Keeps what a broker says when it closes a channel: the calls on it only learn that it is closed. */
export class ChannelErrors {
  #said: string | undefined

  constructor(channel: Channel) {
    channel.on('error', error => {
      this.#said = error instanceof Error ? error.message : String(error)
    })
  }

  /** The failure of a call on the channel; `place` is the exchange or queue it is about. */
  failure(error: unknown, place: string): Failed {
    const text = this.#said ?? (error instanceof Error ? error.message : String(error))
    const [, code, name, detail] =
      /(\d{3}) \((\w[\w-]*)\) with message "(?:[A-Z_-]+ - )?(.*)"/s.exec(text) ?? []
    if (name === 'NOT-FOUND' || name === 'NOT_FOUND')
      return unfit(
        `there is no ${place} (404 NOT_FOUND)`,
        'Start what makes it, or check the name and the virtual host; apitest makes none.',
      )
    if (name === 'ACCESS-REFUSED' || name === 'ACCESS_REFUSED')
      return failed('login-refused', {
        reason: `the broker does not allow it: ${detail ?? ''} (403 ACCESS_REFUSED)`,
      })
    if (code === undefined) return failed('answer-unreadable', { reason: text })
    return failed('broker-refuses', {
      reason: `the broker refuses it: ${detail ?? ''} (${code} ${name ?? ''})`,
    })
  }
}
