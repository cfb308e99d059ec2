import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import {
  type AuthorizationServer,
  clients,
  startAuthorizationServer,
} from '../../../testing/authorization-server/index.ts'
import {
  clientKeys,
  issuerKeys,
  pem,
  trustedIssuer,
  user,
} from '../../../testing/authorization-server/grants.ts'
import { protectedApi } from '../../../testing/authorization-server/protected-api.ts'
import { certificates, withoutCertificates } from '../../../testing/certificates.ts'
import { mutualTlsServer } from '../../../testing/mutual-tls-server.ts'
import type { ActionContext } from '../../action.ts'
import { action } from '../../http/index.ts'
import { httpServer } from '../../http/testing/http-server.ts'
import { exchangeOf, failureOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'

const client = { 'client-id': clients.body.id, 'client-secret': clients.body.secret }
const assertion = {
  'private-key': pem(issuerKeys),
  'key-id': 'key-1',
  claims: { iss: trustedIssuer, sub: user.name },
}

/** The keys of each grant, beside the token-url. */
const grantsOf: Readonly<Record<string, JsonObject>> = {
  password: { grant: 'password', ...client, username: user.name, password: user.password },
  'jwt-bearer': { grant: 'jwt-bearer', ...client, assertion },
  'a client with a key': {
    'client-id': clients.key.id,
    'client-assertion': { 'private-key': pem(clientKeys), algorithm: 'ES256', 'key-id': 'key-1' },
  },
  'a user of a client with a key that stands on one line': {
    ...{ grant: 'password', username: user.name, password: user.password, 'client-id': clients.key.id },
    'client-assertion': {
      'private-key': pem(clientKeys)
        .trim()
        .replaceAll('\n', String.raw`\n`),
      algorithm: 'ES256',
    },
  },
  'a client whose key is a JWK': {
    'client-id': clients.key.id,
    'client-assertion': {
      'private-key': JSON.stringify({ ...clientKeys.privateKey.export({ format: 'jwk' }), kid: 'key-1' }),
      algorithm: 'ES256',
    },
  },
}

interface Answered {
  readonly status?: number
  readonly failure?: string
}

async function ask(api: string, oauth2: JsonObject, context: ActionContext): Promise<Answered> {
  const answer = await action.perform({ request: `GET ${api}/`, auth: { oauth2 } }, context)
  if (answer.ok) return { status: Number(exchangeOf(answer).response.status) }
  const { message, hint = '' } = failureOf(answer)
  return { failure: `${message}\n${hint}` }
}

const withUrl = ({ tokenUrl }: AuthorizationServer, oauth2: JsonObject): JsonObject => ({
  'token-url': tokenUrl,
  ...oauth2,
})

describe('a grant', () => {
  for (const [name, oauth2] of Object.entries(grantsOf))
    it(`${name}: gives a token that the server takes, once, and anew after 401`, async () => {
      await using server = await startAuthorizationServer()
      let refusals = 0
      await using api = await protectedApi(server, { refuses: () => refusals++ === 2 })
      const hidden: string[] = []
      const context = testContext({ hide: secret => hidden.push(secret) })
      const statuses = []
      for (let call = 0; call < 3; call++)
        statuses.push((await ask(api.url, withUrl(server, oauth2), context)).status)
      assert.deepEqual([statuses, server.tokenRequests.length], [[200, 200, 200], 2])
      const sent = api.seen.map(({ headers }) => headers.authorization?.slice('Bearer '.length) ?? '')
      assert.ok(sent.every(token => hidden.includes(token)))
      await context.resources.close()
    })

  it('exchanges a token for another one', async () => {
    await using server = await startAuthorizationServer()
    await using api = await protectedApi(server)
    const context = testContext()
    await ask(api.url, withUrl(server, client), context)
    const subject = api.seen[0]?.headers.authorization?.slice('Bearer '.length) ?? ''
    const oauth2 = withUrl(server, { grant: 'token-exchange', ...client, 'subject-token': subject })
    assert.deepEqual(await ask(api.url, oauth2, context), { status: 200 })
    assert.notEqual(api.seen[1]?.headers.authorization, api.seen[0]?.headers.authorization)
    const acting = { ...oauth2, 'actor-token': subject, parameters: { audience: 'orders' } }
    assert.deepEqual(await ask(api.url, acting, context), { status: 200 })
    const { failure = '' } = await ask(api.url, { ...oauth2, 'subject-token-type': 'id-token' }, context)
    assert.match(failure, /HTTP 400\nThe token server at .* says "invalid_grant/)
    await context.resources.close()
  })

  it('refreshes with the token that the server gave last', async () => {
    await using server = await startAuthorizationServer()
    let calls = 0
    await using api = await protectedApi(server, { refuses: () => calls++ % 2 === 1 })
    const context = testContext()
    const first = await server.refreshToken(clients.body.id)
    const oauth2 = withUrl(server, { grant: 'refresh-token', ...client, 'refresh-token': first })
    for (let call = 0; call < 4; call++)
      assert.deepEqual(await ask(api.url, oauth2, context), { status: 200 })
    // The server takes each of them once, and would give nothing any more.
    assert.equal(server.tokenRequests.length, 4)
    const { failure = '' } = await ask(api.url, oauth2, testContext())
    assert.match(failure, /invalid_grant/)
    await context.resources.close()
  })

  it('is asked for by a client whose certificate is its proof', { skip: withoutCertificates }, async () => {
    const { server: secureServer } = await mutualTlsServer()
    await using server = await startAuthorizationServer({ secureServer })
    await using api = await protectedApi(server)
    const { authority, client: identity, chained } = await certificates()
    const tls = (own: { certificate: string; key: string }): ActionContext =>
      testContext({
        settings: { transport: { tls: { ca: authority, certificate: own.certificate, key: own.key } } },
      })
    const oauth2 = withUrl(server, { 'client-id': clients.certificate.id, credentials: 'tls' })
    assert.deepEqual(await ask(api.url, oauth2, tls(identity)), { status: 200 })
    const other = await ask(api.url, oauth2, tls(chained))
    assert.match(other.failure ?? '', /HTTP 401\n.*invalid_client/)
    const { failure } = await ask(api.url, oauth2, testContext())
    assert.equal(
      failure,
      'auth oauth2 with credentials: tls needs the certificate of the client\n' +
        'Name it under `tls`: certificate and key, or pfx.',
    )
  })

  for (const [name, oauth2, refused] of [
    ['a wrong password', { ...grantsOf['password'], password: 'wrong' }, /HTTP 400\n.*invalid_grant/],
    [
      'the key of somebody else',
      { ...grantsOf['a client with a key'], 'client-assertion': { 'private-key': pem(issuerKeys) } },
      /HTTP 401\n.*invalid_client/,
    ],
    [
      'an assertion that is no token',
      { ...grantsOf['jwt-bearer'], assertion: 'abc.def.ghi' },
      /HTTP 400\n.*invalid_grant/,
    ],
  ] as const)
    it(`is refused with ${name}`, async () => {
      await using server = await startAuthorizationServer()
      const { failure = '' } = await ask('http://127.0.0.1:1', withUrl(server, oauth2), testContext())
      assert.match(failure, refused)
    })
})

describe('a token request', () => {
  it('has the fields of its grant', async () => {
    await using server = await httpServer((_, response) => response.end('{"access_token":"t"}'))
    const url = { 'token-url': server.url }
    const context = testContext()
    const person = { username: 'ada', password: 'p&w' }
    for (const oauth2 of [
      { ...url, grant: 'password', ...person },
      { ...url, grant: 'password', 'client-id': 'app', ...person, scope: 'a b' },
      { ...url, grant: 'jwt-bearer', assertion: 'a.b.c' },
      { ...url, 'client-id': 'app', 'client-assertion': 'a.b.c' },
      {
        ...{ ...url, grant: 'token-exchange', 'subject-token': 's', 'subject-token-type': 'id-token' },
        ...{ 'actor-token': 'a', 'actor-token-type': 'urn:x:y', 'requested-token-type': 'saml2' },
      },
    ])
      await ask(server.url, oauth2, context)
    const forms = server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body.toString())
    const type = 'urn%3Aietf%3Aparams%3Aoauth%3A'
    assert.deepEqual(forms, [
      'grant_type=password&username=ada&password=p%26w',
      'grant_type=password&client_id=app&username=ada&password=p%26w&scope=a+b',
      `grant_type=${type}grant-type%3Ajwt-bearer&assertion=a.b.c`,
      `grant_type=client_credentials&client_id=app&client_assertion_type=${type}client-assertion-type%3Ajwt-bearer&client_assertion=a.b.c`,
      `grant_type=${type}grant-type%3Atoken-exchange&subject_token=s&subject_token_type=${type}token-type%3Aid_token` +
        `&actor_token=a&actor_token_type=urn%3Ax%3Ay&requested_token_type=${type}token-type%3Asaml2`,
    ])
    await context.resources.close()
  })

  it('that cannot be signed quotes nothing of the key, and is not sent', async () => {
    const signing = (more: JsonObject): JsonObject => ({
      ...{ 'token-url': 'http://127.0.0.1:1', grant: 'jwt-bearer' },
      assertion: { 'private-key': 's3cret-key', ...more },
    })
    for (const [more, said] of [
      [{}, 'the key of jwt RS256 is no private key\nA PEM such as -----BEGIN PRIVATE KEY-----, or a JWK.'],
      [
        { 'private-key': '-----BEGIN ENCRYPTED PRIVATE KEY-----\ns3cret-key' },
        /its private-key is encrypted/,
      ],
      [{ 'private-key': '{"kty":"EC"}' }, /the key of jwt RS256 is no private key/],
      [{ 'private-key': pem(clientKeys) }, /the key of jwt RS256 is one for another algorithm: prime256v1/],
      [{ algorithm: 'HS256', 'private-key': '' }, /the key of jwt HS256 is empty/],
      [{ algorithm: 'HS256', 'private-key': pem(clientKeys) }, /both sides know, and the key is a PEM/],
    ] as const) {
      const { failure = '' } = await ask('http://127.0.0.1:1', signing(more), testContext())
      assert.match(failure, /^assertion of auth oauth2 cannot be signed: /)
      if (typeof said === 'string') assert.ok(failure.endsWith(said), failure)
      else assert.match(failure, said)
      assert.ok(!failure.includes('s3cret-key'))
    }
  })
})
