import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { at, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()
const problemType = 'application/problem+json; charset=utf-8'

test('every answer has the version of the API, errors too', async () => {
  for (const path of ['/api/health', '/nothing', '/ajax/fail/500', '/%zz'])
    assert.equal((await playground.get(path)).headers.get('x-api-version'), '1.0.0', path)
})

test('a request id comes back, and none comes when none was sent', async () => {
  assert.equal(
    (await playground.get('/api/health', { 'x-request-id': 'a-1' })).headers.get('x-request-id'),
    'a-1',
  )
  assert.equal(
    (await playground.get('/nothing', { 'x-request-id': 'a-2' })).headers.get('x-request-id'),
    'a-2',
  )
  assert.equal((await playground.get('/api/health')).headers.get('x-request-id'), null)
})

test('a path that does not exist is a problem', async () => {
  const reply = await playground.get('/nothing?x=1')
  assert.equal(reply.headers.get('content-type'), problemType)
  assert.deepEqual(reply.body, {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'There is nothing at /nothing. All endpoints are listed at / and in /openapi.json.',
    instance: '/nothing',
  })
})

test('a path that cannot be decoded is a problem', async () => {
  const reply = await playground.get('/api/users/%zz')
  assert.equal(reply.status, 400)
  assert.equal(reply.headers.get('content-type'), problemType)
})

test('a method that is not possible is refused, and those that are possible are named', async () => {
  const reply = await playground.send('PATCH', '/api/users/1')
  assert.equal(reply.status, 405)
  assert.equal(reply.headers.get('content-type'), problemType)
  assert.equal(reply.headers.get('allow'), 'GET, HEAD, OPTIONS')
  assert.equal((await playground.send('GET', '/api/reset')).headers.get('allow'), 'POST, OPTIONS')
  assert.equal((await playground.send('POST', '/', { body: '<broken>' })).status, 405)
})

test('OPTIONS says what is possible, also to a page of another origin', async () => {
  const reply = await playground.send('OPTIONS', '/tables/data/1', {
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-headers': 'content-type,x-request-id',
    },
  })
  assert.equal(reply.status, 204)
  assert.equal(reply.headers.get('allow'), 'PUT, DELETE, OPTIONS')
  assert.equal(reply.headers.get('access-control-allow-methods'), 'PUT, DELETE, OPTIONS')
  assert.equal(reply.headers.get('access-control-allow-headers'), 'content-type,x-request-id')
  assert.equal(reply.headers.get('access-control-allow-origin'), '*')
})

test('HEAD answers like GET without a body', async () => {
  const [head, get] = [await playground.send('HEAD', '/api/users/1'), await playground.get('/api/users/1')]
  assert.equal(head.status, 200)
  assert.equal(head.body, '')
  assert.equal(head.headers.get('content-length'), String(JSON.stringify(get.body).length))
  assert.equal(head.headers.get('etag'), get.headers.get('etag'))
})

test('an entity tag saves sending what has not changed', async () => {
  const first = await playground.get('/api/products/1')
  const tag = first.headers.get('etag') ?? ''
  const second = await playground.get('/api/products/1', { 'if-none-match': `"other", W/${tag}` })
  assert.equal(second.status, 304)
  assert.equal(second.body, '')
  await playground.json('PUT', '/tables/data/1', { stock: 77 })
  const third = await playground.get('/api/products/1', { 'if-none-match': tag })
  assert.equal(third.status, 200)
  assert.notEqual(third.headers.get('etag'), tag)
})

test('a body that is not JSON is a problem', async () => {
  const headers = { 'content-type': 'application/json' }
  for (const body of ['{"size":', '', '{"__proto__": {"size": "small"}}']) {
    const reply = await playground.send('POST', '/api/reset', { body, headers })
    assert.equal(reply.status, 400, body)
    assert.equal(reply.headers.get('content-type'), problemType)
  }
})

test('a body of another content type is refused', async () => {
  const reply = await playground.send('POST', '/api/reset', {
    body: 'small',
    headers: { 'content-type': 'text/plain' },
  })
  assert.equal(reply.status, 415)
  assert.equal(reply.headers.get('content-type'), problemType)
})

test('a body of more than a mebibyte is refused', async () => {
  const reply = await playground.json('POST', '/api/reset', { size: 'x'.repeat(1024 * 1024) })
  assert.equal(reply.status, 413)
  assert.equal(at(reply.body, 'title'), 'Payload Too Large')
})

test('every wrong field of a body is named with its pointer', async () => {
  const reply = await playground.json('POST', '/shop/cart/add', { quantity: '2', 'a/b': 1 })
  assert.equal(reply.status, 400)
  assert.deepEqual(at(reply.body, 'errors'), [
    { pointer: '/productId', message: 'is required' },
    { pointer: '/a~1b', message: 'is not a known field' },
    { pointer: '/quantity', message: 'must be integer' },
  ])
})

test('a body that is missing is named, too', async () => {
  const reply = await playground.send('POST', '/api/reset')
  assert.equal(reply.status, 400)
  assert.equal(at(reply.body, 'detail'), 'The body must be object.')
})

test('what is not HTTP gets a problem for an answer, and the connection ends', async () => {
  const socket = connect(Number(new URL(playground.url('')).port), '127.0.0.1')
  socket.end('this is not HTTP\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
  assert.match(answer, /^x-api-version: 1\.0\.0\r\ncontent-type: application\/problem\+json\r\n/m)
  assert.equal(at(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''), 'status'), 400)
})
