import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { allow, eras, ToolClient } from '../mcp/testing/tool-client.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'

/** A server that gives out tokens, good for some seconds, and says who asked with which. */
function tokenServer(seconds: number) {
  let count = 0
  return httpServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      url === '/token'
        ? JSON.stringify({
            access_token: `token-${String(++count)}`,
            token_type: 'Bearer',
            expires_in: seconds,
          })
        : '{}',
    )
  })
}

function oauth2(url: string, secret: string): JsonObject {
  return { oauth2: { 'token-url': `${url}/token`, 'client-id': 'shop', 'client-secret': secret } }
}

describe('a token that calls of one session fetch', () => {
  for (const era of eras)
    it(`is fetched once for the same settings and secret, in the protocol of ${era}`, async () => {
      await using server = await tokenServer(3600)
      const { url } = server
      const suite = `suite: A\nsteps:\n  - request: GET ${url}/c\n    auth: ${JSON.stringify(oauth2(url, 'secret-1'))}\n`
      await withFolder({ 'a.apitest.yaml': suite }, async folder => {
        await using client = await new ToolClient({ folder, era, ask: allow }).begin()
        const step = (path: string, secret: string): JsonObject => ({
          step: { request: `GET ${url}${path}`, auth: oauth2(url, secret) },
        })
        await client.call('send_request', step('/a', 'secret-1'))
        await client.call('send_request', step('/b', 'secret-1'))
        await client.call('run_suites', { paths: ['a.apitest.yaml'] })
        await client.call('send_request', step('/d', 'secret-2'))
        await client.call('send_request', step('/e', 'secret-1'))
      })
      assert.deepEqual(
        server.seen.map(({ url: asked, headers }) => [asked, headers.authorization]),
        [
          ['/token', undefined],
          ['/a', 'Bearer token-1'],
          ['/b', 'Bearer token-1'],
          ['/c', 'Bearer token-1'],
          ['/token', undefined],
          ['/d', 'Bearer token-2'],
          ['/e', 'Bearer token-1'],
        ],
      )
    })

  it('is fetched anew shortly before it expires', async () => {
    await using server = await tokenServer(1)
    const { url } = server
    await withFolder({}, async folder => {
      await using client = await new ToolClient({ folder, era: '2026', ask: allow }).begin()
      const input = { step: { request: `GET ${url}/a`, auth: oauth2(url, 'secret-1') } }
      await client.call('send_request', input)
      await new Promise(resolve => setTimeout(resolve, 1_100))
      await client.call('send_request', input)
    })
    assert.equal(server.seen.filter(({ url: asked }) => asked === '/token').length, 2)
  })
})
