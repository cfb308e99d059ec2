import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withProject } from '../../compile/own-environment.ts'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import type { Exported } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { translateScript } from '../postman/scripts/understand/translate-script.ts'
import { writeScripts } from '../postman/scripts/write/write-scripts.ts'
import { exportOpenCollection } from './export-open-collection.ts'
import { importedFiles, requestsIn } from './testing/import-files.ts'

const one = `# a comment
info:
  name: One
  type: http
  seq: 1

http:
  method: POST
  url: "{{base}}/users/:id?full=true" # the URL
  params:
    - name: full
      value: "true"
      type: query
    - name: id
      value: "7"
      type: path
  headers:
    - name: X-Key
      value: a
      description: the key
  body:
    type: json
    data: '{ "name": "{{name}}", "n": 1 }'
  auth: inherit

runtime:
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
      description: is there
  scripts:
    - type: tests
      code: |-
        test("is Ada", () => {
          expect(res.body.name).to.equal("Ada");
        });

unknown: { key: kept }
`

const files: Readonly<Record<string, string>> = {
  'opencollection.yml':
    'opencollection: 1.0.0\ninfo: { name: Shop }\nrequest:\n  variables:\n    - { name: name, value: Ada }\n',
  'Users/folder.yml': 'info:\r\n  name: Users\r\n  type: folder\r\n',
  'Users/One.yml': one,
  'Bare/Two.yml': '\uFEFFinfo: { name: Two, type: http }\nhttp: { method: GET, url: http://a }\n',
  'environments/local.yml':
    'name: local\nvariables:\n  - name: base\n    value: http://a\n  - secret: true\n    name: key\n',
}

function exported(collection: Collection): Exported {
  return exportOpenCollection(collection, { translate: translateScript, scriptsOf: writeScripts })
}

/** The export of the files, of which a step was changed. */
async function changed(change: (step: JsonObject) => JsonObject): Promise<Exported> {
  const { collection } = await importedFiles(files)
  const items = (collection?.items ?? []).map(item =>
    item.kind === 'folder' && item.name === 'Users'
      ? {
          ...item,
          items: item.items.map(inside => ({ ...inside, step: change((inside as SavedRequest).step) })),
        }
      : item,
  )
  return exported({ ...(collection as Collection), items })
}

/** The lines of the request that came and went. */
function difference({ files: written }: Exported): readonly string[] {
  const text = written.find(({ name }) => name === 'Users/One.yml')?.text ?? ''
  const [before, after] = [one.split('\n'), text.split('\n')]
  return [
    ...before.filter(line => !after.includes(line)).map(line => `- ${line.trim()}`),
    ...after.filter(line => !before.includes(line)).map(line => `+ ${line.trim()}`),
  ]
}

describe('an OpenCollection that was imported', () => {
  it('is the same bytes again, and twice the same', async () => {
    const { collection } = await importedFiles(files)
    const { files: written, report } = exported(collection as Collection)
    assert.deepEqual(Object.fromEntries(written.map(({ name, text }) => [name, text])), files)
    assert.deepEqual(report.losses, [])
    assert.deepEqual(exported(collection as Collection).files, written)
  })

  it('is the same within a project, its environments under the names of their files', async () => {
    const dev = { ...files, 'environments/dev.yml': 'name: Development\n' }
    const { collection } = await importedFiles(dev)
    const { files: written } = exported(withProject(collection as Collection, { settings: {} }))
    assert.deepEqual(Object.fromEntries(written.map(({ name, text }) => [name, text])), dev)
    const named = exported({ ...(collection as Collection), name: 'Store' }).files
    const root = named.find(({ name }) => name === 'opencollection.yml')?.text
    assert.equal(root, files['opencollection.yml']?.replace('Shop', 'Store'))
  })

  it('keeps the names of its files where something new stands in front of them', async () => {
    const { collection } = await importedFiles({
      'opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n',
      'A-B.yml': 'info: { name: Two, type: http }\nhttp: { method: GET, url: http://a }\n',
      'environments/a-b.yml': 'name: first\n',
    })
    const { items, environments } = collection as Collection
    const { files: written } = exported({
      ...(collection as Collection),
      items: [{ kind: 'request', step: { name: 'A/B', request: 'GET http://a' } }, ...items],
      environments: [{ name: 'a/b', variables: {}, secrets: {} }, ...environments],
    })
    assert.deepEqual(
      written.map(({ name }) => name),
      ['A-B-2.yml', 'A-B.yml', 'environments/a-b-2.yml', 'environments/a-b.yml', 'opencollection.yml'],
    )
    assert.match(written[1]?.text ?? '', /name: Two/)
    assert.equal(written[3]?.text, 'name: first\n')
  })

  const cases: readonly (readonly [string, (step: JsonObject) => JsonObject, readonly string[]])[] = [
    ['its name', step => ({ ...step, name: 'First' }), ['- name: One', '+ name: First']],
    [
      'a field of the body',
      step => ({ ...step, json: { name: '{{name}}', n: 2 } }),
      [`- data: '{ "name": "{{name}}", "n": 1 }'`, `+ data: '{ "name": "{{name}}", "n": 2 }'`],
    ],
    ['a header', step => ({ ...step, headers: { 'X-Key': 'b' } }), ['- value: a', '+ value: b']],
    [
      'its query',
      step => ({ ...step, request: 'POST {{base}}/users/7?full=false' }),
      [
        '- url: "{{base}}/users/:id?full=true" # the URL',
        '- value: "true"',
        '+ url: "{{base}}/users/:id?full=false" # the URL',
        '+ value: "false"',
      ],
    ],
    [
      'the value of a parameter in its path',
      step => ({ ...step, request: 'POST {{base}}/users/8?full=true' }),
      ['- value: "7"', '+ value: "8"'],
    ],
    [
      'its path',
      step => ({ ...step, request: 'POST {{base}}/users/7/orders?full=true' }),
      [
        '- url: "{{base}}/users/:id?full=true" # the URL',
        '+ url: "{{base}}/users/:id/orders?full=true" # the URL',
      ],
    ],
    [
      'an assertion',
      step => ({
        ...step,
        validations: [
          { name: 'res.status: eq 200', status: 201 },
          { name: 'is Ada', '$.name': 'Ada' },
        ],
      }),
      ['- value: "200"', '+ value: "201"'],
    ],
    [
      'a new extract',
      step => ({ ...step, extracts: { id: '$.id' } }),
      [
        '+ actions:',
        '+ - type: set-variable',
        '+ phase: after-response',
        '+ selector:',
        '+ expression: res.body.id',
        '+ method: jsonq',
        '+ variable:',
        '+ name: id',
        '+ scope: runtime',
      ],
    ],
    [
      'credentials',
      step => ({ ...step, auth: { bearer: 't' } }),
      ['- auth: inherit', '+ auth:', '+ type: bearer', '+ token: t'],
    ],
  ]
  for (const [what, change, lines] of cases)
    it(`differs in ${what} alone where that was changed`, async () => {
      assert.deepEqual(difference(await changed(change)), lines)
    })
})

describe('an environment in the file of its collection', () => {
  const root =
    'opencollection: 1.0.0\ninfo: { name: Shop } # ours\nconfig:\n  environments:\n    - name: local\n      variables:\n        - name: base\n          value: http://a\n'
  const two = 'info: { name: Two, type: http }\nhttp: { method: GET, url: http://a }\n'

  it('stays there, with what has changed of it', async () => {
    const { collection } = await importedFiles({ 'opencollection.yml': root, 'Two.yml': two })
    const given = collection as Collection
    const [local] = given.environments
    assert.ok(local)
    const now = (environments: Collection['environments']) =>
      Object.fromEntries(exported({ ...given, environments }).files.map(({ name, text }) => [name, text]))
    assert.deepEqual(now([local]), { 'opencollection.yml': root, 'Two.yml': two })
    const changed = now([{ ...local, variables: { base: 'http://b' } }])
    assert.deepEqual(changed, { 'opencollection.yml': root.replace('//a', '//b'), 'Two.yml': two })
  })
})

describe('a folder without a number', () => {
  it('gets none where something else of it changes', async () => {
    const { collection } = await importedFiles(files)
    const given = collection as Collection
    const items = given.items.map(item => (item.kind === 'folder' ? { ...item, description: 'why' } : item))
    const folder = exported({ ...given, items }).files.find(({ name }) => name === 'Users/folder.yml')
    assert.match(folder?.text ?? '', /why/)
    assert.doesNotMatch(folder?.text ?? '', /seq/)
  })
})

describe('an action that sets a variable by an expression', () => {
  const file = `info: { name: Two, type: http }
http: { method: GET, url: http://a }
runtime:
  assertions:
    - { expression: res.status, operator: eq, value: "200" }
  actions:
    - type: set-variable
      phase: after-response
      selector: { expression: "res.headers['set-cookie'][0]", method: jsonq }
      variable: { name: cookie, scope: runtime }
`
  const textAfter = async (change: (step: JsonObject) => JsonObject): Promise<string | undefined> => {
    const { collection } = await importedFiles({
      'opencollection.yml': files['opencollection.yml'] ?? '',
      'Two.yml': file,
    })
    const [request] = requestsIn((collection as Collection).items)
    assert.ok(request)
    const { files: written } = exported({
      ...(collection as Collection),
      items: [{ ...request, step: change(request.step) }],
    })
    return written.find(({ name }) => name === 'Two.yml')?.text
  }

  it('is not written a second time as a script, and goes with its script', async () => {
    const status = { name: 'res.status: eq 200', status: 201 }
    assert.equal(await textAfter(step => ({ ...step, validations: [status] })), file.replace('200', '201'))
    const without = await textAfter(({ scripts: _, ...step }) => step)
    assert.doesNotMatch(without ?? '', /cookie/)
  })
})

describe('a script that Bruno has no word for', () => {
  it('is told as such', () => {
    const condition = { when: { text: { 'has-length': { 'at-least': 2 } } }, status: 200 }
    const { report } = exported({
      name: 'Shop',
      environments: [],
      items: [{ kind: 'request', step: { name: 'A', request: 'GET http://a', validations: [condition] } }],
    })
    assert.deepEqual(
      report.losses.map(({ why }) => why),
      ['Bruno has no word for its condition'],
    )
  })
})

describe('a folder of a collection with credentials', () => {
  it('takes them away from its requests', () => {
    const request = (auth: JsonObject): SavedRequest => ({
      kind: 'request',
      step: { name: 'A', request: 'GET http://a', ...auth },
    })
    const items = [request({}), request({ auth: { bearer: 'b' } })]
    const { files: written } = exported({
      name: 'Shop',
      settings: { auth: { bearer: 'a' } },
      environments: [],
      items: [{ kind: 'folder', name: 'Open', settings: { auth: 'none' }, items }, request({})],
    })
    const authOf = (name: string) => /auth: .*/.exec(written.find(one => one.name === name)?.text ?? '')?.[0]
    assert.deepEqual(['Open/A.yml', 'A.yml'].map(authOf), [undefined, 'auth: inherit'])
    assert.match(written.find(({ name }) => name === 'Open/A-2.yml')?.text ?? '', /token: b/)
  })
})

describe('an extract that has to be found', () => {
  const told = async (extract: JsonObject | string): Promise<readonly string[]> =>
    (await changed(step => ({ ...step, extracts: { id: extract } }))).report.notes.map(({ what }) => what)

  it('is told where an action takes it, which may find nothing', async () => {
    assert.deepEqual(await told('$.id'), ['extracts id'])
    for (const other of ['status', { from: '$.id', optional: true }]) assert.deepEqual(await told(other), [])
  })
})

describe('files of OpenCollection', () => {
  it('are made of those in the language of Bruno, and read as the same collection', async () => {
    const { collection } = await importedFiles({
      'bruno.json': '{ "name": "Shop" }',
      'collection.bru': 'headers {\n  A: b\n}\n',
      'F/folder.bru': 'meta {\n  name: F\n  seq: 1\n}\n\nauth {\n  mode: none\n}\n',
      'F/a.bru':
        'meta {\n  name: A\n  type: http\n  seq: 1\n}\n\npost {\n  url: http://a\n  body: text\n  auth: inherit\n}\n\nbody:text {\n  hi\n}\n\nbody:json {\n  {}\n}\n\nassert {\n  res.status: eq 200\n}\n',
      'environments/local.bru': 'vars {\n  a: b\n}\nvars:secret [\n  key\n]\n',
    })
    const { files: written, report } = exported(collection as Collection)
    assert.deepEqual(
      written.map(({ name }) => name),
      ['F/folder.yml', 'F/a.yml', 'environments/local.yml', 'opencollection.yml'],
    )
    assert.deepEqual(
      report.losses.map(({ what }) => what),
      ['body json'],
    )
    const again = await importedFiles(Object.fromEntries(written.map(({ name, text }) => [name, text])))
    assert.deepEqual(
      requestsIn(again.collection?.items ?? []).map(({ step }) => step),
      requestsIn(collection?.items ?? []).map(({ step }) => step),
    )
    assert.deepEqual(again.collection?.settings, collection?.settings)
  })

  it('are one for each environment, request and folder, whatever their names have in common', () => {
    const named = ['a/b', 'a:b', 'A?b'].map(name => ({ name, variables: { name }, secrets: {} }))
    const { files: written } = exported({
      name: 'Own',
      environments: named,
      items: ['Folder', 'opencollection'].map(name => ({
        kind: 'request',
        step: { name, request: 'GET http://a' },
      })),
    })
    assert.deepEqual(
      written.map(({ name }) => name),
      [
        ...['Folder-.yml', 'opencollection-.yml'],
        ...['a-b', 'a-b-2', 'A-b-3'].map(name => `environments/${name}.yml`),
        'opencollection.yml',
      ],
    )
  })

  it('say what suites take for granted, and tell what has no place in them', () => {
    const collection: Collection = {
      name: 'Own',
      variables: { n: 5 },
      environments: [],
      items: [
        { kind: 'request', step: { set: { x: '1' } } },
        {
          kind: 'request',
          step: { name: 'A/B', request: 'POST http://a', json: { n: '{{n}}' }, retry: { attempts: 2 } },
        },
        {
          kind: 'request',
          step: { name: 'A/B', request: 'GET http://a', validations: [{ '$.a': { 'has-length': 2 } }] },
        },
        { kind: 'request', step: { pause: '1s' } },
      ],
    }
    const { files: written, report } = exported(collection)
    assert.deepEqual(
      written.map(({ name }) => name),
      ['A-B.yml', 'A-B-2.yml', 'opencollection.yml'],
    )
    assert.match(
      written[0]?.text ?? '',
      /"n": \{\{n\}\}[^]*bru\.setVar\("x", "1"\)[^]*res\.status\n {6}operator: lt/,
    )
    assert.match(written[1]?.text ?? '', /type: tests[^]*hasLength/)
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      ['Own / A/B: retry', 'Own / pause 1s: step'],
    )
  })
})

describe('a status that is expected', () => {
  it('is a number or between two, whatever way it is written', () => {
    const choice = { 'one-of': ['2xx', 404] }
    const items = ['2xx', '404', { equals: '3xx' }, choice].map(status => ({
      kind: 'request' as const,
      step: { request: 'GET http://a', validations: [{ status }] },
    }))
    const { files: written } = exported({ name: 'Own', environments: [], items })
    const asserted = written.flatMap(({ text }) => / {6}operator: .*\n {6}value: .*/.exec(text) ?? [])
    assert.deepEqual(asserted, [
      '      operator: between\n      value: 200, 299',
      '      operator: eq\n      value: "404"',
      '      operator: between\n      value: 300, 399',
    ])
    assert.match(written[3]?.text ?? '', /type: tests/)
  })
})

describe('the type of a body that stands in a header', () => {
  const text =
    'info: { name: One, type: http }\nhttp:\n  method: POST\n  url: http://a/\n  headers:\n' +
    '    - name: X-First\n      value: a\n    - name: Content-Type # ours\n      value: application/vnd.api+json\n    - name: X-Last\n      value: b\n' +
    '  body:\n    type: json\n    data: "{}"\n'

  async function after(change: (step: JsonObject) => JsonObject): Promise<string> {
    const { collection } = await importedFiles({
      'opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n',
      'One.yml': text,
    })
    const [one] = requestsIn(collection?.items ?? [])
    const items = one === undefined ? [] : [{ ...one, step: change(one.step) }]
    return exported({ ...(collection as Collection), items }).files[0]?.text ?? ''
  }

  it('stays where another header changes, or the value of the body', async () => {
    const headers = { 'X-First': 'a', 'X-Last': 'c' }
    assert.equal(await after(step => ({ ...step, headers })), text.replace('value: b', 'value: c'))
    assert.equal(
      await after(step => ({ ...step, json: { a: 1 } })),
      text.replace('data: "{}"', 'data: |-\n      {\n        "a": 1\n      }'),
    )
  })

  it('changes in its place, and goes with the body', async () => {
    assert.equal(
      await after(step => ({ ...step, 'content-type': 'application/hal+json' })),
      text.replace('vnd.api', 'hal'),
    )
    assert.doesNotMatch(await after(({ json: _, 'content-type': _type, ...step }) => step), /vnd\.api|body/)
  })
})

describe('a query that stands beside the URL', () => {
  /** The URL, and the lines behind it, of a step that was none of Bruno's. */
  function lines(query: JsonObject): readonly string[] {
    const step = { name: 'One', request: 'GET http://a', query }
    const { files: written } = exported({
      name: 'Own',
      environments: [],
      items: [{ kind: 'request', step }],
    })
    return (written[0]?.text ?? '')
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== 'value: "400"' && /^(?:url|- name|value|disabled|encodeUrl):/.test(line))
  }

  it('is left plain for Bruno to encode', () => {
    assert.deepEqual(lines({ q: 'a b', mail: '{{mail}}' }), [
      'url: http://a?q=a b&mail={{mail}}',
      '- name: q',
      'value: a b',
      '- name: mail',
      'value: "{{mail}}"',
      'encodeUrl: true',
    ])
  })

  for (const [value, encoded] of [
    ['a&b', 'a%26b'],
    ['a#b', 'a%23b'],
    ['50%20', '50%2520'],
  ] as const)
    it(`is encoded once where it has ${value}`, () => {
      assert.deepEqual(lines({ q: value }), [
        `url: http://a?q=${encoded}`,
        '- name: q',
        `value: ${encoded}`,
        'encodeUrl: false',
      ])
    })

  it('keeps a value of a list that is switched off', () => {
    assert.deepEqual(lines({ q: ['1', { disabled: '2' }, '3'] }), [
      'url: http://a?q=1&q=3',
      '- name: q',
      'value: "1"',
      '- name: q',
      'value: "3"',
      '- name: q',
      'value: "2"',
      'disabled: true',
      'encodeUrl: true',
    ])
  })
})
