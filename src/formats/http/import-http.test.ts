import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { exportHttp } from './export-http.ts'
import { importedText, stepsIn } from './testing/import-file.ts'

/** The step that a text becomes, and what is told of it. */
function step(text: string, files: Readonly<Record<string, string>> = {}): JsonObject {
  return stepsIn(importedText(text, files))[0] ?? assert.fail()
}

function told(
  text: string,
  kind: 'losses' | 'notes' = 'losses',
  files: Readonly<Record<string, string>> = {},
) {
  return importedText(text, files).report[kind].map(({ what, why }) => `${what}: ${why}`)
}

describe('a file of requests', () => {
  it('names a request by its title, the comment above it or @name', () => {
    const { collection } = importedText(
      '### A title\nGET http://a/1\n\n###\n\n# A comment\nGET http://a/2\n\n###\n# @name third\nGET http://a/3',
    )
    assert.deepEqual(
      collection?.items.map(item => item.kind === 'request' && [item.step['name'], item.step['id']]),
      [
        ['A title', undefined],
        ['A comment', undefined],
        ['third', 'third'],
      ],
    )
  })

  it('reads URLs as the clients do', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['http://a/1', 'GET http://a/1'],
      ['a.example/1', 'GET http://a.example/1'],
      ['put http://a/b c?d=e f#g HTTP/1.1', 'PUT http://a/b%20c?d=e%20f'],
      ['GET http://a\n  /b\n  ?c=1\n  &d=2', 'GET http://a/b?c=1&d=2'],
      ['GET /b\nHost: a:8443', 'GET https://a:8443/b'],
      ['GET /b\nHost: a', 'GET http://a/b'],
      ['@host = http://a\nGET /b', 'GET {{host}}/b'],
      ['@host = http://a\nGET /b\nHost: c', 'GET http://c/b'],
    ]
    for (const [written, request] of cases) assert.equal(step(written)['request'], request)
  })

  it('tells of a request that has no ### above it, which httpYac alone sees', () => {
    const why = 'a request begins below ###, but with httpYac'
    for (const between of ['', '{"a": 1}\n\n---\n', '?? status == 200\n\n'])
      assert.match(
        told(`POST http://a\n\n${between}GET http://a/2`).at(-1) ?? '',
        new RegExp(`^line \\d: GET http://a/2: ${why}$`),
      )
    const batch =
      'POST http://a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nGET /2 HTTP/1.1\n\n--b--'
    assert.ok(told(batch).every(line => !line.includes(why)))
  })

  it('carries over how a request travels', () => {
    const text = '# @no-redirect\n# @no-cookie-jar\n// @timeout 5 m\nGET http://a HTTP/2'
    assert.deepEqual(step(text), {
      request: 'GET http://a',
      'follow-redirects': false,
      cookies: false,
      'http-version': 2,
      timeout: '5m',
    })
  })

  it('takes a variable that is made of its own name from elsewhere', () => {
    const text = '@id = {{id}}\n\n### A\nGET http://a\n\n### B\nGET http://a/{{id}}\n'
    const { collection, report } = importedText(text)
    assert.deepEqual(
      [collection?.variables, collection?.settings?.['unset-variables']],
      [undefined, 'fail-step'],
    )
    assert.deepEqual([report.losses, report.notes.map(({ what }) => what)], [[], ['{{id}}']])
    const files = { 'http-client.env.json': '{ "local": { "id": "7" } }' }
    const given = importedText(text, files)
    assert.deepEqual([given.collection?.settings?.['unset-variables'], given.report.notes], [undefined, []])
    assert.deepEqual(told(text.replace('{{id}}', 'x{{id}}')), [
      '@id: it is made of the variable of that name from elsewhere',
    ])
  })

  it('makes a variable of what it was before', () => {
    const text = '@a = http://a\n\n### A\nGET {{a}}\n\n###\n@a = {{a}}/b\n\n### B\nGET {{a}}\n'
    const made = importedText(text)
    assert.deepEqual(
      [made.collection?.variables, stepsIn(made).map(({ variables }) => variables)],
      [{ a: 'http://a' }, [undefined, { a: 'http://a/b' }]],
    )
  })

  it('goes on behind a request that fails, as the clients do', () => {
    const { collection } = importedText('GET http://a/1\n\n###\nGET http://a/2')
    assert.deepEqual(collection?.settings, { 'follow-redirects': true, 'stop-on-failure': false })
  })

  it('takes credentials apart that the clients encode', () => {
    const auth = (value: string) => step(`GET http://a\nAuthorization: ${value}`)['auth']
    assert.deepEqual(auth('Basic {{user}} {{password}}'), {
      basic: { username: '{{user}}', password: '{{password}}' },
    })
    assert.deepEqual(auth('Basic ada:secret'), { basic: { username: 'ada', password: 'secret' } })
    assert.deepEqual(auth('Basic YWRhOnNlY3JldA=='), { basic: { username: 'ada', password: 'secret' } })
    assert.deepEqual(auth('Digest ada secret'), { digest: { username: 'ada', password: 'secret' } })
    assert.deepEqual(auth('AWS id key region:eu service:s3'), {
      aws: { 'access-key-id': 'id', 'secret-access-key': 'key', region: 'eu', service: 's3' },
    })
    assert.deepEqual(auth('Bearer {{token}}'), { bearer: '{{token}}' })
  })

  it('keeps the type of what stands in quotes', () => {
    const text = '# @name a\nGET http://a\n\n###\nPOST http://a\nContent-Type: application/json\n\n'
    const body = (json: string) => stepsIn(importedText(`${text}${json}`))[1]
    assert.deepEqual(body('{"id": "{{x}}"}')?.['json'], { id: '{{x}}' })
    assert.equal(body('{"id": "{{a.response.body.$.id}}"}')?.['text'], '{"id": "{{a-id}}"}')
    assert.equal(body('{"id": {{x}}}')?.['text'], '{"id": {{x}}}')
  })

  it('makes extracts of references to other answers', () => {
    const made = importedText(
      [
        '# @name login\nPOST http://a/login\n\n###\n@own = {{login.response.body.$.user.id}}',
        'GET http://a/{{own}}?x={{login.response.body.*}}&y={{login.response.body.//id}}&z={{login.id}}',
        'X-A: {{login.response.headers.X-B}}\nX-C: {{login.request.body.$.a}}\nX-D: {{later.response.body.$.a}}\n',
        '###\n# @name later\nGET http://a',
      ].join('\n'),
    )
    assert.deepEqual(stepsIn(made)[0]?.['extracts'], {
      own: '$.user.id',
      'login-text': 'text',
      'login-id': 'xpath //id',
      'login-id-2': '$.id',
      'login-X-B': 'header X-B',
    })
    assert.deepEqual(
      made.report.losses.map(({ what }) => what),
      ['line 6: {{login.request.body.$.a}}', 'line 6: {{later.response.body.$.a}}'],
    )
  })

  it('makes an extract of a variable of the file that is a part of the first answer', () => {
    const made = importedText(
      '@token = {{login.response.body.token}}\n\n###\n# @name login\nPOST http://a/login\n\n###\nGET http://a\nAuthorization: Bearer {{token}}\n',
    )
    assert.deepEqual(stepsIn(made)[0]?.['extracts'], { token: '$.token' })
    assert.deepEqual(made.report.losses, [])
  })

  it('translates generated values, and the environment', () => {
    const values =
      '{{$guid}} {{$random.uuid}} {{$datetime iso8601}} {{$datetime rfc1123}} {{$processEnv A_B}} {{$env.C}}'
    assert.equal(
      step(`POST http://a\n\n${values}`)['text'],
      '{{$uuid}} {{$uuid}} {{$isoTimestamp}} {{$isoTimestamp | date http}} {{env.A_B}} {{env.C}}',
    )
    const ranges = '{{$randomInt 1 500}} {{$random.integer(-3, 4)}} {{$randomInt 0 1001}}'
    assert.equal(
      step(`POST http://a\n\n${ranges}`)['text'],
      '{{$randomInt 1 499}} {{$randomInt -3 3}} {{$randomInt}}',
    )
    assert.deepEqual(told('GET http://a/{{$randomInt 5 5}}').length, 1)
    assert.deepEqual(told('GET http://a/{{$random.alphabetic(5)}}').length, 1)
  })

  it('takes words that every object of JavaScript has as any other', () => {
    const file = '@constructor = b\n\n# @toString\nGET http://a/{{constructor}}'
    assert.deepEqual(importedText(file).collection?.variables, { constructor: 'b' })
    assert.deepEqual(told(file).length, 1)
    assert.deepEqual(told(file, 'notes'), [])
  })

  it('reads handlers as scripts of Postman', () => {
    const handler = [
      '> {%',
      'client.test("fine", () => { client.assert(response.status === 200); client.assert(response.body.id > 3, "low") })',
      'client.global.set("id", response.body.id)',
      'client.log("x")',
      '%}',
    ].join('\n')
    const { validations, extracts, scripts } = step(`GET http://a\n\n${handler}`)
    assert.deepEqual(validations, [
      { name: 'fine', status: 200 },
      { name: 'fine', '$.id': { 'greater-than': 3 } },
    ])
    assert.deepEqual([Object.keys(extracts as JsonObject), scripts], [['id'], undefined])
    const { notes } = importedText(`GET http://a\n\n${handler}`).report
    const printing = notes.filter(({ why }) => why === 'what it prints is not shown')
    assert.deepEqual(
      printing.map(({ what }) => what),
      ['script: console.log("x")'],
    )
  })

  it('asks any status of a request with checks of something else', () => {
    assert.deepEqual(step('GET http://a\n\n?? body contains x')['validations'], [
      { text: { contains: 'x' } },
      { status: { 'at-least': 100 } },
    ])
  })

  it('reads a body of several files and lines', () => {
    const files = { 'a.txt': 'A {{x}}', 'answer.201.json': '{}' }
    const made = importedText(
      'POST http://a\n\nbefore\n<@ ./a.txt\nafter\n\n<> answer.201.json\n>> b/c.json',
      files,
    )
    assert.equal(stepsIn(made)[0]?.['text'], 'before\nA {{x}}\nafter')
    assert.equal(stepsIn(made)[0]?.['save-to'], 'c.json')
    const [item] = made.collection?.items ?? []
    assert.deepEqual(item?.kind === 'request' && item.examples, [
      { name: 'answer.201.json', status: 201, body: '{}' },
    ])
  })

  it('adds no type to a body that has none', () => {
    const headers = { 'Content-Type': null }
    const sent = (body: string): readonly unknown[] => {
      const { request: _, ...keys } = step(`POST http://a\n\n${body}`)
      return [keys]
    }
    assert.deepEqual(sent('{ "a": 1 }'), [{ headers, text: '{ "a": 1 }' }])
    assert.deepEqual(sent('hello'), [{ headers, text: 'hello' }])
    assert.deepEqual(sent('< ./a.json'), [{ headers, file: 'a.json' }])
    const items = stepsIn(importedText('POST http://a\n\n{ "a": 1 }')).map(
      one => ({ kind: 'request', step: one }) as const,
    )
    const { files, report } = exportHttp({ name: 'Shop', environments: [], items })
    assert.match(files[0]?.text ?? '', /POST http:\/\/a\n\n\{ "a": 1 \}\n/)
    assert.deepEqual(report.losses, [])
  })

  it('keeps every character', () => {
    const texts = [
      '\ufeff@a = 1\r\n\r\n### A\r\nGET http://a/{{a}}\r\n\r\n###\r\n',
      '\n# only\n\nGET http://a\n\n\n### end',
    ]
    for (const text of texts) {
      const { collection } = importedText(text)
      const kept = [collection, ...(collection?.items ?? [])].map(
        one => one?.kept?.['http'] as { text: string },
      )
      assert.equal(kept.map(one => one.text).join(''), text)
    }
  })
})

describe('environments beside a file of requests', () => {
  const files = {
    'http-client.env.json':
      '{"$shared": {"a": "1"}, "dev": {"b": "2", "c": {"provider": "AspnetUserSecrets"}, "Security": {}}}',
    'http-client.private.env.json': '{"dev": {"token": "hush"}}',
    '../.vscode/settings.json':
      '{\n// mine\n"rest-client.environmentVariables": {"$shared": {"v": "1"}, "prod": {"b": "3"},}}',
  }

  it('come along, without the values that are to stay where they are', () => {
    const { collection, report } = importedText('GET http://a/{{b}}', files)
    const environments = collection?.environments.map(({ name, variables, secrets }) => ({
      name,
      variables,
      secrets,
    }))
    assert.deepEqual(environments, [
      { name: 'dev', variables: { a: '1', b: '2' }, secrets: { c: '{{env.C}}', token: '{{env.TOKEN}}' } },
      { name: 'prod', variables: { v: '1', b: '3' }, secrets: {} },
    ])
    assert.doesNotMatch(JSON.stringify(collection), /hush/)
    assert.deepEqual(
      report.losses.map(({ what }) => what),
      ['line 1: Security'],
    )
  })
})

describe('files of environments', () => {
  const shared = '{"$shared": {"key": "hush"}, "dev": {}}'

  it('keep what all environments of one person share to themselves', () => {
    const { collection } = importedText('GET http://a', { 'http-client.private.env.json': shared })
    assert.deepEqual(collection?.environments[0]?.secrets, { key: '{{env.KEY}}' })
    assert.doesNotMatch(JSON.stringify(collection), /hush/)
  })

  it('may have comments and commas too many', () => {
    const text = '// a\n{"dev": {"a": "http://a", /* b */ "b": "1,}",\n},}'
    const { collection, report } = importedText('GET http://a', { 'http-client.env.json': text })
    assert.deepEqual(collection?.environments[0]?.variables, { a: 'http://a', b: '1,}' })
    assert.deepEqual(report.losses, [])
  })

  it('are told of at the line that is wrong, and settings of an editor are not where they have none', () => {
    for (const [text, what, why] of [
      ['{\n "dev":', 'line 2: http-client.env.json', 'this is not JSON: Unexpected end of JSON input'],
      ['[]', 'line 1: http-client.env.json', 'it is no JSON object'],
      [
        '{"dev": {"a": "1",\n "a": "2"}}',
        'line 2: a',
        'the key stands there for the second time, and the first counts for nothing',
      ],
    ] as const) {
      const files = { 'http-client.env.json': text, '.vscode/settings.json': '{ broken' }
      const { losses } = importedText('GET http://a', files).report
      assert.deepEqual(losses, [{ where: 'shop / http-client.env.json', what, why }])
    }
  })
})

describe('what is not carried over is told', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['RSOCKET http://a\n\n###\nGET http://a', 'line 1: RSOCKET: suites have no such requests here'],
    [
      'GET http://a\n\n> ./none.js',
      'line 1: script ./none.js: the file is not there, or not below the project',
    ],
    ['GET http://a\n\n> {% not javascript %}', 'line 1: script: it is no JavaScript'],
    [
      'GET http://a\n\n> {% client.exit() %}',
      'line 1: script: client.exit: scripts have no such word here; the script is left out',
    ],
    [
      'GET http://a\n\n?? js a == b',
      'line 1: ?? js a == b: it is a check of httpYac that suites do not know',
    ],
    ['# @loop for 3\nGET http://a', 'line 2: # @loop for 3: suites have no word for it'],
    ['import ./b.http\nGET http://a', 'line 2: import ./b.http: import that file, too, and use its requests'],
    ['GET http://a\nno header', 'line 1: no header: it is no header, and no empty line is above it'],
    [' no line\n\n###\nGET http://a', 'line 1: no line: it is no request line'],
    ['{ "a": 1 }\n\n###\nGET http://a', 'line 1: { "a": 1 }: it is no request line'],
    ['GET http://a HTTP/3', 'line 1: HTTP/3: suites have no HTTP/3'],
  ]
  for (const [text, loss] of cases)
    it(loss, () => {
      assert.deepEqual(told(text), [loss])
    })
})
