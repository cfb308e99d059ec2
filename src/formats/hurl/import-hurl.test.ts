import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { importedText, stepsIn } from './testing/import-text.ts'

function step(text: string): JsonObject {
  return stepsIn(importedText(text))[0] ?? assert.fail()
}

/** The validations of asserts, without the status. */
function validations(...asserts: readonly string[]): JsonValue {
  const made = step(`GET http://a\nHTTP 200\n[Asserts]\n${asserts.join('\n')}`)['validations']
  return (made as readonly JsonValue[]).slice(1)
}

function told(text: string, kind: 'losses' | 'notes' = 'losses'): readonly string[] {
  return importedText(text).report[kind].map(({ what }) => what)
}

describe('an entry of Hurl', () => {
  it('is a step with the comment above as its name', () => {
    assert.deepEqual(
      step('# All\n# of them\nGET http://a b/{{c}}\nX: 1\nX: 2\nAuthorization: Bearer {{t}}'),
      {
        name: 'of them',
        request: 'GET http://a%20b/{{c}}',
        headers: { X: ['1', '2'] },
        auth: { bearer: '{{t}}' },
        validations: [{ status: { 'at-least': 100 } }],
      },
    )
  })

  it('has one validation for both bounds of a status, and none for what suites ask for anyway', () => {
    const asked = (...asserts: readonly string[]): JsonValue =>
      step(`GET http://a\nHTTP *\n[Asserts]\n${asserts.join('\n')}`)['validations'] ?? null
    assert.deepEqual(asked('status >= 200', 'status < 400'), [])
    assert.deepEqual(asked('status < 300', 'body == "a"', 'status >= 200'), [
      { status: '2xx' },
      { text: 'a' },
    ])
    assert.deepEqual(asked('status >= 200', 'status <= 299'), [
      { status: { 'at-least': 200, 'at-most': 299 } },
    ])
    assert.deepEqual(asked('status >= 200', 'status >= 300'), [
      { status: { 'at-least': 200 } },
      { status: { 'at-least': 300 } },
    ])
  })

  it('has its parameters in their order', () => {
    const query = (lines: string): JsonObject => step(`GET http://a?z\n[Query]\n${lines}`)
    assert.deepEqual(query('a: 1\nb: 2 3\nb: 4')['query'], { a: '1', b: ['2 3', '4'] })
    assert.equal(query('b: {{x}}&\na: 2\nb: 3')['request'], 'GET http://a?z&b={{x}}%26&a=2&b=3')
    assert.equal(query('b: 1\n10: 2')['request'], 'GET http://a?z&b=1&10=2')
  })

  it('sends its body as Hurl does', () => {
    const bodies: readonly (readonly [string, JsonObject])[] = [
      ['{"a": 1}', { json: { a: 1 } }],
      ['{"a": {{n}}}', { text: '{"a": {{n}}}', 'content-type': 'application/json' }],
      [
        '{"a": "{{b}}", "c": {{n}}, "d": "-{{e}}"}',
        { text: '{"a": {{b | json}}, "c": {{n}}, "d": "-{{e}}"}', 'content-type': 'application/json' },
      ],
      ['{"a": 1.0}', { text: '{"a": 1.0}', 'content-type': 'application/json' }],
      ['```json\n{"a": "{{b}}"}\n```', { json: { a: '{{b}}' } }],
      ['```\n{{a}}\n```', { text: '{{a}}\n', headers: { 'Content-Type': null } }],
      ['```raw\n{{a}}\n```', { text: '\\{{a}}\n', headers: { 'Content-Type': null } }],
      ['`a\\n{{b}}`', { text: 'a\n{{b}}', headers: { 'Content-Type': null } }],
      ['<a>{{b}}</a>', { xml: String.raw`<a>\{{b}}</a>` }],
      ['file,a\\ b.bin;', { file: 'a b.bin', headers: { 'Content-Type': null } }],
      ['base64,YQ==;', { text: 'a', headers: { 'Content-Type': null } }],
      ['[Form]\na: 1\na: {{b}}', { form: { a: ['1', '{{b}}'] } }],
      [
        '[Multipart]\na: 1\nb: file,c.png;\nd: file,e/f.txt; text/csv',
        {
          multipart: {
            a: '1',
            b: { file: 'c.png', 'content-type': 'image/png' },
            d: { file: 'e/f.txt', filename: 'e/f.txt', 'content-type': 'text/csv' },
          },
        },
      ],
      [
        '```graphql\nquery A { a }\nvariables {"b": {{c}}}\n```',
        { graphql: { query: 'query A { a }', variables: { b: '{{c}}' }, 'allow-errors': true } },
      ],
      ['Content-Type: text/csv\n`a,b`', { text: 'a,b', 'content-type': 'text/csv' }],
    ]
    for (const [written, keys] of bodies) {
      const { request, validations: _, ...rest } = step(`POST http://a\n${written}`)
      assert.deepEqual([request, rest], ['POST http://a', keys], written)
    }
  })

  it('travels as its options say', () => {
    const keys = (...lines: readonly string[]): JsonObject => {
      const { request: _, validations: __, ...rest } = step(`GET http://a\n[Options]\n${lines.join('\n')}`)
      return rest
    }
    assert.deepEqual(
      keys(
        'location: true',
        'retry: 3',
        'retry-interval: 500',
        'repeat: 2',
        'max-time: 5',
        'http2: true',
        'variable: a=1',
      ),
      {
        variables: { a: 1 },
        'follow-redirects': 50,
        timeout: '5s',
        'http-version': 2,
        repeat: { times: 2 },
        retry: { attempts: 4, interval: '500ms' },
      },
    )
    assert.deepEqual(
      keys(
        'insecure: true',
        'cacert: ca.pem',
        'cert: a\\:b.pem:secret',
        'key: k.pem',
        'proxy: p:1',
        'resolve: a:80:127.0.0.1',
        'path-as-is: true',
      ),
      {
        tls: { verify: false, ca: 'ca.pem', certificate: 'a:b.pem', passphrase: 'secret', key: 'k.pem' },
        proxy: 'http://p:1',
        resolve: { 'a:80': '127.0.0.1:80' },
        'path-as-is': true,
      },
    )
    assert.deepEqual(keys('user: ada:b:c', 'digest: true')['auth'], {
      digest: { username: 'ada', password: 'b:c' },
    })
    assert.deepEqual(keys('user: id:key', 'aws-sigv4: aws:amz:eu:s3')['auth'], {
      aws: { 'access-key-id': 'id', 'secret-access-key': 'key', region: 'eu', service: 's3' },
    })
    assert.deepEqual(keys('location: false', 'skip: false', 'insecure: false'), {})
    assert.deepEqual(told('GET http://a\n[Options]\nhttp3: true\nskip: {{x}}\nretry: {{n}}'), [
      'line 1: http3: true',
      'line 1: skip: {{x}}',
      'line 1: retry: {{n}}',
    ])
  })

  it('waits in a step of its own', () => {
    const steps = stepsIn(importedText('GET http://a\n[Options]\ndelay: 5s\nrepeat: 2'))
    assert.deepEqual(steps[0], { pause: '5s' })
    assert.deepEqual(steps[1]?.['repeat'], { times: 2, interval: '5s' })
  })
})

describe('an assert of Hurl', () => {
  it('is a validation', () => {
    const cases: readonly (readonly [string, JsonValue])[] = [
      ['status == 200', { status: 200 }],
      ['status != 200', { status: { 'not-equals': 200 } }],
      ['url endsWith "/a"', { url: { 'ends-with': '/a' } }],
      ['header "X" == "5"', { 'header X': '5' }],
      ['header "X" toInt == 5', { 'header X': '5' }],
      ['header "X" toInt > 5', { 'header X': { 'greater-than': 5 } }],
      ['header "X" not exists', { 'header X': { missing: true } }],
      ['cookie "sid" exists', { 'cookie sid': { missing: false } }],
      ['cookie "sid[Secure]" exists', { 'cookie sid secure': true }],
      ['cookie "sid[Path]" == "/"', { 'cookie sid path': '/' }],
      ['body contains "a"', { text: { contains: 'a' } }],
      ['body not contains "a"', { text: { 'not-contains': 'a' } }],
      ['body not startsWith "a."', { text: { 'not-matches-regex': String.raw`^a\.` } }],
      ['duration < 500', { time: { 'less-than': 500 } }],
      ['bytes count >= 5', { size: { 'at-least': 5 } }],
      ['bytes == hex,61;', { sha256: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb' }],
      ['sha256 == hex,00ff;', { sha256: '00ff' }],
      ['xpath "count(//a)" == 2', { 'xpath count(//a)': 2 }],
      ['xpath "//a" count == 2', { 'xpath //a': { 'has-length': 2 } }],
      ['certificate "Issuer" contains "CA"', { 'certificate issuer': { contains: 'CA' } }],
      ['jsonpath "$.a" == "b"', { '$.a': { 'same-as': 'b' } }],
      ['jsonpath "$.a" == 1.5', { '$.a': { 'same-as': 1.5 } }],
      ['jsonpath "$.a" == null', { '$.a': null }],
      ['jsonpath "$.a" == true', { '$.a': true }],
      ['jsonpath "$.a" == {{b}}', { '$.a': '{{b}}' }],
      ['jsonpath "$.a" not == 1', { unless: { '$.a': { missing: true } }, '$.a': { 'not-equals': 1 } }],
      ['jsonpath "$.a" not > 1', { unless: { '$.a': { missing: true } }, '$.a': { 'at-most': 1 } }],
      ['jsonpath "$.a" matches /^a\\/b/', { '$.a': { 'matches-regex': '^a/b' } }],
      ['jsonpath "$.a" matches /^\\d+$/', { '$.a': { 'has-type': 'string', 'matches-regex': '^\\d+$' } }],
      ['jsonpath "$.a" includes 1', { '$.a': { 'has-type': 'array', contains: 1 } }],
      ['jsonpath "$.a" count == 2', { '$.a': { 'has-type': 'array', 'has-length': 2 } }],
      ['jsonpath "$.a" count > 2', { '$.a': { 'has-type': 'array', 'has-length': { 'greater-than': 2 } } }],
      ['jsonpath "$.a" nth 1 == 2', { '$.a[1]': { 'same-as': 2 } }],
      ['jsonpath "$.a" last exists', { '$.a[-1]': { missing: false } }],
      ['jsonpath "$.a" isEmpty', { '$.a': { 'has-length': 0 } }],
      [
        'jsonpath "$.a" not isEmpty',
        { unless: { '$.a': { missing: true } }, '$.a': { 'has-length': { 'at-least': 1 } } },
      ],
      [
        'jsonpath "$.a" isInteger',
        { '$.a': { 'has-type': 'integer', 'matches-regex': String.raw`^-?\d+$` } },
      ],
      ['jsonpath "$.a" isUuid', { '$.a': { matches: '<uuid>' } }],
      ['jsonpath "$.a[?@.b==1].c" == "d"', { '$.a[?@.b==1].c': { equals: ['d'] } }],
      ['jsonpath "$.a[*].b" > 1', { '$.a[*].b': { 'has-length': 1, each: { 'greater-than': 1 } } }],
      ['jsonpath "$.a[*].b" contains 1', { '$.a[*].b': { contains: 1, 'has-length': { 'at-least': 2 } } }],
      ['jsonpath "$.a[*].b" contains "c"', { '$.a[*].b': { contains: 'c' } }],
      [
        'jsonpath "$.a" toDate "%Y-%m-%dT%H:%M:%SZ" format "%Y" == "2026"',
        { '$.a': { 'starts-with': '2026', matches: '<date-time>' } },
      ],
      ['jsonpath "$.a[*].b" not exists', { '$.a[*].b': { 'has-length': 0 } }],
      ['body jsonpath "$.a" == 1', { '$.a': { 'same-as': 1 } }],
    ]
    for (const [assertion, validation] of cases)
      assert.deepEqual(validations(assertion), [validation], assertion)
  })

  it('holds for the types that it holds for in Hurl', () => {
    const missing = { '$.a': { missing: true } }
    const cases: readonly (readonly [string, JsonValue])[] = [
      [
        'jsonpath "$.a" contains "2"',
        {
          unless: { '$.a': { any: { 'same-as': '2' } } },
          '$.a': { 'has-type': 'string', contains: '2' },
        },
      ],
      [
        'jsonpath "$.a" not contains "b"',
        {
          unless: [missing, { '$.a': [] }, { '$.a': { none: { 'same-as': 'b' } } }],
          '$.a': { 'has-type': 'string', 'not-contains': 'b' },
        },
      ],
      ['jsonpath "$.a" includes "2"', { '$.a': { any: { 'same-as': '2' } } }],
      [
        'jsonpath "$.a" not includes 2',
        { unless: [missing, { '$.a': [] }], '$.a': { none: { 'same-as': 2 } } },
      ],
      [
        'jsonpath "$.a" != "5"',
        { unless: { '$.a': { 'has-type': 'number' } }, '$.a': { 'not-equals': '5' } },
      ],
      ['jsonpath "$.a" toFloat == 5.0', { '$.a': { 'matches-regex': String.raw`^\+?0*5(?:\.0*)?$` } }],
      [
        'header "X" toInt != 5',
        {
          'header X': {
            'matches-regex': String.raw`^[-+]?\d+$`,
            'not-matches-regex': String.raw`^\+?0*5$`,
          },
        },
      ],
      [
        'jsonpath "$.a" regex /x(.)/ not exists',
        { '$.a': { 'has-type': 'string', 'not-matches-regex': 'x(.)' } },
      ],
      [
        String.raw`jsonpath "$.a" matches /^[\w-]\W/`,
        {
          '$.a': {
            'matches-regex': String.raw`^[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}-][^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}]`,
          },
        },
      ],
      ['jsonpath "$.a[*]" count > 0', { '$.a[*]': { 'has-length': { 'at-least': 2 } } }],
      ['jsonpath "$.a[*].b" contains "2"', { '$.a[*].b': { any: { 'same-as': '2' } } }],
    ]
    for (const [assertion, validation] of cases)
      assert.deepEqual(validations(assertion), [validation], assertion)
  })

  it('that passes no answer of any type, or each, is told', () => {
    const lost = [
      'header "X" count == 3',
      'header "X" > 5',
      'header "X" nth 1 == "a"',
      'cookie "sid[Max-Age]" == "3600"',
      'cookie "sid[Secure]" == true',
      'status == "200"',
      'sha256 == "00ff"',
      'jsonpath "$.a" nth 5 not exists',
      'jsonpath "$.a[*]" count == 1',
      'xpath "//a" == "b"',
    ]
    assert.deepEqual(
      told(`GET http://a\nHTTP *\n[Asserts]\n${lost.join('\n')}`),
      lost.map((what, index) => `line ${index + 4}: ${what}`),
    )
    const several = 'header "X" == "one, two"'
    assert.deepEqual(told(`GET http://a\nHTTP *\n[Asserts]\n${several}`, 'notes'), [several])
  })

  it('that makes something of a value has an extract for it', () => {
    const made = step(
      'GET http://a\nHTTP *\n[Asserts]\nregex /a(b)/ == "b"\njsonpath "$.a" split ", " nth 1 == "c"\nvariable "x" urlEncode == "%20"\njsonpath "$.b" base64Decode utf8Decode == "d"',
    )
    assert.deepEqual(made['extracts'], {
      'checked-1': { from: 'text', regex: 'a(b)' },
      'checked-2-found': '$.a',
      'checked-2': { value: "{{checked-2-found | split ', ' | slice 1 2 | pick 0}}" },
      'checked-3': { value: '{{x | url | replace %2F /}}' },
      'checked-4-found': '$.b',
      'checked-4': { value: '{{checked-4-found | from-base64}}' },
    })
    assert.deepEqual(made['validations'], [
      { status: { 'at-least': 100 } },
      { 'variable checked-1': 'b' },
      { 'variable checked-2': { 'same-as': 'c' } },
      { 'variable checked-3': '%20' },
      { 'variable checked-4': { 'same-as': 'd' } },
    ])
  })

  it('without a word in suites is told, with its line', () => {
    const lost = [
      'rawbytes count == 1',
      'md5 == hex,00;',
      'ip == "127.0.0.1"',
      'version == "1.1"',
      'jsonpath "$.a" isFloat',
      'jsonpath "$.a" not isString',
      'jsonpath "$.a" > "b"',
      'jsonpath "$.a" toDate "%Y" == "b"',
      'bytes startsWith hex,00;',
      'header "X" includes "a"',
      'header "X" == 5',
      'jsonpath "$.a" base64Encode == "b"',
      'jsonpath "$.a" base64Decode == hex,00;',
      'certificate "Value" exists',
    ]
    assert.deepEqual(
      told(`GET http://a\nHTTP *\n[Asserts]\n${lost.join('\n')}`),
      lost.map((what, index) => `line ${index + 4}: ${what}`),
    )
    assert.deepEqual(told('GET http://a\nHTTP/2 200\n[Asserts]\nredirects count == 1', 'notes'), [
      'redirects count == 1',
      'HTTP/2 200',
    ])
  })
})

describe('the answer of an entry', () => {
  it('is judged by its lines and its body', () => {
    const answer = (text: string): JsonValue => step(`GET http://a\n${text}`)['validations'] ?? null
    assert.deepEqual(answer('HTTP 201\nX: 5\n{"a": 1}'), [
      { status: 201 },
      { 'header X': '5' },
      { $: { equals: { a: 1 } } },
    ])
    assert.deepEqual(answer('HTTP *\nA: 1\na: 2\n`b`'), [
      { status: { 'at-least': 100 } },
      { 'header A': { 'matches-regex': '(?:^|, )1(?:, |$)' } },
      { 'header a': { 'matches-regex': '(?:^|, )2(?:, |$)' } },
      { text: 'b' },
    ])
    assert.deepEqual(answer('HTTP 200\nfile,a.bin;'), [{ status: 200 }, { file: 'a.bin' }])
    assert.deepEqual(answer('HTTP 200\n{"a": {{b}}}'), [{ status: 200 }, { text: '{"a": {{b}}}' }])
  })

  it('leaves its captures', () => {
    const captures = [
      'a: jsonpath "$.a" first',
      'b: jsonpath "$.b[?@.c==1].d"',
      'c: header "X" regex /(\\d+)/ toInt',
      'd: cookie "sid"',
      'e: xpath "string(//a)" replace "a" "b\'c"',
      'f: variable "a"',
      'g: jsonpath "$.g" redact',
      'h: cookie "sid" split "a" redact',
    ]
    assert.deepEqual(step(`GET http://a\nHTTP 200\n[Captures]\n${captures.join('\n')}`)['extracts'], {
      a: '$.a[0]',
      'b-found': '$.b[?@.c==1].d',
      b: { value: '{{b-found | pick 0}}' },
      c: { from: 'header X', regex: String.raw`(\d+)` },
      d: 'cookie sid',
      'e-found': { from: 'xpath string(//a)', default: '' },
      e: { value: "{{e-found | replace 'a' 'b''c'}}" },
      f: { value: '{{a}}' },
      g: { from: '$.g', secret: true },
      'h-found': { from: 'cookie sid', secret: true },
      h: { value: "{{h-found | split 'a'}}", secret: true },
    })
    assert.deepEqual(told('GET http://a\nHTTP 200\n[Captures]\na: md5\nb: body htmlUnescape'), [
      'line 4: a: md5',
      'line 5: b: body htmlUnescape',
    ])
  })

  it('takes words that every object of JavaScript has as any other', () => {
    assert.deepEqual(validations('jsonpath "$.a" toString == "1"'), [{ '$.a': '1' }])
    assert.equal(step('GET http://a/{{toString}}')['request'], 'GET http://a/{{toString}}')
  })

  it('compares with variables of the file by their types', () => {
    const steps = stepsIn(
      importedText(
        'GET http://a\nHTTP 200\n[Captures]\nid: jsonpath "$.id"\n\nGET http://b\nHTTP 200\n[Asserts]\njsonpath "$.id" == {{id}}',
      ),
    )
    assert.deepEqual(steps[1]?.['validations'], [{ status: 200 }, { '$.id': { 'same-as': '{{id}}' } }])
  })
})
