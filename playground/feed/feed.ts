import type { WebSocket } from 'ws'
import { readAndTell } from '../orders/tell-orders.ts'
import type { PlaygroundState } from '../state.ts'

/** Milliseconds between two states of an order that is tracked. */
const pace = 100

/**
 * Greets, and after `{ "type": "subscribe", "topic": "orders" }` sends every change of an order until the WebSocket is
 * closed or `{ "type": "unsubscribe" }` comes. `{ "type": "track", "order": 31 }` subscribes, too, and moves that order on, as if
 * it was read again and again.
 */
export function serveFeed(webSocket: WebSocket, state: PlaygroundState): void {
  let stop: (() => void) | undefined
  let tracking: NodeJS.Timeout | undefined
  const say = (message: object): void => {
    webSocket.send(JSON.stringify(message))
  }
  const listen = (): void => {
    stop ??= state.orderFeed.listen(({ event, order }) => {
      say({ type: event, order })
    })
  }
  const end = (): void => {
    stop?.()
    stop = undefined
    clearInterval(tracking)
  }
  const answers: Readonly<Record<string, (order: number) => object>> = {
    ping: () => ({ type: 'pong' }),
    subscribe: () => {
      listen()
      return { type: 'subscribed', topic: 'orders' }
    },
    track: order => {
      listen()
      clearInterval(tracking)
      tracking = setInterval(() => {
        const moved = readAndTell(state, order)
        if (moved?.state !== 'pending' && moved?.state !== 'paid') clearInterval(tracking)
      }, pace)
      return { type: 'tracking', order }
    },
    unsubscribe: () => {
      end()
      return { type: 'unsubscribed', topic: 'orders' }
    },
  }
  webSocket.on('error', () => undefined)
  webSocket.on('close', end)
  webSocket.on('message', (data: Buffer) => {
    const { type, topic = 'orders', order = 0 } = read(data)
    const answer = topic === 'orders' && Object.hasOwn(answers, type) ? answers[type] : undefined
    say(
      answer?.(order) ?? {
        type: 'error',
        detail: 'Send subscribe, track, unsubscribe or ping; the only topic is orders.',
      },
    )
  })
  say({ type: 'welcome', topics: ['orders'] })
}

interface Request {
  readonly type: string
  readonly topic?: string
  readonly order?: number
}

/** Reads the request in a message; its type is empty when the message is not the JSON it should be. */
function read(data: Buffer): Request {
  try {
    const message: unknown = JSON.parse(data.toString())
    if (typeof message !== 'object' || message === null || !('type' in message)) return { type: '' }
    const topic = 'topic' in message ? { topic: String(message.topic) } : {}
    const order = 'order' in message ? { order: Number(message.order) } : {}
    return { type: String(message.type), ...topic, ...order }
  } catch {
    return { type: '' }
  }
}
