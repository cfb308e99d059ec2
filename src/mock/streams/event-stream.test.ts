import assert from 'node:assert/strict'
import http from 'node:http'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { browserTest } from '../../testing/browser.ts'
import { withMock } from '../testing/with-mock.ts'

const three = `routes:
  - route: GET /page
    answer: { html: <p>page</p> }
  - route: GET /prices
    answer:
      events:
        - { id: 1, event: price, data: { eur: 3 }, retry: 50ms }
        - { id: 2, event: price, data: "two\\nlines" }
        - { comment: nothing new }
        - { id: 3, event: price, data: '{{query.last}}', delay: 30ms }
        - { data: end }`

describe('an event stream of a mock', () => {
  it('is written as the standard says, and begins behind the last event that a client had', () =>
    withMock(three, async ({ url, received }) => {
      const answer = await fetch(`${url}/prices?last=done`)
      assert.equal(answer.headers.get('content-type'), 'text/event-stream')
      assert.equal(answer.headers.get('cache-control'), 'no-cache')
      const second = 'event: price\nid: 2\ndata: two\ndata: lines\n\n'
      const rest = ': nothing new\n\nevent: price\nid: 3\ndata: done\n\ndata: end\n\n'
      assert.equal(await answer.text(), `event: price\nid: 1\nretry: 50\ndata: {"eur":3}\n\n${second}${rest}`)
      const from = async (id: string): Promise<string> => {
        const again = await fetch(`${url}/prices?last=done`, { headers: { 'last-event-id': id } })
        return again.text()
      }
      assert.equal(await from('1'), second + rest)
      assert.equal(await from('3'), 'data: end\n\n')
      assert.match(await from('9'), /^event: price\nid: 1\n/)
      const head = await fetch(`${url}/prices?last=done`, { method: 'HEAD' })
      assert.equal(head.headers.get('content-type'), 'text/event-stream')
      assert.deepEqual(
        received().map(({ status }) => status),
        [200, 200, 200, 200, 200],
      )
    }))

  it('is refused where an event cannot be made of a request', () =>
    withMock(
      'routes: [{ route: GET /a, answer: { events: [{ id: "{{query.id}}", data: 1 }] } }]',
      async ({ url, journal }) => {
        assert.equal((await fetch(`${url}/a?id=7`)).status, 200)
        assert.equal((await fetch(`${url}/a`)).status, 500)
        assert.equal((await fetch(`${url}/a?id=a%0Ab`)).status, 500)
        assert.match(
          journal
            .problems(true)
            .map(({ message }) => message)
            .join(),
          /event 1 cannot be written in lines/,
        )
      },
    ))

  it('stays open with heartbeats until the client goes, and stands among the calls at once', () =>
    withMock(
      'routes: [{ route: GET /a, answer: { stay-open: true, heartbeat: 20ms, events: [{ data: hi }] } }]',
      async ({ url, received }) => {
        const socket = new Promise<http.IncomingMessage>(resolve => http.get(`${url}/a`, resolve))
        const answer = await socket
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        await wait(110)
        assert.match(text, /^data: hi\n\n(?::\n\n){2,6}$/)
        assert.equal(received()[0]?.['status'], 200)
        answer.destroy()
        const before = text
        await wait(60)
        assert.equal(text, before)
      },
    ))
})

browserTest('an EventSource comes again where it was, and stops when it has had all', browser =>
  withMock(three.replace('        - { data: end }', ''), async ({ url, received }) => {
    const page = await browser.newPage()
    await page.goto(`${url}/page`)
    const seen = await page.evaluate(
      `new Promise(resolve => {
        const seen = []
        const source = new EventSource('/prices?last=done')
        source.addEventListener('price', ({ data, lastEventId }) => seen.push(lastEventId + ' ' + data))
        source.addEventListener('error', () => source.readyState === EventSource.CLOSED && resolve(seen))
      })`,
    )
    assert.deepEqual(seen, ['1 {"eur":3}', '2 two\nlines', '3 done'])
    const calls = received().filter(({ path }) => path === '/prices')
    assert.deepEqual(
      calls.map(({ status, headers }) => [status, (headers as Record<string, string>)['last-event-id']]),
      [
        [200, undefined],
        [204, '3'],
      ],
    )
  }),
)
