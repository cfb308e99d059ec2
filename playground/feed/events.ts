import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { problemAnswers } from '../http/answers.ts'
import { callerLeft } from '../http/caller-left.ts'
import type { PlaygroundState } from '../state.ts'
import { exampleOrder } from '../orders/schema.ts'
import type { OrderChange, OrderFeed } from './order-feed.ts'

/** `GET /events`: what happens to orders, as server-sent events, for so many seconds. */
export function addOrderEvents(app: FastifyInstance, state: PlaygroundState): void {
  app.get<{ Querystring: { readonly seconds: number } }>(
    '/events',
    { schema: streamOrders },
    (request, reply) => {
      reply.type('text/event-stream').header('cache-control', 'no-store')
      if (request.method === 'HEAD') return reply.send('')
      const end = AbortSignal.any([callerLeft(reply), AbortSignal.timeout(request.query.seconds * 1000)])
      const seen = request.headers['last-event-id']
      return reply.send(
        Readable.from(texts(state.orderFeed, seen === undefined ? Infinity : Number(seen), end)),
      )
    },
  )
}

/** A comment that opens the stream, what was missed since the event with that id, and what happens from now on. */
async function* texts(feed: OrderFeed, seen: number, end: AbortSignal): AsyncGenerator<string> {
  const changes = feed.changes(end)
  yield ': what happens to orders\nretry: 2000\n\n'
  for (const change of feed.after(seen)) yield textOf(change)
  try {
    for await (const [change] of changes) yield textOf(change)
  } catch (error) {
    if (!end.aborted) throw error
  }
}

function textOf({ id, event, order }: OrderChange): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(order)}\n\n`
}

const streamOrders = {
  operationId: 'streamOrders',
  tags: ['Real-time'],
  summary: 'Server-Sent Events about orders',
  description:
    'Sends an event `order-placed` for every order that is placed with POST /api/orders, and `order-changed` when one comes to ' +
    'another state, each with the order as JSON. A caller that comes back with a Last-Event-ID header gets what it has missed.',
  querystring: {
    type: 'object',
    properties: {
      seconds: {
        type: 'integer',
        minimum: 1,
        maximum: 300,
        default: 30,
        description: 'How long the stream lasts.',
        examples: [30],
      },
    },
  },
  response: {
    200: {
      description: 'The stream.',
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          example: `retry: 2000\n\n${textOf({ id: 1, event: 'order-placed', order: exampleOrder })}`,
        },
      },
    },
    ...problemAnswers({ 400: 'seconds is out of range.' }),
  },
}
