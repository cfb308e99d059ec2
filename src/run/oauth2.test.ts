import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { clients, startAuthorizationServer } from '../testing/authorization-server/index.ts'
import { runProgram, withFolder } from '../testing/run-program.ts'
import { runText } from '../testing/run-text.ts'

const { id, secret } = clients.body

/** A suite of two requests to an API, one of which brings its own credentials. */
const suite = (name: string, tokenUrl: string, api: string): string => `suite: ${name}
settings:
  auth: { oauth2: { token-url: ${tokenUrl}, client-id: ${id}, client-secret: "${secret}", scope: "orders:read" } }
steps:
  - request: GET ${api}/first
  - request: GET ${api}/second
  - { request: GET ${api}/own, auth: { bearer: own-token } }
  - { request: GET ${api}/nobody, auth: none }`

describe('OAuth2 in the settings', () => {
  it('gives one token to every request without auth of its own, with 8 files on 8 workers', async () => {
    await using server = await startAuthorizationServer()
    await using api = await httpServer()
    const names = Array.from({ length: 8 }, (_, index) => `file${index}.apitest.yaml`)
    const files = Object.fromEntries(names.map(name => [name, suite(name, server.tokenUrl, api.url)]))
    const { summary } = await runText(suite('First', server.tokenUrl, api.url), {
      files,
      input: { paths: ['.'], workers: 8 },
    })
    assert.deepEqual([summary.outcome, summary.requests], ['passed', 36])
    assert.equal(server.tokenRequests.length, 1)
    const tokens = (name: string): ReadonlySet<string | undefined> =>
      new Set(api.seen.filter(({ url }) => url === `/${name}`).map(({ headers }) => headers.authorization))
    const [token = ''] = tokens('first')
    assert.equal(await server.accepts(token.slice('Bearer '.length)), true)
    assert.deepEqual(tokens('second'), tokens('first'))
    assert.deepEqual(tokens('own'), new Set(['Bearer own-token']))
    assert.deepEqual(tokens('nobody'), new Set([undefined]))
  })

  it('fetches another token after a step has changed the secret', async () => {
    await using server = await startAuthorizationServer()
    await using api = await httpServer()
    const { outcomes, messages } = await runText(`suite: A
variables: { secret: "${secret}" }
settings: { auth: { oauth2: { token-url: ${server.tokenUrl}, client-id: ${id}, client-secret: "{{secret}}" } } }
steps:
  - request: GET ${api.url}/
  - set: { secret: changed }
  - request: GET ${api.url}/`)
    assert.equal(outcomes, 'passed passed errored')
    assert.deepEqual(messages, ['Auth Error: OAuth2 token request failed: HTTP 401'])
    assert.equal(server.tokenRequests.length, 2)
  })

  it('keeps secret and token out of every output, and leaves address and id', async () => {
    await using server = await startAuthorizationServer()
    await using api = await httpServer(({ headers }, response) =>
      response.writeHead(500).end(headers.authorization),
    )
    const text = `suite: A
variables: { tokens: ${server.tokenUrl}, id: ${id} }
steps:
  - request: GET ${api.url}/
    auth: { oauth2: { token-url: "{{tokens}}", client-id: "{{id}}", client-secret: "${secret}" } }`
    await withFolder({ 'a.apitest.yaml': text }, async folder => {
      const { output, errors, exitCode } = await runProgram(folder, ['a.apitest.yaml', '--reporter', 'json'])
      const token = api.seen[0]?.headers.authorization?.slice('Bearer '.length) ?? assert.fail('no token')
      assert.equal(exitCode, 1)
      for (const hidden of [token, secret]) assert.ok(!(output + errors).includes(hidden), hidden)
      const { output: plan } = await runProgram(folder, ['a.apitest.yaml', '--dry-run'])
      assert.match(
        plan,
        /auth: {"oauth2":{"token-url":"http.*\/token","client-id":"shop","client-secret":"\*\*\*"}}/,
      )
    })
    assert.equal(server.tokenRequests.length, 1)
  })
})
