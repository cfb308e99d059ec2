import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadDescription } from './load-description.ts'
import { describedBy, type Documents, reading, withOperation } from './testing/description.ts'

const root = 'https://api.example.org/specs/openapi.json'

/** The message for a document that cannot be read. */
async function refusal(document: unknown, others: Documents = {}): Promise<string> {
  const loaded = await loadDescription(root, reading({ ...others, [root]: document }))
  assert.ok(!loaded.ok)
  assert.equal(loaded.problems[0]?.code, 'import-unreadable')
  return loaded.problems[0].message.replace(`${root} cannot be read as OpenAPI: `, '')
}

describe('loadDescription', () => {
  const refused: readonly (readonly [what: string, document: unknown, message: string | RegExp])[] = [
    ['nothing', '', 'it is empty'],
    ['JSON that is cut off', '{"openapi": "3.0.0",\n "info": {', /^line 2: not valid JSON: /],
    ['JSON with a mistake', '{"openapi": "3.0.0",\n "info": }\n\n}\n', /^line 2: not valid JSON: /],
    ['YAML that is none', 'openapi: 3.0.0\ninfo: [a', /^line \d+: not valid YAML: /],
    ['a key of YAML twice', 'openapi: 3.0.0\npaths: {}\npaths: {}', /^line 3: not valid YAML: duplicated/],
    ['a key of JSON twice', '{"openapi": "3.0.0",\n"a": 1, "a": 1}', /^line 2: the key "a" .* second/],
    ['another document', { swagger: true }, 'it has neither "openapi" nor "swagger" at its top'],
    ['a list', [1], 'it has neither "openapi" nor "swagger" at its top'],
    ['a version that nobody knows', { openapi: '4.0.0' }, 'OpenAPI 4.0.0 is not known'],
    ['the first Swagger', { swagger: '1.2' }, 'Swagger 1.2 is not known'],
    ['JSON without end', '['.repeat(100_000), /nested|not valid/],
    ['YAML without end', `a: ${'['.repeat(50_000)}`, /not valid YAML|nested/],
  ]
  for (const [what, document, message] of refused)
    it(`refuses ${what}`, async () => {
      const found = await refusal(document)
      if (typeof message === 'string') assert.equal(found, message)
      else assert.match(found, message)
    })

  it('refuses aliases that only exhaust memory', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}*l${level}]`,
    )
    const message = await refusal(['openapi: 3.0.0', 'l0: &l0 [x]', ...levels].join('\n'))
    assert.match(message, /aliases repeat too much/)
  })

  it('passes on why there is no document at all', async () => {
    const loaded = await loadDescription(root, reading({}))
    assert.ok(!loaded.ok)
    assert.equal(loaded.problems[0]?.message, `there is no file ${root}`)
  })

  it('E2: reads a brace or bracket that closes at the indentation of its key', async () => {
    const text = [
      'openapi: 3.0.0',
      'info: {',
      '  title: No, version: 2020-01-01',
      '}',
      'x-ok: &ok { description: fine }',
      'paths:',
      '  /a:',
      '    get:',
      '      tags: [',
      '        one',
      '      ]',
      '      responses: {',
      '        200: { <<: *ok }',
      '      }',
    ]
    const { operations, title } = await describedBy(text.join('\n'))
    assert.deepEqual([title, operations[0]?.responses[0]?.status], ['No', '200'])
    assert.match(await refusal([...text, '      responses: {'].join('\n')), /^line \d+: not valid YAML: /)
  })

  it('reads YAML, with numbers as keys, merges and a byte order mark', async () => {
    const text = [
      '\uFEFFopenapi: 3.1.0',
      'info: { title: No, version: 2020-01-01 }',
      'x-ok: &ok { description: fine }',
      'paths: { /a: { get: { responses: { 200: { <<: *ok } } } } }',
    ]
    const { operations, title, version } = await describedBy(text.join('\n'))
    assert.deepEqual([version, title, operations[0]?.responses[0]?.status], ['3.1', 'No', '200'])
  })

  it('follows references to other documents, each of which is read once', async () => {
    const asked: string[] = []
    const documents = {
      [root]: {
        ...withOperation({}),
        paths: { '/a': { $ref: '../paths/a.yaml' }, '/b': { $ref: '../paths/a.yaml#/x-other~1path' } },
      },
      'https://api.example.org/paths/a.yaml':
        'get: { parameters: [{ $ref: "p.json#/limit" }] }\nx-other/path: { put: { tags: [b] } }',
      'https://api.example.org/paths/p.json': {
        limit: { $ref: '#/real' },
        real: { name: 'limit', in: 'query', schema: { $ref: 'p.json#/number' } },
        number: { type: 'integer' },
      },
    }
    const loaded = await loadDescription(root, reading(documents, asked))
    assert.ok(loaded.ok)
    const { operations } = loaded.value
    assert.deepEqual(
      operations.map(({ method, path, parameters }) => [method, path, parameters.map(({ name }) => name)]),
      [
        ['GET', '/a', ['limit']],
        ['PUT', '/b', []],
      ],
    )
    assert.deepEqual(asked, Object.keys(documents))
  })

  it('lets a reference that leads nowhere cost only the operation that uses it', async () => {
    const paths = {
      '/gone': { $ref: 'gone.json' },
      '/a': { get: { parameters: [{ $ref: '#/components/parameters/none' }, { name: 'q', in: 'query' }] } },
      '/circle': { get: { parameters: [{ $ref: '#/paths/~1circle/get/parameters/0' }] } },
    }
    const { operations, unresolved } = await describedBy({ ...withOperation({}), paths })
    assert.deepEqual(unresolved, [
      {
        reference: 'gone.json',
        place: '/gone',
        reason: 'there is no file https://api.example.org/specs/gone.json',
      },
    ])
    assert.deepEqual(
      operations.map(operation => operation.unresolved),
      [
        [
          {
            reference: '#/components/parameters/none',
            place: 'parameter 1',
            reason: 'there is no /components/parameters/none in openapi.json',
            judges: 'parameters',
          },
        ],
        [
          {
            reference: '#/paths/~1circle/get/parameters/0',
            place: 'parameter 1',
            reason: 'it leads in a circle',
            judges: 'parameters',
          },
        ],
      ],
    )
    assert.deepEqual(
      operations[0]?.parameters.map(({ name }) => name),
      ['q'],
    )
  })

  it('does not ask for what only looks like a reference', async () => {
    const asked: string[] = []
    const schema = {
      example: { $ref: 'data.json' },
      properties: { $ref: { type: 'string' }, example: { $ref: 'real.json' } },
    }
    const document = withOperation({}, { components: { schemas: { A: schema } } })
    await loadDescription(root, reading({ [root]: document }, asked))
    assert.deepEqual(asked, [root, 'https://api.example.org/specs/real.json'])
  })

  it('gives every operation the parameters of its path, its own before those', async () => {
    const item = {
      parameters: [
        { name: 'id', in: 'path', schema: { type: 'string' } },
        { name: 'id', in: 'query', required: true, schema: { type: 'string' } },
      ],
      get: { parameters: [{ name: 'id', in: 'query', schema: { type: 'integer' } }] },
    }
    const { operations } = await describedBy({ ...withOperation({}), paths: { '/a/{id}': item } })
    assert.deepEqual(
      operations[0]?.parameters.map(one => [one.in, one.required, one.style, one.explode]),
      [
        ['path', true, 'simple', false],
        ['query', false, 'form', true],
      ],
    )
  })

  it('makes one body of the fields of a Swagger form', async () => {
    const parameters = [
      { name: 'tags', in: 'formData', type: 'array', collectionFormat: 'pipes', items: { type: 'string' } },
      { name: 'file', in: 'formData', type: 'file', required: true },
    ]
    const { operations } = await describedBy({
      swagger: '2.0',
      host: 'h.example.org',
      basePath: 'v2/',
      paths: { '/a': { post: { parameters } } },
    })
    const [content] = operations[0]?.body?.contents ?? []
    assert.equal(content?.type, 'multipart/form-data')
    assert.deepEqual(content.encoding.get('tags'), { style: 'pipeDelimited', explode: false })
    assert.deepEqual(content.schema?.value, {
      type: 'object',
      required: ['file'],
      properties: { tags: { type: 'array', items: { type: 'string' } }, file: { type: 'file' } },
    })
  })

  const addresses: readonly (readonly [document: object, source: string, url: string])[] = [
    [{ openapi: '3.0.0' }, root, 'https://api.example.org'],
    [{ openapi: '3.0.0', servers: [{ url: '../v1/' }] }, root, 'https://api.example.org/v1'],
    [{ openapi: '3.0.0', servers: [{ url: '//cdn.example.org' }] }, root, 'https://cdn.example.org'],
    [{ openapi: '3.0.0', servers: [{ url: '/v{n}' }] }, root, 'https://api.example.org/v{n}'],
    [{ openapi: '3.0.0', servers: [{ url: '{scheme}://x' }] }, root, '{scheme}://x'],
    [{ openapi: '3.0.0', servers: [{ url: '/v1' }] }, 'file:///a.json', '/v1'],
    [{ swagger: '2.0', host: 'h', basePath: '/b', schemes: ['http', 'wss', 'https'] }, root, 'https://h/b'],
    [{ swagger: '2.0', host: 'h', schemes: ['http'] }, root, 'http://h'],
    [{ swagger: '2.0', basePath: '/b/' }, root, 'https://api.example.org/b'],
    [{ swagger: 2, basePath: '/b/' }, 'file:///a.json', '/b'],
  ]
  for (const [document, source, url] of addresses)
    it(`finds ${url} in ${JSON.stringify(document)}`, async () => {
      const { servers } = await describedBy(document, {}, source)
      assert.deepEqual(
        servers.map(server => server.url),
        [url],
      )
    })

  it('counts what the API calls on its own, and does not take it for operations', async () => {
    const callbacks = { paid: { '{$request.body#/url}': { post: {} } } }
    const webhooks = { shipped: { post: {} }, lost: { $ref: '#/components/pathItems/lost' } }
    const components = { pathItems: { lost: { put: {} } } }
    const found = await describedBy(withOperation({ callbacks }, { webhooks, components }, '3.1.0'))
    assert.deepEqual(found.webhooks, ['POST shipped', 'PUT lost'])
    assert.deepEqual(
      found.operations.map(one => one.callbacks),
      [['paid']],
    )
  })

  it('takes parts of the wrong kind for absent ones', async () => {
    const odd = [null, 1, 'text', [], {}, [null], { a: null }]
    for (const value of odd)
      for (const key of ['info', 'servers', 'paths', 'tags', 'security', 'components', 'webhooks'])
        await describedBy({ openapi: '3.0.0', [key]: value })
    for (const value of odd)
      for (const key of [
        'parameters',
        'requestBody',
        'responses',
        'tags',
        'security',
        'servers',
        'callbacks',
      ])
        await describedBy(withOperation({ [key]: value }))
  })
})

describe('the examples that stand in files of their own', () => {
  const answer = (externalValue: string) => ({
    responses: {
      200: { description: 'x', content: { 'application/json': { examples: { one: { externalValue } } } } },
    },
  })
  const files = {
    'https://api.example.org/specs/a.json': { title: 'Momo', $id: 'https://api.example.org/specs/b.json' },
    'https://api.example.org/specs/b.json': { title: 'Jim' },
    'https://api.example.org/specs/c.txt': 'a line',
    'https://api.example.org/specs/d.png': '\u{FFFD}PNG\0',
  }
  it('are read, and those that cannot be are told', async () => {
    const names = ['a.json', 'b.json', 'c.txt', 'd.png', 'e.json']
    const paths = Object.fromEntries(names.map(name => [`/${name}`, { get: answer(name) }]))
    const description = await describedBy(
      { openapi: '3.0.3', info: { title: 't', version: '1' }, paths },
      files,
    )
    assert.deepEqual(
      description.operations.map(({ responses }) => responses[0]?.contents[0]?.examples),
      [[files['https://api.example.org/specs/a.json']], [{ title: 'Jim' }], ['a line'], [], []],
    )
    assert.deepEqual(
      description.operations.flatMap(({ unresolved }) => unresolved.map(({ reference }) => reference)),
      ['d.png', 'e.json'],
    )
  })
})
