import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Imported } from '../../model/conversion.ts'
import { importedFiles, importedRequest, importFiles, requestsIn } from './testing/import-files.ts'

const root = 'opencollection: 1.0.0\ninfo: { name: Shop }\n'

function request(name: string, more = '', seq = 1): string {
  return `info: { name: ${name}, type: http, seq: ${seq} }\nhttp:\n  method: GET\n  url: http://a/\n${more}`
}

function told({ report }: Imported): readonly string[] {
  return [...report.losses, ...report.notes].map(({ what }) => what)
}

describe('a request of OpenCollection', () => {
  it('has its method, URL with the values of its path, headers, body and credentials', async () => {
    const { step } = await importedRequest(
      'One.yml',
      `info: { name: One, type: http, tags: [smoke] }
http:
  method: post
  url: "{{base}}/users/:id?full=true"
  params:
    - { name: id, value: "7", type: path }
    - { name: full, value: "true", type: query }
    - { name: debug, value: "1", type: query, disabled: true }
  headers:
    - { name: X-Key, value: "{{process.env.KEY}}" }
  body: { type: json, data: '{ "a": 1 }' }
  auth: { type: basic, username: ada, password: x }
settings: { timeout: 1500, followRedirects: false }
docs: All of one.
`,
    )
    assert.deepEqual(step, {
      name: 'One',
      description: 'All of one.',
      tags: ['smoke'],
      request: 'POST {{base}}/users/7?full=true',
      headers: { 'X-Key': '{{env.KEY}}' },
      query: { debug: { disabled: '1' } },
      auth: { basic: { username: 'ada', password: 'x' } },
      json: { a: 1 },
      'follow-redirects': false,
      timeout: '1500ms',
    })
  })

  it('without a word about credentials has none, and inherits them where it says so', async () => {
    const without = await importedRequest('One.yml', request('One'))
    assert.equal(without.step['auth'], 'none')
    const inherits = await importedRequest('One.yml', request('One', '  auth: inherit\n'))
    assert.equal(inherits.step['auth'], undefined)
  })

  it('is judged by its assertions and tests, and by nothing else', async () => {
    const { step } = await importedRequest(
      'One.yml',
      request(
        'One',
        `runtime:
  assertions:
    - { expression: res.body.id, operator: eq, value: "7" }
    - { expression: res.body.off, operator: eq, value: "7", disabled: true }
  actions:
    - type: set-variable
      phase: after-response
      selector: { expression: "res.headers['x-id']", method: jsonq }
      variable: { name: id, scope: runtime }
  scripts:
    - { type: tests, code: 'test("is Ada", () => expect(res.body.name).to.equal("Ada"))' }
`,
      ),
    )
    assert.deepEqual(step['validations'], [
      { name: 'res.body.id: eq 7', '$.id': 7 },
      { name: 'is Ada', '$.name': 'Ada' },
      { status: { 'at-least': 100 } },
    ])
    assert.deepEqual(step['extracts'], { id: { from: 'header x-id', optional: true } })
  })

  it('keeps a number that an answer gave as text where it stands in quotes', async () => {
    const made = await importedFiles({
      'opencollection.yml': root,
      'a.yml': request(
        'a',
        `runtime:
  actions:
    - type: set-variable
      phase: after-response
      selector: { expression: res.body.id }
      variable: { name: id }
`,
      ),
      'b.yml': request('b', '  body: { type: json, data: \'{ "id": "{{id}}" }\' }\n', 2).replace(
        'GET',
        'POST',
      ),
    })
    const [, second] = requestsIn(made.collection?.items ?? [])
    assert.equal(second?.step['text'], '{ "id": "{{id}}" }')
  })
})

describe('the requests of a collection of Bruno', () => {
  it('stand in the order in which Bruno runs them: folders first, each by its number', async () => {
    const made = await importedFiles({
      'opencollection.yml': root,
      'first.yml': request('first', '', 1),
      'second.yml': request('second', '', 2),
      'b/folder.yml': 'info: { name: B, type: folder, seq: 1 }\n',
      'b/x.yml': request('x'),
      'a/x.yml': request('x'),
    })
    const items = made.collection?.items ?? []
    assert.deepEqual(
      items.map(item => (item.kind === 'folder' ? item.name : item.step['name'])),
      ['B', 'a', 'first', 'second'],
    )
  })

  it('may have any names, several of them the same', async () => {
    const made = await importedFiles({
      'opencollection.yml': root,
      'a.yml': request('"a / b"'),
      'b.yml': request('"a / b"'),
      'c.yml': request('""'),
    })
    assert.deepEqual(
      requestsIn(made.collection?.items ?? []).map(({ step }) => step['name']),
      ['a / b', 'a / b', undefined],
    )
  })

  it('come without the files that cannot be read, which are told with their lines', async () => {
    const made = await importedFiles({
      'opencollection.yml': root,
      'a.yml': request('a'),
      'b.yml': 'info:\n  name: "b\n',
      'other.yml': 'openapi: 3.1.0\n',
    })
    assert.equal(made.report.created, 1)
    assert.match(made.report.losses[0]?.what ?? '', /^b\.yml:\d+$/)
    assert.deepEqual(
      made.report.notes.map(({ what }) => what),
      ['other.yml'],
    )
    const bru = await importedFiles({
      'bruno.json': '{}',
      'a.bru': 'get {\n  url: http://a\n}\n',
      'b.bru': 'get {\n',
    })
    assert.deepEqual(
      bru.report.losses.map(({ what, why }) => `${what} ${why}`),
      ['b.bru:1 the block get has no end'],
    )
  })

  it('are refused where what holds for all of them cannot be read', async () => {
    for (const files of [
      { 'opencollection.yml': 'info: [\n', 'a.yml': request('a') },
      { 'bruno.json': '{', 'a.bru': 'get {\n  url: http://a\n}\n' },
      { 'opencollection.yml': root },
    ]) {
      const made = await importFiles(files)
      assert.ok(!made.ok)
      assert.match(made.problems[0]?.message ?? '', /line \d|no request/)
    }
  })
})

describe('what is told of a collection of Bruno', () => {
  const cases: readonly (readonly [file: string, text: string, what: string])[] = [
    ['a.yml', request('a', '  auth: { type: ntlm, username: a }\n'), 'auth ntlm'],
    ['a.yml', request('a', '  auth: { type: oauth2, flow: implicit }\n'), 'auth oauth2'],
    ['a.yml', request('a', '  params: [{ name: x, value: y, type: query }]\n'), 'params'],
    ['a.yml', request('a', 'settings: { encodeUrl: false }\n'), 'encodeUrl: false'],
    ['a.yml', request('a', 'runtime: { scripts: [{ type: tests, code: "test(" }] }\n'), 'script'],
    ['a.yml', request('a', 'runtime: { scripts: [{ type: tests, code: bru.cwd() }] }\n'), 'script: bru.cwd'],
    ['a.yml', request('a', 'runtime: { assertions: [{ expression: a, operator: odd }] }\n'), 'a: odd'],
    ['a.bru', 'get {\n  url: http://a\n}\n\nquery {\n  a: b\n}\n', 'query'],
    ['a.bru', 'get {\n  url: http://a\n}\n\nvars:pre-request {\n  @a: b\n}\n', '@a'],
    ['a.bru', 'get {\n  url: http://a\n}\n\nassert {\n  ~res.status: eq 1\n}\n', 'res.status: eq 1'],
  ]
  for (const [file, text, what] of cases)
    it(what, async () => {
      const made = await importedRequest(file, text)
      assert.ok(told(made).includes(what), told(made).join('\n'))
    })
})

describe('scripts behind an answer in Bruno', () => {
  const tests = 'runtime: { scripts: [{ type: tests, code: test("a", () => expect(1).to.equal(1)) }] }\n'
  const folder =
    'info: { name: Orders, type: folder }\nrequest: { scripts: [{ type: tests, code: test("b", () => expect(1).to.equal(1)) }] }\n'
  const notes = async (own: string, flow = '') => {
    const files = { 'opencollection.yml': root + flow, 'Orders/folder.yml': folder, 'Orders/a.yml': own }
    return (await importedFiles(files)).report.notes.map(({ where, what }) => `${where}: ${what}`)
  }

  it('run from the request outwards: where a folder has some, too, that is told', async () => {
    const told = 'Shop / Orders: scripts behind the answer'
    assert.ok((await notes(request('a', tests))).includes(told))
    assert.ok(!(await notes(request('a'))).includes(told))
    const flow = 'extensions: { bruno: { scripts: { flow: sequential } } }\n'
    assert.ok(!(await notes(request('a', tests), flow)).includes(told))
  })
})

describe('a file in the language of Bruno', () => {
  it('has dictionaries, texts, lists, quoted names and values of several lines', async () => {
    const { step } = await importedRequest(
      'a.bru',
      `meta {
  name: A
  type: http
  tags: [
    one
    two
  ]
}

post {
  url: http://a/:id?x=1
  body: json
  auth: bearer
}

params:path {
  id: 7
}

headers {
  "X-A: B": 1
  ~X-Off: 2
}

auth:bearer {
  token: {{token}}
}

body:json {
  {
    "a": {{n}}
  }
}

vars:pre-request {
  @number
  n: 5
  text: '''
    one
    two
  '''
}

docs {
  Two
    lines.
}
`,
    )
    assert.deepEqual(step, {
      name: 'A',
      description: 'Two\n  lines.',
      tags: ['one', 'two'],
      request: 'POST http://a/7?x=1',
      headers: { 'X-Off': { disabled: '2' } },
      auth: { bearer: '{{token}}' },
      text: '{\n  "a": {{n}}\n}',
      'content-type': 'application/json',
      variables: { n: 5, text: 'one\ntwo' },
    })
  })

  it('tells of values that Bruno asks for', async () => {
    const made = await importedFiles({
      'bruno.json': '{ "name": "Shop" }',
      'a.bru': 'get {\n  url: http://a/{{?pin}}/{{?pin}}/{{id}}\n}\n',
    })
    assert.deepEqual(
      told(made).filter(what => what.includes('pin')),
      ['{{pin}}'],
    )
  })

  it('has the credentials of a folder as Bruno sends them: none there means those of the collection', async () => {
    const made = await importedFiles({
      'bruno.json': '{ "name": "Shop" }',
      'collection.bru': 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: t\n}\n',
      'f/folder.bru': 'auth {\n  mode: none\n}\n',
      'f/a.bru': 'get {\n  url: http://a\n  auth: inherit\n}\n',
    })
    const [folder] = made.collection?.items ?? []
    assert.deepEqual(made.collection?.settings?.['auth'], { bearer: 't' })
    assert.ok(folder?.kind === 'folder' && folder.settings?.['auth'] === undefined)
    assert.deepEqual(told(made), ['auth: none'])
  })
})

describe('a file in the language of Bruno that has a mistake', () => {
  const root = { 'bruno.json': '{ "name": "Shop" }' }
  const sound = 'meta {\n  name: a\n}\n\nget {\n  url: http://h/\n}\n'

  it('is told with its line where a block has a name that Bruno does not know', async () => {
    const { report, places } = await importedFiles({
      ...root,
      'a.bru': `${sound}\nasserts {\n  res.status: eq 9\n}\n\ntest {\n  f()\n}\n`,
      'environments/local.bru': 'var {\n  a: 1\n}\n',
    })
    assert.deepEqual(
      report.losses.map(loss => [loss.what, places?.losses.get(loss)?.start.line]),
      [
        ['asserts in line 9', 9],
        ['test in line 13', 13],
        ['var in line 1', 1],
      ],
    )
  })

  it('is named with the line of the block that has no end', async () => {
    const broken = sound.replace('}\n\nget', '\nget')
    const alone = await importFiles({ ...root, 'broken.bru': broken })
    assert.match(JSON.stringify(alone), /broken\.bru: line 1: the block meta has no end/)
    const { report } = await importedFiles({ ...root, 'a.bru': sound, 'broken.bru': broken })
    assert.deepEqual(
      report.losses.map(({ what, why }) => [what, why]),
      [['broken.bru:1', 'the block meta has no end']],
    )
  })

  it('is named where there is no request in it', async () => {
    const { report } = await importedFiles({ ...root, 'a.bru': sound, 'b.bru': 'meta {\n  name: b\n}\n' })
    assert.match(JSON.stringify(report.losses), /"b\.bru:1".*no request/)
  })
})
