import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { importedParts, importedText, importText, stepsIn } from './testing/import-text.ts'

/** The step of a request with these keys, and the losses of it. */
async function stepOf(request: JsonObject, files: Readonly<Record<string, string>> = {}) {
  const imported = await importedParts(
    { collection: [{ name: 'a', url: 'http://h/', method: 'GET', ...request }] },
    files,
  )
  return {
    ...imported,
    step: stepsIn(imported)[0] ?? {},
    lost: imported.report.losses.map(({ what }) => what),
  }
}

describe('placeholders of Insomnia', () => {
  const said: Readonly<Record<string, string>> = {
    '{{ _.a.b[0] }}': '{{a.b[0]}}',
    "{{ _['odd key'].c }}": '{{odd key.c}}',
    "{{ a | replace('x', \"y's\") | lower }}": "{{a | replace 'x' 'y''s' | lower}}",
    "{{ a | default('none') }}": "{{a | default 'none'}}",
    "{{ 'as it is' }}": 'as it is',
    'a{# gone #}b': 'ab',
    '{% raw %}{{ kept }}{% endraw %}': String.raw`\{{ kept }}`,
    "{% uuid 'v4' %}": '{{$uuid}}',
    "{% now 'unix' %}": '{{$timestamp}}',
    "{% now 'custom', 'DD.MM.YYYY' %}": "{{$isoTimestamp | date 'dd.MM.yyyy'}}",
    "{% timestamp 'millis' %}": '{{$timestamp | times 1000}}',
    "{% faker 'randomFullName' %}": '{{$randomFullName}}',
    "{% base64 'encode', 'normal', 'ada:x' %}": 'YWRhOng=',
    "{% base64 'decode', 'normal', _.a %}": '{{a | from-base64}}',
    "{% hash 'sha256', 'base64', _.a %}": '{{a | sha256 base64}}',
    "{% file 'note.txt' %}": 'a note',
  }
  for (const [written, ours] of Object.entries(said))
    it(`${written} is ${ours}`, async () => {
      const { step, lost } = await stepOf(
        { method: 'POST', body: { mimeType: 'text/plain', text: written } },
        { 'note.txt': 'a note' },
      )
      assert.deepEqual([step['text'], lost], [ours, []])
    })

  for (const written of [
    '{{ 1 + 1 }}',
    '{{ a | title }}',
    '{% if a %}',
    "{% os 'arch' %}",
    "{% file 'gone' %}",
    '{{ a.b() }}',
  ])
    it(`${written} is told, and sent as it stands`, async () => {
      const { step, lost } = await stepOf({ method: 'POST', body: { mimeType: 'text/plain', text: written } })
      assert.deepEqual(lost, [written])
      assert.equal(valueText(step['text'] ?? '').replace('\\', ''), written)
    })

  it('come to an end in texts of nothing but braces', async () => {
    for (const text of ['{{'.repeat(50_000), '{% raw %}'.repeat(10_000), '{# '.repeat(50_000)])
      assert.deepEqual((await stepOf({ method: 'POST', body: { text } })).lost.length < 2, true)
  })
})

describe('answers that others need', () => {
  const items = (first: string, second: string) => [
    { name: first, url: 'http://h/login', method: 'POST', meta: { id: 'req_a' } },
    {
      name: second,
      url: "http://h/{% response 'header', 'req_a', 'X-Id', 'always', 60 %}",
      method: 'GET',
      meta: { id: 'req_b' },
    },
  ]

  it('are extracts of the request that they are of', async () => {
    const imported = await importedParts({ collection: items('Log in', 'Next') })
    const [login, next] = stepsIn(imported)
    assert.deepEqual(login?.['extracts'], { 'log-in-X-Id': { from: 'header X-Id', optional: true } })
    assert.equal(next?.['request'], 'GET http://h/{{log-in-X-Id}}')
    assert.match(imported.report.notes[0]?.why ?? '', /not sent once more/)
  })

  it('are extracted wherever another one needs them', async () => {
    const part = (field: string) => `{% response 'header', 'req_a', '${field}', 'never', 60 %}`
    const [first] = items('Log in', 'Next')
    const imported = await importedParts({
      collection: [
        first,
        {
          name: 'query',
          url: 'http://h',
          method: 'GET',
          parameters: [{ name: 'q', value: part('X-Query') }],
        },
        {
          name: 'folder',
          headers: [{ name: 'X-Folder', value: part('X-Own') }],
          children: [{ name: 'inside', url: 'http://h', method: 'GET' }],
        },
      ].map(one => one ?? {}),
    })
    const [login, next] = stepsIn(imported)
    assert.deepEqual(next?.['query'], { q: '{{log-in-X-Query}}' })
    assert.deepEqual(Object.keys(mapping(login?.['extracts'])), ['log-in-X-Query', 'log-in-X-Own'])
  })

  it('are told where that request comes later', async () => {
    const { report } = await importedParts({ collection: items('Log in', 'Next').reverse() })
    assert.deepEqual([report.losses.length, report.notes.length], [1, 0])
    assert.match(report.losses[0]?.why ?? '', /Log in is sent later/)
  })
})

describe('a URL of Insomnia', () => {
  it('keeps the dots of its path where it is not rebuilt, and tells that it is encoded all the same', async () => {
    const ofVersion5 = await stepOf({
      url: 'http://h/a/../b c',
      settings: { rebuildPath: false, encodeUrl: false },
    })
    const resources = [
      { _id: 'wrk_1', _type: 'workspace', name: 'Shop' },
      {
        ...{ _id: 'req_1', _type: 'request', parentId: 'wrk_1', name: 'a', method: 'GET' },
        ...{ url: 'http://h/a/../b c', settingRebuildPath: false, settingEncodeUrl: false },
      },
    ]
    const ofVersion4 = await importedText(JSON.stringify({ _type: 'export', __export_format: 4, resources }))
    for (const imported of [ofVersion5, ofVersion4]) {
      assert.equal(stepsIn(imported)[0]?.['path-as-is'], true)
      assert.deepEqual(
        imported.report.notes.map(({ what }) => what),
        ['encodeUrl: false'],
      )
    }
    const usual = await stepOf({ settings: { rebuildPath: true, encodeUrl: true } })
    assert.deepEqual([usual.step['path-as-is'], usual.report.notes], [undefined, []])
  })
})

describe('credentials of Insomnia', () => {
  const kinds: readonly (readonly [JsonObject, unknown])[] = [
    [{ type: 'digest', username: 'u', password: 'p' }, { digest: { username: 'u', password: 'p' } }],
    [
      { type: 'apikey', key: 'k', value: 'v', addTo: 'queryParams' },
      { 'api-key': { query: 'k', value: 'v' } },
    ],
    [
      { type: 'apikey', key: 'k', value: 'v', addTo: 'cookie' },
      { 'api-key': { header: 'Cookie', value: 'k=v' } },
    ],
    [
      { type: 'bearer', token: 't', prefix: 'NO_PREFIX' },
      { 'api-key': { header: 'Authorization', value: 't' } },
    ],
    [{ type: 'none' }, 'none'],
    [{ type: 'basic', username: 'u', disabled: true }, undefined],
    [{}, undefined],
  ]
  for (const [given, ours] of kinds)
    it(`${JSON.stringify(given)} is ${JSON.stringify(ours)}`, async () => {
      const { step, lost } = await stepOf({ authentication: given })
      assert.deepEqual([step['auth'], lost], [ours, []])
    })

  it('are signatures and passwords', async () => {
    const keys = { accessKeyId: 'a', secretAccessKey: 's', region: 'eu', service: 's3' }
    const signed = await stepOf({ authentication: { type: 'iam', ...keys } })
    assert.deepEqual(signed.step['auth'], {
      aws: { 'access-key-id': 'a', 'secret-access-key': 's', region: 'eu', service: 's3' },
    })
    const fetched = await stepOf({
      authentication: {
        type: 'oauth2',
        grantType: 'password',
        accessTokenUrl: 'http://h/t',
        clientId: 'c',
        username: 'u',
        password: 'p',
        tokenPrefix: 'X',
      },
    })
    assert.deepEqual(fetched.lost, ['auth oauth2: prefix X'])
  })

  it('are told where suites have none', async () => {
    for (const type of ['hawk', 'oauth1', 'ntlm', 'netrc', 'asap'])
      assert.deepEqual((await stepOf({ authentication: { type } })).lost, [`auth ${type}`])
  })

  it('give way to a header that is written out', async () => {
    const { step } = await stepOf({
      headers: [{ name: 'Authorization', value: 'own' }],
      authentication: { type: 'basic', username: 'u', password: 'p' },
    })
    assert.deepEqual([step['auth'], step['headers']], ['none', { Authorization: 'own' }])
  })
})

describe('other parts of Insomnia', () => {
  it('are steps where suites can say them, and kept where not', async () => {
    const imported = await importedParts({
      collection: [
        {
          name: 'live',
          url: 'wss://h/live',
          meta: { id: 'ws-req_a' },
          headers: [{ name: 'X-A', value: '1' }],
        },
        {
          name: 'call',
          url: 'h:1',
          meta: { id: 'greq_a' },
          protoMethodName: '/a.B/C',
          body: { text: '{"a": 1}' },
        },
        { name: 'chat', url: 'http://h', meta: { id: 'socketio-req_a' } },
      ],
    })
    assert.deepEqual(stepsIn(imported), [
      { name: 'live', websocket: 'wss://h/live', headers: { 'X-A': '1' } },
      { name: 'call', grpc: 'a.B/C', target: 'h:1', message: { a: 1 }, auth: 'none' },
    ])
    const { requests, created, losses } = imported.report
    assert.deepEqual(
      [requests, created, losses.map(({ what }) => what)],
      [3, 2, ['gRPC without a proto file', 'Socket.IO']],
    )
    assert.equal(JSON.stringify(imported.collection?.kept).includes('chat'), true)
  })

  it('keep scripts, but for words that nobody has here', async () => {
    const { step } = await stepOf({
      scripts: {
        preRequest: "insomnia.baseEnvironment.set('a', Math.random() + { insomnia: 1 }.insomnia);",
      },
    })
    assert.match(JSON.stringify(step['scripts']), /pm\.collectionVariables\.set.*\{ insomnia: 1 \}/)
    const { lost } = await stepOf({ scripts: { afterResponse: "insomnia.vault.get('a')" } })
    assert.deepEqual(lost, ['script: insomnia.vault'])
  })

  it('keep what settings say of the way', async () => {
    const { step, lost } = await stepOf({
      settings: { followRedirects: 'off', cookies: { send: false, store: false } },
    })
    assert.deepEqual([step['follow-redirects'], step['cookies'], lost], [false, false, []])
    const half = await stepOf({ settings: { cookies: { send: true, store: false } } })
    assert.equal(half.lost.length, 1)
  })

  it('store nothing of the vault, wherever it is written', async () => {
    const imported = await importedParts({
      environments: {
        data: { a: '1', __insomnia_vault: { key: 'sealed-1' } },
        subEnvironments: [{ name: 'Other', data: { vault: { deep: { key: 'sealed-2' } } } }],
      },
      collection: [{ name: 'a', url: 'http://h/{{ vault.key }}/{{ _.vault.key }}', method: 'GET' }],
    })
    assert.equal(stepsIn(imported)[0]?.['request'], 'GET http://h/{{vault.key}}/{{vault.key}}')
    assert.doesNotMatch(JSON.stringify(imported), /sealed|__insomnia/)
    const [base, other] = imported.collection?.environments ?? []
    assert.deepEqual([base?.variables, base?.secrets], [{ a: '1' }, { 'vault.key': '{{env.VAULT_KEY}}' }])
    assert.equal(other?.secrets['vault.deep.key'], '{{env.VAULT_DEEP_KEY}}')
  })

  it('give a value of a folder a name of its own where it hides another, and to what is made of it', async () => {
    const imported = await importedParts({
      environments: { data: { host: 'h', api: 'http://{{ _.host }}/v1' } },
      collection: [
        {
          name: 'In',
          environment: { host: 'other' },
          children: [{ name: 'a', url: '{{ _.api }}/a', method: 'GET' }],
        },
        { name: 'b', url: '{{ _.api }}/b', method: 'GET' },
      ],
    })
    assert.deepEqual(
      stepsIn(imported).map(({ request }) => request),
      ['GET {{In/api}}/a', 'GET {{api}}/b'],
    )
    assert.deepEqual(
      imported.collection?.items.map(item => (item.kind === 'folder' ? item.variables : undefined)),
      [{ 'In/host': 'other', 'In/api': 'http://{{In/host}}/v1' }, undefined],
    )
  })
})

describe('broken exports of Insomnia', () => {
  const text = readFileSync('fixtures/corpus/imports/insomnia/garden-v5.yaml', 'utf8')

  it('are refused with the line', async () => {
    const read = await importText(text.replace('method: DELETE', 'method: [DELETE'))
    assert.ok(!read.ok)
    assert.equal(read.problems[0]?.span?.file, 'shop.yaml')
    const second = await importText(`${text}---\na: [\n`)
    assert.equal(second.ok || (second.problems[0]?.span?.start.line ?? 0) > text.split('\n').length, true)
  })

  it('never end the program, wherever they are cut off and whatever stands in them', async () => {
    for (let length = 0; length < text.length; length += 97) await importText(text.slice(0, length))
    const values = [null, 7, 'text', [null], { a: { b: 1 } }, '{{ _.x | y(']
    const document = JSON.parse(
      readFileSync('fixtures/corpus/imports/insomnia/garden-v4.json', 'utf8'),
    ) as JsonObject
    const written = JSON.stringify(document)
    for (const key of new Set(Array.from(written.matchAll(/"(\w+)":/g), ([, name = '']) => name)))
      for (const value of values)
        await importText(
          written.replace(
            new RegExp(`"${key}":(?:"[^"]*"|\\d+|null)`, 'g'),
            `"${key}":${JSON.stringify(value)}`,
          ),
        )
  })

  it('keep every request of circles, of folders that are not there, and of ids that stand twice', async () => {
    const folder = (_id: string, parentId: string) => ({ _id, _type: 'request_group', parentId, name: _id })
    const request = (name: string, parentId: string) => ({
      _id: 'r',
      _type: 'request',
      parentId,
      name,
      url: 'http://h',
      method: 'GET',
    })
    const resources = [
      { _id: 'w', _type: 'workspace', name: 'W' },
      folder('a', 'b'),
      folder('b', 'a'),
      folder('s', 's'),
      ...Array.from({ length: 300 }, (_, index) => folder(`f${index + 1}`, index === 0 ? 'w' : `f${index}`)),
      request('in a', 'a'),
      request('in s', 's'),
      request('a/../b', 'gone'),
      request('deep', 'f300'),
    ]
    const { report } = await importedText(JSON.stringify({ _type: 'export', resources }))
    assert.deepEqual([report.requests, report.created, report.losses], [4, 4, []])
  })

  it('are refused where aliases stand for themselves', async () => {
    const read = await importText(
      'type: collection.insomnia.rest/5.0\nname: a\ncollection: &a\n  - name: x\n    children: *a\n',
    )
    assert.equal(read.ok || read.problems[0]?.code, 'yaml-alias')
  })
})
