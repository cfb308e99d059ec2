import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { httpServer } from '../http/testing/http-server.ts'
import { RunResources } from '../resources.ts'
import { exchange, failure } from './testing/perform.ts'
import { jsonOf } from '../testing/answers.ts'
import { type LabServer, startLab } from './testing/lab-server.ts'
import { numberOf } from '../../util/exact-number.ts'

let lab: LabServer
before(async () => {
  lab = await startLab()
})
after(() => lab[Symbol.asyncDispose]())

function call(method: string, more: JsonObject = {}): JsonObject {
  return { grpc: `lab.v1.Lab/${method}`, target: lab.address, ...more }
}

const proto = { proto: 'fixtures/grpc/protos/lab/v1/lab.proto', 'import-paths': 'fixtures/grpc/protos' }

describe('grpc', () => {
  for (const [name, source] of [
    ['by reflection', {}],
    ['with .proto files', proto],
    ['with a file named in an import folder', { ...proto, proto: ['lab/v1/lab.proto'] }],
    ['with a descriptor set', { 'descriptor-set': 'fixtures/grpc/lab.protoset' }],
  ] as const)
    test(`calls a method ${name}`, async () => {
      const made = await exchange(
        call('Echo', { ...source, message: { text: 'é', i64: numberOf('9007199254740993') } }),
      )
      assert.deepEqual(jsonOf(made), { i64: '9007199254740993', text: 'é' })
      assert.equal(made.response.status, 'OK')
      assert.ok(made.success.holds)
      assert.equal(made.transcript, undefined)
    })

  test('fails with the reason of the token server where that gives no other token', async () => {
    let asked = 0
    await using tokens = await httpServer((_, response) => {
      asked++
      if (asked > 1) response.writeHead(503).end()
      else response.setHeader('content-type', 'application/json').end('{"access_token":"a"}')
    })
    const oauth2 = { 'token-url': tokens.url, 'client-id': 'a', 'client-secret': 'b' }
    const more = { message: { code: 16, message: 'too old' }, auth: { oauth2 } }
    const { message } = await failure(call('Fail', more))
    assert.match(message, /OAuth2 token request failed: HTTP 503/)
    assert.equal(asked, 2)
  })

  test('reads a stream of answers as a list', async () => {
    const made = await exchange(call('Repeat', { message: { text: 'a', times: 3 } }))
    assert.deepEqual(jsonOf(made), [
      { text: 'a', number: 1 },
      { text: 'a', number: 2 },
      { text: 'a', number: 3 },
    ])
    const kinds = made.transcript?.entries.map(({ direction, text }) => [direction, text])
    assert.deepEqual(kinds?.slice(0, 2), [
      ['sent', '{"text":"a","times":3}'],
      ['received', '{"text":"a","number":1}'],
    ])
  })

  test('sends a stream of messages', async () => {
    const made = await exchange(call('Sum', { messages: [{ cents: '9007199254740993' }, { cents: 1 }] }))
    assert.deepEqual(jsonOf(made), { cents: '9007199254740994', amounts: 2 })
  })

  test('speaks in both directions', async () => {
    const made = await exchange(call('Chat', { messages: [{ text: 'a' }, { text: 'b' }] }))
    assert.deepEqual(jsonOf(made), [{ text: 'a!' }, { text: 'b!' }])
  })

  test('ends a stream that has no end after max-messages, and has succeeded', async () => {
    const made = await exchange(call('Repeat', { message: { text: 'x' }, 'max-messages': 5 }))
    assert.equal((jsonOf(made) as unknown[]).length, 5)
    assert.ok(made.success.holds)
    assert.equal(made.response.fields?.['status-message'], 'capped: ended after 5 messages')
    assert.equal(made.transcript?.entries.at(-1)?.kind, 'capped')
  })

  test('takes the status of a stream that ends by itself at the cap', async () => {
    const made = await exchange(call('Repeat', { message: { times: 2 }, 'max-messages': 3 }))
    assert.equal(made.response.status, 'OK')
    assert.equal(made.response.fields?.['status-message'], '')
  })

  test('shows fields with their default value when asked to', async () => {
    const made = await exchange(call('Sum', { messages: [], 'emit-defaults': true }))
    assert.deepEqual(jsonOf(made), { cents: '0', amounts: 0 })
  })

  test('sends an empty message unless there is one', async () => {
    assert.deepEqual(jsonOf(await exchange(call('Echo'))), {})
  })

  test('compresses what it sends', async () => {
    const made = await exchange(call('Inspect', { compression: 'gzip', message: { text: 'a' } }))
    const { metadata } = jsonOf(made) as { metadata: Record<string, string> }
    assert.equal(metadata['grpc-encoding'] ?? 'gzip', 'gzip')
    const echoed = await exchange(call('Echo', { compression: 'gzip', message: { text: 'a'.repeat(5000) } }))
    assert.equal((jsonOf(echoed) as { text: string }).text.length, 5000)
  })

  test('has the same connection and the same answer of the reflection for every call of a run', async () => {
    const resources = new RunResources()
    const seen = new Set<string>()
    for (let times = 0; times < 3; times++) {
      const made = await exchange(call('Inspect'), { resources })
      seen.add((jsonOf(made) as { peer: string }).peer)
      assert.equal(made.timings.phases?.connect === undefined, times > 0)
    }
    await resources.close()
    assert.equal(seen.size, 1)
  })

  test('follows reflection of the older version', async () => {
    await using old = await startLab({ reflection: ['v1alpha'] })
    const made = await exchange({ ...call('Echo', { message: { flag: true } }), target: old.address })
    assert.deepEqual(jsonOf(made), { flag: true })
  })

  test('learns by reflection what an Any holds', async () => {
    const any = { '@type': 'type.googleapis.com/lab.v1.Total', amounts: 3 }
    assert.deepEqual(jsonOf(await exchange(call('Echo', { message: { any } }))), { any })
  })
})

describe('the status of a call', () => {
  test('has a name, a message, details and trailers', async () => {
    const made = await exchange(
      call('Fail', { message: { code: 5, message: 'nicht da: é', withDetails: true } }),
    )
    const { status, fields, trailers, body } = made.response
    assert.equal(status, 'NOT_FOUND')
    assert.equal(fields?.['status-message'], 'nicht da: é')
    assert.deepEqual(fields.details, [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'OUT_OF_STOCK',
        domain: 'shop',
        metadata: { sku: 'A-1' },
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2.500s' },
      { '@type': 'type.example.com/secret.v1.Unknown', value: 'YWJj' },
    ])
    assert.deepEqual(
      trailers?.find(([name]) => name === 'x-reason'),
      ['x-reason', 'told so'],
    )
    assert.ok(!trailers.some(([name]) => name === 'content-type'))
    assert.equal(body.size, 0)
    assert.deepEqual([made.success.holds, made.success.actual], [false, 'NOT_FOUND (nicht da: é)'])
  })

  test('is DEADLINE_EXCEEDED when the time is up, with what came until then', async () => {
    const message = { text: 'a', pauseMilliseconds: 100 }
    const made = await exchange(call('Repeat', { message }), { timeout: 1000 })
    assert.equal(made.response.status, 'DEADLINE_EXCEEDED')
    assert.match(
      String(made.response.statusText),
      /^no end of the call within 1 s after \d+ messages? \(timeout\)$/,
    )
    assert.ok((jsonOf(made) as unknown[]).length > 0)
  })

  test('is RESOURCE_EXHAUSTED when a message is too large', async () => {
    const message = { text: 'a', times: 1, size: 65 * 1024 * 1024 }
    const { response } = await exchange(call('Repeat', { message }), { timeout: 60_000 })
    assert.equal(response.status, 'RESOURCE_EXHAUSTED')
    assert.match(
      String(response.statusText),
      /^a message of the answer has 65 MiB, more than the 64 MiB that are taken$/,
    )
  })
})

describe('metadata', () => {
  test('goes in both directions, binary values as base64', async () => {
    const metadata = { 'X-Tenant': 'blue', 'x-many': ['1', '2'], 'x-return': 'back', 'x-raw-bin': 'AP8=' }
    const made = await exchange(call('Inspect', { metadata }))
    const seen = (jsonOf(made) as { metadata: Record<string, string> }).metadata
    assert.equal(seen['x-tenant'], 'blue')
    assert.equal(seen['x-many'], '1, 2')
    assert.equal(seen['x-raw-bin'], 'AP8=')
    assert.match(String(seen['user-agent']), /^apitest\//)
    const { headers } = made.response
    assert.deepEqual(
      headers.find(([name]) => name === 'x-returned'),
      ['x-returned', 'back'],
    )
    assert.deepEqual(
      headers.find(([name]) => name === 'x-bytes-bin'),
      ['x-bytes-bin', 'AP8='],
    )
  })

  test('has the credentials, the headers of the settings and the id of the run', async () => {
    const hidden: string[] = []
    const settings = {
      auth: { bearer: 't0ken' },
      headers: { 'X-Shared': 'yes', Accept: '*/*', 'X-Tenant': 'red' },
      transport: { correlation: { header: 'X-Request-ID' } },
    }
    const made = await exchange(call('Inspect', { metadata: { 'x-tenant': 'blue' } }), {
      settings,
      hide: secret => hidden.push(secret),
    })
    const seen = (jsonOf(made) as { metadata: Record<string, string> }).metadata
    assert.equal(seen['authorization'], 'Bearer t0ken')
    assert.equal(seen['x-tenant'], 'blue')
    assert.equal(seen['x-shared'], 'yes')
    assert.equal(seen['accept'], undefined)
    assert.equal(seen['x-request-id'], '11111111-2222-4333-8444-555555555555')
    assert.ok(hidden.includes('t0ken'))
  })

  for (const [metadata, reason] of [
    [{ 'grpc-timeout': '1S' }, /belongs to the protocol/],
    [{ 'x y': 'a' }, /is not a name of metadata/],
    [{ 'x-a': 'é' }, /only a -bin name can carry/],
    [{ 'x-a-bin': '%%%' }, /is not base64/],
    [{ 'x-a': { b: 1 } }, /must be text, a number/],
  ] as const)
    test(`is refused when it is ${JSON.stringify(metadata)}`, async () => {
      assert.match((await failure(call('Inspect', { metadata }))).message, reason)
    })
})

describe('a call that cannot be made', () => {
  for (const [input, kind, message, hint] of [
    [
      { grpc: 'lab.v1.Lab/Ecco' },
      'Request Error',
      /^the service lab\.v1\.Lab has no method "Ecco"$/,
      /^Did you mean "Echo"\? It has: Echo, /,
    ],
    [
      { grpc: 'lab.v1.Lob/Echo' },
      'Request Error',
      /^the reflection of .* has no service "lab\.v1\.Lob"$/,
      /Did you mean "lab\.v1\.Lab"\? There are: lab\.v1\.Lab\./,
    ],
    [{ grpc: 'Echo' }, 'Request Error', /^"Echo" is not a method$/, /package\.Service\/Method/],
    [{ target: '' }, 'Request Error', /needs a target/, /127\.0\.0\.1:50051/],
    [{ target: 'localhost' }, 'Request Error', /is not a host and a port/, /./],
    [
      { message: { i32: 3e9 } },
      'Request Error',
      /^the message does not fit lab\.v1\.Kitchen: \.lab\.v1\.Kitchen\.i32: out of range for int32: 3000000000$/,
      undefined,
    ],
    [
      { message: { tex: 'a' } },
      'Request Error',
      /unknown field: "tex"$/,
      /^Did you mean "text"\? It has: i32, /,
    ],
    [
      { message: { color: 'BLUE' } },
      'Request Error',
      /unknown enum value: "BLUE"$/,
      /^It is one of: COLOR_UNSPECIFIED, RED, GREEN\.$/,
    ],
    [
      { message: { raw: 'häh' } },
      'Request Error',
      /\.raw: not base64: "häh"$/,
      /^Bytes are written in base64/,
    ],
    [{ message: { word: 'a', number: 1 } }, 'Request Error', /multiple values for oneof choice/, undefined],
    [
      { message: { any: { '@type': 'x.example/no.Such' } } },
      'Request Error',
      /no such type: no\.Such/,
      /@type/,
    ],
    [
      { message: { any: { x: 1 } } },
      'Request Error',
      /\.google\.protobuf\.Any: \{"x":1\} without "@type" would be lost$/,
      /^Say what it is/,
    ],
    [{ messages: [{}, {}] }, 'Request Error', /takes one message, and the step has 2$/, /./],
    [{ message: {}, messages: [] }, 'Request Error', /both message and messages/, /./],
    [{ 'max-messages': 0 }, 'Request Error', /max-messages 0/, undefined],
    [
      { proto: 'nope.proto' },
      'File Error',
      /^the proto file "nope\.proto" does not exist/,
      /relative to the suite's folder/,
    ],
    [
      { proto: 'fixtures/grpc/protos/lab/v1/lab.proto' },
      'File Error',
      /^the import "lab\/v1\/kitchen\.proto" of .*lab\.proto was not found \(looked for /,
      /import-paths/,
    ],
    [{ proto: 'package.json' }, 'File Error', /^the proto file .*package\.json cannot be read: /, undefined],
    [{ 'descriptor-set': 'package.json' }, 'File Error', /^the descriptor set .* cannot be read/, /protoc/],
    [{ 'descriptor-set': 'nope.protoset' }, 'File Error', /nope\.protoset does not exist$/, undefined],
    [{ auth: { digest: { username: 'a', password: 'b' } } }, 'Request Error', /digest is for HTTP only/, /./],
    [{ auth: { 'api-key': { query: 'k', value: 'v' } } }, 'Request Error', /no query for auth api-key/, /./],
    [
      { auth: { bearer: 'a' }, metadata: { authorization: 'b' } },
      'Request Error',
      /both auth and metadata/,
      /./,
    ],
  ] as const)
    test(JSON.stringify(input), async () => {
      const told = await failure({ ...call('Echo'), ...input })
      assert.equal(told.kind, kind)
      assert.match(told.message, message)
      if (hint === undefined) assert.equal(told.hint, undefined)
      else assert.match(told.hint ?? '', hint)
    })

  test('tells of a server without reflection', async () => {
    await using silent = await startLab({ reflection: [] })
    const told = await failure({ ...call('Echo'), target: silent.address })
    assert.match(told.message, /does not offer reflection/)
    assert.match(told.hint ?? '', /proto/)
  })

  test('is only prepared in a rehearsal', async () => {
    const told = await failure(call('Echo', { message: { text: 'a' } }), { rehearses: true })
    assert.equal(told.message, 'not sent')
    assert.equal(told.request?.body?.text, '{"text":"a"}')
    assert.equal(told.request.url, `grpc://${lab.address}/lab.v1.Lab/Echo`)
  })

  test('ends when it is interrupted', async () => {
    const message = { pauseMilliseconds: 50 }
    const told = await failure(call('Repeat', { message }), {
      signal: AbortSignal.timeout(300),
      timeout: 30_000,
    })
    assert.deepEqual(
      [told.kind, told.message],
      ['Network Error', 'interrupted before the answer was complete'],
    )
  })
})
