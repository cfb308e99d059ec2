import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import http2 from 'node:http2'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  Client,
  compressionAlgorithms,
  credentials,
  Metadata,
  type StatusObject,
  status,
} from '@grpc/grpc-js'
import type { Type } from 'protobufjs'
import { readProtoFiles } from '../../actions/grpc/schema/proto-files.ts'
import { findProgram, without } from '../../testing/parts.ts'
import { type WrittenMock, withMock } from '../testing/with-mock.ts'

const protos = path.resolve('fixtures/grpc/protos')
const lab = readProtoFiles(['lab/v1/lab.proto'], [protos], '/')

/** A mock of the service of lab.proto with these routes. */
function withLab(routes: string, use: (mock: WrittenMock) => Promise<void>): Promise<void> {
  return withMock(`proto: lab/v1/lab.proto\nimport-paths: ${protos}\nroutes:\n${routes}`, use)
}

interface Ended {
  readonly messages: readonly unknown[]
  readonly status: string
  readonly details: string
  readonly headers: Metadata
  readonly trailers: Metadata
}

interface Options {
  readonly metadata?: Metadata
  readonly deadline?: number
  readonly packs?: boolean
  /** Sends the next message only when an answer has come. */
  readonly waits?: boolean
}

/** Makes a call by the client of the gRPC project. */
async function call(
  { address }: WrittenMock,
  [method, request, response]: readonly [name: string, request: string, response: string],
  messages: readonly object[],
  { metadata = new Metadata(), deadline = 5000, packs = false, waits = false }: Options = {},
): Promise<Ended> {
  const algorithm = packs ? compressionAlgorithms.gzip : compressionAlgorithms.identity
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.default_compression_algorithm': algorithm,
  })
  const [requestType, responseType] = [typeOf(request), typeOf(response)]
  const stream = client.makeBidiStreamRequest(
    `/lab.v1.Lab/${method}`,
    (message: object) => Buffer.from(requestType.encode(requestType.fromObject(message)).finish()),
    (bytes: Buffer) => responseType.toObject(responseType.decode(bytes), { longs: String }),
    metadata,
    { deadline: Date.now() + deadline },
  )
  const answers: unknown[] = []
  let headers = new Metadata()
  stream.on('metadata', (one: Metadata) => (headers = one))
  stream.on('data', message => answers.push(message)).on('error', () => undefined)
  const ended = new Promise<StatusObject>(resolve => stream.on('status', resolve))
  for (const message of messages) {
    stream.write(message)
    if (waits) await once(stream, 'data')
  }
  stream.end()
  const end = await ended
  client.close()
  return {
    messages: answers,
    status: status[end.code],
    details: end.details,
    headers,
    trailers: end.metadata,
  }
}

function typeOf(name: string): Type {
  assert.ok(lab.ok)
  return lab.value.root.lookupType(`lab.v1.${name}`)
}

const echo = ['Echo', 'Kitchen', 'Kitchen'] as const
const repeat = ['Repeat', 'RepeatRequest', 'Line'] as const
const sum = ['Sum', 'Amount', 'Total'] as const
const chat = ['Chat', 'Line', 'Line'] as const

describe('a mock that speaks gRPC', () => {
  it('answers all four kinds of calls', () =>
    withLab(
      `  - { route: lab.v1.Lab/Echo, answer: { message: { text: '{{body.text}}!' } } }
  - { route: lab.v1.Lab/Repeat, when: { $.times: 0 }, answer: { messages: [{ text: a }, { message: { number: 2 }, delay: 20ms }] } }
  - { route: lab.v1.Lab/Sum, when: { '$[1].cents': '4' }, answer: { message: { cents: '{{body[0].cents}}', amounts: 2 } } }
  - { route: lab.v1.Lab/Chat, answer: { messages: [{ text: welcome }], on: [{ send: [{ text: '<{{message.text}}>' }, { number: 1 }] }] } }`,
      async mock => {
        assert.deepEqual((await call(mock, echo, [{ text: 'hi' }])).messages, [{ text: 'hi!' }])
        assert.deepEqual((await call(mock, repeat, [{}])).messages, [{ text: 'a' }, { number: 2 }])
        const added = await call(mock, sum, [{ cents: 3 }, { cents: 4 }], { packs: true })
        assert.deepEqual([added.messages, added.status], [[{ cents: '3', amounts: 2 }], 'OK'])
        const talk = await call(mock, chat, [{ text: 'x' }, { text: 'y' }], { waits: true })
        const lines = [{ text: 'welcome' }, { text: '<x>' }, { number: 1 }, { text: '<y>' }, { number: 1 }]
        assert.deepEqual([talk.messages, talk.status], [lines, 'OK'])
        assert.deepEqual(mock.journal.problems(false), [])
        const [first, , third, fourth] = mock.received()
        assert.match(JSON.stringify(first), /"body":\{.*"text":"hi"/)
        assert.deepEqual(third?.['messages'], [{ cents: '3' }, { cents: '4' }])
        assert.deepEqual(fourth?.['messages'], [
          { text: 'x', number: 0 },
          { text: 'y', number: 0 },
        ])
        assert.deepEqual([fourth['route'], fourth['status']], ['lab.v1.Lab/Chat', 'OK'])
      },
    ))

  it('refuses several messages where one is asked, and counts the call once; metadata has any name', () =>
    withLab(
      '  - { route: lab.v1.Lab/Echo, answer: { headers: { constructor: a }, message: { text: hi } } }',
      async mock => {
        const several = await call(mock, echo, [{ text: 'a' }, { text: 'b' }])
        assert.deepEqual([several.status, several.messages], ['INTERNAL', []])
        assert.match(several.details, /several messages/)
        const one = await call(mock, echo, [{ text: 'a' }])
        assert.deepEqual([one.status, one.headers.get('constructor')], ['OK', ['a']])
        assert.equal(mock.journal.count(), 2)
      },
    ))

  it('counts a call once that breaks off while both sides talk', () =>
    withLab('  - { route: lab.v1.Lab/Chat, answer: { messages: [{ text: welcome }] } }', async mock => {
      const client = http2.connect(`http://${mock.address}`)
      const stream = client.request({
        ':method': 'POST',
        ':path': '/lab.v1.Lab/Chat',
        'content-type': 'application/grpc',
      })
      stream.end(Buffer.from([0, 0, 0, 0, 9, 1]))
      stream.resume()
      await once(stream, 'close')
      client.close()
      assert.equal(mock.journal.count(), 1)
      assert.match(JSON.stringify(mock.journal.problems(false)), /the last message is not complete/)
    }))

  it('answers one after the other, with metadata before and behind, of bytes, too', () =>
    withLab(
      `  - route: lab.v1.Lab/Echo
    answers:
      - { headers: { x-a: [1, 2], x-b-bin: AP8= }, trailers: { x-c: '{{headers.x-tenant}}' } }
      - NOT_FOUND`,
      async mock => {
        const metadata = new Metadata()
        metadata.set('x-tenant', 'blue')
        metadata.set('x-bytes-bin', Buffer.from([0, 255]))
        const { headers, trailers, status: first } = await call(mock, echo, [{}], { metadata })
        assert.deepEqual(headers.get('x-a'), ['1, 2'])
        assert.deepEqual(headers.get('x-b-bin'), [Buffer.from([0, 255])])
        assert.deepEqual([trailers.get('x-c'), first], [['blue'], 'OK'])
        for (const _ of [2, 3]) assert.equal((await call(mock, echo, [{}])).status, 'NOT_FOUND')
        assert.match(JSON.stringify(mock.received()[0]), /"x-bytes-bin":"AP8="/)
      },
    ))

  it('says why, in any language, and with details', () =>
    withLab(
      `  - route: lab.v1.Lab/Echo
    answer:
      status: '{{body.text}}'
      status-message: 100 % Ärger
      details: [{ '@type': type.googleapis.com/google.rpc.ErrorInfo, reason: GONE }]`,
      async mock => {
        const end = await call(mock, echo, [{ text: 'ABORTED' }])
        assert.deepEqual([end.status, end.details], ['ABORTED', '100 % Ärger'])
        const [details] = end.trailers.get('grpc-status-details-bin')
        assert.match(String(details), /google\.rpc\.ErrorInfo.*GONE/s)
        const other = await call(mock, echo, [{ text: 'NO' }])
        assert.deepEqual([other.status, mock.journal.problems(true).length], ['INTERNAL', 1])
      },
    ))

  it('ends a dialogue where a reply says so, and chooses by its first message', () =>
    withLab(
      `  - route: lab.v1.Lab/Chat
    when: { '$[0].text': { not-equals: hi } }
    answer: { messages: [{ text: no }], status: UNAVAILABLE, status-message: go away }
  - route: lab.v1.Lab/Chat
    answer:
      unmatched: fail
      on: [{ when: { $.text: bye }, send: { text: so long }, status: CANCELLED, trailers: { x-a: 1 } }]`,
      async mock => {
        const refused = await call(mock, chat, [{ text: 'x' }])
        assert.deepEqual([refused.messages, refused.status], [[{ text: 'no' }], 'UNAVAILABLE'])
        const end = await call(mock, chat, [{ text: 'hi' }, { text: 'bye' }, { text: 'more' }])
        assert.deepEqual([end.messages, end.status], [[{ text: 'so long' }], 'CANCELLED'])
        assert.deepEqual(end.trailers.get('x-a'), ['1'])
        assert.match(
          mock.journal
            .problems(true)
            .map(({ message }) => message)
            .join(),
          /no reply of lab\.v1\.Lab\/Chat fits the message \{"text":"hi"/,
        )
      },
    ))

  it('says of calls that nothing answers what nearly fits, and counts them', () =>
    withLab(`  - { route: lab.v1.Lab/Echo, when: { $.text: a }, answer: OK }`, async mock => {
      const missed = await call(mock, echo, [{ text: 'b' }])
      assert.equal(missed.status, 'UNIMPLEMENTED')
      assert.match(missed.details, /no route answers lab\.v1\.Lab\/Echo; .*Expected equals a, got b/)
      assert.equal((await call(mock, sum, [{}])).status, 'UNIMPLEMENTED')
      const unknown = await call(mock, ['Ecko', 'Kitchen', 'Kitchen'], [{}])
      assert.match(unknown.details, /no method "Ecko"/)
      assert.equal(mock.journal.problems(false).length, 3)
      assert.deepEqual(mock.journal.problems(true), [])
    }))

  it('ends what is later than its deadline, and goes on when a client goes', () =>
    withLab(
      `  - { route: lab.v1.Lab/Echo, answer: { delay: 2s } }
  - { route: lab.v1.Lab/Repeat, answer: { messages: [{ text: a }, { message: {}, delay: 2s }] } }`,
      async mock => {
        const started = performance.now()
        assert.equal((await call(mock, echo, [{}], { deadline: 100 })).status, 'DEADLINE_EXCEEDED')
        const cut = await call(mock, repeat, [{}], { deadline: 600 })
        assert.deepEqual([cut.messages, cut.status], [[{ text: 'a' }], 'DEADLINE_EXCEEDED'])
        assert.ok(performance.now() - started < 1900)
        const client = new Client(mock.address, credentials.createInsecure())
        const left = client.makeUnaryRequest(
          '/lab.v1.Lab/Echo',
          (bytes: Buffer) => bytes,
          (bytes: Buffer) => bytes,
          Buffer.alloc(0),
          () => undefined,
        )
        while (mock.journal.count() < 3) await wait(10)
        left.cancel()
        const told = (): unknown => mock.received().map(({ status: end, aborted }) => [end, aborted])
        for (let tries = 0; tries < 100 && !JSON.stringify(told()).includes('CANCELLED'); tries++)
          await wait(10)
        client.close()
        assert.deepEqual(told(), [
          ['DEADLINE_EXCEEDED', true],
          ['DEADLINE_EXCEEDED', true],
          ['CANCELLED', true],
        ])
        assert.deepEqual(mock.journal.problems(false), [])
      },
    ))

  it('refuses what it cannot read, and tells of it', () =>
    withLab(`  - { route: lab.v1.Lab/Echo, answer: OK }`, async mock => {
      const large = await call(mock, echo, [{ text: 'x'.repeat(17 * 1024 * 1024) }])
      assert.deepEqual([large.status, /16 MiB/.test(large.details)], ['RESOURCE_EXHAUSTED', true])
      const ask = async (headers: object, body: Buffer): Promise<http2.IncomingHttpHeaders> => {
        const session = http2.connect(mock.url.replace('grpc', 'http'))
        const stream = session.request({ ':method': 'POST', ':path': '/lab.v1.Lab/Echo', ...headers })
        stream.end(body)
        const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
        session.destroy()
        return answer
      }
      const own = { 'content-type': 'application/grpc' }
      const frame = Buffer.from([0, 0, 0, 0, 2, 0x0a, 0x09])
      assert.equal((await ask(own, frame))['grpc-status'], '13')
      assert.equal((await ask(own, Buffer.from([0, 0])))['grpc-status'], '13')
      assert.equal((await ask(own, Buffer.alloc(0)))['grpc-status'], '13')
      assert.equal((await ask({ ...own, 'grpc-encoding': 'br' }, frame))['grpc-status'], '12')
      assert.equal(
        (await ask({ ...own, 'grpc-encoding': 'gzip' }, Buffer.from([1, 0, 0, 0, 1, 7])))['grpc-status'],
        '13',
      )
      assert.equal((await ask({ 'content-type': 'application/json' }, frame))[':status'], 415)
      assert.equal(mock.journal.problems(true).length, 7)
    }))

  it('cannot start where its description has not the methods of its routes', async () => {
    await assert.rejects(
      withLab('  - { route: lab.v1.Lab/Ecko, answer: OK }', () => Promise.resolve()),
      /no method "Ecko"/,
    )
    await assert.rejects(
      withMock('proto: no.proto\nroutes: [{ route: a.A/B }]', () => Promise.resolve()),
      /"no\.proto" does not exist/,
    )
  })

  it('tells grpcurl what it serves, and that it is well', { skip: without('grpcurl') }, () =>
    withLab(`  - { route: lab.v1.Lab/Echo, answer: { message: { text: '{{body.text}}' } } }`, async mock => {
      const grpcurl = async (...line: readonly string[]): Promise<string> => {
        const { stdout } = await promisify(execFile)(findProgram('grpcurl') ?? '', ['-plaintext', ...line])
        return stdout
      }
      const { address } = mock
      assert.equal(await grpcurl(address, 'list'), 'grpc.health.v1.Health\nlab.v1.Lab\n')
      assert.match(await grpcurl(address, 'describe', 'lab.v1.Kitchen'), /message Kitchen \{/)
      assert.deepEqual(JSON.parse(await grpcurl('-d', '{"text":"hi"}', address, 'lab.v1.Lab/Echo')), {
        text: 'hi',
      })
      assert.match(await grpcurl(address, 'grpc.health.v1.Health/Check'), /"SERVING"/)
      await assert.rejects(
        grpcurl('-d', '{"service":"a.B"}', address, 'grpc.health.v1.Health/Check'),
        /NotFound/,
      )
      assert.equal(mock.journal.count(), 1)
    }),
  )
})
