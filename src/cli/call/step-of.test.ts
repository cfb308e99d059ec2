import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { command as poll } from '../commands/poll.ts'
import { parseArguments } from '../parse-arguments.ts'
import type { CallArguments } from './call-options.ts'
import { stepOf } from './step-of.ts'

const url = 'https://a.example/x'

const folder = mkdtempSync(path.join(tmpdir(), 'apitest-'))
const notes = path.join(folder, 'notes.txt')
writeFileSync(notes, 'a b\nc')
const identity = path.join(folder, 'me.pem')
writeFileSync(identity, '-----BEGIN PRIVATE KEY-----\n')
after(() => {
  rmSync(folder, { recursive: true })
})

/** Command lines, the last word being the URL, and the steps they are. */
const steps: readonly (readonly [argv: readonly string[], step: JsonObject])[] = [
  [[], { request: `GET ${url}` }],
  [['put'], { request: `PUT ${url}` }],
  [['-XDELETE'], { request: `DELETE ${url}` }],
  [['-I'], { request: `HEAD ${url}` }],
  [['-d', '{"a": 1}'], { request: `POST ${url}`, json: { a: 1 } }],
  [
    ['-d', '{"a": {{id}}}'],
    { request: `POST ${url}`, text: '{"a": {{id}}}', 'content-type': 'application/json' },
  ],
  [['-d', '{"\\u0061":"\\/ \\u00e9"}'], { request: `POST ${url}`, json: { a: '/ é' } }],
  [['-d', '{"a":1.0}'], { request: `POST ${url}`, text: '{"a":1.0}', 'content-type': 'application/json' }],
  [['-d', 'a=1', '-db=x%20y'], { request: `POST ${url}`, form: { a: '1', b: 'x y' } }],
  [
    ['-d', 'a=1&b=2&a=3'],
    { request: `POST ${url}`, text: 'a=1&b=2&a=3', 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [['-d', 'a={{x}}'], { request: `POST ${url}`, form: { a: '{{x}}' } }],
  [
    ['-d', '@b.bin'],
    { request: `POST ${url}`, file: 'b.bin', 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [
    ['-d', `@${notes}`, '-H', 'Content-Type: text/plain'],
    { request: `POST ${url}`, headers: { 'Content-Type': 'text/plain' }, text: 'a bc' },
  ],
  [
    ['--data-binary', `@${notes}`, '-H', 'Content-Type: text/plain'],
    { request: `POST ${url}`, headers: { 'Content-Type': 'text/plain' }, file: notes },
  ],
  [['-T', notes], { request: `PUT ${url}`, headers: { 'Content-Type': null }, file: notes }],
  [['-r', '0-99'], { request: `GET ${url}`, headers: { Range: 'bytes=0-99' } }],
  [['--url-query', 'q=a b', '--query', 'x=1'], { request: `GET ${url}`, query: { q: 'a b', x: '1' } }],
  [['-d', '[1]', '-H', 'Content-Type: application/json'], { request: `POST ${url}`, json: [1] }],
  [
    ['-d', '[1]', '-H', 'Content-Type: text/plain'],
    { request: `POST ${url}`, headers: { 'Content-Type': 'text/plain' }, text: '[1]' },
  ],
  [
    ['--json', '{"id": 9007199254740993}'],
    {
      request: `POST ${url}`,
      headers: { Accept: 'application/json' },
      text: '{"id": 9007199254740993}',
      'content-type': 'application/json',
    },
  ],
  [
    ['--data-urlencode', 'a=b=c', '--data-urlencode', `f@${notes}`],
    { request: `POST ${url}`, form: { a: 'b=c', f: 'a b\nc' } },
  ],
  [
    ['--data-urlencode', 'x y&z', '--data-urlencode', '={{id}}', '--data-urlencode', `@${notes}`, '-d', 'q'],
    {
      request: `POST ${url}`,
      text: 'x+y%26z&{{id}}&a+b%0Ac&q',
      'content-type': 'application/x-www-form-urlencoded',
    },
  ],
  [
    ['-F', `a=<${notes}`, '-F', `b=<${notes};type=text/csv`],
    { request: `POST ${url}`, multipart: { a: 'a b\nc', b: { text: 'a b\nc', 'content-type': 'text/csv' } } },
  ],
  [
    ['--json', '{name: Ada}'],
    { request: `POST ${url}`, headers: { Accept: 'application/json' }, json: { name: 'Ada' } },
  ],
  [['-G', '-d', 'a=1', '--data-urlencode', 'q=x y'], { request: `GET ${url}`, query: { a: '1', q: 'x y' } }],
  [['--query', 'a=1', '--query', 'a=2'], { request: `GET ${url}`, query: { a: ['1', '2'] } }],
  [
    ['-F', 'a=b;c', '-F', 'p=@me.png;type=image/png;filename="x;y.png"', '--form-string', 'a=@x'],
    {
      request: `POST ${url}`,
      multipart: {
        a: ['b;c', '@x'],
        p: { file: 'me.png', filename: 'x;y.png', 'content-type': 'image/png' },
      },
    },
  ],
  [
    ['--graphql', '{ a }', '--graphql-variables', 'id: 1'],
    { request: `POST ${url}`, graphql: { query: '{ a }', variables: { id: 1 } } },
  ],
  [
    ['-H', 'X-A: 1', '-H', 'X-A: 2', '-H', 'Accept:', '-H', 'X-B;'],
    { request: `GET ${url}`, headers: { 'X-A': ['1', '2'], Accept: null, 'X-B': '' } },
  ],
  [['-H', 'Authorization: Bearer t0ken'], { request: `GET ${url}`, auth: { bearer: 't0ken' } }],
  [['-u', 'ada:p:w'], { request: `GET ${url}`, auth: { basic: { username: 'ada', password: 'p:w' } } }],
  [
    ['-u', 'ada:pw', '--digest'],
    { request: `GET ${url}`, auth: { digest: { username: 'ada', password: 'pw' } } },
  ],
  [
    ['--api-key', 'X-Key: k'],
    { request: `GET ${url}`, auth: { 'api-key': { header: 'X-Key', value: 'k' } } },
  ],
  [
    ['-b', 'a=1', '--cookie', 'b=2; c=3', '-b', '', '-A', 'me/1', '--referer', 'https://b.example/'],
    {
      request: `GET ${url}`,
      headers: { Cookie: 'a=1;b=2; c=3', 'User-Agent': 'me/1', Referer: 'https://b.example/' },
    },
  ],
  [
    ['--bearer', '-t-', '-d', '--json'],
    {
      request: `POST ${url}`,
      auth: { bearer: '-t-' },
      text: '--json',
      'content-type': 'application/x-www-form-urlencoded',
    },
  ],
  [['--compressed', '-fsSL', '-i', '--globoff'], { request: `GET ${url}`, 'follow-redirects': true }],
  [
    ['-d', '-i', '-H', 'X: --compressed'],
    {
      request: `POST ${url}`,
      headers: { X: '--compressed' },
      text: '-i',
      'content-type': 'application/x-www-form-urlencoded',
    },
  ],
  [
    ['-E', `${notes}:p:w`, '--cert-type', 'P12'],
    { request: `GET ${url}`, tls: { pfx: notes, passphrase: 'p:w' } },
  ],
  [['-E', identity], { request: `GET ${url}`, tls: { certificate: identity, key: identity } }],
  [['-x', ''], { request: `GET ${url}`, proxy: 'none' }],
  [
    ['-x', 'proxy:3128', '--proxy-user', 'ada:pw'],
    { request: `GET ${url}`, proxy: { url: 'http://proxy:3128', username: 'ada', password: 'pw' } },
  ],
  [
    ['--connect-to', 'a.example:443:127.0.0.1:8443', '--connect-to', 'b.example:80:[::1]:'],
    { request: `GET ${url}`, resolve: { 'a.example:443': '127.0.0.1:8443', 'b.example:80': '[::1]:80' } },
  ],
  [['--http2-prior-knowledge'], { request: `GET ${url}`, 'http-version': 2 }],
  [['--api-key', 'key=k'], { request: `GET ${url}`, auth: { 'api-key': { query: 'key', value: 'k' } } }],
  [['--no-auth'], { request: `GET ${url}`, auth: 'none' }],
  [
    ['-k', '--cacert', 'ca.pem', '--crlfile', 'crl.pem', '-E', 'me.p12', '--pass', 'pw', '--tlsv1.3'],
    {
      request: `GET ${url}`,
      tls: {
        ca: 'ca.pem',
        crl: 'crl.pem',
        pfx: 'me.p12',
        passphrase: 'pw',
        verify: false,
        'min-version': 'TLSv1.3',
      },
    },
  ],
  [
    ['-x', 'proxy:3128', '--noproxy', 'a, b'],
    { request: `GET ${url}`, proxy: { url: 'http://proxy:3128', 'no-proxy': ['a', 'b'] } },
  ],
  [
    ['--resolve', 'a.example:443:127.0.0.1'],
    { request: `GET ${url}`, resolve: { 'a.example:443': '127.0.0.1:443' } },
  ],
  [
    ['-L', '--max-redirs', '3', '--http1.1', '--unix-socket', 's', '-m', '2.5'],
    {
      request: `GET ${url}`,
      'unix-socket': 's',
      'http-version': 1.1,
      'follow-redirects': 3,
      timeout: '2.5s',
    },
  ],
  [
    [
      '--validate',
      'status: 200',
      '--validate',
      '$.id greater-than 3',
      '--validate',
      '$.error missing',
      '--validate',
      'header x: { contains: a }',
      '--extract',
      'id: $.id',
    ],
    {
      request: `GET ${url}`,
      validations: [
        { status: 200 },
        { '$.id': { 'greater-than': 3 } },
        { '$.error': { missing: true } },
        { 'header x': { contains: 'a' } },
      ],
      extracts: { id: '$.id' },
    },
  ],
]

describe('the step that a command line is', () => {
  for (const [argv, step] of steps)
    it(argv.join(' ') || 'a URL alone', async () => {
      assert.deepEqual(await made([...argv, url]), step)
    })

  for (const [key, argv] of [
    [
      'query',
      ['-d', 'a=1', '--url-query', 'b=2', '-G', '--data-urlencode', 'c=3 4', '-d', 'd=5', '--query', 'e=6'],
    ],
    ['query', ['--url-query', 'a=1', '--query', 'b=2']],
    ['form', ['--data-urlencode', 'a=3 4', '-d', 'b=1&c=2', '--data-raw', 'd=5', '--data-binary', 'e=6']],
  ] as const)
    it(`keeps the order of ${argv.join(' ')}`, async () => {
      const { [key]: fields = {} } = await made([...argv, url])
      assert.equal(
        Object.keys(fields as JsonObject).join(''),
        'abcde'.slice(0, Object.keys(fields as JsonObject).length),
      )
    })

  it('says how often and until when, for poll', async () => {
    const argv = ['--times', '3', '--until', 'success', '--stop-when', '$.state: dead', url]
    assert.deepEqual(await made(argv, true), {
      request: `GET ${url}`,
      retry: { attempts: 3, until: 'success', 'stop-when': [{ '$.state': 'dead' }] },
    })
  })

  for (const [typed, whole] of [
    ['localhost:4010/a', 'http://localhost:4010/a'],
    ['127.0.0.1/a', 'http://127.0.0.1/a'],
    ['[::1]:80', 'http://[::1]:80'],
    [':4010/a', 'http://localhost:4010/a'],
    ['localhost.example.com', 'https://localhost.example.com'],
    ['{{baseUrl}}/a', '{{baseUrl}}/a'],
  ] as const)
    it(`takes ${typed} for ${whole}`, async () => {
      assert.deepEqual(await made([typed]), { request: `GET ${whole}` })
    })
})

describe('a command line that cannot be understood', () => {
  for (const argv of [
    [],
    ['a', 'b', 'c'],
    ['-H', 'secret-without-colon', url],
    ['-u', 'secretname', url],
    ['--digest', url],
    ['--query', 'a', url],
    ['-F', 'secret', url],
    ['-F', '=secret', url],
    ['--form-string', '=secret', url],
    ['-F', 'a=<missing', url],
    ['-F', 'a=b;headers=@secret', url],
    ['GET'],
    [''],
    ['post', url, '-X', 'GET'],
    ['--cookie', 'secret-jar.txt', url],
    ['--http2', '--http1.1', url],
    ['--max-redirs', 'x', url],
    ['-m', '0', url],
    ['--proxy-user', 'a:secret', url],
    ['--resolve', '*:443:127.0.0.1', url],
    ['--resolve', 'a:443:[::1],127.0.0.1', url],
    ['--connect-to', '::a:1', url],
    ['-G', '--json', '{"a": "secret"}', url],
    ['--data-urlencode', '@missing', url],
    ['--validate', 'status', url],
    ['--resolve', 'x', url],
    ['--bearer', 'secret', '-u', 'a:secret', url],
    ['--json', '{a: {{b}}}', url],
  ])
    it(`${argv.join(' ')} is refused, and shows no secret`, async () => {
      const step = await stepOf(parse(argv), false)
      assert.ok(!step.ok)
      assert.doesNotMatch(JSON.stringify(step.problems), /secret/)
    })
})

describe('a part of a form without a name', () => {
  it('is told as that', async () => {
    const step = await stepOf(parse(['-F', '=x', url]), false)
    assert.deepEqual(step.ok ? [] : step.problems.map(({ message, hint }) => `${message} | ${hint ?? ''}`), [
      '--form =… has no name, and every part of a form has one in a suite | Write --form NAME=….',
    ])
  })
})

function parse(argv: readonly string[]): CallArguments {
  const parsed = parseArguments(argv, poll)
  assert.ok(parsed.kind === 'given', JSON.stringify(parsed))
  return parsed.given
}

async function made(argv: readonly string[], polls = false): Promise<JsonObject> {
  const step = await stepOf(parse(argv), polls)
  assert.ok(step.ok, step.ok ? '' : JSON.stringify(step.problems))
  return step.value.step
}
