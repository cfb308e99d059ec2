import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { browserTest } from '../../testing/browser.ts'
import { talk } from '../testing/talk.ts'
import { withMock } from '../testing/with-mock.ts'

const echo = `routes:
  - route: WS /echo
    answer:
      on:
        - { when: { text: bye }, close: { code: 4000, reason: 'bye {{query.name}}' } }
        - { send: '{{message}}' }`

describe('a WebSocket of a mock', () => {
  it('says what comes as it is, whatever it looks like', () =>
    withMock(echo, async mock => {
      const said = ['hi', '{"text":"x"}', '{"close":4001}', '[1,2]', '7', Buffer.from([0xff, 0]), 'bye']
      const { heard, code } = await talk(mock, '/echo?name=Ada', said)
      assert.deepEqual(heard, ['hi', '{"text":"x"}', '{"close":4001}', '[1,2]', '7', '/wA='])
      assert.equal(code, 4000)
      const [call] = mock.received()
      assert.deepEqual(call?.['messages'], ['hi', { text: 'x' }, { close: 4001 }, [1, 2], 7, '/wA=', 'bye'])
      // The client knows it a moment before.
      while (mock.received()[0]?.['closed'] === undefined) await wait(5)
      assert.deepEqual(mock.received()[0]?.['closed'], { code: 4000, reason: 'bye Ada' })
      assert.deepEqual([call['method'], call['route'], call['status']], ['WS', 'WS /echo', 101])
    }))

  it('sends files as binary messages, in their order and at their time', () =>
    withMock(
      'routes: [{ route: WS /a, answer: { messages: [a, { file: dot.bin }, { json: [1], delay: 20ms }, { close: true }] } }]',
      async mock => {
        const { heard, code } = await talk(mock, '/a', [])
        assert.deepEqual(heard, ['a', Buffer.from([1, 2]), '[1]'])
        assert.equal(code, 1000)
      },
      { 'dot.bin': '\u0001\u0002' },
    ))

  it('is another for each handshake, with the subprotocol that is liked best', () =>
    withMock(
      `routes:
  - route: WS /a
    answers:
      - { status: 503, text: later }
      - { subprotocol: [c, b], headers: { x-a: '{{calls}}' }, messages: [{ close: 1000 }] }
      - { messages: [{ close: 1001 }] }`,
      async mock => {
        await assert.rejects(talk(mock, '/a', []), /Unexpected server response: 503/)
        const second = await talk(mock, '/a', [], ['a', 'b'])
        assert.deepEqual([second.socket.protocol, second.code], ['b', 1000])
        const third = await talk(mock, '/a', [], ['a', 'b'])
        assert.deepEqual([third.socket.protocol, third.code], ['a', 1001])
      },
    ))

  it('answers pings, and ends with its mock', () =>
    withMock(echo, async mock => {
      const socket = new WebSocket(`${mock.webSocketUrl}/echo`)
      await once(socket, 'open')
      socket.ping('a')
      const [data] = (await once(socket, 'pong')) as [Buffer]
      assert.equal(data.toString(), 'a')
      const closed = once(socket, 'close')
      await mock.stop()
      assert.equal((await closed)[0], 1006)
    }))

  it('keeps messages that no reply fits, and complains of them where it shall', () =>
    withMock(
      'routes: [{ route: WS /a, answer: { on: [{ when: { $.type: end }, close: true }], unmatched: fail } }]',
      async mock => {
        await talk(mock, '/a', ['{"type":"other"}', 'text', '{"type":"end"}'])
        assert.deepEqual(mock.received()[0]?.['unmatched'], [{ type: 'other' }, 'text'])
        const problems = mock.journal.problems(true).map(({ message }) => message)
        assert.equal(problems.length, 2)
        assert.match(
          problems[0] ?? '',
          /no reply of WS \/a fits the message \{"type":"other"\}\n {2}on\[0\]: .*Expected equals end, got other/,
        )
      },
    ))

  it('closes with 1011 what it cannot say, and reads no file that a message names', () =>
    withMock(
      'routes: [{ route: WS /a, answer: { on: [{ when: { $.x: 1 }, send: "{{message.y}}" }, { send: { file: "{{message.file}}" } }] } }]',
      async mock => {
        assert.equal((await talk(mock, '/a', ['{"x":1}'])).code, 1011)
        assert.equal((await talk(mock, '/a', ['{"file":"../../etc/passwd"}'])).code, 1011)
        assert.match(
          mock.journal
            .problems(true)
            .map(({ message }) => message)
            .join(),
          /message\.y.*outside of the folder/s,
        )
      },
    ))

  it('keeps the first 1000 messages of a call, and counts the others', () =>
    withMock(echo, async mock => {
      await talk(mock, '/echo?name=a', [...Array.from({ length: 1500 }, (_, index) => String(index)), 'bye'])
      const [call] = mock.received()
      assert.deepEqual(
        call?.['messages'],
        Array.from({ length: 1000 }, (_, index) => index),
      )
      assert.equal(call['droppedMessages'], 501)
    }))

  it('is told by status where there is none', () =>
    withMock(`${echo}\n  - { route: GET /plain, answer: { text: '{{method}}' } }`, async mock => {
      await assert.rejects(talk(mock, '/other', []), /Unexpected server response: 404/)
      await assert.rejects(talk(mock, '/plain', []), /Unexpected server response: 200/)
      const answer = await fetch(`${mock.url}/echo`)
      assert.deepEqual([answer.status, answer.headers.get('upgrade')], [426, 'WebSocket'])
    }))

  it('leaves other upgrades alone, with the body of the request', () =>
    withMock(`${echo}\n  - { route: POST /plain, answer: { text: '{{body}}' } }`, async mock => {
      const headers = {
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAMAAABkAAQ',
      }
      const request = http.request(`${mock.url}/plain`, { method: 'POST', headers })
      request.end('x'.repeat(100_000))
      const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      assert.equal(Buffer.concat(parts).length, 100_000)
      assert.equal(mock.received()[0]?.['method'], 'POST')
    }))

  it('tells of handshakes and frames that are none', () =>
    withMock(echo, async mock => {
      const port = Number(new URL(mock.url).port)
      const send = async (text: string, more = Buffer.alloc(0)): Promise<string> => {
        const socket = net.connect(port, '127.0.0.1')
        socket.write(text.replaceAll('\n', '\r\n'))
        socket.write(more)
        const parts: Buffer[] = []
        for await (const part of socket) parts.push(part as Buffer)
        return Buffer.concat(parts).toString('latin1')
      }
      const head =
        'GET /echo HTTP/1.1\nhost: a\nconnection: upgrade\nupgrade: websocket\nsec-websocket-version: 13\n'
      assert.match(await send(`${head}sec-websocket-key: short\n\n`), /^HTTP\/1\.1 400 /)
      const broken = await send(
        `${head}sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\n\n`,
        Buffer.from([0xf1, 0x80]),
      )
      assert.match(broken, /^HTTP\/1\.1 101 /)
      assert.match(
        mock.journal
          .problems(true)
          .map(({ message }) => message)
          .join(),
        /WS \/echo cannot be answered: Missing or invalid.*is no WebSocket/s,
      )
    }))
})

browserTest('a browser talks to a WebSocket of a mock', browser =>
  withMock(`${echo}\n  - { route: GET /page, answer: { html: <p>a</p> } }`, async ({ url }) => {
    const page = await browser.newPage()
    await page.goto(`${url}/page`)
    const seen = await page.evaluate(
      `new Promise(resolve => {
        const seen = []
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/echo?name=b')
        socket.onopen = () => { socket.send('{"a":1}'); socket.send('bye') }
        socket.onmessage = ({ data }) => seen.push(data)
        socket.onclose = ({ code, reason }) => resolve([...seen, code, reason])
      })`,
    )
    assert.deepEqual(seen, ['{"a":1}', 4000, 'bye b'])
  }),
)
