import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { withoutModules } from '../testing/python-tools.ts'
import { runCurl } from '../testing/run-curl.ts'
import { withMock } from './testing/with-mock.ts'

const shop = `tls: true
routes:
  - route: POST /charges
    when: { header x-tenant: acme }
    answer:
      status: 201
      headers: { location: '/charges/{{headers.idempotency-key}}' }
      json: { id: '{{headers.idempotency-key}}', amount: '{{body.amount}}' }
  - route: GET /charges/{id}
    answers: [{ json: { state: new } }, { json: { state: pending } }, { json: { state: paid } }]
  - { route: POST /forms, answer: { json: '{{body}}' } }
  - { route: 'GET /forms/{id}', answer: { text: hello } }
  - route: GET /login
    answers: [{ headers: { set-cookie: [a=1; Path=/, b=2; Path=/] } }, { text: '{{headers.cookie}}' }]
  - { route: GET /old, answer: { status: 301, headers: { location: /forms/1 } } }
  - { route: GET /me, when: { header authorization: Basic YWRhOnNlY3JldA== }, answer: { text: Ada } }
  - { route: GET /slow, answer: { text: 'one two three', over: 200ms } }
  - { route: GET /reset, answer: { fault: reset } }
  - { route: GET /close, answer: { fault: close } }
  - { route: GET /stall, answer: { fault: stall } }`

const python = '/usr/bin/python3'
const withoutRequests = withoutModules('requests')

describe('a mock, as programs use it that know nothing of it', () => {
  it('answers a session of Python with requests, by TLS', { skip: withoutRequests }, () =>
    withMock(shop, async mock => {
      const { url, certificate = '' } = mock.variables
      const program = path.resolve('src/mock/testing/requests-client.py')
      const { stdout } = await promisify(execFile)(python, [program, url, certificate])
      assert.deepEqual(JSON.parse(stdout), {
        made: [201, { id: 'k1', amount: 30 }, '/charges/k1'],
        states: ['new', 'pending', 'paid'],
        form: { name: 'Ada', age: '7' },
        file: { name: 'Ada', photo: { filename: 'é.txt', type: 'text/plain', size: 4, text: 'meow' } },
        head: [200, ''],
        cookie: [200, 'a=1; b=2', { a: '1', b: '2' }],
        moved: [301],
        basic: 'Ada',
        slow: 'one two three',
        unknown: 'POST /charges',
        ...{ reset: 'ConnectionError', close: 'ConnectionError', stall: 'ReadTimeout' },
      })
    }),
  )

  it('answers curl by HTTP/1.1, by HTTP/2 with and without TLS, and after an offer of h2c', async t => {
    const body = [
      '-d',
      '{"amount":30}',
      '-H',
      'x-tenant: acme',
      '-H',
      'content-type: application/json',
      '-H',
      'idempotency-key: k1',
    ]
    const ask = (url: string, ...options: readonly string[]): Promise<string | undefined> =>
      runCurl('-w', ' %{http_version} %{http_code}', ...body, ...options, `${url}/charges`)
    const answered = '{"id":"k1","amount":30}'
    await withMock(shop.replace('tls: true\n', ''), async mock => {
      const { url } = mock.variables
      if ((await runCurl('--version')) === undefined) {
        t.skip('curl is not installed')
        return
      }
      assert.equal(await ask(url), `${answered} 1.1 201`)
      assert.equal(await ask(url, '--http2-prior-knowledge'), `${answered} 2 201`)
      // The offer is not taken up: RFC 9113 has no such upgrade any more.
      assert.equal(await ask(url, '--http2'), `${answered} 1.1 201`)
      const entries = mock.received()
      assert.deepEqual(
        entries.map(({ headers }) => (headers as Record<string, string>)['host']),
        entries.map(() => url.replace('http://', '')),
      )
    })
    await withMock(shop, async mock => {
      const { url, certificate = '' } = mock.variables
      assert.equal(await ask(url, '--cacert', certificate), `${answered} 2 201`)
      assert.equal(await ask(url, '--cacert', certificate, '--http1.1'), `${answered} 1.1 201`)
      await assert.rejects(ask(url), /certificate/)
    })
  })
})
