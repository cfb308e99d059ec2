import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { certificates, withoutCertificates } from '../../testing/certificates.ts'
import { without } from '../../testing/parts.ts'
import type { JsonObject } from '../../model/json.ts'
import { exchange } from './testing/perform.ts'
import { jsonOf } from '../testing/answers.ts'
import { withoutModules } from '../../testing/python-tools.ts'
import { startPythonLab } from './testing/python-lab.ts'

const skip = withoutModules('grpc, google.protobuf') || without('protoc')
const schema = { proto: 'lab/v1/lab.proto', 'import-paths': 'fixtures/grpc/protos' }

describe('a server of another implementation (gRPC for Python, C core)', { skip }, () => {
  test('has calls of all four kinds', async () => {
    await using lab = await startPythonLab()
    const call = (method: string, input: JsonObject) =>
      exchange(
        { grpc: `lab.v1.Lab/${method}`, target: lab.address, ...schema, ...input },
        { timeout: 30_000 },
      )
    const made = await call('Echo', { message: { i64: '-1', raw: 'AP8=' }, compression: 'gzip' })
    assert.deepEqual(jsonOf(made), { i64: '-1', raw: 'AP8=' })
    assert.deepEqual(
      made.response.trailers?.filter(([name]) => name.startsWith('x-')),
      [
        ['x-trailer', 'behind'],
        ['x-raw-bin', 'AP8='],
      ],
    )
    assert.equal((jsonOf(await call('Repeat', { message: { times: 2 } })) as unknown[]).length, 2)
    const messages = [{ cents: 1 }, { cents: 2 }]
    assert.deepEqual(jsonOf(await call('Sum', { messages })), { cents: '3', amounts: 2 })
    assert.deepEqual(jsonOf(await call('Chat', { messages: [{ text: 'a' }] })), [{ text: 'a!' }])
    const failed = await call('Fail', { message: { code: 9, message: 'né' } })
    assert.equal(failed.response.status, 'FAILED_PRECONDITION')
    assert.equal(failed.response.statusText, 'né')
  })

  test('knows the client by its certificate', { skip: withoutCertificates }, async () => {
    const { server, authority, client } = await certificates()
    await using lab = await startPythonLab([server.key, server.certificate, authority])
    const { certificate, key } = client
    const input = { grpc: 'lab.v1.Lab/Inspect', target: `grpcs://${lab.address}`, ...schema }
    const settings = { transport: { tls: { ca: authority, certificate, key } } }
    const made = await exchange(input, { settings, timeout: 30_000 })
    assert.equal((jsonOf(made) as { peer: string }).peer, 'client')
  })
})
