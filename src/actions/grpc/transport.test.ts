import { jsonOf, type Told } from '../testing/answers.ts'
import assert from 'node:assert/strict'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import http2 from 'node:http2'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import { httpServer } from '../http/testing/http-server.ts'
import { type Certificates, certificates, withoutCertificates } from '../../testing/certificates.ts'
import { without } from '../../testing/parts.ts'
import { startTinyproxy } from '../../testing/proxies.ts'
import { exchange, failure } from './testing/perform.ts'
import { type LabServer, startLab } from './testing/lab-server.ts'

const schema = { 'descriptor-set': 'fixtures/grpc/lab.protoset' }

function echo(target: string): JsonObject {
  return { grpc: 'lab.v1.Lab/Echo', target, message: { text: 'a' }, ...schema }
}

function settings(transport: JsonObject): Partial<ActionContext> {
  return { settings: { transport } }
}

async function told(target: string, transport: JsonObject = {}): Promise<Told> {
  const answer = await failure(echo(target), settings(transport))
  assert.equal(answer.kind, 'Network Error')
  return answer
}

describe('gRPC over TLS', { skip: withoutCertificates }, () => {
  let made: Certificates
  let [secure, mutual, old]: readonly (LabServer | undefined)[] = []
  before(async () => {
    made = await certificates()
    const read = async ({ certificate, key }: { certificate: string; key: string }) => ({
      certificate: await readFile(certificate),
      key: await readFile(key),
    })
    secure = await startLab({ tls: await read(made.server) })
    mutual = await startLab({
      tls: { ...(await read(made.server)), clients: await readFile(made.authority) },
    })
    old = await startLab({ tls: await read(made.wrongHost) })
  })
  after(async () => {
    for (const server of [secure, mutual, old]) await server?.[Symbol.asyncDispose]()
  })

  test('trusts the authority that the settings name', async () => {
    const ca = made.authority
    const { response, timings } = await exchange(
      echo(`grpcs://${secure?.address}`),
      settings({ tls: { ca } }),
    )
    assert.equal(response.status, 'OK')
    assert.ok((timings.phases?.tls ?? 0) > 0)
  })

  test('trusts nobody else', async () => {
    assert.match(
      (await told(`grpcs://${secure?.address}`)).message,
      /^the server certificate's authority is /,
    )
  })

  test('accepts any certificate when it is not to be checked', async () => {
    const { response } = await exchange(
      echo(`grpcs://${secure?.address}`),
      settings({ tls: { verify: false } }),
    )
    assert.equal(response.status, 'OK')
  })

  test('expects another name of the server when the settings say so', async () => {
    const ca = made.authority
    assert.match(
      (await told(`grpcs://${old?.address}`, { tls: { ca } })).message,
      /certificate is not for 127\.0\.0\.1/,
    )
    const tls = { ca, 'server-name': 'other.example' }
    assert.equal((await exchange(echo(`grpcs://${old?.address}`), settings({ tls }))).response.status, 'OK')
  })

  test('shows the certificate of the client', async () => {
    const { certificate, key } = made.client
    const tls = { ca: made.authority, certificate, key }
    const { response } = await exchange(echo(`grpcs://${mutual?.address}`), settings({ tls }))
    assert.equal(response.status, 'OK')
  })

  test('tells that the server asks for a certificate of the client', async () => {
    const { message, hint } = await told(`grpcs://${mutual?.address}`, { tls: { ca: made.authority } })
    assert.match(message, /client certificate|without an answer/)
    assert.match(hint ?? '', /^If the server asks for a client certificate/)
  })

  test('tells that a server called in plaintext speaks TLS', async () => {
    for (const server of [secure, mutual]) {
      const { message, hint } = await told(`grpc://${server?.address}`)
      assert.equal(message, `the server at ${server?.address} speaks TLS, and was called without it`)
      assert.equal(hint, `Write the target as grpcs://${server?.address}.`)
    }
  })

  test('tells that a server called with TLS speaks plaintext', async () => {
    await using plain = await startLab()
    const { message, hint } = await told(`grpcs://${plain.address}`)
    assert.match(message, /TLS with .* failed/)
    assert.match(hint ?? '', /use grpc:\/\/127\.0\.0\.1/)
  })

  test('goes through a proxy', { skip: without('tinyproxy') }, async () => {
    await using proxy = await startTinyproxy({ username: 'ada', password: 'pw' })
    const transport = { proxy: `http://ada:pw@127.0.0.1:${proxy.port}`, tls: { ca: made.authority } }
    const { response } = await exchange(echo(`grpcs://${secure?.address}`), settings(transport))
    assert.equal(response.status, 'OK')
    assert.match(await proxy.log(), new RegExp(`CONNECT ${secure?.address}`))
  })
})

describe('gRPC without TLS', () => {
  let plain: LabServer
  before(async () => {
    plain = await startLab()
  })
  after(() => plain[Symbol.asyncDispose]())

  test(
    'goes through a proxy of the settings or the environment, unless that exempts the host',
    { skip: without('tinyproxy') },
    async () => {
      await using proxy = await startTinyproxy()
      const url = `http://127.0.0.1:${proxy.port}`
      await exchange(echo(plain.address), settings({ proxy: url }))
      await exchange(echo(plain.address), { processEnvironment: { all_proxy: url } })
      await exchange(echo(plain.address), { processEnvironment: { all_proxy: url, no_proxy: '127.0.0.1' } })
      assert.equal((await proxy.log()).match(new RegExp(`CONNECT ${plain.address}`, 'g'))?.length, 2)
    },
  )

  test('knows nothing of the variable grpc_proxy', async () => {
    process.env['grpc_proxy'] = 'http://127.0.0.1:1'
    try {
      assert.equal((await exchange(echo(plain.address))).response.status, 'OK')
    } finally {
      delete process.env['grpc_proxy']
    }
  })

  test('connects to another place when the settings say so', async () => {
    const transport = { resolve: { 'shop.example:50051': plain.address } }
    const { response } = await exchange(echo('shop.example:50051'), settings(transport))
    assert.equal(response.status, 'OK')
  })

  test('reaches a socket file, by the target or the settings', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'apitest-grpc-'))
    const file = path.join(folder, 's')
    await using lab = await startLab({ address: `unix:${file}` })
    assert.equal((await exchange(echo(`unix:${file}`))).response.status, 'OK')
    const { response } = await exchange(echo('localhost:1'), settings({ 'unix-socket': file }))
    assert.equal(response.status, 'OK')
    assert.equal(lab.calls.length, 2)
    await rm(folder, { recursive: true })
  })

  test('tells that nothing listens there, at once, and tries anew the next time', async () => {
    const server = net.createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise(resolve => server.close(resolve))
    const target = `127.0.0.1:${port}`
    const { message, hint } = await told(target)
    assert.equal(message, `connect ECONNREFUSED ${target} (nothing listens there)`)
    assert.match(hint ?? '', /host and port of the target/)
    await using _ = await startLab({ address: target })
    assert.equal((await exchange(echo(target))).response.status, 'OK')
  })

  test('tells that the name of the host is not known', async () => {
    assert.match((await told('no-such-host.invalid:1')).message, /host "no-such-host\.invalid" not found/)
  })

  test('tells of a server that speaks something else', async () => {
    await using server = await httpServer()
    const { message } = await told(`127.0.0.1:${server.port}`)
    assert.equal(message, `the server at 127.0.0.1:${server.port} does not speak HTTP/2, which gRPC needs`)
  })

  test('tells of a server that says nothing, when the time is up', async () => {
    const server = net.createServer(() => undefined)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const answer = await failure(echo(`127.0.0.1:${port}`), { timeout: 500 })
    assert.match(answer.message, /^no answer within 500 ms \(timeout\)$/)
    server.close()
  })

  test('calls again after the server was away', async () => {
    const { RunResources } = await import('../resources.ts')
    const resources = new RunResources()
    const first = await startLab()
    const target = first.address
    await exchange(echo(target), { resources })
    await first[Symbol.asyncDispose]()
    await using _ = await startLab({ address: target })
    assert.deepEqual(jsonOf(await exchange(echo(target), { resources })), { text: 'a' })
    await resources.close()
  })
})

describe('a server that breaks off', () => {
  /** A server of HTTP/2 that does as it is told with every stream. */
  async function withServer(
    answer: (stream: http2.ServerHttp2Stream) => void,
    use: (target: string) => Promise<void>,
  ): Promise<void> {
    const sessions = new Set<http2.ServerHttp2Session>()
    const server = http2.createServer()
    server.on('session', session => sessions.add(session.on('error', () => undefined)))
    server.on('stream', stream => {
      stream.on('error', () => undefined).resume()
      answer(stream)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    try {
      await use(`127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      for (const session of sessions) session.destroy()
      server.close()
    }
  }

  const head = { ':status': 200, 'content-type': 'application/grpc' }

  test('by a reset of the stream: its status is that of the code', async () => {
    await withServer(
      stream => {
        stream.respond(head)
        setTimeout(() => {
          stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR)
        }, 50)
      },
      async target => {
        const { response } = await exchange(echo(target))
        assert.equal(response.status, 'INTERNAL')
        assert.match(
          String(response.statusText),
          /^the server (reset the stream \(HTTP\/2 error 2\)|ended the stream without a status)$/,
        )
      },
    )
  })

  test('by closing the connection', async () => {
    await withServer(
      stream => {
        stream.respond(head)
        setTimeout(() => stream.session?.destroy(), 50)
      },
      async target => {
        const { response } = await exchange(echo(target))
        assert.equal(response.status, 'UNAVAILABLE')
        assert.equal(response.fields?.['status-message'], 'the connection was lost')
      },
    )
  })

  test('by an answer of HTTP', async () => {
    await withServer(
      stream => {
        stream.respond({ ':status': 404, 'content-type': 'text/html' })
        stream.end('no')
      },
      async target => {
        const { response } = await exchange(echo(target))
        assert.equal(response.status, 'UNIMPLEMENTED')
        assert.match(String(response.statusText), /404/)
      },
    )
  })
})
