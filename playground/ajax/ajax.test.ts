import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()

test('GET answers with the parameters of the query', async () => {
  const reply = await playground.get('/ajax/get?colour=blue&size=1&size=2&__proto__=x')
  assert.equal(reply.status, 200)
  assert.deepEqual(Object.entries(at(reply.body, 'query') as object), [
    ['colour', 'blue'],
    ['size', ['1', '2']],
    ['__proto__', 'x'],
  ])
})

test('DELETE answers', async () => {
  const reply = await playground.send('DELETE', '/ajax/delete')
  assert.equal(reply.status, 200)
  assert.equal(at(reply.body, 'method'), 'DELETE')
})

for (const [contentType, body] of [
  ['application/json', '{ "name" : "Ada",\n "broken": '],
  ['application/x-www-form-urlencoded', 'name=Ada&colour=blue+green'],
  ['text/plain; charset=utf-8', 'Grüße'],
  ['application/xml', '<greeting>Hello</greeting>'],
  ['application/x-own', '\u0000\u0001'],
] as const)
  test(`POST and PUT echo ${contentType} byte for byte`, async () => {
    for (const [method, path] of [
      ['POST', '/ajax/post'],
      ['PUT', '/ajax/put'],
    ] as const) {
      const response = await fetch(playground.url(path), {
        method,
        body,
        headers: { 'content-type': contentType },
      })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), contentType)
      assert.equal(await response.text(), body)
    }
  })

test('an echo of nothing is nothing', async () => {
  const response = await fetch(playground.url('/ajax/post'), { method: 'POST' })
  assert.equal(response.status, 200)
  assert.equal(await response.text(), '')
})

test('a page that is echoed cannot run', async () => {
  const headers = { 'content-type': 'text/html' }
  const reply = await playground.send('POST', '/ajax/post', { body: '<script>alert(1)</script>', headers })
  assert.equal(reply.headers.get('content-security-policy'), "default-src 'none'; sandbox")
})

test('the slow answer takes about 4 seconds', async () => {
  const start = performance.now()
  const reply = await playground.get('/ajax/slow')
  const took = performance.now() - start
  assert.equal(reply.status, 200)
  assert.ok(took > 3900 && took < 8000, `took ${took} ms`)
})

test('a failure has exactly the status that was asked for', async () => {
  for (const status of [400, 401, 404, 500, 503]) {
    const reply = await playground.get(`/ajax/fail/${status}`)
    assert.equal(reply.status, status)
    assert.equal(at(reply.body, 'status'), status)
    assert.equal(reply.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  }
  assert.match((await playground.get('/ajax/fail/401')).headers.get('www-authenticate') ?? '', /^Bearer /)
  assert.equal((await playground.get('/ajax/fail/503')).headers.get('retry-after'), '1')
})

test('any other failure does not exist', async () => {
  for (const code of ['418', 'x', '__proto__', 'toString', '0400']) {
    const reply = await playground.get(`/ajax/fail/${code}`)
    assert.equal(reply.status, 404, code)
    assert.equal(at(reply.body, 'type'), 'urn:problem:unknown-failure')
  }
})

test('the event stream has ids, names and data, and ends', async () => {
  const reply = await playground.get('/ajax/sse?count=2&interval=0')
  assert.equal(reply.headers.get('content-type'), 'text/event-stream')
  assert.equal(
    reply.body,
    ': the playground sends its notifications\nretry: 1000\n\n' +
      'id: 1\nevent: notification\ndata: {"number":1,"of":2,"message":"Notification 1 of 2"}\n\n' +
      'id: 2\nevent: notification\ndata: {"number":2,"of":2,"message":"Notification 2 of 2"}\n\n',
  )
})

test('events come one by one', async () => {
  const start = performance.now()
  const response = await fetch(playground.url('/ajax/sse?count=3&interval=60'))
  await response.text()
  assert.ok(performance.now() - start > 100)
})

test('who comes back gets the events that were missed, and none when there are none', async () => {
  const reply = await playground.get('/ajax/sse?count=3&interval=0', { 'last-event-id': '2' })
  assert.match(String(reply.body), /^id: 3$/m)
  assert.doesNotMatch(String(reply.body), /^id: [12]$/m)
  assert.equal((await playground.get('/ajax/sse?count=3', { 'last-event-id': '3' })).status, 204)
})

test('a stream can be left at any time', async () => {
  const left = new AbortController()
  const response = await fetch(playground.url('/ajax/sse?count=1000&interval=60000'), { signal: left.signal })
  left.abort()
  await assert.rejects(response.text(), { name: 'AbortError' })
})

test('a stream of too many events is refused', async () => {
  const reply = await playground.get('/ajax/sse?count=100000')
  assert.equal(reply.status, 400)
  assert.deepEqual(at(reply.body, 'errors'), [{ parameter: 'count', message: 'must be <= 1000' }])
})

test('a redirect leads to the plain GET, after as many others as asked for', async () => {
  const first = await playground.get('/ajax/redirect/2')
  assert.deepEqual([first.status, first.headers.get('location')], [302, '/ajax/redirect/1'])
  const followed = await fetch(playground.url('/ajax/redirect/2'))
  assert.deepEqual(at(await followed.json(), 'query'), { redirected: 'yes' })
  for (const times of ['0', '51', 'x']) {
    const refused = await playground.get(`/ajax/redirect/${times}`)
    assert.equal(refused.status, 400, times)
  }
})

test('a cookie is set, and told', async () => {
  const set = await playground.json('POST', '/ajax/cookies', { name: 'theme', value: 'dark; bright' })
  assert.equal(set.status, 204)
  const [cookie = ''] = (set.headers.get('set-cookie') ?? '').split(';')
  const response = await fetch(playground.url('/ajax/cookies'), { headers: { cookie: `${cookie}; b=2` } })
  assert.deepEqual(await response.json(), { cookies: { theme: 'dark%3B%20bright', b: '2' } })
  assert.equal((await playground.json('POST', '/ajax/cookies', { name: 'a b', value: '' })).status, 400)
})
