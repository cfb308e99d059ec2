import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerOptions } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { describe, it, test } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import { certificates, withoutCertificates } from '../../../testing/certificates.ts'
import type { ActionContext } from '../../action.ts'
import { httpServer, listen, type TestServer } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'

const secret = 'hunter-two-2'
const isMasked: Partial<ActionContext> = { mask: text => text.replaceAll(secret, '***') }

const following = (more: JsonObject = {}): Partial<ActionContext> => ({
  ...isMasked,
  settings: { transport: { 'follow-redirects': true, ...more } },
})

/** The headers that a step may carry; all of them are for the first origin alone, but for the last header. */
const carried = {
  authorization: 'Bearer typed',
  cookie: 'a=1',
  'X-Api-Key': 'typed',
  'X-Plain-Name': `key ${secret}`,
  Referer: 'http://shop.test/',
}

describe('a redirect of a path that is sent as it is', () => {
  for (const [location, path] of [
    ['/a/../b?x=1', '/a/../b?x=1'],
    ['x/../y', '/from/x/../y'],
    ['/q/%2e%2e/z', '/q/%2e%2e/z'],
    ['URL/m/./n', '/m/./n'],
    ['?x=1', '/from/here?x=1'],
  ] as const)
    it(`leads to ${path}`, async () => {
      await using server = await httpServer(({ url }, response) => {
        if (url !== '/from/here') response.end()
        else response.writeHead(302, { location: location.replace('URL', `http://${host()}`) }).end()
      })
      const host = (): string => `127.0.0.1:${String(server.port)}`
      await exchange({ request: `GET ${server.url}/from/here` }, following({ 'path-as-is': true }))
      assert.equal(server.seen[1]?.url, path)
    })
})

describe('C5: a redirect to another origin', () => {
  for (const status of [301, 302, 307, 308])
    it(`${status} carries neither credentials, nor headers with a secret, nor the body, and says so`, async () => {
      await using other = await httpServer()
      await using server = await httpServer((_, response) =>
        response.writeHead(status, { location: `${other.url}/b` }).end(),
      )
      const step = { request: `PUT ${server.url}/a`, headers: carried, json: { password: 'typed' } }
      const { request, redirects } = await exchange(step, following())
      const [first] = server.seen
      assert.equal(first?.body.toString(), '{"password":"typed"}')
      const { method, headers, body } = other.seen[0] ?? assert.fail('nothing followed')
      assert.deepEqual([method, body.toString()], ['PUT', ''])
      for (const name of Object.keys(carried))
        assert.equal(headers[name.toLowerCase()], name === 'Referer' ? carried.Referer : undefined, name)
      assert.equal(headers['content-type'], undefined)
      assert.equal(request.body, undefined)
      assert.deepEqual(redirects?.[0]?.withheld?.toSorted(), [
        'authorization',
        'body',
        'cookie',
        'x-api-key',
        'x-plain-name',
      ])
    })

  it('within the origin carries everything, and tells of nothing', async () => {
    await using server = await httpServer(({ url }, response) =>
      url === '/a' ? response.writeHead(307, { location: '/b' }).end() : response.end(),
    )
    const step = { request: `PUT ${server.url}/a`, headers: carried, text: 'body' }
    const { redirects } = await exchange(step, following())
    const { headers, body } = server.seen[1] ?? assert.fail('nothing followed')
    assert.equal(body.toString(), 'body')
    for (const [name, value] of Object.entries(carried)) assert.equal(headers[name.toLowerCase()], value)
    assert.equal(redirects?.[0]?.withheld, undefined)
  })

  it('gets no token, no answer to a challenge and no signature, and none on the way back', async () => {
    await using tokens = await httpServer((_, response) =>
      response.end('{"access_token":"fetched","token_type":"Bearer"}'),
    )
    const auths = [
      { oauth2: { 'token-url': tokens.url, 'client-id': 'shop', 'client-secret': 'secret' } },
      { digest: { username: 'ada', password: secret } },
      { aws: { 'access-key-id': 'A', 'secret-access-key': secret, region: 'eu', service: 's3' } },
    ]
    for (const auth of auths) {
      let home = ''
      await using other = await httpServer(({ headers }, response) => {
        assert.equal(headers.authorization, undefined)
        response.writeHead(307, { location: `${home}/back` }).end()
      })
      await using server = await httpServer(({ url, headers }, response) => {
        if (url === '/back') response.end(JSON.stringify(headers))
        else if ('digest' in auth && headers.authorization === undefined)
          response.writeHead(401, { 'www-authenticate': 'Digest realm="a", nonce="b", qop="auth"' }).end()
        else response.writeHead(307, { location: `${other.url}/` }).end()
      })
      home = server.url
      const { response } = await exchange({ request: `GET ${server.url}/a`, auth }, following())
      assert.equal(other.seen.length, 1)
      assert.doesNotMatch(response.body.text(), /authorization/i)
      assert.ok(server.seen.some(({ headers }) => headers.authorization !== undefined))
    }
  })

  it('that names no host in a way of its own is not followed', async () => {
    for (const location of ['http:///orders', '///orders', '\\\\orders', 'http:\\\\orders\\x']) {
      await using server = await httpServer((_, response) => response.writeHead(302, { location }).end())
      const { message } = await failure({ request: `GET ${server.url}/` }, following())
      assert.match(message, /no http or https URL with a host$/, location)
    }
  })
})

/** Starts a TLS server that asks whoever comes for a certificate, and tells the name in it and the body it got. */
async function askingServer(
  location: string | undefined,
  options: ServerOptions,
): Promise<TestServer & { readonly seen: readonly { client: string | undefined; body: string }[] }> {
  const { authority, server: identity } = await certificates()
  const [ca, cert, key] = await Promise.all(
    [authority, identity.certificate, identity.key].map(file => readFile(file)),
  )
  const seen: { client: string | undefined; body: string }[] = []
  const server = createServer({ ca, cert, key, requestCert: true, ...options }, (request, response) => {
    const chunks: Buffer[] = []
    const { subject } = (request.socket as TLSSocket).getPeerCertificate() as {
      readonly subject?: { readonly CN?: string }
    }
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ client: subject?.CN, body: Buffer.concat(chunks).toString() })
      response.writeHead(location === undefined ? 200 : 307, location === undefined ? {} : { location }).end()
    })
  })
  server.on('tlsClientError', () => undefined)
  return {
    ...(await listen(server, 'https', () => {
      server.closeAllConnections()
    })),
    seen,
  }
}

describe('C5: the certificate of the client', { skip: withoutCertificates }, () => {
  test('is not shown to the origin that a redirect leads to', async () => {
    const { authority, client } = await certificates()
    await using other = await askingServer(undefined, { rejectUnauthorized: false })
    await using server = await askingServer(`${other.url}/b`, { rejectUnauthorized: true })
    const tls = { ca: authority, certificate: client.certificate, key: client.key }
    const { request, redirects } = await exchange(
      { request: `POST ${server.url}/a`, text: 'body' },
      following({ tls }),
    )
    assert.deepEqual(server.seen, [{ client: 'client', body: 'body' }])
    assert.deepEqual(other.seen, [{ client: undefined, body: '' }])
    assert.deepEqual(redirects?.[0]?.withheld, ['body', 'client certificate'])
    assert.deepEqual(request.settings?.['tls'], { ca: authority })
  })

  test('is missed by an origin that demands one', async () => {
    const { authority, client } = await certificates()
    await using other = await askingServer(undefined, { rejectUnauthorized: true })
    await using server = await askingServer(`${other.url}/b`, { rejectUnauthorized: true })
    const { pfx, passphrase } = client
    const { kind, redirects } = await failure(
      { request: `GET ${server.url}/a` },
      following({ tls: { ca: authority, pfx, passphrase } }),
    )
    assert.equal(kind, 'Network Error')
    assert.equal(other.seen.length, 0)
    assert.deepEqual(redirects?.[0]?.withheld, ['client certificate'])
  })
})
