import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { importPostman } from './import-postman.ts'
import { isPostman } from '../../parse/foreign/is-postman.ts'
import { collectionOf, imported, savedRequest, stepOf, withItems } from './testing/imported.ts'

const url = '{{baseUrl}}/users'
const json = { raw: { language: 'json' } }
const xml = { raw: { language: 'xml' } }
const fixture = (name: string): string => readFileSync(`fixtures/postman/${name}`, 'utf8')

describe('a request', () => {
  const cases: [name: string, request: JsonObject | string, step: JsonObject][] = [
    ['that is a URL', url, { request: `GET ${url}` }],
    [
      'with a body',
      { method: 'POST', url, body: { mode: 'raw', raw: '{"a":1}', options: json } },
      post({ json: { a: 1 } }),
    ],
    [
      'with JSON that would change',
      { method: 'POST', url, body: { mode: 'raw', raw: '{"a":1.0}', options: json } },
      post({ text: '{"a":1.0}', 'content-type': 'application/json' }),
    ],
    [
      'with a bare placeholder',
      { method: 'POST', url, body: { mode: 'raw', raw: '{"a":{{n}}}', options: json } },
      post({ text: '{"a":{{n}}}', 'content-type': 'application/json' }),
    ],
    [
      'with XML',
      { method: 'POST', url, body: { mode: 'raw', raw: '<a/>', options: xml } },
      post({ xml: '<a/>' }),
    ],
    [
      'with a form',
      {
        method: 'POST',
        url,
        body: { mode: 'urlencoded', urlencoded: [pair('a', '1'), off('b', '2'), pair('a', '3')] },
      },
      post({ form: { a: ['1', '3'], b: { disabled: '2' } } }),
    ],
    [
      'with parts',
      {
        method: 'POST',
        url,
        body: { mode: 'formdata', formdata: [pair('a', '1'), { key: 'f', type: 'file', src: 'a.png' }] },
      },
      post({ multipart: { a: '1', f: { file: 'a.png' } } }),
    ],
    [
      'with an operation',
      {
        method: 'POST',
        url,
        body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"id": "1"}' } },
      },
      post({ graphql: { query: '{ a }', variables: { id: '1' } } }),
    ],
    [
      'with disabled parameters',
      { url: { host: ['{{baseUrl}}'], path: ['users'], query: [off('a', '1'), pair('b', '2')] } },
      { request: `GET ${url}?b=2`, query: { a: { disabled: '1' } } },
    ],
    [
      'with path variables',
      { url: { host: ['{{baseUrl}}'], path: ['users', ':id'], variable: [pair('id', '{{userId}}')] } },
      { request: `GET ${url}/{{userId}}` },
    ],
    [
      'with headers',
      { url, header: [pair('A', '1'), off('B', '2'), pair('A', '3')] },
      { request: `GET ${url}`, headers: { A: ['1', '3'], B: { disabled: '2' } } },
    ],
    [
      'with headers as text',
      { url, header: 'A: 1\nB: 2' },
      { request: `GET ${url}`, headers: { A: '1', B: '2' } },
    ],
    [
      'with a description',
      { url, description: { content: 'Who', type: 'text/plain' } },
      { description: 'Who', request: `GET ${url}` },
    ],
    ['with no scheme', { url: 'api.example.com/x' }, { request: 'GET http://api.example.com/x' }],
    ['to nowhere', { url: '' }, { request: 'GET http://no-address.invalid' }],
    [
      'with a client certificate',
      { url, certificate: { cert: { src: 'a.pem' }, key: { src: 'a.key' } } },
      { request: `GET ${url}`, tls: { certificate: 'a.pem', key: 'a.key' } },
    ],
    [
      'with a proxy',
      { url, proxy: { host: 'proxy.example.com', port: 3128 } },
      { request: `GET ${url}`, proxy: 'http://proxy.example.com:3128' },
    ],
  ]
  for (const [name, request, step] of cases)
    it(name, () => {
      assert.deepEqual(stepOf(request), { name: 'A', ...step })
    })

  it('whose variable a script sets keeps its body as text, where the variable is text for certain', () => {
    const script = { listen: 'test', script: { exec: ['save("id", pm.response.json().id)'] } }
    const body = { mode: 'raw', raw: '{"a":"{{id}}"}', options: json }
    assert.equal(stepOf({ method: 'POST', url, body }, { event: [script] })['text'], '{"a":"{{id}}"}')
    assert.deepEqual(stepOf({ method: 'POST', url, body })['json'], { a: '{{id}}' })
  })
  it('is named as it stands, whatever braces are in its name', () => {
    assert.equal(savedRequest({ name: 'Get {{x}}', request: url }).step['name'], 'Get \\{{x}}')
  })
  it('takes http for a variable that is known to name no scheme', () => {
    const variable = [pair('host', 'api.example.com')]
    assert.equal(stepOf('{{host}}/x', { variable })['request'], 'GET http://{{host}}/x')
  })
  it('keeps its saved answers', () => {
    const response = [
      { name: 'Found', code: 200, header: [pair('A', '1')], body: '{}', cookie: [], status: 'OK' },
    ]
    const { examples } = savedRequest({ name: 'A', request: url, response })
    assert.deepEqual(examples, [{ name: 'Found', status: 200, headers: [['A', '1']], body: '{}' }])
  })
})

describe('credentials', () => {
  const cases: [name: string, auth: JsonObject, JsonValue | undefined][] = [
    ['bearer', { type: 'bearer', bearer: [pair('token', '{{t}}')] }, { bearer: '{{t}}' }],
    [
      'of version 2.0',
      { type: 'basic', basic: { username: 'ada', password: 'p' } },
      { basic: { username: 'ada', password: 'p' } },
    ],
    ['none', { type: 'noauth' }, 'none'],
    ['inherited', { type: null }, undefined],
    [
      'key in the query',
      { type: 'apikey', apikey: [pair('key', 'k'), pair('value', 'v'), pair('in', 'query')] },
      { 'api-key': { query: 'k', value: 'v' } },
    ],
    ['stored token', { type: 'oauth2', oauth2: [pair('accessToken', 't')] }, { bearer: 't' }],
    [
      'client credentials',
      {
        type: 'oauth2',
        oauth2: [
          pair('grant_type', 'client_credentials'),
          pair('accessTokenUrl', '{{u}}'),
          pair('clientId', 'c'),
          pair('clientSecret', 's'),
          pair('client_authentication', 'body'),
        ],
      },
      { oauth2: { 'token-url': '{{u}}', 'client-id': 'c', 'client-secret': 's' } },
    ],
    [
      'password',
      {
        type: 'oauth2',
        oauth2: [
          pair('grant_type', 'password_credentials'),
          pair('accessTokenUrl', '{{u}}'),
          pair('clientId', 'c'),
          pair('username', 'ada'),
          pair('password', '{{p}}'),
          pair('scope', 'a b'),
        ],
      },
      {
        oauth2: {
          ...{ 'token-url': '{{u}}', grant: 'password', username: 'ada', password: '{{p}}' },
          ...{ 'client-id': 'c', scope: 'a b' },
        },
      },
    ],
    [
      'digest',
      { type: 'digest', digest: [pair('username', 'ada'), pair('password', 'p')] },
      { digest: { username: 'ada', password: 'p' } },
    ],
    [
      'aws',
      { type: 'awsv4', awsv4: [pair('accessKey', 'a'), pair('secretKey', 's')] },
      {
        aws: { 'access-key-id': 'a', 'secret-access-key': 's', region: 'us-east-1', service: 'execute-api' },
      },
    ],
    ['hawk', { type: 'hawk', hawk: [] }, 'none'],
  ]
  for (const [name, auth, expected] of cases)
    it(name, () => {
      assert.deepEqual(stepOf({ url, auth })['auth'], expected)
    })

  it('of the collection and of a folder stand in their settings', () => {
    const folder = { name: 'F', auth: { type: 'noauth' }, item: [{ name: 'A', request: url }] }
    const collection = collectionOf(
      withItems([folder], { auth: { type: 'bearer', bearer: [pair('token', 't')] } }),
    )
    assert.deepEqual(collection.settings?.['auth'], { bearer: 't' })
    assert.deepEqual(collection.items[0]?.kind === 'folder' && collection.items[0].settings, { auth: 'none' })
  })
  it('take the place of a header of the same name', () => {
    const step = stepOf({
      url,
      header: [pair('Authorization', 'x')],
      auth: { type: 'bearer', bearer: [pair('token', 't')] },
    })
    assert.deepEqual(step['headers'], { Authorization: { disabled: 'x' } })
  })
  it('that suites do not know are told of', () => {
    const { report } = imported(
      withItems([{ name: 'A', request: { url, auth: { type: 'hawk', hawk: [] } } }]),
    )
    assert.deepEqual(report.losses, [
      { where: 'Shop / A', what: 'auth hawk', why: 'suites have no such authentication, so nothing is sent' },
    ])
  })
})

describe('the whole', () => {
  it('follows redirects and goes on after failures, as Postman does', () => {
    assert.deepEqual(collectionOf(withItems([])).settings, {
      'follow-redirects': true,
      'stop-on-failure': false,
    })
  })
  it('has its variables, and an environment of them', () => {
    const variable = [pair('a', '1'), pair('a', '2'), off('b', '3'), { key: 's', value: 'x', type: 'secret' }]
    const { variables, secrets, environments } = collectionOf(withItems([], { variable }))
    assert.deepEqual([variables, secrets], [{ a: '2' }, { s: 'x' }])
    assert.deepEqual(
      environments.map(one => [one.name, one.variables, one.secrets]),
      [['Postman Variables', { a: '2' }, { s: 'x' }]],
    )
  })
  it('leaves scripts of folders as they are', () => {
    const exec = ['pm.test("a", () => {})', '']
    const { settings } = collectionOf(withItems([], { event: [{ listen: 'test', script: { exec } }] }))
    assert.deepEqual(settings?.['scripts'], { after: 'pm.test("a", () => {})\n' })
  })
  it('may have an event that stands in no list', () => {
    const event = { listen: 'test', script: { exec: 'for (;;) pm.test("a", () => {})' } }
    const { scripts } = savedRequest({ name: 'A', request: url, event }).step
    assert.deepEqual(scripts, { after: event.script.exec })
  })
  it('leaves a variable to the script of a request where a script above sets it, too', () => {
    const prerequest = (exec: string): JsonObject => ({ listen: 'prerequest', script: { exec } })
    const own = 'pm.environment.set("a", "own")\npm.environment.set("b", "own")'
    const above = (exec: string): JsonObject => {
      const item = { name: 'A', request: url, event: [prerequest(own)] }
      return savedRequest(item, { event: [prerequest(exec)] }).step
    }
    const { variables, scripts } = above('pm.environment.set("a", "above")')
    assert.deepEqual([variables, scripts], [{ b: 'own' }, { before: 'pm.environment.set("a", "own")' }])
    assert.deepEqual(above('pm.environment.set(nameOf(pm), "above")')['scripts'], { before: own })
  })
  it('takes any status for right where a script above tests, but none about it', () => {
    const event = [{ listen: 'test', script: { exec: 'pm.test("a", () => pm.expect(1).to.eql(compute()))' } }]
    assert.deepEqual(stepOf(url, { event })['validations'], [{ status: { 'at-least': 100 } }])
  })
  it('counts what it made, and what was no request', () => {
    const document = { ...withItems([]), item: [{ name: 'A', request: url }, 'B'] }
    const { report } = imported(document)
    assert.deepEqual([report.requests, report.created], [1, 1])
    assert.deepEqual(report.skipped, [{ reason: 'neither a folder nor a request', count: 1 }])
  })
  it('says of a variable that names itself what Postman sends', () => {
    const { variables } = collectionOf(withItems([], { variable: [pair('a', '{{a}}/{{b}}')] }))
    assert.deepEqual(variables, { a: '\\{{a}}/{{b}}' })
  })
  it('may be wrapped as by the API of Postman, and begin with a byte order mark', () => {
    const text = `\ufeff${JSON.stringify({ collection: withItems([{ name: 'A', request: url }]) })}`
    assert.equal(collectionOf(text).items.length, 1)
  })
  it('is named after its file when it has no name', () => {
    assert.equal(collectionOf({ item: [] }).name, 'shop')
  })
})

describe('what has another shape than the format gives it', () => {
  const event = [{ listen: 'test', script: { exec: 'x' } }]
  const cases: readonly (readonly [item: JsonObject, what: string])[] = [
    [{ item: { a: 1 } }, 'item'],
    [{ item: 'x' }, 'item'],
    [{ item: [], variable: 'x' }, 'variable'],
    [{ item: [], variable: ['x'] }, 'variable[0]'],
    [{ item: [], auth: 'bearer' }, 'auth'],
    [{}, 'request'],
    [{ request: 5 }, 'request'],
    [{ request: { url }, event: 'pm.test()' }, 'event'],
    [{ request: { url }, event: ['pm.test()'] }, 'event[0]'],
    [{ request: { url }, event: [{ listen: 'after', script: { exec: 'x' } }] }, 'event "after"'],
    [{ request: { url }, event: [{ listen: 'test', script: 5 }] }, 'event.script'],
    [{ request: { url }, event: [{ listen: 'test', script: { exec: { a: 1 } } }] }, 'event.script.exec'],
    [{ request: { url }, response: {} }, 'response'],
    [{ request: { url }, protocolProfileBehavior: [] }, 'protocolProfileBehavior'],
    [{ request: { url: 5 } }, 'url'],
    [{ request: { url, method: ['GET'] } }, 'method'],
    [{ request: { url, header: { A: '1' } } }, 'header'],
    [{ request: { url, header: [5] } }, 'header[0]'],
    [{ request: { url, auth: 'bearer' } }, 'auth'],
    [{ request: { url, auth: { bearer: [] } } }, 'auth'],
    [{ request: { url, auth: { type: 'bearer', bearer: 'abc' } } }, 'auth.bearer'],
    [{ request: { url, auth: { type: 'magic' } } }, 'auth magic'],
    [{ request: { url: { host: { a: 1 }, raw: url } } }, 'url.host'],
    [{ request: { url: { raw: url, query: { a: 1 } } } }, 'url.query'],
    [{ request: { url, body: 5 } }, 'body'],
    [{ request: { url, body: { mode: 'magic', magic: 'x' } } }, 'body.mode "magic"'],
    [{ request: { url, body: { raw: 'x' } } }, 'body'],
    [{ request: { url, body: { mode: 'formdata', formdata: {} } } }, 'body.formdata'],
    [{ request: { url, body: { mode: 'urlencoded', urlencoded: [5] } } }, 'body.urlencoded[0]'],
    [{ request: { url, body: { mode: 'graphql', graphql: 'x' } } }, 'body.graphql'],
  ]
  for (const [item, expected] of cases)
    it(`E3: is a loss: ${JSON.stringify(item)}`, () => {
      const { losses } = imported(withItems([{ name: 'A', ...item }, { request: { url } }])).report
      assert.ok(
        losses.some(({ where, what }) => where === 'Shop / A' && what === expected),
        JSON.stringify(losses),
      )
    })

  it('E3: is none where it only says nothing', () => {
    const request = { url, header: null, body: null, auth: null, description: null }
    const { losses } = imported(
      withItems([
        { name: 'A', request, event: null, response: null },
        { request: url, event },
      ]),
    ).report
    assert.deepEqual(losses, [])
  })

  it('E3: is a version that is not known', () => {
    const schema = 'https://schema.getpostman.com/json/collection/v3.0.0/collection.json'
    const { losses } = imported({ info: { name: 'Shop', schema }, item: [] }).report
    assert.deepEqual(
      losses.map(({ what }) => what),
      [`schema ${schema}`],
    )
  })

  it('E3: is a type left out of a multipart form', () => {
    const more = { protocolProfileBehavior: { disabledSystemHeaders: { 'content-type': true } } }
    const body = { mode: 'formdata', formdata: [{ key: 'a', value: '1', type: 'text' }] }
    const { losses } = imported(withItems([{ request: { method: 'POST', url, body } }], more)).report
    assert.deepEqual(
      losses.map(({ what }) => what),
      ['disabledSystemHeaders content-type'],
    )
    const raw = { method: 'POST', url, body: { mode: 'raw', raw: '{}', options: json } }
    assert.deepEqual(stepOf(raw, more)['headers'], { 'Content-Type': null })
  })
})

describe('an environment', () => {
  it('has variables, secrets, and what is switched off', () => {
    const [environment] = imported(fixture('local.postman_environment.json')).environments
    assert.ok(environment)
    const { kept: _, ...rest } = environment
    assert.deepEqual(rest, {
      name: 'Local',
      variables: { baseUrl: 'http://127.0.0.1:4010', twice: '2' },
      secrets: { token: 't0' },
      disabled: { old: '1' },
    })
  })
  it('may be the globals of a workspace', () => {
    const globals = { values: [pair('a', '1')], _postman_variable_scope: 'globals' }
    assert.deepEqual(
      imported(globals).environments.map(({ name }) => name),
      ['Globals'],
    )
  })
})

describe('what cannot be imported', () => {
  const cases: [text: string, message: string][] = [
    ['{"info": {', 'this is not JSON'],
    ['[]', 'a collection of Postman is an object'],
    ['{"requests": [], "order": []}', 'this collection is of version 1; Postman exports it as v2.1'],
    ['{"info": {"schema": "https://schema.getpostman.com/x"}, "item": {}}', 'expected a list of requests'],
    ['{"name": "x"}', 'this is neither a collection nor an environment of Postman'],
    [`{"item":${'['.repeat(2000)}${']'.repeat(2000)}}`, 'this JSON is nested too deeply'],
  ]
  for (const [text, message] of cases)
    it(message, () => {
      const result = importPostman(text, { file: 'shop.json' })
      assert.ok(!result.ok)
      assert.ok(result.problems[0]?.message.includes(message), result.problems[0]?.message)
      assert.equal(result.problems[0]?.code, 'import-unreadable')
    })
})

describe('isPostman', () => {
  const documents: [document: unknown, expected: boolean][] = [
    [withItems([]), true],
    [{ collection: withItems([]) }, true],
    [JSON.parse(fixture('local.postman_environment.json')), true],
    [{ requests: [], order: [] }, true],
    [{ openapi: '3.1.0', info: {}, paths: {} }, false],
    [{ log: { entries: [] } }, false],
    [null, false],
    [[], false],
  ]
  for (const [document, expected] of documents)
    it(`${JSON.stringify(document).slice(0, 60)} ${expected ? 'is' : 'is not'}`, () => {
      assert.equal(isPostman(document), expected)
    })
})

function pair(key: string, value: string): JsonObject {
  return { key, value }
}

function off(key: string, value: string): JsonObject {
  return { key, value, disabled: true }
}

function post(keys: JsonObject): JsonObject {
  return { request: `POST ${url}`, ...keys }
}

describe('E5: a folder with a request of its own', () => {
  it('loses it, and says so', () => {
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
    const folder = {
      name: 'F',
      request: 'https://h.example/f',
      item: [{ name: 'in', request: 'https://h.example' }],
    }
    const text = JSON.stringify({ info: { name: 'C', schema }, item: [folder] })
    const imported = importPostman(text, { file: 'c.json' })
    assert.ok(imported.ok)
    const [loss] = imported.value.report.losses
    assert.match(`${loss?.what}: ${loss?.why}`, /^request: it stands beside items|request: .*folder/)
  })
})

describe('E5: a path variable whose value is a number', () => {
  it('is told for what it is', () => {
    const url = { host: 'h.example', path: ['a', ':id', ':no'], variable: [{ key: 'id', value: 7 }] }
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
    const collection = {
      info: { name: 'C', schema },
      item: [{ name: 'one', request: { method: 'GET', url } }],
    }
    const imported = importPostman(JSON.stringify(collection), { file: 'c.json' })
    assert.ok(imported.ok)
    const whys = imported.value.report.notes.map(({ what, why }) => `${what}: ${why}`)
    assert.match(whys.join('\n'), /variable :id: its value is no text/)
    assert.match(whys.join('\n'), /variable :no: it has no value/)
  })
})
