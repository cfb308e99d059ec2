import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import type { ActionContext } from '../../action.ts'
import { action } from '../../http/index.ts'
import { httpServer, type Answer, type TestServer } from '../../http/testing/http-server.ts'
import { exchangeOf, failureOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'
import {
  clients,
  startAuthorizationServer,
  type AuthorizationServer,
} from '../../../testing/authorization-server/index.ts'
import { protectedApi } from '../../../testing/authorization-server/protected-api.ts'

/** A run, whose requests share its tokens. */
interface Run extends AsyncDisposable {
  readonly hidden: readonly string[]
  status(url: string, oauth2: JsonObject, more?: JsonObject): Promise<number | undefined>
  failure(url: string, oauth2: JsonObject): Promise<string>
}

function startRun(changes: Partial<ActionContext> = {}): Run {
  const hidden: string[] = []
  const context = testContext({ hide: secret => hidden.push(secret), ...changes })
  const perform = (
    url: string,
    oauth2: JsonObject,
    more: JsonObject = {},
  ): ReturnType<typeof action.perform> =>
    action.perform({ request: `GET ${url}/`, auth: { oauth2 }, ...more }, context)
  return {
    hidden,
    status: async (...request) => Number(exchangeOf(await perform(...request)).response.status),
    failure: async (...request) => {
      const { kind, message, hint = '' } = failureOf(await perform(...request))
      return `${kind}: ${message}\n${hint}`
    },
    [Symbol.asyncDispose]: async () => context.resources.close(),
  }
}

const shop = ({ tokenUrl }: AuthorizationServer, more: JsonObject = {}): JsonObject => ({
  'token-url': tokenUrl,
  'client-id': clients.body.id,
  'client-secret': clients.body.secret,
  ...more,
})

describe('a token of an authorization server', () => {
  it('is fetched once, also for requests that are sent at the same time', async () => {
    await using server = await startAuthorizationServer()
    await using api = await protectedApi(server)
    await using run = startRun()
    const statuses = await Promise.all(Array.from({ length: 8 }, () => run.status(api.url, shop(server))))
    assert.deepEqual(new Set([...statuses, await run.status(api.url, shop(server))]), new Set([200]))
    assert.equal(server.tokenRequests.length, 1)
  })

  it('is asked for with basic authentication, encoded like a form first', async () => {
    await using server = await startAuthorizationServer()
    await using api = await protectedApi(server)
    await using run = startRun()
    const { id, secret } = clients.basic
    const oauth2 = shop(server, { 'client-id': id, 'client-secret': secret, credentials: 'basic' })
    assert.equal(await run.status(api.url, oauth2), 200)
    const [scheme, encoded = ''] = String(server.tokenRequests[0]?.['authorization']).split(' ')
    assert.equal(scheme, 'Basic')
    assert.ok(run.hidden.includes(encoded) && run.hidden.includes(secret))
  })

  it('can have a scope, which makes it another token', async () => {
    await using server = await startAuthorizationServer()
    await using api = await protectedApi(server)
    await using run = startRun()
    for (const more of [{}, { scope: 'orders:read' }, { scope: 'orders:read' }])
      assert.equal(await run.status(api.url, shop(server, more)), 200)
    assert.equal(server.tokenRequests.length, 2)
  })

  it('is fetched again shortly before it expires', async () => {
    await using server = await startAuthorizationServer({ lifetime: 3 })
    await using api = await protectedApi(server)
    await using run = startRun()
    await run.status(api.url, shop(server))
    await new Promise(resolve => setTimeout(resolve, 2_750))
    assert.equal(await run.status(api.url, shop(server)), 200)
    assert.equal(server.tokenRequests.length, 2)
    assert.equal(api.seen.length, 2)
  })

  it('is fetched again when the secret changes', async () => {
    await using server = await startAuthorizationServer()
    await using api = await protectedApi(server)
    await using run = startRun()
    await run.status(api.url, shop(server))
    const changed = await run.failure(api.url, shop(server, { 'client-secret': 'wrong' }))
    assert.match(changed, /^Auth Error: OAuth2 token request failed: HTTP 401\n/)
    assert.equal(server.tokenRequests.length, 2)
  })

  it('carries the correlation header, and no other header or cookie of the settings', async () => {
    await using server = await startAuthorizationServer()
    await using api = await protectedApi(server)
    const transport = { correlation: { header: 'X-Request-ID' } }
    await using run = startRun({ settings: { headers: { 'x-other': '1' }, transport } })
    await run.status(api.url, shop(server))
    const [{ 'x-request-id': id, 'x-other': other } = {}] = server.tokenRequests
    assert.deepEqual([id, other], ['11111111-2222-4333-8444-555555555555', undefined])
  })

  it('refuses a wrong secret with the words of the server, and without the secret', async () => {
    await using server = await startAuthorizationServer()
    await using run = startRun({ mask: text => text.replaceAll('authentication', '***') })
    assert.equal(
      await run.failure('http://127.0.0.1:1', shop(server, { 'client-secret': 'wrong' })),
      'Auth Error: OAuth2 token request failed: HTTP 401\n' +
        `The token server at ${server.tokenUrl} says "invalid_client: client *** failed".`,
    )
  })
})

/** A token endpoint that answers with this, and an API that answers every token with that status. */
async function answering(answer: string | Answer, apiStatus = 200): Promise<Answering> {
  const tokens = await httpServer(typeof answer === 'string' ? (_, response) => response.end(answer) : answer)
  const api = await httpServer((_, response) => response.writeHead(apiStatus).end())
  return {
    tokens,
    api,
    oauth2: { 'token-url': `${tokens.url}/token`, 'client-id': 'a', 'client-secret': 'bcd' },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([tokens[Symbol.asyncDispose](), api[Symbol.asyncDispose]()])
    },
  }
}

interface Answering extends AsyncDisposable {
  readonly tokens: TestServer & { readonly seen: readonly { readonly body: Buffer }[] }
  readonly api: TestServer & { readonly seen: readonly { readonly headers: object }[] }
  readonly oauth2: JsonObject
}

describe('a token that a server answers 401 to', () => {
  it('is replaced once by a fresh one, and the request sent once more', async () => {
    let given = 0
    const answer: Answer = (_, response) => response.end(`{"access_token":"token${++given}"}`)
    await using servers = await answering(answer, 401)
    await using run = startRun()
    assert.equal(await run.status(servers.api.url, servers.oauth2), 401)
    assert.deepEqual(
      servers.api.seen.map(({ headers }) => 'authorization' in headers && headers.authorization),
      ['Bearer token1', 'Bearer token2'],
    )
    assert.equal(servers.tokens.seen.length, 2)
  })

  it('is replaced once for all requests that it was sent with', async () => {
    let given = 0
    await using tokens = await httpServer((_, response) =>
      response.end(`{"access_token":"token${++given}","token_type":"bearer","expires_in":"3600"}`),
    )
    await using api = await httpServer(({ headers }, response) =>
      response.writeHead(headers.authorization === 'Bearer token1' ? 401 : 200).end(),
    )
    await using run = startRun()
    const oauth2 = { 'token-url': tokens.url, 'client-id': 'a', 'client-secret': 'bcd' }
    const statuses = await Promise.all(Array.from({ length: 8 }, () => run.status(api.url, oauth2)))
    assert.deepEqual([new Set(statuses), tokens.seen.length], [new Set([200]), 2])
  })
})

describe('the body of a token request', () => {
  it('has the grant, id, secret, scope and further parameters', async () => {
    await using servers = await answering('{"access_token":"t"}')
    await using run = startRun()
    const parameters = { audience: 'https://api.example.com', count: 2 }
    await run.status(servers.api.url, { ...servers.oauth2, scope: 'a b', parameters })
    assert.equal(
      servers.tokens.seen[0]?.body.toString(),
      'grant_type=client_credentials&client_id=a&client_secret=bcd&scope=a+b&audience=https%3A%2F%2Fapi.example.com&count=2',
    )
  })
})

describe('an answer to a token request', () => {
  for (const [answer, failure] of [
    [
      '<html>',
      /^Auth Error: OAuth2 token request failed: HTTP 200, but the body is not JSON: .*\nLook at token-url/,
    ],
    ['{}', /^Auth Error: OAuth2 token request failed: HTTP 200, but the answer has no access_token\n/],
    ['[1]', /HTTP 200, but the answer has no access_token\n/],
    ['{"error":"bad_code"}', /HTTP 200, but the answer has no access_token\n.* says "bad_code"\.$/],
    ['{"access_token":"t","token_type":"mac"}', /failed: the token is of type "mac", not Bearer\n/],
    [
      '{"access_token":"a\\nb"}',
      /failed: the access_token has characters in it that a header cannot carry\n/,
    ],
  ] as const)
    it(`${answer} is no token`, async () => {
      await using servers = await answering(answer)
      await using run = startRun()
      assert.match(await run.failure(servers.api.url, servers.oauth2), failure)
      assert.equal(servers.api.seen.length, 0)
    })

  it('that is a redirect or an error has its status in the message', async () => {
    for (const [status, hint] of [
      [302, (url: string) => `Look at token-url: ${url} redirects to /, which is not followed.`],
      [401, (url: string) => `Look at token-url (${url}), client-id and client-secret.`],
      [404, (url: string) => `Look at token-url: ${url} gives out no tokens.`],
      [503, (url: string) => `Look into the log of the token server: the error is at ${url}.`],
    ] as const) {
      await using servers = await answering((_, response) =>
        response.writeHead(status, { location: '/' }).end('oops'),
      )
      await using run = startRun({ settings: { transport: { 'follow-redirects': true } } })
      assert.equal(
        await run.failure(servers.api.url, servers.oauth2),
        `Auth Error: OAuth2 token request failed: HTTP ${status}\n${hint(`${servers.tokens.url}/token`)}`,
      )
    }
  })
})

describe('a token server that cannot be reached', () => {
  it('is a network error that names the token request', async () => {
    await using run = startRun()
    const oauth2 = { 'token-url': 'http://127.0.0.1:1/', 'client-id': 'a', 'client-secret': 'bcd' }
    assert.match(
      await run.failure('http://127.0.0.1:2', oauth2),
      /^Network Error: OAuth2 token request failed: .*127\.0\.0\.1:1/,
    )
    assert.match(
      await run.failure('http://127.0.0.1:2', { ...oauth2, 'token-url': 'example' }),
      /^Request Error: OAuth2 token request: the URL "example" does not begin with http/,
    )
  })

  it('keeps nobody longer than the timeout, and leaves others time to wait', async () => {
    await using servers = await answering((_, response) => {
      setTimeout(() => response.end('{"access_token":"t"}'), 400)
    })
    const context = testContext()
    await using patient = startRun({ resources: context.resources })
    await using hasty = startRun({ resources: context.resources, timeout: 100 })
    const [message, status] = await Promise.all([
      hasty.failure(servers.api.url, servers.oauth2),
      patient.status(servers.api.url, servers.oauth2),
    ])
    assert.match(message, /^Network Error: OAuth2 token request failed: no answer within 100 ?ms/)
    assert.deepEqual([status, servers.tokens.seen.length], [200, 1])
  })

  it('is asked anew after everybody has left', async () => {
    let asked = 0
    await using servers = await answering((_, response) => {
      if (++asked > 1) response.end('{"access_token":"t"}')
    })
    const context = testContext()
    await using hasty = startRun({ resources: context.resources, timeout: 100 })
    await using later = startRun({ resources: context.resources })
    await hasty.failure(servers.api.url, servers.oauth2)
    assert.equal(await later.status(servers.api.url, servers.oauth2), 200)
  })
})

describe('a redirect to another origin', () => {
  it('is followed without the token', async () => {
    await using servers = await answering('{"access_token":"t"}')
    await using first = await httpServer((_, response) =>
      response.writeHead(302, { location: servers.api.url }).end(),
    )
    await using run = startRun({ settings: { transport: { 'follow-redirects': true } } })
    assert.equal(await run.status(first.url, servers.oauth2), 200)
    assert.equal(first.seen[0]?.headers.authorization, 'Bearer t')
    assert.equal('authorization' in (servers.api.seen[0]?.headers ?? {}), false)
  })
})

describe('a request that is only rehearsed', () => {
  it('fetches no token, and is recorded with the place of one', async () => {
    const oauth2 = { 'token-url': 'http://127.0.0.1:1/', 'client-id': 'a', 'client-secret': 'bcd' }
    const input = { request: 'GET http://127.0.0.1:1/', auth: { oauth2 } }
    const { message, request } = failureOf(await action.perform(input, testContext({ rehearses: true })))
    assert.equal(message, 'not sent')
    assert.deepEqual(request?.headers.at(-1), ['authorization', 'Bearer ***'])
  })
})
