import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { exportPostman } from './export-postman.ts'
import { listAt, objectAt, textAt } from './parts.ts'
import { differences } from './testing/differences.ts'
import { collectionOf, exported, imported, withItems } from './testing/imported.ts'

const files = ['kitchen-sink', 'scripts-v2.0'].map(name => `fixtures/postman/${name}.postman_collection.json`)

for (const file of files)
  describe(file, () => {
    const text = readFileSync(file, 'utf8')
    const collection = collectionOf(text)
    it('is the same collection when it is exported again', () => {
      assert.deepEqual(differences(JSON.parse(text) as JsonObject, exported(collection)), [])
    })
    it('is the same when that is imported again', () => {
      assert.equal(
        JSON.stringify(collectionOf(JSON.stringify(exported(collection)))),
        JSON.stringify(collection),
      )
    })
  })

describe('an environment', () => {
  it('is the same when it is exported again', () => {
    const text = readFileSync('fixtures/postman/local.postman_environment.json', 'utf8')
    const { environments } = imported(text)
    const { files } = exportPostman({ name: 'Shop', items: [], environments })
    assert.deepEqual(
      files.map(({ name }) => name),
      ['shop.postman_collection.json', 'local.postman_environment.json'],
    )
    const { values } = JSON.parse(files[1]?.text ?? '') as JsonObject
    assert.deepEqual(values, (JSON.parse(text) as JsonObject)['values'])
  })
})

describe('a variable that was changed after an import', () => {
  const variable = [{ key: 'id', value: 'old' }]
  const collection = collectionOf(withItems([], { variable }))

  it('has its value in the collection alone', () => {
    const { files } = exportPostman({ ...collection, variables: { id: 'new' } })
    assert.deepEqual(
      files.map(({ name }) => name),
      ['shop.postman_collection.json'],
    )
    const { text = '' } = files[0] ?? {}
    assert.deepEqual((JSON.parse(text) as JsonObject)['variable'], [{ key: 'id', value: 'new' }])
  })

  it('has it in the environment where it was changed there', () => {
    const environments = collection.environments.map(one => ({ ...one, variables: { id: 'new' } }))
    const { files } = exportPostman({ ...collection, environments })
    assert.match(files[1]?.text ?? '', /"new"/)
    assert.doesNotMatch(files[1]?.text ?? '', /digest/)
  })
})

describe('a request that was changed after an import', () => {
  const script = [
    '// what it is',
    'pm.test("Ada", () => {',
    '  pm.expect(pm.response.json().name).to.eql("Ada")',
    '})',
  ]
  const query = [{ key: 'page', value: '1', description: 'the page', type: 'text' }]
  const variable = [{ key: 'id', value: '7', description: 'the item', type: 'any' }]
  const header = [{ key: 'X-A', value: 'a', type: 'text', description: 'a header' }]
  const given: JsonObject = {
    name: 'One',
    event: [{ listen: 'test', script: { exec: script } }],
    request: {
      method: 'GET',
      header,
      url: { raw: '{{base}}/items/:id?page=1', host: ['{{base}}'], path: ['items', ':id'], query, variable },
    },
  }
  const collection = collectionOf(
    withItems([given], { variable: [{ key: 'a', value: 'b', type: 'string', description: 'why' }] }),
  )
  const [first] = collection.items
  assert.ok(first?.kind === 'request')
  const { step, ...request } = first
  const document = (change: JsonObject): JsonObject =>
    exported({ ...collection, items: [{ ...request, step: { ...step, ...change } }] })
  const requestAfter = (change: JsonObject): JsonObject =>
    objectAt(listAt(document(change), 'item')[0], 'request')

  it('keeps the variables of its path where a check was added', () => {
    const validations = [...listAt(step, 'validations'), { name: 'more', '$.id': 7 }]
    assert.deepEqual(requestAfter({ validations }), given['request'])
  })

  it('has another value of a variable in its path', () => {
    const url = objectAt(requestAfter({ request: 'GET {{base}}/items/{{item}}?page=2' }), 'url')
    assert.equal(url['raw'], '{{base}}/items/:id?page=2')
    assert.deepEqual(url['path'], ['items', ':id'])
    assert.deepEqual(url['variable'], [{ ...variable[0], value: '{{item}}' }])
    assert.deepEqual(url['query'], [{ ...query[0], value: '2' }])
    const other = objectAt(requestAfter({ request: 'GET {{base}}/users/8?page=1' }), 'url')
    assert.deepEqual([other['path'], other['variable']], [['users', '8'], undefined])
  })

  it('keeps what is said of a header or a variable that has another value', () => {
    assert.deepEqual(requestAfter({ headers: { 'X-A': 'b' } })['header'], [{ ...header[0], value: 'b' }])
    const [saved] = listAt(exported({ ...collection, variables: { a: 'c' } }), 'variable')
    assert.deepEqual(saved, { key: 'a', value: 'c', type: 'string', description: 'why' })
  })
})

describe('what was changed after an import', () => {
  const collection = collectionOf(readFileSync(files[0] ?? '', 'utf8'))
  const [folder] = collection.items
  assert.ok(folder?.kind === 'folder')

  /** The request that comes of the one at an index of the first folder, after a change to its step. */
  function changed(index: number, change: JsonObject): JsonObject {
    assert.ok(folder?.kind === 'folder')
    const items = folder.items.map((item, position) =>
      position === index && item.kind === 'request' ? { ...item, step: { ...item.step, ...change } } : item,
    )
    const document = exported({ ...collection, items: [{ ...folder, items }] })
    const [first = null] = listAt(document, 'item')
    return objectAt({ item: listAt(first, 'item')[index] ?? null }, 'item')
  }

  it('has braces that are none in JSON without the backslash in front of them', () => {
    const item = changed(3, { request: 'POST {{baseUrl}}/a', json: { a: String.raw`\{{b}}`, c: '{{c}}' } })
    const { raw } = objectAt(objectAt(item, 'request'), 'body')
    assert.equal(raw, '{\n    "a": "{{b}}",\n    "c": "{{c}}"\n}')
  })

  it('wins over what was kept', () => {
    const item = changed(3, { request: 'GET {{baseUrl}}/other' })
    assert.equal(objectAt(objectAt(item, 'request'), 'url')['raw'], '{{baseUrl}}/other')
  })
  it('leaves the other kept parts where they are', () => {
    const item = changed(3, { headers: { A: '1' } })
    assert.equal(objectAt(objectAt(item, 'request'), 'url')['raw'], '{{baseUrl}}/users/:id/:file.json/:empty')
    assert.deepEqual(objectAt(item, 'request')['header'], [{ key: 'A', value: '1' }])
  })
  it('is a name, too', () => {
    assert.equal(changed(0, { name: 'Other' })['name'], 'Other')
  })
})

describe('a body stays with its request', () => {
  for (const [method, behavior] of [
    ...['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK'].map(one => [one, { disableBodyPruning: true }] as const),
    ['POST', undefined],
  ] as const)
    it(`of ${method}, ${behavior === undefined ? 'as Postman does it' : 'where Postman is told so'}`, () => {
      const step = { name: 'A', request: `${method} http://h/`, xml: '<a/>' }
      const document = exported({ name: 'Shop', environments: [], items: [{ kind: 'request', step }] })
      const item = objectAt({ item: listAt(document, 'item')[0] ?? null }, 'item')
      assert.deepEqual(item['protocolProfileBehavior'], behavior)
      const [saved] = collectionOf(document).items
      assert.deepEqual(saved?.kind === 'request' && saved.step['xml'], '<a/>')
    })
})

describe('placeholders that are whole values of JSON', () => {
  const request = (step: JsonObject): SavedRequest => ({ kind: 'request', step })
  const collection: Collection = {
    name: 'Types',
    variables: { user: { name: 'Ada', tags: ['a'] }, size: 3, word: 'w' },
    environments: [],
    items: [
      request({
        name: 'Make',
        request: 'POST {{baseUrl}}/orders',
        validations: [{ '$.id': 7 }, { '$.code': 'x1' }],
        extracts: { id: '$.id', code: '$.code', state: 'status', trace: 'header x-trace', any: '$.any' },
      }),
      request({
        name: 'Use',
        request: 'POST {{baseUrl}}/orders',
        json: Object.fromEntries(
          ['user', 'size', 'word', 'id', 'code', 'state', 'trace', 'any', '$timestamp'].map(name => [
            name,
            `{{${name}}}`,
          ]),
        ),
      }),
      request({ name: 'Form', request: 'POST {{baseUrl}}/form', form: { a: 'b c', d: 'e' } }),
    ],
  }
  const { report, files: written } = exportPostman(collection)
  const text = written[0]?.text ?? ''
  const [, use = null] = listAt(JSON.parse(text) as JsonObject, 'item')

  it('have no quotes where variables are known to be no text', () => {
    const raw = textAt(objectAt(objectAt({ use }, 'use')['request'] ?? null, 'body'), 'raw') ?? ''
    const bare = [...raw.matchAll(/: \{\{(.*?)\}\}/g)].map(([, name]) => name)
    assert.deepEqual(bare, ['user', 'size', 'id', 'state', '$timestamp'])
  })
  it('are told of where nobody knows', () => {
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      ['Types / Use: type of {{any}} in the body'],
    )
  })
  it('send the same when they come back', () => {
    const back = collectionOf(text)
    assert.deepEqual(back.variables, { user: '{"name":"Ada","tags":["a"]}', size: 3, word: 'w' })
    assert.match(JSON.stringify(back.items[1]), /\{\{user\}\},/)
  })
  it('and spaces in forms are noted', () => {
    assert.deepEqual(
      report.notes.map(({ what }) => what),
      ['form a'],
    )
  })
})

describe('a collection that does not come from Postman', () => {
  const request = (step: JsonObject): SavedRequest => ({ kind: 'request', step })
  const collection: Collection = {
    name: 'Shop',
    baseUrl: 'http://127.0.0.1:4010',
    secrets: { token: 't0' },
    environments: [{ name: 'Local', variables: { a: '1' }, secrets: {} }],
    settings: { headers: { 'X-All': '1' }, auth: { bearer: '{{token}}' } },
    items: [
      request({ set: { a: '1' } }),
      request({
        request: 'GET {{baseUrl}}/users',
        query: { q: 'a+b', tag: ['x', 'y'] },
        headers: { Accept: null },
      }),
      request({
        name: 'Later',
        request: 'POST {{baseUrl}}/users',
        json: { id: '{{$uuid}}' },
        retry: { attempts: 3 },
      }),
      request({ pause: '1s' }),
    ],
    after: [request({ request: 'DELETE {{baseUrl}}/users/1' })],
  }
  const { report } = exportPostman(collection)
  const document = exported(collection)
  const requests = listAt(document, 'item').map(item => objectAt({ item }, 'item'))

  it('becomes one of version 2.1', () => {
    assert.match(JSON.stringify(document['info']), /v2\.1\.0/)
    assert.deepEqual(document['variable'], [
      { key: 'baseUrl', value: 'http://127.0.0.1:4010' },
      { key: 'token', value: 't0', type: 'secret' },
    ])
    assert.deepEqual(document['protocolProfileBehavior'], { followRedirects: false })
  })
  it('sends the headers of its settings with every request', () => {
    assert.deepEqual(objectAt(requests[0], 'request')['header'], [{ key: 'X-All', value: '1' }])
  })
  it('has a test for what suites take for granted, which is none when it comes back', () => {
    assert.match(JSON.stringify(requests[0]?.['event']), /Status is 2xx or 3xx/)
    const [first] = collectionOf(JSON.stringify(document)).items
    assert.equal(first?.kind === 'request' && first.step['validations'], undefined)
  })
  it('encodes a query as suites do', () => {
    const { raw } = objectAt(objectAt(requests[0], 'request'), 'url')
    assert.equal(raw, '{{baseUrl}}/users?q=a%2Bb&tag=x&tag=y')
  })
  it('names built-ins as Postman does', () => {
    assert.match(JSON.stringify(objectAt(requests[1], 'request')['body']), /\$guid/)
  })
  it('has the clean-up in its last folder', () => {
    assert.deepEqual([requests.length, requests[2]?.['name']], [3, 'after'])
  })
  it('tells what Postman cannot say', () => {
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      ['Shop / Later: retry', 'Shop / {"pause":"1s"}: step pause'].map(text =>
        text.replace('{"pause":"1s"}', ''),
      ),
    )
    assert.deepEqual([report.requests, report.created], [5, 3])
  })
})

describe('what is said of the errors of GraphQL', () => {
  const graphql = { query: '{ a }' }
  const item = (exec: readonly string[]): JsonObject => ({
    name: 'A',
    event: [{ listen: 'test', script: { exec } }],
    request: { method: 'POST', url: 'http://h/a', body: { mode: 'graphql', graphql: { query: '{ a }' } } },
  })
  const stepOf = (one: JsonObject): JsonObject =>
    (collectionOf(JSON.stringify({ info: { name: 'A', schema: v21 }, item: [one] })).items[0] as SavedRequest)
      .step

  it('B: errors are allowed where tests say nothing of them, as in Postman', () => {
    const tested = stepOf(item(['pm.test("ok", () => pm.expect(pm.response.json().data.a).to.eql(1))']))
    assert.deepEqual(tested['graphql'], { ...graphql, 'allow-errors': true })
    const looking = stepOf(
      item(['pm.test("bad", () => pm.expect(pm.response.json().errors[0].code).to.eql(1))']),
    )
    assert.deepEqual(looking['graphql'], graphql)
    assert.deepEqual(stepOf(item([]))['graphql'], graphql)
  })

  for (const [keys, tests] of [
    [{}, true],
    [{ validations: [{ '$.data.a': 1 }] }, true],
    [{ validations: [{ '$.errors': { exists: true } }] }, false],
    [{ extracts: { why: '$.errors[0].message' } }, false],
    [{ graphql: { ...graphql, 'allow-errors': true }, validations: [{ '$.data.a': 1 }] }, false],
  ] as const)
    it(`B: a step has a test for what it takes for granted, and is the same again: ${JSON.stringify(keys)}`, () => {
      const step = { name: 'A', request: 'POST http://h/a', graphql, ...keys }
      const written = exported({ name: 'A', environments: [], items: [{ kind: 'request', step }] })
      assert.equal(JSON.stringify(written).includes('No GraphQL errors'), tests)
      const again = collectionOf(JSON.stringify(written)).items[0] as SavedRequest
      assert.deepEqual(again.step['graphql'], step.graphql)
      const flat = (all: JsonObject): string =>
        JSON.stringify([all['validations'] ?? [], all['extracts'] ?? {}])
      assert.equal(flat(again.step).replace(/"name":"[^"]*",/g, ''), flat(step))
    })
})

const v21 = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

describe('a token that is fetched', () => {
  const url = { 'token-url': 'https://shop.example/token', 'client-id': 'c' }
  const exportedWith = (oauth2: JsonObject): { back: unknown; losses: readonly string[] } => {
    const step = { request: 'GET https://shop.example/', auth: { oauth2 } }
    const collection: Collection = { name: 'A', environments: [], items: [{ kind: 'request', step }] }
    const [first] = collectionOf(JSON.stringify(exported(collection))).items
    const losses = exportPostman(collection).report.losses.map(({ what }) => what)
    return { back: first?.kind === 'request' ? first.step['auth'] : undefined, losses }
  }
  it('by client credentials or a password comes back', () => {
    for (const oauth2 of [
      { ...url, 'client-secret': 's' },
      { ...url, grant: 'password', username: 'ada', password: '{{p}}', scope: 'a' },
      {
        ...url,
        grant: 'password',
        username: 'ada',
        password: 'p',
        'client-secret': 's',
        credentials: 'basic',
      },
    ])
      assert.deepEqual(exportedWith(oauth2), { back: { oauth2 }, losses: [] })
  })
  it('in another way is a loss', () => {
    for (const [oauth2, loss] of [
      [{ ...url, grant: 'refresh-token', 'refresh-token': 'r' }, 'auth oauth2 grant refresh-token'],
      [{ ...url, grant: 'jwt-bearer', assertion: 'a' }, 'auth oauth2 grant jwt-bearer'],
      [{ ...url, 'client-assertion': 'a' }, 'auth oauth2 client-assertion'],
      [{ ...url, credentials: 'tls' }, 'auth oauth2 credentials tls'],
    ] as const)
      assert.deepEqual(exportedWith(oauth2).losses, [loss])
  })
})
