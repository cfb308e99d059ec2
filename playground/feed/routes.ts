import type { FastifyInstance } from 'fastify'
import { emptyAnswer, problemAnswers } from '../http/answers.ts'
import { sendProblem } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { addOrderEvents } from './events.ts'
import { serveWebSockets } from './web-sockets.ts'

/** Adds the routes with events over time: server-sent events, and WebSockets. */
export function addRealTimeRoutes(app: FastifyInstance, state: PlaygroundState): void {
  addOrderEvents(app, state)
  serveWebSockets(app, state)
  for (const { path, ...schema } of webSockets)
    app.get(path, { schema }, (_request, reply) =>
      sendProblem(reply.header('upgrade', 'websocket'), {
        status: 426,
        detail: 'This is a WebSocket: ask for it with one.',
      }),
    )
}

const response = {
  101: emptyAnswer('The WebSocket is open.'),
  ...problemAnswers({
    401: 'The bearer token is not known or has expired.',
    426: 'The request does not ask for a WebSocket.',
  }),
}

const webSockets = [
  {
    path: '/ws/echo',
    operationId: 'openEcho',
    tags: ['Real-time'],
    summary: 'WebSocket that sends every message back',
    description: 'The text `close 4001 bye` is answered by closing with that number and these words.',
    response,
  },
  {
    path: '/ws/feed',
    operationId: 'openFeed',
    tags: ['Real-time'],
    summary: 'WebSocket that tells what happens to orders',
    description:
      'Greets with `{ "type": "welcome" }`; after `{ "type": "subscribe", "topic": "orders" }` it sends `order-placed` and ' +
      '`order-changed` with the order. After `{ "type": "track", "order": 31 }` it does so, too, and moves that order on. The ' +
      'subprotocol, where one is offered, is `playground`.',
    response,
  },
]
