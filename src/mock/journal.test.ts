import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unknownMember } from '../actions/calls/unknown-member.ts'
import { callEntry, Journal } from './journal.ts'
import { ReceivedRequest } from './received-request.ts'

const received = (url: string, body = '', rawHeaders: readonly string[] = []) =>
  new ReceivedRequest({ method: 'POST', url, rawHeaders }, Buffer.from(body))

describe('the calls of a mock', () => {
  it('are kept up to a thousand, and counted beyond', () => {
    const journal = new Journal()
    for (let index = 0; index < 2500; index++)
      journal.settle(journal.begin(received(`/${index}`)), {
        route: index % 2 === 0 ? 'POST /even' : 'POST /odd',
        status: 200,
      })
    assert.equal(journal.count(), 2500)
    assert.equal(journal.count('POST /even'), 1250)
    assert.equal(journal.count('POST /other'), 0)
    assert.equal(journal.calls.length, 1000)
    assert.equal(journal.calls[0]?.request.path, '/1500')
    assert.equal(journal.calls.at(-1)?.request.path, '/2499')
  })

  it('are kept up to 16 MB of bodies, the last one in any case', () => {
    const journal = new Journal()
    const large = 'x'.repeat(6 * 1024 * 1024)
    for (let index = 0; index < 5; index++) journal.begin(received(`/${index}`, large))
    assert.deepEqual(
      journal.calls.map(({ request }) => request.path),
      ['/3', '/4'],
    )
    journal.begin(received('/huge', 'x'.repeat(17 * 1024 * 1024)))
    assert.deepEqual(
      journal.calls.map(({ request }) => request.path),
      ['/huge'],
    )
    assert.equal(journal.count(), 6)
  })

  it('have no more messages among those that no reply fits than they keep', () => {
    const journal = new Journal()
    const call = journal.begin(received('/'))
    for (let index = 0; index < 5; index++) {
      const message = String(index).repeat(6 * 1024 * 1024)
      journal.note(call, message, message.length)
      journal.miss(call, message)
    }
    const { messages, unmatched } = journal.open(call)
    assert.equal(messages.length, 2)
    assert.deepEqual(unmatched, messages)
  })

  it('have the problems of the first ten of very many', () => {
    const journal = new Journal()
    for (let index = 0; index < 30; index++)
      journal.settle(journal.begin(received('/')), {
        status: 404,
        problem: `no route answers ${index}`,
        misses: [{ route: 'GET /a', reason: 'the path is /' }],
      })
    assert.equal(journal.problems(false).length, 11)
    assert.equal(journal.problems(false).at(-1)?.message, '… and 20 more calls')
    assert.equal(journal.problems(false)[0]?.message, 'no route answers 0\n  GET /a: the path is /')
  })

  it('are shown with everything that came', () => {
    const request = received('/a%20b?x=1&x=2&y=%C3%A9', '{"n":1}', [
      'Content-Type',
      'application/json',
      'X-A',
      '1',
      'x-a',
      '2',
    ])
    const { at, ...entry } = callEntry({ request, outcome: { route: 'POST /{name}', status: 201 } })
    assert.match(typeof at === 'string' ? at : '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.deepEqual(entry, {
      method: 'POST',
      url: '/a%20b?x=1&x=2&y=%C3%A9',
      path: '/a%20b',
      query: { x: ['1', '2'], y: 'é' },
      headers: { 'content-type': 'application/json', 'x-a': '1, 2' },
      body: { n: 1 },
      route: 'POST /{name}',
      status: 201,
    })
  })

  it('have no member that a check of `calls` does not know, nor lack one that it does', () => {
    const { hint } = unknownMember('$.calls[0].no-such-member') ?? assert.fail('it is unknown')
    const journal = new Journal()
    const call = journal.begin(received('/'))
    const binary = new ReceivedRequest({ rawHeaders: [] }, Buffer.of(0xff, 0xfe, 0xfd))
    journal.note(call, 'a', 1)
    journal.miss(call, 'a')
    Object.assign(journal.open(call), { dropped: 1, closed: {} })
    const outcome = { route: 'GET /', isAborted: true, fault: 'close', problem: 'a', note: 'a' } as const
    const members = Object.keys(callEntry({ ...call, request: binary, outcome }))
    assert.deepEqual((hint.match(/(?<=They are .*)\w+/g) ?? []).toSorted(), members.toSorted())
  })

  for (const [type, body, expected] of [
    ['application/x-www-form-urlencoded', 'a=1&b=x+y&b=2', { a: '1', b: ['x y', '2'] }],
    ['text/plain', 'hello', 'hello'],
    ['application/json', '{"broken"', '{"broken"'],
    ['text/plain; charset=iso-8859-1', 'plain', 'plain'],
    ['application/json', '', null],
  ] as const)
    it(`show a body of ${type}: ${JSON.stringify(body)}`, () => {
      const request = received('/', body, ['content-type', type])
      assert.deepEqual(callEntry({ request })['body'], expected)
    })

  it('that went by a proxy are shown by their path', () => {
    assert.equal(received('http://shop.example/a?b=1').path, '/a')
    assert.equal(received('http://shop.example').url, '/')
  })
})
