import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { httpServer } from '../http/testing/http-server.ts'
import { exchange } from './testing/perform.ts'

/** Events with their last id as a browser shows them: type, data, id. */
type Expected = readonly (readonly [type: string, data: string, id?: string])[]

/** A stream of the web platform tests (eventsource/) and the events that it consists of. */
interface Case {
  readonly name: string
  readonly stream: string | Buffer
  readonly events: Expected
  readonly retries?: readonly string[]
}

const message = (data: string, id = ''): Expected[number] => ['message', data, id]

const cases: readonly Case[] = [
  { name: 'format-bom', stream: '\ufeffdata:1\n\ndata:2\n\n', events: [message('1'), message('2')] },
  {
    name: 'format-bom-2',
    stream: '\ufeff\ufeffdata:1\n\ndata:2\n\ndata:3\n\n',
    events: [message('2'), message('3')],
  },
  {
    name: 'format-comments',
    stream: `data:1\r:\0\n:\r\ndata:2\n:${'x'.repeat(2048)}\rdata:3\n:data:fail\r:${'x'.repeat(2048)}\ndata:4\n\n`,
    events: [message('1\n2\n3\n4')],
  },
  {
    name: 'format-data-before-final-empty-line',
    stream: 'retry:1000\ndata:test1\n\nid:test\ndata:test2',
    events: [message('test1')],
    retries: ['1000'],
  },
  {
    name: 'format-field-data',
    stream: 'data:\n\ndata\ndata\n\ndata:test\n\n',
    events: [message(''), message('\n'), message('test')],
  },
  {
    name: 'format-field-event',
    stream: 'event:test\ndata:x\n\ndata:x\n\n',
    events: [['test', 'x', ''], message('x')],
  },
  { name: 'format-field-event-empty', stream: 'event: \ndata:data\n\n', events: [message('data')] },
  {
    name: 'format-field-id',
    stream: 'id: …\nretry:200\ndata:hello\n\n',
    events: [message('hello', '…')],
    retries: ['200'],
  },
  {
    name: 'format-field-id-2',
    stream: 'id: …\nretry:200\ndata:hello\n\nid\ndata:hello\n\ndata:again\n\n',
    events: [message('hello', '…'), message('hello'), message('again')],
    retries: ['200'],
  },
  {
    name: 'format-field-id-3 (an id without data)',
    stream: 'id:1\ndata:hello\n\nid:2\n\ndata:hello\n\n',
    events: [message('hello', '1'), message('hello', '2')],
  },
  {
    name: 'format-field-id-null',
    stream: ['\0', 'x\0', '\0x', 'x\0x', ' \0'].map(id => `id:${id}\ndata:hello\n\n`).join(''),
    events: Array.from({ length: 5 }, () => message('hello')),
  },
  {
    name: 'format-field-parsing',
    stream:
      'data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n',
    events: [message('\0\n 2\n1\n3\n\n4')],
  },
  { name: 'format-field-retry', stream: 'retry:3000\ndata:x\n\n', events: [message('x')], retries: ['3000'] },
  {
    name: 'format-field-retry-bogus',
    stream: 'retry:3000\nretry:1000x\ndata:x\n\n',
    events: [message('x')],
    retries: ['3000'],
  },
  {
    name: 'format-field-retry-empty',
    stream: 'retry\ndata:test\n\n',
    events: [message('test')],
    retries: [],
  },
  {
    name: 'format-field-unknown',
    stream: 'data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n',
    events: [message('test\n\ntest')],
  },
  {
    name: 'format-leading-space',
    stream: 'data:\ttest\rdata: \ndata:test\n\n',
    events: [message('\ttest\n\ntest')],
  },
  {
    name: 'format-newlines',
    stream: 'data:test\r\ndata\ndata:test\r\n\r',
    events: [message('test\n\ntest')],
  },
  { name: 'format-null-character', stream: 'data:\0\n\n\n\n', events: [message('\0')] },
  { name: 'format-utf-8', stream: 'data:ok…\n\n', events: [message('ok…')] },
  {
    name: 'format-utf-8 (invalid bytes)',
    stream: Buffer.concat([Buffer.from('data:a'), Buffer.from([0xff]), Buffer.from('b\n\n')]),
    events: [message('a\ufffdb')],
  },
]

/** How a server can cut the same stream into packets. */
const cuts: Readonly<Record<string, (bytes: Buffer) => readonly Buffer[]>> = {
  'in one piece': bytes => [bytes],
  'byte by byte': bytes => [
    ...Array.from(bytes.subarray(0, 400), byte => Buffer.from([byte])),
    bytes.subarray(400),
  ],
}

describe('event streams of the web platform tests', () => {
  for (const { name, stream, events, retries } of cases)
    for (const [how, cut] of Object.entries(cuts))
      it(`${name}, ${how}`, async () => {
        await using server = await httpServer((_request, response) => {
          response.writeHead(200, { 'Content-Type': 'text/event-stream' })
          void write(response, cut(Buffer.from(stream)))
        })
        const answer = await exchange({ sse: server.url, count: 100 })
        const entries = answer.transcript?.entries ?? []
        assert.deepEqual(
          entries.filter(({ kind }) => kind.startsWith('event ')).map(({ kind, text }) => [kind, text]),
          events.map(([type, data, id = '']) => [`event ${type}${id === '' ? '' : ` id ${id}`}`, data]),
        )
        if (retries !== undefined)
          assert.deepEqual(
            entries.filter(({ kind }) => kind === 'retry').map(({ text }) => text),
            retries,
          )
      })

  it('format-mime-valid-bogus', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream;x=bogus' }).end('data:data\n\n')
    })
    assert.equal((await exchange({ sse: server.url })).success.holds, true)
  })

  it('request-accept and request-cache-control', async () => {
    await using server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data:data\n\n')
    })
    await exchange({ sse: server.url })
    await exchange({ sse: server.url, headers: { Accept: 'text/x', 'Cache-Control': null } })
    const [usual, own] = server.seen
    assert.deepEqual(
      [usual?.headers.accept, usual?.headers['cache-control']],
      ['text/event-stream', 'no-cache'],
    )
    assert.deepEqual([own?.headers.accept, own?.headers['cache-control']], ['text/x', undefined])
  })

  for (const status of [204, 205, 210, 299, 404, 410, 503])
    it(`request-status-error ${status}`, async () => {
      await using server = await httpServer((_request, response) => {
        response.writeHead(status, { 'Content-Type': 'text/event-stream' })
        response.end(status === 204 || status === 205 ? undefined : 'data:data\n\n')
      })
      const { success } = await exchange({ sse: server.url })
      assert.equal(success.holds, false)
      assert.ok(success.actual?.startsWith(String(status)), success.actual)
    })

  for (const type of ['text/event-stream-x', 'text/plain', 'x bogus', ''])
    it(`request with the content type "${type}"`, async () => {
      await using server = await httpServer((_request, response) => {
        response.writeHead(200, type === '' ? {} : { 'Content-Type': type }).end('data:data\n\n')
      })
      const { success } = await exchange({ sse: server.url })
      assert.equal(success.holds, false)
      assert.equal(success.subject, 'messages')
      assert.match(
        success.actual ?? '',
        type === '' ? /^an answer without content-type: data:data$/ : /: data:data$/,
      )
    })

  for (const status of [301, 302, 303, 307, 308])
    it(`request-redirect ${status}`, async () => {
      await using server = await httpServer(({ url }, response) => {
        if (url === '/') response.writeHead(status, { Location: '/there' }).end()
        else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data:data\n\n')
      })
      const settings = { transport: { 'follow-redirects': true } }
      assert.equal((await exchange({ sse: server.url }, { settings })).success.holds, true)
      assert.match((await exchange({ sse: server.url })).success.actual ?? '', new RegExp(`^${status} `))
    })
})

async function write(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  response.socket?.setNoDelay(true)
  for (const piece of pieces) {
    response.write(piece)
    await new Promise(resolve => setImmediate(resolve))
  }
  response.end()
}
