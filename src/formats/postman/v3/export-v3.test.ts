import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Collection, CollectionItem, Folder, SavedRequest } from '../../../model/collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { corpusDocuments } from '../../../testing/corpus.ts'
import { isObject } from '../../../util/is-json.ts'
import { mapping } from '../../../util/read-values.ts'
import { importPostman } from '../import-postman.ts'
import { exportV3 } from './export-v3.ts'
import { collectionOf, importedFiles } from './testing/import-files.ts'
import { shop } from './testing/shop.ts'

type Texts = Readonly<Record<string, string>>

/** The files of an export by name. */
async function filesOf(collection: Collection): Promise<Texts> {
  const { files } = await exportV3(collection)
  return Object.fromEntries(files.map(({ name, text }) => [name, text]))
}

/** The shop, with the names of its files from its own folder. */
const texts: Texts = Object.fromEntries(
  Object.entries(shop).map(([name, text]) => [name.replace('shop/', ''), text]),
)

const secret = 'environments/local.environment.yaml'

/** The collection with another step in the place of one of this name. */
function changed(collection: Collection, name: string, change: (step: JsonObject) => JsonObject): Collection {
  const inside = (items: readonly CollectionItem[]): readonly CollectionItem[] =>
    items.map(item => {
      if (item.kind === 'folder') return { ...item, items: inside(item.items) }
      return item.step['name'] === name ? { ...item, step: change(item.step) } : item
    })
  return { ...collection, items: inside(collection.items) }
}

/** The lines that an export has otherwise than the files that were read: `FILE: -old +new`. */
async function differences(collection: Collection): Promise<readonly string[]> {
  const files = await filesOf(collection)
  return Object.keys({ ...texts, ...files })
    .filter(name => name !== secret)
    .flatMap(name => {
      const [before = '', after = ''] = [texts[name], files[name]].map(text => text ?? '')
      const [old, anew] = [before.split('\n'), after.split('\n')]
      return [
        ...old.filter(line => !anew.includes(line)).map(line => `${name}: -${line}`),
        ...anew.filter(line => !old.includes(line)).map(line => `${name}: +${line}`),
      ]
    })
}

describe('a folder of Postman that is written', () => {
  it('is what was read, to the byte, where nobody has changed it', async () => {
    const files = await filesOf(await collectionOf(shop, 'shop'))
    const { [secret]: _, ...others } = texts
    assert.deepEqual(files, others)
  })

  it('has the files that nothing was made of, and those of several collections', async () => {
    const more = {
      'Odd/Tool.request.yaml': '$kind: mcp-request\nurl: http://a\n',
      'Odd/Bad.request.yaml': 'a: [\n',
      'Odd/One.request.yaml': '$kind: http-request\nurl: http://a\n',
      '.postman/resources.yaml': 'workspace: {}\n',
    }
    const all: Texts = { ...shop, ...more }
    const others = Object.fromEntries(Object.entries(all).filter(([name]) => name !== `shop/${secret}`))
    assert.deepEqual(await filesOf(await collectionOf(all)), others)
  })

  it('leaves files alone that cannot be read, or say what makes no sense', async () => {
    for (const text of ['', '$kind: collection\norder: [a]\n', '$kind:\norder:\n', 'a: [\n']) {
      const name = 'Orders/.resources/definition.yaml'
      const files = await filesOf(await collectionOf({ ...shop, [`shop/${name}`]: text }, 'shop'))
      assert.equal(files[name], text)
    }
  })

  it('keeps the comments and line ends of a body of which one value has changed', async () => {
    const name = 'Body.request.yaml'
    const content = `"{\\r

    \\  \\"a\\": \\"one of them\\", // the first\\r

    \\  \\"b\\": [1, 2]\\r

    }"`
    const text = `$kind: http-request
url: http://a
method: POST
body:
  type: json
  content: ${content}
order: 9000
`
    const collection = await collectionOf({ ...shop, [`shop/${name}`]: text }, 'shop')
    const items = collection.items.map(item =>
      item.kind === 'request' && item.step['name'] === 'Body'
        ? { ...item, step: { ...item.step, json: { a: 'one of them', b: [1, 3] } } }
        : item,
    )
    const files = await filesOf({ ...collection, items })
    assert.equal(files[name], text.replace('[1, 2]', '[1, 3]'))
  })

  const cases: readonly (readonly [
    what: string,
    name: string,
    change: (step: JsonObject) => JsonObject,
    lines: readonly string[],
  ])[] = [
    [
      'a URL',
      'First',
      step => ({ ...step, request: 'GET {{baseUrl}}/second' }),
      ['First.request.yaml: -url: "{{baseUrl}}/first"', 'First.request.yaml: +url: "{{baseUrl}}/second"'],
    ],
    [
      'a URL in a file with carriage returns',
      'a/b',
      step => ({ ...step, request: 'GET {{baseUrl}}/x' }),
      ['a-b.request.yaml: -url: "{{baseUrl}}/ab"\r', 'a-b.request.yaml: +url: "{{baseUrl}}/x"\r'],
    ],
    [
      'a header in a list',
      'Place: 2',
      step => ({ ...step, headers: { 'X-Tag': ['a', 'c', { disabled: 'z' }] } }),
      ['Orders/Place- 2.request.yaml: -    value: b', 'Orders/Place- 2.request.yaml: +    value: c'],
    ],
    [
      'a new header',
      'First',
      step => ({ ...step, headers: { 'X-New': '1' } }),
      ['First.request.yaml: +headers:', 'First.request.yaml: +  X-New: "1"'],
    ],
    [
      'a body',
      'Sign in',
      step => ({ ...step, json: { password: '{{password}}', a: 1 } }),
      [
        `Orders/Sign in.request.yaml: -  content: '{ "password": "{{password}}" }'`,
        `Orders/Sign in.request.yaml: +  content: '{ "password": "{{password}}", "a": 1 }'`,
      ],
    ],
    [
      'a name, which is in the file and not that of the file',
      'First',
      step => ({ ...step, name: 'Other' }),
      ['First.request.yaml: +name: Other'],
    ],
    [
      'a setting that goes',
      'Place: 2',
      ({ 'follow-redirects': _, ...step }) => step,
      ['Orders/Place- 2.request.yaml: -settings:', 'Orders/Place- 2.request.yaml: -  followRedirects: false'],
    ],
    [
      'a header of a WebSocket',
      'Feed',
      step => ({ ...step, headers: { 'X-A': '2' } }),
      ['Orders/Feed.request.yaml: -  X-A: "1"', 'Orders/Feed.request.yaml: +  X-A: "2"'],
    ],
  ]
  for (const [what, name, change, lines] of cases)
    it(`differs in ${what} alone`, async () => {
      assert.deepEqual(await differences(changed(await collectionOf(shop, 'shop'), name, change)), lines)
    })

  it('stays behind its byte order mark', async () => {
    const name = 'shop/First.request.yaml'
    const marked = { ...shop, [name]: `\ufeff${shop[name] ?? ''}` }
    const same = await filesOf(await collectionOf(marked, 'shop'))
    assert.equal(same['First.request.yaml'], marked[name])
    const collection = changed(await collectionOf(marked, 'shop'), 'First', step => ({
      ...step,
      request: 'PUT {{baseUrl}}/first',
    }))
    const { 'First.request.yaml': text } = await filesOf(collection)
    assert.equal(text, marked[name].replace('GET', 'PUT'))
  })

  it('differs in the script alone where a validation changes', async () => {
    const collection = changed(await collectionOf(shop, 'shop'), 'Sign in', step => ({
      ...step,
      validations: [{ status: 201, name: 'fine' }],
    }))
    const lines = await differences(collection)
    assert.ok(lines.length > 0)
    for (const line of lines)
      assert.match(
        line,
        /^Orders\/Sign in\.request\.yaml: [-+] {6}|^Orders\/Sign in\.request\.yaml: [-+] {2}- type/,
      )
  })

  it('keeps the places of requests, and gives new ones theirs', async () => {
    const collection = await collectionOf(shop, 'shop')
    const added: SavedRequest = { kind: 'request', step: { name: 'New', request: 'GET http://a' } }
    const [first, orders, ...others] = collection.items
    assert.ok(first !== undefined && orders !== undefined)
    const between = await differences({ ...collection, items: [first, orders, added, ...others] })
    assert.deepEqual(
      between.filter(line => line.includes('order')),
      ['New.request.yaml: +order: 1500'],
    )
    const turned = await filesOf({ ...collection, items: [...collection.items].reverse() })
    const order = (file: string): string | undefined => /^order: (\d+)/m.exec(turned[file] ?? '')?.[1]
    assert.deepEqual(
      [
        'A-B-1.request.yaml',
        'a-b.request.yaml',
        'Orders/.resources/definition.yaml',
        'First.request.yaml',
      ].map(order),
      ['1000', '2000', '3000', '4000'],
    )
    assert.match(turned['First.request.yaml'] ?? '', /^# A comment stays\.$/m)
  })

  it('gives files names that every system has, and that differ', async () => {
    const names = ['a/b', 'A:B', 'a-b', '', '..', '.hidden', 'x'.repeat(300), 'end.']
    const items = names.map((name): SavedRequest => ({
      kind: 'request',
      step: { name, request: 'GET http://a' },
    }))
    const folder: Folder = { kind: 'folder', name: 'a/b', items: items.slice(0, 1) }
    const collection = { name: 'Names', items: [...items, folder], environments: [] }
    const { files } = await exportV3(collection)
    const stems = files.map(({ name }) => name.replace('.request.yaml', ''))
    assert.equal(new Set(stems.map(name => name.toLowerCase())).size, files.length)
    for (const name of stems) assert.doesNotMatch(name, /[\\:*?"<>|]|(?:^|\/)\.(?!resources)|.{200}/)
    const again = await collectionOf(Object.fromEntries(files.map(({ name, text }) => [name, text])))
    assert.deepEqual(
      again.items.map(item => (item.kind === 'folder' ? item.name : item.step['name'])),
      [...names.map(name => (name === '' ? undefined : name)), 'a/b'],
    )
  })

  it('is written without a name that leads out of it', async () => {
    const { items, ...collection } = await collectionOf({
      'One.request.yaml': '$kind: http-request\nurl: http://a\n',
    })
    for (const file of [
      '../evil.request.yaml',
      '/etc/evil.request.yaml',
      'C:\\evil.request.yaml',
      'a/../../evil.request.yaml',
      'evil.sh',
    ]) {
      const [one] = items
      assert.ok(one?.kind === 'request')
      const kept = { ...one.kept, 'postman-v3': { ...mapping(one.kept?.['postman-v3']), file, path: '../x' } }
      const top = { 'postman-v3': { path: '../x', others: { '../y.yaml': 'a', 'run.sh': 'b' } } }
      const files = await filesOf({
        ...collection,
        kept: { ...collection.kept, ...top },
        items: [{ ...one, kept }],
      })
      assert.deepEqual(Object.keys(files).sort(), ['.resources/definition.yaml', 'One.request.yaml'])
    }
  })

  it('has changed environments anew, and unchanged ones as they were', async () => {
    const { environments, ...collection } = await collectionOf(shop, 'shop')
    const other = environments.map(one =>
      one.name === 'local' ? { ...one, variables: { ...one.variables, a: 'b' } } : one,
    )
    const { [secret]: text } = await filesOf({ ...collection, environments: other })
    assert.doesNotMatch(text ?? '', /region/)
    assert.match(text ?? '', /- key: a\n {4}value: b\n {4}type: default\n {4}enabled: true\n/)
  })

  it('has an environment of which one value has changed in that value alone', async () => {
    const name = 'shop/environments/mine.environment.yaml'
    const text =
      'name: mine # ours\nvalues:\n  - key: host\n    value: http://a\n    description: the server\n  - key: off\n    value: x\n    enabled: false\n'
    const { environments, ...collection } = await collectionOf({ ...shop, [name]: text }, 'shop')
    const changed = environments.map(one =>
      one.name === 'mine' ? { ...one, variables: { host: 'http://b' } } : one,
    )
    const files = await filesOf({ ...collection, environments: changed })
    assert.equal(files['environments/mine.environment.yaml'], text.replace('//a', '//b'))
  })

  it('tells by name what steps of gRPC and WebSocket judge and take over', async () => {
    const judged = {
      validations: [{ name: 'open', status: 0 }, { '$.state': 'open' }],
      extracts: { order: '$.id' },
    }
    const steps = [
      { name: 'Get', grpc: 'shop.v1.Orders/Get', target: 'a:1', ...judged },
      { name: 'Feed', websocket: 'ws://a/feed', ...judged },
    ]
    const items = steps.map(step => ({ kind: 'request', step }) as const)
    const { report } = await exportV3({ name: 'Shop', items, environments: [] })
    const lost = ['validation open', 'validation body-json-path $.state equals open', 'extract order']
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      ['Shop / Get', 'Shop / Feed'].flatMap(where => lost.map(what => `${where}: ${what}`)),
    )
  })

  for (const document of corpusDocuments('imports/postman'))
    it(`says what ${document.split('/').at(-1) ?? ''} says`, async () => {
      const read = importPostman(readFileSync(document, 'utf8'), { file: document })
      if (!read.ok || read.value.collection === undefined) return
      const { files, report } = await exportV3(read.value.collection)
      assert.deepEqual(report.losses, [])
      const written = Object.fromEntries(files.map(({ name, text }) => [name, text]))
      const { collection, report: told } = await importedFiles(written)
      assert.deepEqual(withoutKept(collection as never), withoutKept(read.value.collection as never))
      assert.deepEqual(told.losses.length, read.value.report.losses.length)
      assert.deepEqual(await filesOf(collection as Collection), written)
    })
})

/** The value without what is kept of other formats. */
function withoutKept(value: JsonObject[string]): JsonObject[string] {
  if (Array.isArray(value)) return value.map(withoutKept)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'kept')
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutKept(inner)]))
}
