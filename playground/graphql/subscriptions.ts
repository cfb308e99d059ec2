import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'graphql'
import type { ServerOptions } from 'graphql-ws'
import type { Order } from '../data/records.ts'
import type { PlaygroundState } from '../state.ts'
import { createResolvers } from './resolvers.ts'
import { maximumTokens } from './limits.ts'
import { graphqlSchema } from './schema.ts'

/** The server of GraphQL over a WebSocket (graphql-transport-ws): everything that comes over HTTP, and subscriptions. */
export function subscriptionServer(state: PlaygroundState): ServerOptions {
  const resolvers = createResolvers(state)
  return {
    schema: graphqlSchema,
    roots: {
      query: resolvers,
      mutation: resolvers,
      subscription: {
        orderChanged: ({ id }: { id?: string }) => orderChanges(state, id),
        countdown: ({ from, interval }: { from: number; interval: number }) => countdown(from, interval),
      },
    },
    onSubscribe: (_context, _id, { query }) => {
      parse(query, { maxLexicalTokens: maximumTokens })
    },
  }
}

/** Orders as they are placed and come to another state; all of them, or one. */
function orderChanges(
  { orderFeed }: PlaygroundState,
  id?: string,
): AsyncIterableIterator<{ orderChanged: Order }> {
  const left = new AbortController()
  const changes = orderFeed.changes(left.signal)
  const iterator: AsyncIterableIterator<{ orderChanged: Order }> = {
    next: async () => {
      for (;;) {
        const result = await changes.next()
        if (result.done === true) return { done: true, value: undefined }
        const [{ order }] = result.value
        if (id === undefined || order.id === Number(id))
          return { done: false, value: { orderChanged: order } }
      }
    },
    return: async () => {
      await changes.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

async function* countdown(from: number, interval: number): AsyncGenerator<{ countdown: number }> {
  for (let number = Math.min(from, 1000); number >= 0; number--) {
    yield { countdown: number }
    if (number > 0) await wait(Math.min(Math.max(interval, 0), 60_000))
  }
}
