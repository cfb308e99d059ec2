import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import type { Settings } from '../../model/settings.ts'
import { httpServer } from './testing/http-server.ts'
import { exchange, failure } from './testing/perform.ts'

/**
 * Returns the parts of such a request that a server sees: its authorization header, its address and the secrets that
 * were hidden.
 */
async function seen(step: JsonObject, settings: Settings = {}, userInfo = ''): Promise<Seen> {
  await using server = await httpServer()
  const hidden: string[] = []
  const address = server.url.replace('//', `//${userInfo}`)
  const { request } = await exchange(
    { request: `GET ${address}/`, ...step },
    { settings, hide: secret => hidden.push(secret) },
  )
  const { url = '', headers = {} } = server.seen[0] ?? {}
  return { authorization: headers.authorization, url, hidden, headers, recorded: request.url }
}

interface Seen {
  readonly authorization: string | undefined
  readonly url: string
  readonly hidden: readonly string[]
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly recorded: string | undefined
}

const settings: Settings = { auth: { bearer: 'of-settings' } }

test('a bearer token', async () => {
  const { authorization, hidden } = await seen({ auth: { bearer: 'abc.def' } })
  assert.equal(authorization, 'Bearer abc.def')
  assert.ok(hidden.includes('abc.def'))
})

test('a username and a password, encoded as UTF-8', async () => {
  const { authorization, hidden } = await seen({ auth: { basic: { username: 'ada', password: 'pä:ss' } } })
  const encoded = Buffer.from('ada:pä:ss').toString('base64')
  assert.equal(authorization, `Basic ${encoded}`)
  assert.ok(hidden.includes(encoded))
})

test('an API key in a header', async () => {
  const { headers } = await seen({ auth: { 'api-key': { header: 'X-Api-Key', value: 'k1' } } })
  assert.equal(headers['x-api-key'], 'k1')
})

test('an API key in the query, hidden as it is written there', async () => {
  const auth = { 'api-key': { query: 'api key', value: 'k 1/ü' } }
  const { url, hidden } = await seen({ auth, query: { page: 2 } })
  assert.equal(url, '/?page=2&api%20key=k%201%2F%C3%BC')
  assert.ok(hidden.includes('k%201%2F%C3%BC'))
})

test('settings give credentials to a step that has none', async () => {
  assert.equal((await seen({}, settings)).authorization, 'Bearer of-settings')
})

test("a step's credentials win over those of the settings", async () => {
  assert.equal((await seen({ auth: { bearer: 'own' } }, settings)).authorization, 'Bearer own')
})

test('a step with auth none sends no credentials', async () => {
  assert.equal((await seen({ auth: 'none' }, settings)).authorization, undefined)
})

test("a step's own Authorization header wins over credentials of the settings", async () => {
  const step = { headers: { AUTHORIZATION: 'Custom 1' } }
  assert.equal((await seen(step, settings)).authorization, 'Custom 1')
})

test("the settings' own Authorization header wins over their credentials, and loses to the step's", async () => {
  const both: Settings = { ...settings, headers: { Authorization: 'Custom 2' } }
  assert.equal((await seen({}, both)).authorization, 'Custom 2')
  assert.equal((await seen({ auth: { bearer: 'own' } }, both)).authorization, 'Bearer own')
})

test('a query value of the same name wins over an API key of the settings', async () => {
  const keyed: Settings = { auth: { 'api-key': { query: 'key', value: 'a' } } }
  assert.equal((await seen({ query: { key: 'b' } }, keyed)).url, '/?key=b')
})

test('a name and a password in the URL are credentials, and not recorded', async () => {
  const { authorization, recorded } = await seen({}, settings, 'ada:p%40ss@')
  assert.equal(authorization, `Basic ${Buffer.from('ada:p@ss').toString('base64')}`)
  assert.doesNotMatch(recorded ?? '', /ada/)
})

for (const [step, message] of [
  [{ auth: { bearer: 'a' }, headers: { authorization: 'b' } }, /^the step has both auth and a header/],
  [{ auth: { bearer: 'a\nb' } }, /^header "authorization" has a line break/],
  [{ auth: { basic: { username: 'a:b', password: 'c' } } }, /may not contain a colon$/],
  [{ auth: { basic: { password: 'c' } } }, /^auth basic needs/],
  [{ auth: { 'api-key': { value: 'c' } } }, /^auth api-key needs/],
  [{ auth: { ntlm: {} } }, /^auth must be bearer, basic, api-key, oauth2, digest, aws or none$/],
  [{ auth: { digest: {} } }, /^auth digest needs username$/],
  [{ auth: { oauth2: { 'token-url': 'x' } } }, /^auth oauth2 needs client-id$/],
  [{ auth: { aws: {} } }, /^auth aws needs access-key-id$/],
  [{ auth: 'bearer' }, /^auth must be bearer/],
] as const)
  test(`${JSON.stringify(step)} is refused`, async () => {
    const { kind, message: text } = await failure({ request: 'GET http://127.0.0.1:1/', ...step })
    assert.equal(kind, 'Request Error')
    assert.match(text, message)
  })

test('a password of a proxy that is not valid percent-encoding is hidden as it is', async () => {
  const hidden: string[] = []
  const proxy = 'http://ada:%zz@127.0.0.1:1'
  await failure(
    { request: 'GET http://127.0.0.1:1/' },
    { settings: { transport: { proxy } }, hide: secret => hidden.push(secret) },
  )
  assert.ok(hidden.includes('%zz'))
})
