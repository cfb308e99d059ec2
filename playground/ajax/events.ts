import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { emptyAnswer, problemAnswers } from '../http/answers.ts'
import { callerLeft } from '../http/caller-left.ts'

/** How many events, and how many milliseconds apart. */
interface EventQuery {
  readonly count: number
  readonly interval: number
}

/** `GET /ajax/sse`: an endless wait is no use to a test, so the stream ends after `count` events (WHATWG HTML, 9.2). */
export function addEventRoute(app: FastifyInstance): void {
  app.get<{ Querystring: EventQuery }>('/ajax/sse', { schema: streamEvents }, (request, reply) => {
    const seen = lastEventId(request.headers['last-event-id'])
    const { count, interval } = request.query
    if (seen >= count) return reply.code(204).send()
    const left = callerLeft(reply)
    reply.type('text/event-stream').header('cache-control', 'no-store')
    if (request.method === 'HEAD') return reply.send('')
    return reply.send(Readable.from(eventsAfter(seen, count, interval, left)))
  })
}

/** The texts of the stream: a comment and the reconnection time, then one event at a time until the caller leaves. */
async function* eventsAfter(
  seen: number,
  count: number,
  interval: number,
  left: AbortSignal,
): AsyncGenerator<string> {
  yield ': the playground sends its notifications\nretry: 1000\n\n'
  for (let number = seen + 1; number <= count; number++) {
    if (number > seen + 1) await wait(interval, undefined, { signal: left }).catch(() => undefined)
    if (left.aborted) return
    yield event(number, count)
  }
}

function event(number: number, count: number): string {
  const data = { number, of: count, message: `Notification ${number} of ${count}` }
  return `id: ${number}\nevent: notification\ndata: ${JSON.stringify(data)}\n\n`
}

function lastEventId(header: string | string[] | undefined): number {
  const id = Number(header)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

const streamEvents = {
  operationId: 'streamEvents',
  tags: ['AJAX'],
  summary: 'Server-Sent Events stream',
  description:
    'Sends `count` events named `notification`, `interval` milliseconds apart, each with an id and JSON data, and ends. ' +
    'A caller that comes back with a Last-Event-ID header gets the events after it; when there are none left, 204.',
  querystring: {
    type: 'object',
    properties: {
      count: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 5,
        description: 'How many events.',
        examples: [3],
      },
      interval: {
        type: 'integer',
        minimum: 0,
        maximum: 60_000,
        default: 500,
        description: 'Milliseconds between two events.',
        examples: [100],
      },
    },
  },
  response: {
    200: {
      description: 'The stream.',
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          example: `retry: 1000\n\n${event(1, 3)}${event(2, 3)}${event(3, 3)}`,
        },
      },
    },
    204: emptyAnswer('All events were already seen.'),
    ...problemAnswers({ 400: 'count or interval is out of range.' }),
  },
}
