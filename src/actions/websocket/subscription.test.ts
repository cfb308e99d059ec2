import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { buildSchema, execute, GraphQLError, subscribe } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { SubscriptionServer } from 'subscriptions-transport-ws'
import { WebSocketServer } from 'ws'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../model/json.ts'
import { exchange, failure, saidIn } from './testing/perform.ts'
import { jsonOf } from '../testing/answers.ts'
import { webSocketServer } from './testing/web-socket-server.ts'

/** A GraphQL server by another implementation of the protocol. */
async function graphqlServer(): Promise<
  AsyncDisposable & { readonly url: string; readonly tokens: unknown[] }
> {
  const tokens: unknown[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  const schema = buildSchema('type Query { now: Int } type Subscription { count(to: Int!): Int, wrong: Int }')
  const roots = {
    query: { now: () => 1 },
    subscription: {
      count: async function* ({ to }: { to: number }) {
        for (let count = 1; count <= to; count++) yield await Promise.resolve({ count })
      },
      wrong: () => {
        throw new GraphQLError('no such thing today')
      },
    },
  }
  const handled = useServer(
    {
      schema,
      roots,
      onConnect: ({ connectionParams }) => {
        tokens.push(connectionParams?.['token'])
        return connectionParams?.['token'] !== 'bad'
      },
    },
    server,
    20,
  )
  await new Promise<void>(resolve => server.once('listening', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    [Symbol.asyncDispose]: async () => {
      await handled.dispose()
      server.close()
    },
  }
}

/** A server of the older protocol, by the package that it comes from. */
async function olderServer(): Promise<AsyncDisposable & { readonly url: string; readonly said: string[] }> {
  const said: string[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  const schema = buildSchema('type Query { now: Int } type Subscription { count(to: Int!): Int, wrong: Int }')
  const rootValue = {
    count: async function* ({ to }: { to: number }) {
      for (let count = 1; count <= to; count++) yield await Promise.resolve({ count })
    },
    wrong: () => {
      throw new GraphQLError('no such thing today')
    },
  }
  const handled = SubscriptionServer.create(
    {
      schema,
      rootValue,
      execute,
      subscribe,
      keepAlive: 5,
      onConnect: ({ token }: { token?: string }) => {
        if (token === 'bad') throw new Error('not you')
      },
    },
    server,
  )
  server.on('connection', socket => {
    socket.on('message', (bytes: Buffer) =>
      said.push((JSON.parse(bytes.toString()) as { type: string }).type),
    )
  })
  await new Promise<void>(resolve => server.once('listening', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    [Symbol.asyncDispose]: () => {
      handled.close()
      return Promise.resolve()
    },
  }
}

const counting = { query: 'subscription ($to: Int!) { count(to: $to) }', variables: { to: 3 } }

describe('D7: a GraphQL subscription by the older protocol', () => {
  const subprotocol = 'graphql-ws'

  it('gives its results', async () => {
    await using server = await olderServer()
    const answer = await exchange({ websocket: server.url, subprotocol, graphql: counting, count: 3 })
    assert.deepEqual(
      jsonOf(answer),
      [1, 2, 3].map(count => ({ data: { count } })),
    )
    await setTimeout(50)
    assert.deepEqual(server.said, ['connection_init', 'start', 'stop'])
  })

  it('gives its errors, and says why it was refused', async () => {
    await using server = await olderServer()
    const wrong = await exchange({
      websocket: server.url,
      subprotocol,
      graphql: { query: 'subscription { wrong }' },
    })
    assert.match(wrong.response.body.text(), /"errors":\[\{"message":"no such thing today"/)
    const graphql = { ...counting, connection: { token: 'bad' } }
    const refused = await exchange({ websocket: server.url, subprotocol, graphql })
    assert.match(String(refused.success.actual), /the connection was refused: not you/)
  })

  it('is named where the newer one is not understood', async () => {
    await using server = await olderServer()
    const { success } = await exchange({ websocket: server.url, graphql: counting })
    assert.equal(success.holds, false)
    assert.match(
      String(success.actual),
      /closed \(1002\): the server does not seem to speak graphql-transport-ws; with subprotocol: graphql-ws the older/,
    )
  })

  it('is named where its messages come although the newer one was agreed on', async () => {
    await using server = await webSocketServer(socket => {
      socket.send('{"type":"connection_ack"}')
      socket.send('{"type":"ka"}')
    })
    const { success } = await exchange({ websocket: server.url, graphql: counting })
    assert.match(String(success.actual), /none of graphql-transport-ws; with subprotocol: graphql-ws/)
  })
})

describe('a GraphQL subscription', () => {
  it('gives its results', async () => {
    await using server = await graphqlServer()
    const answer = await exchange({ websocket: server.url, graphql: counting, count: 3 })
    assert.deepEqual(
      jsonOf(answer),
      [1, 2, 3].map(count => ({ data: { count } })),
    )
    assert.equal(answer.success.holds, true)
  })

  it('awaits its first result unless something else is said', async () => {
    await using server = await graphqlServer()
    const first = await exchange({ websocket: server.url, graphql: counting })
    assert.deepEqual(jsonOf(first), [{ data: { count: 1 } }])
    const second = await exchange({ websocket: server.url, graphql: counting, expect: { '$.data.count': 2 } })
    assert.deepEqual(jsonOf(second), [{ data: { count: 2 } }])
  })

  it('opens its connection with what the step says', async () => {
    await using server = await graphqlServer()
    await exchange({ websocket: server.url, graphql: { ...counting, connection: { token: 'abc' } } })
    assert.deepEqual(server.tokens, ['abc'])
  })

  it('says what it says on the wire', async () => {
    await using server = await graphqlServer()
    const said = saidIn(await exchange({ websocket: server.url, graphql: counting }))
    const texts = said.filter(line => !line.endsWith(' ping') && !line.endsWith(' pong'))
    assert.deepEqual(texts.slice(0, 4), [
      'sent text {"type":"connection_init"}',
      'received text {"type":"connection_ack"}',
      `sent text {"id":"1","type":"subscribe","payload":${JSON.stringify(counting)}}`,
      'received text {"id":"1","type":"next","payload":{"data":{"count":1}}}',
    ])
    assert.ok(said.includes('sent text {"id":"1","type":"complete"}'))
  })

  it('runs queries, too', async () => {
    await using server = await graphqlServer()
    const answer = await exchange({ websocket: server.url, graphql: { query: '{ now }' } })
    assert.deepEqual(jsonOf(answer), [{ data: { now: 1 } }])
  })

  it('that completes before enough has come fails', async () => {
    await using server = await graphqlServer()
    const { success } = await exchange({ websocket: server.url, graphql: counting, count: 4 })
    assert.equal(success.holds, false)
    assert.equal(success.actual, '3 messages; the server completed the operation')
  })

  const wrong: readonly (readonly [what: string, query: string, message: RegExp])[] = [
    [
      'an unknown field',
      'subscription { size }',
      /refused: Cannot query field "size" on type "Subscription"\./,
    ],
    ['a text that is no document', 'subscription {', /closed \(4500 Syntax Error: Expected Name/],
  ]
  for (const [what, query, message] of wrong)
    it(`that goes wrong fails with the reason: ${what}`, async () => {
      await using server = await graphqlServer()
      const { success } = await exchange(
        { websocket: server.url, graphql: { query }, count: 2 },
        { timeout: 2000 },
      )
      assert.equal(success.holds, false)
      assert.match(success.actual ?? '', message)
    })

  it('has results that are errors, as GraphQL has', async () => {
    await using server = await graphqlServer()
    const answer = await exchange({ websocket: server.url, graphql: { query: 'subscription { wrong }' } })
    assert.match(JSON.stringify(jsonOf(answer)), /"message":"no such thing today"/)
  })

  it('that has to go wrong can be expected', async () => {
    await using server = await graphqlServer()
    const expect: JsonObject = { '$.errors[0].message': { contains: 'size' } }
    const graphql = { query: 'subscription { size }' }
    assert.equal((await exchange({ websocket: server.url, graphql, expect })).success.holds, true)
  })

  it('of somebody who may not tells the closing', async () => {
    await using server = await graphqlServer()
    const graphql = { ...counting, connection: { token: 'bad' } }
    const refused = await exchange({ websocket: server.url, graphql })
    assert.equal(refused.success.actual, 'no message at all; the connection was closed (4403 Forbidden)')
    const expected = await exchange({ websocket: server.url, graphql, expect: { 'close-code': 4403 } })
    assert.equal(expected.success.holds, true)
  })

  it('answers pings, and says when the server does not answer', async () => {
    const got: string[] = []
    await using server = await webSocketServer(webSocket => {
      webSocket.on('message', data => got.push((data as Buffer).toString()))
      webSocket.send('{"type":"ping"}')
    })
    const { success } = await exchange({ websocket: server.url, graphql: counting }, { timeout: 1000 })
    assert.ok(got.includes('{"type":"pong"}'))
    assert.equal(success.actual, 'no message at all; the server did not acknowledge connection_init')
  })

  it('of a server that speaks another protocol fails', async () => {
    await using server = await webSocketServer(webSocket => {
      webSocket.send('hello')
    })
    const { success } = await exchange({ websocket: server.url, graphql: counting })
    assert.match(success.actual ?? '', /a message that is none of graphql-transport-ws/)
    await using deaf = await webSocketServer(undefined, { handleProtocols: () => false })
    assert.match(
      (await failure({ websocket: deaf.url, graphql: counting })).message,
      /chose none of the subprotocols/,
    )
  })
})
