import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, usePlayground } from '../testing/use-playground.ts'
import { createSessions, tokenLifetime } from './sessions.ts'

const playground = usePlayground()
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const signIn = (username: string, password: string) =>
  playground.json('POST', '/auth/token', { username, password })
const bearer = (body: unknown) => ({ authorization: `Bearer ${String(at(body, 'access_token'))}` })

test('a token from the sign-in opens the profile and the orders of its user', async () => {
  const token = await signIn('demo', 'demo-password')
  assert.equal(token.status, 200)
  assert.equal(at(token.body, 'expires_in'), 3600)
  assert.equal(token.headers.get('cache-control'), 'no-store')
  const profile = await playground.get('/account/profile', bearer(token.body))
  assert.deepEqual(profile.body, (await playground.get('/api/users/1')).body)
  const orders = await playground.get('/account/orders', bearer(token.body))
  assert.deepEqual(at(orders.body, 'items'), at(profile.body, 'orders'))
})

test('the administrator is somebody else', async () => {
  const token = await signIn('admin', 'admin-password')
  assert.equal(at((await playground.get('/account/profile', bearer(token.body))).body, 'role'), 'admin')
})

test('a token survives a reset', async () => {
  const token = await signIn('demo', 'demo-password')
  await playground.json('POST', '/api/reset', { size: 'small' })
  assert.equal((await playground.get('/account/profile', bearer(token.body))).status, 200)
})

test('wrong credentials give no token', async () => {
  assert.equal((await signIn('demo', 'wrong')).status, 401)
  assert.equal((await signIn('nobody', 'demo-password')).status, 401)
  assert.equal((await playground.json('POST', '/auth/token', { username: 'demo' })).status, 400)
})

test('without a token, or with a wrong one, there is a challenge', async () => {
  const missing = await playground.get('/account/profile')
  assert.equal(missing.status, 401)
  assert.equal(missing.headers.get('www-authenticate'), 'Bearer realm="playground"')
  const wrong = await playground.get('/account/orders', { authorization: 'Bearer wrong' })
  assert.equal(wrong.status, 401)
  assert.equal(wrong.headers.get('www-authenticate'), 'Bearer realm="playground", error="invalid_token"')
})

test('basic authentication', async () => {
  const reply = await playground.get('/account/basic', { authorization: basic('demo:demo-password') })
  assert.deepEqual(reply.body, { kind: 'basic', name: 'demo' })
  for (const authorization of [basic('demo:wrong'), basic('demo'), 'Basic !', 'Bearer x']) {
    const refused = await playground.get('/account/basic', { authorization })
    assert.equal(refused.status, 401)
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic /)
  }
})

test('an API key in the header or in the query', async () => {
  const inHeader = await playground.get('/account/key', { 'x-api-key': 'demo-key' })
  assert.equal(at(inHeader.body, 'kind'), 'api-key-header')
  assert.equal(at((await playground.get('/account/key?api_key=demo-key')).body, 'kind'), 'api-key-query')
  assert.equal((await playground.get('/account/key?api_key=wrong')).status, 401)
  assert.equal((await playground.get('/account/key')).status, 401)
})

const grant = (form: Record<string, string>, headers = {}) =>
  playground.send('POST', '/oauth/token', { body: new URLSearchParams(form), headers })

test('OAuth2 client credentials in the body or as basic authentication', async () => {
  const inBody = await grant({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'read',
  })
  assert.equal(inBody.status, 200)
  assert.equal((await playground.get('/account/profile', bearer(inBody.body))).status, 200)
  const headers = { authorization: basic('demo-client:demo-secret') }
  assert.equal((await grant({ grant_type: 'client_credentials' }, headers)).status, 200)
})

test('OAuth2 for a user: a password, an assertion, another token', async () => {
  const client = { client_id: 'demo-client', client_secret: 'demo-secret' }
  const urn = 'urn:ietf:params:oauth:grant-type:'
  const ask = async (form: Readonly<Record<string, string>>): Promise<number> =>
    (await grant({ ...client, ...form })).status
  const person = { grant_type: 'password', username: 'demo' }
  assert.equal(await ask({ ...person, password: 'demo-password' }), 200)
  assert.equal(await ask({ ...person, password: 'wrong' }), 400)
  assert.equal(await ask({ grant_type: `${urn}jwt-bearer`, assertion: 'a.b.c' }), 400)
  assert.equal(await ask({ grant_type: `${urn}token-exchange`, subject_token: 'unknown' }), 400)
})

test('OAuth2 errors have the shape of RFC 6749', async () => {
  const wrong = await grant({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'x',
  })
  assert.equal(wrong.status, 401)
  assert.equal(at(wrong.body, 'error'), 'invalid_client')
  const other = await grant({ grant_type: 'implicit' })
  assert.equal(other.status, 400)
  assert.equal(at(other.body, 'error'), 'unsupported_grant_type')
  assert.equal((await playground.json('POST', '/oauth/token', {})).status, 415)
})

test('a token expires', () => {
  let now = 0
  const sessions = createSessions(() => now)
  const token = sessions.open(1)
  now = tokenLifetime * 1000 - 1
  assert.equal(sessions.userOf(token), 1)
  now += 1
  assert.equal(sessions.userOf(token), undefined)
})
