import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CollectionItem } from '../../../model/collection.ts'
import { importV3Folder } from './import-v3.ts'
import { collectionOf, importedFiles } from './testing/import-files.ts'
import { shop } from './testing/shop.ts'

/** Names of requests, those of a folder behind its own. */
function namesOf(items: readonly CollectionItem[]): readonly unknown[] {
  return items.map(item => (item.kind === 'folder' ? [item.name, ...namesOf(item.items)] : item.step['name']))
}

/** The losses and notes of one request, `FILE`. */
async function toldOf(text: string): Promise<readonly string[]> {
  const { report } = await importedFiles({ 'FILE.request.yaml': text }, '')
  return [...report.losses, ...report.notes].map(({ where, what, why }) => `${where}: ${what}: ${why}`)
}

describe('a folder of Postman', () => {
  it('is a collection in the order of its files, folders among requests', async () => {
    const { name, items, variables, settings, environments } = await collectionOf(shop, 'shop')
    assert.equal(name, 'Shop / v1')
    assert.deepEqual(namesOf(items), ['First', ['Orders', 'Sign in', 'Place: 2', 'Feed'], 'a/b', 'A/B'])
    assert.deepEqual(variables, { limit: '20' })
    assert.deepEqual(settings?.['auth'], { bearer: '{{token}}' })
    assert.deepEqual(
      environments.map(one => [one.name, one.variables, one.secrets, one.disabled]),
      [
        ['Postman Variables', { limit: '20' }, {}, undefined],
        ['local', { region: 'eu', baseUrl: 'http://127.0.0.1:4555' }, { password: 'demo' }, { unused: 'x' }],
        ['Globals', { region: 'eu' }, {}, undefined],
      ],
    )
  })

  it('has requests with all that their files say', async () => {
    const { items } = await collectionOf(shop, 'shop')
    const [, orders, , last] = items
    assert.ok(orders?.kind === 'folder' && last?.kind === 'request')
    const [signIn, place, feed] = orders.items
    assert.ok(signIn?.kind === 'request' && place?.kind === 'request' && feed?.kind === 'request')
    assert.deepEqual(signIn.step, {
      name: 'Sign in',
      request: 'POST {{baseUrl}}/login',
      auth: 'none',
      json: { password: '{{password}}' },
      validations: [{ status: 200, name: 'fine' }, { $: { 'not-equals': null } }],
      extracts: { token: { from: '$.token', optional: true } },
    })
    assert.deepEqual(signIn.examples?.[0]?.status, 200)
    assert.deepEqual(place.step['request'], 'POST {{baseUrl}}/orders/{{id}}?sort=a')
    assert.deepEqual(place.step['headers'], { 'X-Tag': ['a', 'b', { disabled: 'z' }] })
    assert.deepEqual(place.step['query'], { debug: { disabled: '1' } })
    assert.deepEqual(place.step['multipart'], { caption: 'Stock', table: { file: 'files/stock.csv' } })
    assert.deepEqual(place.step['follow-redirects'], false)
    assert.deepEqual(feed.step, { name: 'Feed', websocket: 'ws://127.0.0.1/feed', headers: { 'X-A': '1' } })
    assert.deepEqual(last.step['graphql'], { query: '{ a }', variables: { id: '1' } })
  })

  it('names files from its workspace, and in the collection from the folder of that', async () => {
    const read = await importV3Folder(new Map(Object.entries(shop)), '/work/x', {
      directory: '/work',
      workspace: '/work/x',
      beside: new Map(),
    })
    assert.ok(read.ok)
    assert.match(JSON.stringify(read.value.collection), /"file":"x\/files\/stock\.csv"/)
  })

  it('of several collections is one with a folder for each', async () => {
    const { name, items, environments } = await collectionOf(
      {
        'a/one.request.yaml': '$kind: http-request\nurl: http://a\n',
        'a/.resources/definition.yaml': '$kind: collection\norder: 2\n',
        'b/.resources/definition.yaml': '$kind: collection\norder: 1\n',
        'b/two.request.yml': '$kind: http-request\nurl: http://b\n',
        'e/all.environment.yaml': 'values: [{ key: x, value: 1 }]\n',
      },
      '',
    )
    assert.deepEqual(
      [name, namesOf(items)],
      [
        'work',
        [
          ['b', 'two'],
          ['a', 'one'],
        ],
      ],
    )
    assert.deepEqual(environments[0]?.name, 'all')
  })

  it('is made of calls of gRPC, too', async () => {
    const text =
      '$kind: grpc-request\nurl: 127.0.0.1:4011\nmethodPath: shop.v1.Orders.Get\nmessage:\n  content: \'{ "id": 7 }\'\nmetadata:\n  - { key: X-A, value: b }\n  - { key: off, value: c, disabled: true }\nsettings: { secureConnection: true }\nschema: { source: file, location: ../protos/shop.proto }\n'
    const { items } = await collectionOf({ 'shop/Get.request.yaml': text }, 'shop')
    assert.deepEqual(items[0]?.kind === 'request' && items[0].step, {
      name: 'Get',
      grpc: 'shop.v1.Orders/Get',
      target: 'grpcs://127.0.0.1:4011',
      proto: 'protos/shop.proto',
      metadata: { 'x-a': 'b' },
      message: { id: 7 },
    })
  })

  const cases: readonly (readonly [text: string, told: string])[] = [
    ['$kind: mcp-request\nurl: http://a\n', 'mcp-request: suites have no such step; it is kept'],
    ['url: http://a\n', '$kind: there is none, so nothing is sent'],
    [
      '$kind: http-request\nurl: http://a\nheaders:\n  X-A: {{a}}\n',
      'headers.X-A: FILE.request.yaml:4: {{a}} without quotes is a mapping to YAML, not a template. Put the template in quotes: "{{a}}".',
    ],
    ['- a\n', 'file: FILE.request.yaml:1: this is no mapping of keys'],
    ['$kind: http-request\nurl: http://a\nx-own: 1\n', 'x-own: this key is not known; it is kept'],
    ['$kind: http-request\nurl: http://a\nheaders: 5\n', 'header: expected a list or a text, got 5'],
    [
      '$kind: http-request\nurl: http://a\nbody: { type: odd }\n',
      'body.mode "odd": there is no such mode; it is one of raw, urlencoded, formdata, file, graphql',
    ],
    [
      '$kind: http-request\nurl: http://a\nauth: [{ type: noauth }, { type: basic }]\n',
      'auth basic: one authentication counts, and it is another one',
    ],
    [
      '$kind: http-request\nurl: http://a\nscripts: [{ type: onMessage, code: a }]\n',
      'event "onMessage": scripts run before a request (prerequest) or after it (test)',
    ],
    [
      '$kind: grpc-request\nurl: a:1\nmethodPath: a.B.C\nscripts: [{ type: beforeInvoke, code: a }]\n',
      'script beforeInvoke: suites run no scripts around such a step',
    ],
    [
      '$kind: websocket-request\nurl: ws://a\nscripts: [{ type: afterResponse, code: a }]\n',
      'script afterResponse: suites run no scripts around such a step',
    ],
  ]
  for (const [text, told] of cases)
    it(told, async () => {
      const all = await toldOf(text)
      assert.ok(all.includes(`work / FILE: ${told}`), all.join('\n'))
    })

  it('places each request and each loss in its file', async () => {
    const { places, report } = await importedFiles(
      {
        ...shop,
        'shop/Bad.request.yaml': 'a: [\n',
        'shop/.resources/definition.yaml': `${shop['shop/.resources/definition.yaml'] ?? ''}settings: { odd: 1 }\n`,
      },
      'shop',
    )
    assert.deepEqual(
      places?.requests.map(({ file, start }) => `${file.replace('/work/', '')}:${start.line}`),
      ['First', 'Orders/Sign in', 'Orders/Place- 2', 'Orders/Feed', 'a-b', 'A-B-1'].map(
        name => `shop/${name}.request.yaml:1`,
      ),
    )
    for (const loss of report.losses) assert.ok(places.losses.has(loss), loss.what)
    const files = report.losses.map(loss => places.losses.get(loss)?.file.replace('/work/shop/', ''))
    assert.deepEqual(new Set(files), new Set(['Bad.request.yaml', '.resources/definition.yaml']))
  })

  it('never fails over what a file holds', async () => {
    const names = Object.keys(shop)
    for (const name of names)
      for (const mutate of mutations) {
        const files = { ...shop, [name]: mutate(shop[name] ?? '') }
        await importedFiles(files, 'shop')
      }
  })
})

const mutations: readonly ((text: string) => string)[] = [
  text => text.slice(0, text.length / 2),
  () => '',
  text => text.replace(/: .*$/gm, ': 5'),
  text => text.replace(/: .*$/gm, ': [a, { b: null }]'),
  text => text.replace(/: .*$/gm, ':'),
  text => text.replaceAll('"', '').replaceAll("'", ''),
  text => `\ufeff${text.replaceAll('\n', '\r\n')}`,
]
