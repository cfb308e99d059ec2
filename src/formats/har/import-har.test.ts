import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it, test } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { isHar } from '../../parse/foreign/foreign-format.ts'
import { importHar } from './import-har.ts'
import { imported, recordingOf, requestsIn, stepsOf } from './testing/recording.ts'
import { shareOf } from '../../testing/parts.ts'

const json = (text: string): JsonObject => ({ mimeType: 'application/json', text })
const at = (url: string) => ({ url: `https://shop.example${url}` })

test('a recording of a page becomes the calls of its API', () => {
  const text = readFileSync(path.resolve('fixtures/har/shop.har'), 'utf8')
  const result = importHar(text, { file: 'shop.har' })
  assert.ok(result.ok)
  const { collection, report } = result.value
  assert.equal(collection?.baseUrl, 'https://api.shop.example')
  assert.deepEqual(collection.variables, { stockUrl: 'https://stock.shop.example:8443' })
  assert.deepEqual(
    collection.items.map(({ kind, ...item }) => [kind, 'name' in item ? item.name : '']),
    [
      ['folder', 'login'],
      ['folder', 'users'],
      ['folder', 'carts'],
      ['folder', 'graphql'],
      ['folder', 'levels'],
    ],
  )
  assert.deepEqual(
    requestsIn(collection.items).map(({ step }) => step['name']),
    [
      'POST /v1/login',
      'GET /v1/users/{{id}}/orders/{{orderId}}',
      'GET /v1/users/{{id}}',
      'PUT /v1/users/{{id}}',
      'POST /v1/carts',
      'POST /v1/carts/{{id}}/items',
      'Reviews',
      'AddReview',
      'GET /levels/2024/05',
    ],
  )
  const all = [...report.merged, ...report.skipped].reduce((sum, { count }) => sum + count, report.created)
  assert.equal(all, report.requests)
  assert.doesNotMatch(JSON.stringify(result), /recorded-|GA1\.2|Mozilla/)
})

test('E5: analytics are kept when that is asked for', () => {
  const calls = [{}, { type: 'ping', ...at('/p') }, { url: 'https://sentry.io/api/1/envelope/' }]
  const kept = importHar(recordingOf(calls), { file: 'shop.har', keepsAnalytics: true })
  assert.ok(kept.ok)
  assert.deepEqual([kept.value.report.created, kept.value.report.skipped], [3, []])
  const { report } = imported([...calls, { ...at('/telemetry'), answer: '' }])
  assert.deepEqual(
    report.skipped.map(({ reason, count }) => [reason, count]),
    [['analytics', 3]],
  )
  assert.match(report.notes.map(({ why }) => why).join(), /--keep-analytics/)
})

describe('what is a call of an API', () => {
  const skippedAs = (call: Parameters<typeof imported>[0][number]): string | undefined =>
    imported([call]).report.skipped[0]?.reason
  for (const [name, call, reason] of [
    ['a fetch', {}, undefined],
    ['a page', { type: 'document', answer: 'text/html' }, 'pages'],
    ['an image', { type: 'image' }, 'images'],
    ['a script that was fetched', at('/chunk.js'), 'scripts fetched by scripts'],
    ['a font that was fetched', { answer: 'font/woff2' }, 'fonts fetched by scripts'],
    ['a file of translations', at('/locales/en.json'), 'files fetched by scripts'],
    ['a counter', { url: 'https://region1.google-analytics.com/g/collect' }, 'analytics'],
    ['a beacon', { type: 'ping' }, 'analytics'],
    ['E5: an event of a service', { url: 'https://events.launchdarkly.com/events/bulk/1' }, 'analytics'],
    ['E5: a log of a service', { url: 'https://rum.browser-intake-datadoghq.com/api/v2/rum' }, 'analytics'],
    ['E5: telemetry of its own host', { ...at('/api/telemetry'), answer: 'text/plain' }, 'analytics'],
    ['E5: a counter of its own host', { url: 'https://stats.shop.example/c', answer: '' }, 'analytics'],
    ['E5: an event by its path', { ...at('/v1/log-event'), answer: '' }, 'analytics'],
    [
      'E5: a beacon without a type',
      { ...at('/x'), method: 'POST', headers: { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'empty' } },
      'analytics',
    ],
    [
      'E5: a report of the browser',
      { ...at('/x'), method: 'POST', headers: { 'Content-Type': 'application/csp-report' } },
      'analytics',
    ],
    ['E5: a path that answers data', at('/api/tracking/7'), undefined],
    ['statistics of the API itself', at('/analytics/orders'), undefined],
    [
      'a preflight',
      { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'PUT' } },
      'CORS preflights',
    ],
    ['a plain OPTIONS', { method: 'OPTIONS' }, undefined],
    ['a WebSocket', { url: 'wss://shop.example/live' }, 'websockets'],
    ['a switch of protocols', { status: 101 }, 'websockets'],
    ['a tunnel', { method: 'CONNECT', type: '' }, 'CONNECT tunnels'],
    ['a call without an answer', { status: -1 }, 'calls without an answer'],
    ['an entry without a URL', { url: '' }, 'entries without a URL'],
    ['JSON, by a recorder without types', { type: '' }, undefined],
    ['a page, by a recorder without types', { type: '', answer: 'text/html' }, 'pages'],
    ['a style sheet, by a recorder without types', { type: '', ...at('/a.css') }, 'stylesheets'],
    [
      'text that a script asked for',
      { type: '', answer: 'text/plain', headers: { 'Sec-Fetch-Dest': 'empty' } },
      undefined,
    ],
    [
      'E5: an answer without a type to who says who is asking',
      { type: '', status: 401, answer: '', headers: { Authorization: 'Bearer t' } },
      undefined,
    ],
    [
      'E5: an answer without a type to who asks for JSON',
      { type: '', status: 204, answer: '', headers: { Accept: 'application/json, */*' } },
      undefined,
    ],
    ['text that nobody asked for', { type: '', answer: 'text/plain' }, 'other entries'],
    ['what is changed, whatever it answers', { type: '', method: 'POST', answer: 'text/html' }, undefined],
  ] as const)
    it(name, () => {
      assert.equal(skippedAs(call), reason)
    })

  it('everything that an API client sent', () => {
    const result = importHar(recordingOf([{ type: '', answer: 'text/plain' }], 'Insomnia REST Client'), {
      file: 'a.har',
    })
    assert.ok(result.ok && result.value.report.created === 1)
  })

  it('only calls to one host, when one is given', () => {
    const { report } = imported(
      [{}, { url: 'https://api.shop.example/users' }, { url: 'https://other.example/users' }],
      'shop.example',
    )
    assert.deepEqual(
      [report.created, report.skipped[0]?.reason, report.skipped[0]?.count],
      [2, 'calls to other hosts', 1],
    )
  })

  it('no collection when there is none', () => {
    assert.equal(imported([{ type: 'image' }]).collection, undefined)
  })
})

describe('ids in paths', () => {
  for (const [recorded, written, variables] of [
    ['/users/7', '/users/{{id}}', { id: 7 }],
    ['/users/7/orders/9', '/users/{{id}}/orders/{{orderId}}', { id: 7, orderId: 9 }],
    ['/a/1/2', '/a/{{id}}/{{id2}}', { id: 1, id2: 2 }],
    ['/pets/9223372036854775807', '/pets/{{id}}', { id: '9223372036854775807' }],
    ['/pets/007', '/pets/{{id}}', { id: '007' }],
    ['/f/6f9619ff-8b86-d011-b42d-00c04fc964ff', '/f/{{id}}', { id: '6f9619ff-8b86-d011-b42d-00c04fc964ff' }],
    ['/f/507f1f77bcf86cd799439011', '/f/{{id}}', { id: '507f1f77bcf86cd799439011' }],
    [
      '/companies/1/time-entries/2',
      '/companies/{{id}}/time-entries/{{timeEntryId}}',
      { id: 1, timeEntryId: 2 },
    ],
    ['/users/page/3', '/users/page/{{page}}', { page: 3 }],
    ['/api/2/users', '/api/2/users', undefined],
    ['/rest/api/3/issue/10001', '/rest/api/3/issue/{{id}}', { id: 10001 }],
    ['/posts/2024/05/17', '/posts/2024/05/17', undefined],
    ['/reports/2024', '/reports/2024', undefined],
    ['/users/2024', '/users/{{id}}', { id: 2024 }],
    ['/x/{{y}}', '/x/\\{{y}}', undefined],
  ] as const)
    it(recorded, () => {
      const folder = imported([at(recorded)]).collection?.items[0]
      assert.ok(folder?.kind === 'folder')
      assert.deepEqual(
        [requestsIn([folder])[0]?.step['request'], folder.variables],
        [`GET {{baseUrl}}${written}`, variables],
      )
    })

  it('stand at the step where requests of a folder differ', () => {
    const steps = stepsOf([at('/users/7'), { ...at('/users/8'), method: 'DELETE' }])
    assert.deepEqual(
      steps.map(({ variables }) => variables),
      [{ id: 7 }, { id: 8 }],
    )
  })
})

describe('repeated calls become one request', () => {
  it('whatever their ids and queries are', () => {
    const { report, collection } = imported([at('/users/1'), at('/users/2?x=1'), at('/users')])
    assert.deepEqual([report.created, report.merged[0]?.count], [2, 1])
    assert.equal(requestsIn(collection?.items ?? []).length, 2)
  })

  it('which expects the first success, and tells of the others', () => {
    const calls = [404, 201, 200].map(status => ({ ...at(`/users/${status}`), status }))
    const { report, collection } = imported(calls)
    const [request] = requestsIn(collection?.items ?? [])
    assert.deepEqual(request?.step['validations'], [{ status: 201 }])
    assert.equal(report.notes[0]?.what, 'status 404, 200')
  })

  it('apart by operation where one URL has many', () => {
    const call = (body: JsonObject) => ({ method: 'POST', ...at('/graphql'), body })
    const names = stepsOf([
      call(json('{"query":"query A { a }"}')),
      call(json('{"query":"query B { b }"}')),
      call(json('{"query":"query A { a }"}')),
      call(json('{"jsonrpc":"2.0","method":"sum","params":[1],"id":1}')),
    ]).map(({ name }) => name)
    assert.deepEqual(names, ['A', 'B', 'sum'])
  })

  it('with the status 200 where a browser had the answer already', () => {
    const [step] = stepsOf([{ status: 304, headers: { 'If-None-Match': 'x' } }])
    assert.deepEqual([step?.['validations'], step?.['headers']], [[{ status: 200 }], undefined])
  })
})

describe('bodies', () => {
  const bodyOf = (body: JsonObject): JsonObject => {
    const [{ name: _, request: _r, validations: _v, ...keys } = {}] = stepsOf([{ method: 'POST', body }])
    return keys
  }
  for (const [name, body, keys] of [
    ['JSON', json('{"a": [1, "x"]}'), { json: { a: [1, 'x'] } }],
    ['JSON with braces', json('{"a":"{{b}}"}'), { json: { a: '\\{{b}}' } }],
    [
      'JSON with a long number',
      json('{"a":9007199254740993}'),
      { text: '{"a":9007199254740993}', 'content-type': 'application/json' },
    ],
    [
      'JSON of another type',
      { mimeType: 'application/vnd.x+json', text: '[1]' },
      { json: [1], 'content-type': 'application/vnd.x+json' },
    ],
    [
      'JSON with a charset',
      { mimeType: 'application/json;charset=UTF-8', text: '[1]' },
      { json: [1], 'content-type': 'application/json;charset=UTF-8' },
    ],
    ['a text as browsers send it', { mimeType: 'text/plain;charset=UTF-8', text: 'ü' }, { text: 'ü' }],
    [
      'a part with its own header lines',
      {
        mimeType: 'multipart/form-data; boundary=X',
        text: '--X\r\nContent-Disposition: form-data; name="a"\r\nX-A: 1\r\n\r\nb\r\n--X--\r\n',
      },
      { multipart: { a: { text: 'b', headers: { 'X-A': '1' } } } },
    ],
    [
      'GraphQL',
      json('{"query":"{ a }","variables":{"n":1}}'),
      { graphql: { query: '{ a }', variables: { n: 1 } } },
    ],
    [
      'a form',
      { mimeType: 'application/x-www-form-urlencoded', text: 'a=1+2&a=3&b=' },
      { form: { a: ['1 2', '3'], b: '' } },
    ],
    [
      'fields without their text',
      { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }] },
      { form: { a: '1' } },
    ],
    ['XML', { mimeType: 'application/xml', text: '<a/>' }, { xml: '<a/>' }],
    ['text', { mimeType: 'text/plain;charset=UTF-8', text: 'hello' }, { text: 'hello' }],
    [
      'text in Base64',
      { mimeType: 'text/csv', text: 'YTti', encoding: 'base64' },
      { text: 'a;b', 'content-type': 'text/csv' },
    ],
    [
      'a multipart form',
      {
        mimeType: 'multipart/form-data; boundary=X',
        text: '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X\r\nContent-Disposition: form-data; name="f"; filename="n.txt"\r\nContent-Type: text/plain\r\n\r\nhi\r\n--X--\r\n',
      },
      { multipart: { a: '1', f: { text: 'hi', filename: 'n.txt', 'content-type': 'text/plain' } } },
    ],
    [
      'a file that was the whole body, as reports of apitest have it',
      { mimeType: 'image/png', params: [{ name: '', fileName: 'cat.png' }] },
      { file: 'cat.png' },
    ],
    [
      'such a file of another type',
      { mimeType: 'application/x-cat', params: [{ name: '', fileName: 'cat.png' }] },
      { file: 'cat.png', 'content-type': 'application/x-cat' },
    ],
    [
      'a file whose contents were not recorded',
      {
        mimeType: 'multipart/form-data; boundary=X',
        params: [{ name: 'f', fileName: 'cat.png', contentType: 'image/png' }],
      },
      { multipart: { f: { file: 'cat.png', 'content-type': 'image/png' } } },
    ],
  ] as const)
    it(name, () => {
      assert.deepEqual(bodyOf(body), keys)
    })
})

describe('credentials become secrets', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  for (const [name, call, keys] of [
    [
      'a bearer token',
      { headers: { Authorization: 'Bearer recorded-secret' } },
      { auth: { bearer: '{{token}}' } },
    ],
    [
      'basic credentials',
      { headers: { Authorization: `Basic ${btoa('ada:recorded-secret')}` } },
      { auth: { basic: { username: '{{username}}', password: '{{password}}' } } },
    ],
    [
      'another scheme',
      { headers: { authorization: 'Token recorded-secret' } },
      { headers: { Authorization: 'Token {{authorization}}' } },
    ],
    [
      'a key in a header',
      { headers: { 'X-API-Key': 'recorded-secret' } },
      { headers: { 'X-API-Key': '{{apiKey}}' } },
    ],
    [
      'a key in the query',
      at('/api/users?a=1&api_key=recorded-secret'),
      { request: 'GET {{baseUrl}}/api/users?a=1&api_key={{apiKey}}' },
    ],
    [
      'a password in the URL',
      { url: 'https://ada:recorded-secret@shop.example/api/users' },
      { auth: { basic: { username: '{{username}}', password: '{{password}}' } } },
    ],
    [
      'a cookie',
      { headers: { Cookie: 'sid=recorded-secret; theme=dark' } },
      { headers: { Cookie: 'sid={{sid}}' } },
    ],
    [
      'a password in JSON',
      { method: 'POST', body: json('{"user":{"password":"recorded-secret"}}') },
      { json: { user: { password: '{{password}}' } } },
    ],
    [
      'a token in a form',
      {
        method: 'POST',
        body: { mimeType: 'application/x-www-form-urlencoded', text: 'refresh_token=recorded-secret' },
      },
      { form: { refresh_token: '{{refreshToken}}' } },
    ],
    [
      'a token in GraphQL',
      { method: 'POST', body: json('{"query":"{ login(password: \\"recorded-secret\\") { id } }"}') },
      { graphql: { query: '{ login(password: "{{password}}") { id } }' } },
    ],
    ['a token of another name', { method: 'POST', body: json(`{"x":"${jwt}"}`) }, { json: { x: '{{x}}' } }],
  ] as const)
    it(name, () => {
      const result = imported([call])
      const step = requestsIn(result.collection?.items ?? [])[0]?.step
      for (const [key, value] of Object.entries(keys)) assert.deepEqual(step?.[key], value)
      assert.ok(!JSON.stringify(result).includes('recorded-secret') && !JSON.stringify(result).includes(jwt))
      const names = Object.entries(result.collection?.environments[0]?.secrets ?? {})
      assert.ok(
        names.length > 0 && names.every(([, value]) => /^\{\{env\.[A-Z_\d]+\}\}$/.test(value as string)),
      )
    })

  it('wherever else they stand', () => {
    const headers = { Authorization: 'Bearer recorded-secret' }
    const steps = stepsOf([{ headers }, { ...at('/reset/recorded-secret'), method: 'POST' }])
    assert.equal(steps[1]?.['request'], 'POST {{baseUrl}}/reset/{{token}}')
  })

  it('but not what only sounds like one', () => {
    const [step] = stepsOf([
      {
        method: 'POST',
        ...at('/api/users?page_token=p&sort_key=k'),
        body: json('{"max_tokens":9,"key":"k"}'),
      },
    ])
    assert.deepEqual(step?.['json'], { max_tokens: 9, key: 'k' })
    assert.equal(imported([]).collection, undefined)
  })

  it('but not a cookie that a request before it sets', () => {
    const steps = stepsOf([
      { method: 'POST', cookies: ['sid'] },
      { headers: { Cookie: 'sid=recorded-secret' } },
    ])
    assert.equal(steps[1]?.['headers'], undefined)
  })

  it('stand once where all requests have the same', () => {
    const headers = { Authorization: 'Bearer recorded-secret' }
    const { collection } = imported([{ headers }, { ...at('/api/orders'), headers }])
    assert.deepEqual(collection?.settings, { auth: { bearer: '{{token}}' } })
    assert.ok(requestsIn(collection.items).every(({ step }) => step['auth'] === undefined))
  })
})

describe('a document that is no recording', () => {
  const messageOf = (text: string): string => {
    const result = importHar(text, { file: 'shop.har' })
    assert.ok(!result.ok)
    return result.problems[0]?.message ?? ''
  }

  it('is refused with the place', () => {
    assert.match(messageOf(''), /this is not JSON: it is empty/)
    assert.match(messageOf('{"log":'), /this is not JSON/)
    assert.match(messageOf('[]'), /a recording is an object with "log"/)
    assert.match(messageOf('{"log":{"entries":7}}'), /shop\.har#\/log\/entries: "entries" must be a list/)
    assert.match(messageOf(`{"log":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), /nested too deeply/)
  })

  it('costs only the entry that is broken', () => {
    const text = recordingOf([{}, {}]).replace('"method":"GET"', '"method":7')
    const result = importHar(text, { file: 'shop.har' })
    assert.ok(result.ok && result.value.report.created === 1)
    assert.equal(result.value.report.losses[0]?.why, '/log/entries/0/request/method is no text')
  })

  it('never ends in anything but a result', () => {
    const text = readFileSync(path.resolve('fixtures/har/shop.har'), 'utf8')
    for (let part = 0; part < 20; part++)
      assert.equal(importHar(text.slice(0, (text.length * part) / 20), { file: 'a.har' }).ok, false)
    for (const value of [null, 7, 'half \ud800', [], {}, [[]], { __proto__: 1 }] as const)
      for (const changed of shareOf([...swaps(JSON.parse(text) as JsonValue, value)]))
        assert.equal(typeof importHar(JSON.stringify(changed), { file: 'a.har' }).ok, 'boolean')
  })

  it('is told from one', () => {
    assert.equal(isHar({ log: { entries: [] } }), true)
    for (const other of [null, [], {}, { log: [] }, { openapi: '3.1.0' }]) assert.equal(isHar(other), false)
  })
})

/** The document with one of its values replaced, for most of its values. */
function* swaps(document: JsonValue, by: JsonValue): Generator<JsonValue> {
  yield by
  if (isList(document)) {
    for (const [index, inside] of document.slice(0, 9).entries())
      for (const changed of swaps(inside, by)) yield document.with(index, changed)
  } else if (isObject(document)) {
    for (const [key, inside] of Object.entries(document))
      for (const changed of swaps(inside, by)) yield { ...document, [key]: changed }
  }
}
