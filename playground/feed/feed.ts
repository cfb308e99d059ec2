import type { WebSocket } from 'ws'
import type { OrderFeed } from './order-feed.ts'

/**
 * Greets, and after `{ "type": "subscribe", "topic": "orders" }` sends every change of an order until the WebSocket is
 * closed or `{ "type": "unsubscribe" }` comes.
 */
export function serveFeed(webSocket: WebSocket, feed: OrderFeed): void {
  let stop: (() => void) | undefined
  const say = (message: object): void => {
    webSocket.send(JSON.stringify(message))
  }
  const answers: Readonly<Record<string, () => object>> = {
    ping: () => ({ type: 'pong' }),
    subscribe: () => {
      stop ??= feed.listen(({ event, order }) => {
        say({ type: event, order })
      })
      return { type: 'subscribed', topic: 'orders' }
    },
    unsubscribe: () => {
      stop?.()
      stop = undefined
      return { type: 'unsubscribed', topic: 'orders' }
    },
  }
  webSocket.on('error', () => undefined)
  webSocket.on('close', () => stop?.())
  webSocket.on('message', (data: Buffer) => {
    const { type, topic = 'orders' } = read(data)
    const answer = topic === 'orders' && Object.hasOwn(answers, type) ? answers[type] : undefined
    say(
      answer?.() ?? {
        type: 'error',
        detail: 'Send subscribe, unsubscribe or ping; the only topic is orders.',
      },
    )
  })
  say({ type: 'welcome', topics: ['orders'] })
}

/** What a message asks for; nothing when it is not the JSON it should be. */
function read(data: Buffer): { readonly type: string; readonly topic?: string } {
  try {
    const message: unknown = JSON.parse(data.toString())
    if (typeof message !== 'object' || message === null || !('type' in message)) return { type: '' }
    const topic = 'topic' in message ? { topic: String(message.topic) } : {}
    return { type: String(message.type), ...topic }
  } catch {
    return { type: '' }
  }
}
