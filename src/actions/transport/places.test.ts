import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import { certificates, withoutCertificates } from '../../testing/certificates.ts'
import { httpServer } from '../http/testing/http-server.ts'
import { exchange, failure } from '../http/testing/perform.ts'
import { tlsServer } from './testing/tls-server.ts'

describe('resolve', () => {
  it('connects to another address, with the host of the URL in the request', async () => {
    await using server = await httpServer()
    const resolve = { 'api.example.com:80': `127.0.0.1:${server.port}` }
    await exchange({ request: 'GET http://API.example.com/a' }, by({ resolve }))
    assert.equal(server.seen[0]?.headers.host, 'api.example.com')
  })

  for (const [host, key] of [
    ['bücher.example', 'bücher.example:80'],
    ['BÜCHER.example', 'xn--bcher-kva.example:80'],
    ['xn--bcher-kva.example', 'Bücher.Example:80'],
    ['[::ffff:0:1]', '[0:0:0:0:0:ffff:0:1]:80'],
  ] as const)
    it(`D5: finds the host ${host} by ${key}`, async () => {
      await using server = await httpServer()
      const resolve = { [key]: `127.0.0.1:${server.port}` }
      await exchange({ request: `GET http://${host}/a` }, by({ resolve }))
      assert.equal(server.seen.length, 1)
    })

  it('keeps the port where it names none, and goes past proxies', async () => {
    await using server = await httpServer()
    const resolve = { [`api.example.com:${server.port}`]: '127.0.0.1' }
    const transport = by({ resolve, proxy: 'http://127.0.0.1:1' })
    await exchange({ request: `GET http://api.example.com:${server.port}/` }, transport)
    assert.equal(server.seen.length, 1)
  })

  it('checks the certificate against the host of the URL', { skip: withoutCertificates }, async () => {
    const { authority, wrongHost } = await certificates()
    await using server = await tlsServer(wrongHost)
    const tls = { ca: authority }
    const resolve = {
      'other.example:443': `127.0.0.1:${server.port}`,
      'third.example:443': `127.0.0.1:${server.port}`,
    }
    await exchange({ request: 'GET https://other.example/' }, by({ resolve, tls }))
    assert.equal(server.seen[0]?.serverName, 'other.example')
    const { message } = await failure({ request: 'GET https://third.example/' }, by({ resolve, tls }))
    assert.match(message, /^the server certificate is not for third.example/)
  })

  it('takes IPv6 in brackets', async () => {
    const { message } = await failure(
      { request: 'GET http://api.example.com/' },
      by({ resolve: { 'api.example.com:80': '[::1]:1' } }),
    )
    assert.match(message, /::1/)
  })

  it('names the host that was looked up', async () => {
    const { message, hint } = await failure(
      { request: 'GET http://127.0.0.1:1/' },
      by({ resolve: { '127.0.0.1:1': 'nowhere.invalid' } }),
    )
    assert.match(message, /^host "nowhere\.invalid" not found/)
    assert.match(String(hint), /under `resolve`/)
  })

  it('is a Request Error when it is not host:port', async () => {
    for (const resolve of [
      { 'api.example.com': '127.0.0.1' },
      { 'a:80': '::1' },
      { 'a:80': '127.0.0.1:99999' },
    ]) {
      const { kind, message } = await failure({ request: 'GET http://127.0.0.1:1/' }, by({ resolve }))
      assert.equal(kind, 'Request Error')
      assert.match(message, /^resolve: /)
    }
  })
})

describe('unix-socket', { skip: process.platform === 'win32' && 'Windows has no socket files.' }, () => {
  it('connects to the file, with the host of the URL in the request', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'apitest-socket-'))
    const file = path.join(folder, 'app.sock')
    const server = createServer(({ headers }, response) => response.end(headers.host))
    await new Promise<void>(resolve => server.listen(file, resolve))
    const transport = by({ 'unix-socket': file, proxy: 'http://127.0.0.1:1' })
    const { response, timings } = await exchange({ request: 'GET http://app.example/' }, transport)
    assert.equal(response.body.text(), 'app.example')
    assert.deepEqual(Object.keys(timings.phases ?? {}), ['connect', 'firstByte', 'download'])
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is a Network Error when nobody listens there', async () => {
    const { kind, message, hint } = await failure(
      { request: 'GET http://app.example/' },
      by({ 'unix-socket': '/nowhere/app.sock' }),
    )
    assert.equal(kind, 'Network Error')
    assert.equal(message, 'there is no socket file /nowhere/app.sock (ENOENT)')
    assert.equal(hint, 'Start the service, or check `unix-socket`.')
  })
})

function by(transport: JsonObject): Partial<ActionContext> {
  return { settings: { transport } }
}
