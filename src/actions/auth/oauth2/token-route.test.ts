import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import { certificates, withoutCertificates } from '../../../testing/certificates.ts'
import { mutualTlsServer } from '../../../testing/mutual-tls-server.ts'
import { httpServer } from '../../http/testing/http-server.ts'
import { exchange, failure } from '../../http/testing/perform.ts'

const token = '{"access_token":"t"}'

function withToken(tokenUrl: string, apiUrl = 'http://api.invalid'): JsonObject {
  const oauth2 = { 'token-url': tokenUrl, 'client-id': 'a', 'client-secret': 'bcd' }
  return { request: `GET ${apiUrl}/`, auth: { oauth2 } }
}

describe('a token request', () => {
  it('takes the same proxy as the request that needs the token', async () => {
    await using proxy = await httpServer((_, response) => response.end(token))
    await exchange(withToken('http://tokens.invalid/token'), {
      settings: { transport: { proxy: proxy.url } },
    })
    assert.deepEqual(
      proxy.seen.map(({ url }) => url),
      ['http://tokens.invalid/token', 'http://api.invalid/'],
    )
  })

  it('goes to the address that resolve names', async () => {
    await using server = await httpServer((_, response) => response.end(token))
    const resolve = {
      'tokens.invalid:80': `127.0.0.1:${server.port}`,
      'api.invalid:80': `127.0.0.1:${server.port}`,
    }
    await exchange(withToken('http://tokens.invalid/token'), { settings: { transport: { resolve } } })
    assert.equal(server.seen.length, 2)
  })

  it('shows the same client certificate', { skip: withoutCertificates }, async () => {
    const { authority, client } = await certificates()
    const { server: secureServer } = await mutualTlsServer()
    await using server = await httpServer((_, response) => response.end(token), secureServer)
    const { certificate, key } = client
    const own = { settings: { transport: { tls: { ca: authority, certificate, key } } } }
    assert.equal((await exchange(withToken(server.url, server.url), own)).response.status, 200)
    const stranger = { settings: { transport: { tls: { ca: authority } } } }
    const { message } = await failure(withToken(server.url, server.url), stranger)
    assert.match(message, /^OAuth2 token request failed: /)
  })

  it('names the file of a route that cannot be taken', async () => {
    const settings = { transport: { tls: { ca: '/nowhere/ca.pem' } } }
    const { kind, message } = await failure(withToken('http://127.0.0.1:1/token'), { settings })
    assert.deepEqual(
      [kind, message],
      ['File Error', 'OAuth2 token request: tls: the ca file /nowhere/ca.pem does not exist'],
    )
  })

  it('speaks what the token server speaks, whatever http-version the API is for', async () => {
    await using tokens = await httpServer((_, response) => response.end(token))
    const settings = { transport: { 'http-version': '2' } }
    const { message } = await failure(withToken(tokens.url, 'http://127.0.0.1:1'), { settings })
    assert.equal(tokens.seen.length, 1)
    assert.match(message, /^connect ECONNREFUSED 127\.0\.0\.1:1/)
  })
})
