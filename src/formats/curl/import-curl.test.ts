import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import type { Imported } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { importCurl } from './import-curl.ts'
import { transientOnly } from './step-of-call.ts'

function imported(text: string): Imported {
  const result = importCurl(text, { file: 'calls.sh' })
  assert.ok(result.ok, result.ok ? '' : result.problems[0]?.message)
  return result.value
}

function stepsOf(text: string): readonly JsonObject[] {
  return (imported(text).collection?.items ?? []).flatMap(item =>
    item.kind === 'request' ? [item.step] : [],
  )
}

function problemOf(text: string): string | undefined {
  const result = importCurl(text, { file: 'calls.sh' })
  return result.ok ? undefined : result.problems[0]?.message
}

const url = 'https://api.example.com/a'

describe('a URL that stands for several', () => {
  for (const [typed, sent] of [
    ['http://x/[1-9999]', 1],
    ['http://x/{{id}}/{a,b}', 1],
    ['http://x/{a,b}', 2],
    ['http://[::1]/{{id}}', 1],
  ] as const)
    it(`is ${sent} in the collection, and no loss in silence: ${typed}`, () => {
      const { losses, created } = imported(`curl '${typed}'`).report
      assert.equal(created, sent)
      const isLost = sent === 1 && !typed.includes('::')
      assert.deepEqual(
        losses.map(({ what }) => what),
        isLost ? ['{…} or […] in the URL'] : [],
      )
    })
})

describe('what options become', () => {
  for (const [options, keys] of [
    ['-k', { tls: { verify: false } }],
    [
      '--cacert ca.pem --cert me.pem:pw --key me.key',
      { tls: { ca: 'ca.pem', certificate: 'me.pem', key: 'me.key', passphrase: 'pw' } },
    ],
    [
      '--cert me.p12 --pass pw --tlsv1.2',
      { tls: { pfx: 'me.p12', passphrase: 'pw', 'min-version': 'TLSv1.2' } },
    ],
    ['-x proxy.example:3128', { proxy: 'http://proxy.example:3128' }],
    [
      '-x http://proxy.example -U ada:pw --noproxy a,b',
      {
        proxy: { url: 'http://proxy.example:1080', username: 'ada', password: 'pw', 'no-proxy': ['a', 'b'] },
      },
    ],
    ["--noproxy '*'", { proxy: 'none' }],
    ['--resolve api.example.com:443:127.0.0.1', { resolve: { 'api.example.com:443': '127.0.0.1:443' } }],
    [
      '--connect-to api.example.com:443:127.0.0.1:8443',
      { resolve: { 'api.example.com:443': '127.0.0.1:8443' } },
    ],
    ['--unix-socket /run/a.sock', { 'unix-socket': '/run/a.sock' }],
    ['--http1.1', { 'http-version': 1.1 }],
    ['--http2-prior-knowledge', { 'http-version': 2 }],
    ['-L', { 'follow-redirects': true }],
    ['-L --max-redirs 3', { 'follow-redirects': 3 }],
    ['-m 2.5', { timeout: '2.5s' }],
    ['--retry 3', { retry: { attempts: 4, interval: '1s', backoff: 2, 'stop-when': transientOnly } }],
    [
      `-X GET -H 'Content-Type: multipart/related' -F 'a={};type=application/json;headers="Content-ID: <1>"'`,
      {
        'content-type': 'multipart/related',
        multipart: {
          a: { text: '{}', 'content-type': 'application/json', headers: { 'Content-ID': '<1>' } },
        },
      },
    ],
    ['--retry 3 --retry-all-errors', { retry: { attempts: 4, interval: '1s', backoff: 2 } }],
    ['--retry 2 --retry-delay 5', { retry: { attempts: 3, interval: '5s', 'stop-when': transientOnly } }],
    ['--digest -u ada:pw', { auth: { digest: { username: 'ada', password: 'pw' } } }],
    [
      '--aws-sigv4 aws:amz:eu-west-1:s3 -u id:key',
      {
        auth: {
          aws: { 'access-key-id': 'id', 'secret-access-key': 'key', region: 'eu-west-1', service: 's3' },
        },
      },
    ],
    ['--insec', { tls: { verify: false } }],
    ['-kL --no-insecure', { 'follow-redirects': true }],
  ] as const)
    it(options, () => {
      const [{ request, ...step } = {}] = stepsOf(`curl ${options} ${url}`)
      assert.deepEqual([request, step], [`GET ${url}`, keys])
    })
})

describe('other shells', () => {
  const step = {
    request: `POST ${url}?x=1&y=%20`,
    headers: { 'X-Quote': 'a "b"' },
    json: { a: "it's 100%" },
  }
  const copied = {
    cmd: `curl ^"${url}?x=1^&y=^%^20^" ^\r\n  -H ^"Content-Type: application/json^" ^\r\n  -H ^"X-Quote: a ^\\^"b^\\^"^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":^\\^"it's 100^%^\\^"^}^"`,
    'cmd, as it was': `curl "${url}?x=1&y=%20" -H "Content-Type: application/json" ^\r\n -H "X-Quote: a \\"b\\"" --data-raw "{\\"a\\":\\"it's 100%\\"}"`,
    PowerShell: `curl.exe "${url}?x=1&y=%20" \`\n  -H 'Content-Type: application/json' \`\n -H "X-Quote: a \`"b\`"" --data-raw '{"a":"it''s 100%"}'`,
    bash: `curl '${url}?x=1&y=%20' \\\n -H 'Content-Type: application/json' -H 'X-Quote: a "b"' --data-raw $'{"a":"it\\'s 100%"}'`,
  }
  for (const [name, command] of Object.entries(copied))
    it(name, () => {
      assert.deepEqual(stepsOf(command), [step])
    })
})

describe('a script', () => {
  it('with variables', () => {
    const { collection } = imported(
      'BASE=https://api.example.com\n: "${ID:=7}"\ncurl -H "Authorization: Bearer $TOKEN" "$BASE/users/${ID}"',
    )
    assert.deepEqual(collection?.variables, { ID: '7', BASE: 'https://api.example.com' })
    assert.deepEqual(collection.items, [
      { kind: 'request', step: { request: 'GET {{BASE}}/users/{{ID}}', auth: { bearer: '{{env.TOKEN}}' } } },
    ])
  })

  it('whose comments name the requests, and whose commands share a host', () => {
    const { collection, report } = imported(
      `#!/bin/bash\nset -e\n# All users\ncurl -s ${url} | jq .\n\n# One user\ncurl ${url}/1 > out.json\n`,
    )
    assert.equal(collection?.baseUrl, 'https://api.example.com')
    assert.deepEqual(
      collection.items.map(item => item.kind === 'request' && [item.step['name'], item.step['request']]),
      [
        ['All users', 'GET {{baseUrl}}/a'],
        ['One user', 'GET {{baseUrl}}/a/1'],
      ],
    )
    assert.deepEqual(report.notes, [
      { where: 'calls / All users', what: '--silent', why: 'it does not change the request' },
      { where: 'calls', what: 'set, jq', why: 'only calls of curl are imported' },
    ])
  })

  it('that is an example with placeholders', () => {
    const [step] = stepsOf("curl '{{baseUrl}}/users' -H 'X-Id: {{id}}'")
    assert.deepEqual(step, { request: 'GET {{baseUrl}}/users', headers: { 'X-Id': '{{id}}' } })
  })
})

describe('what cannot be carried out', () => {
  for (const [command, message] of [
    [`curl --ntlm -u a:b ${url}`, '--ntlm has no counterpart in suites'],
    [`curl --netrc ${url}`, '--netrc has no counterpart in suites'],
    [`curl --frobnicate ${url}`, '--frobnicate is no option that is known here'],
    [`curl -d @- ${url}`, '--data @-: what is read there is not in the command'],
    [`curl -b jar.txt ${url}`, '--cookie jar.txt: the file is not in the command'],
    [`curl -H @headers.txt ${url}`, '--header @headers.txt: the file is not in the command'],
    [`curl -F 'a=@b;headers=@lines' ${url}`, '--form a: suites have no ;headers='],
    [`curl "https://$(hostname)/"`, 'a command substitution'],
    ['curl ftp://example.com/', 'ftp://example.com/ is no URL of HTTP'],
    ['curl -X', '--request needs a value'],
    ['curl', 'the command names no URL'],
    ["curl 'http://a", 'a quote that is not closed'],
    ['wget https://a', 'there is no curl command'],
    ['', 'there is no curl command'],
  ] as const)
    it(command, () => {
      assert.match(problemOf(command) ?? '', new RegExp(message.replace(/[$()@.*?]/g, String.raw`\$&`)))
    })

  it('is left out among others, with its reason', () => {
    const { report, collection } = imported(`curl ${url}\n# Old server\ncurl --ntlm ${url}/b`)
    assert.deepEqual([collection?.items.length, report.created, report.skipped[0]?.count], [1, 1, 1])
    assert.deepEqual(report.losses, [
      {
        where: 'calls / Old server',
        what: 'the command in line 3',
        why: '--ntlm has no counterpart in suites',
      },
    ])
  })

  it('but can be sent is told', () => {
    const { report } = imported(`curl --preproxy socks5://127.0.0.1:9050 --capath x ${url}`)
    assert.deepEqual(
      report.losses.map(({ what }) => what),
      ['--preproxy', '--capath'],
    )
  })
})

test('any part of a script ends in a result', () => {
  const script = `curl -X POST "${url}" -H $'a: \\u00e9' -F 'a=@b;type="x' --data-urlencode 'a@b' <<EOF\n$X\nEOF`
  for (let end = 0; end < script.length; end++)
    assert.equal(typeof importCurl(script.slice(0, end), { file: 'a' }).ok, 'boolean')
})

test('line breaks of a part that a suite sends in its own way are told', () => {
  const read = importCurl("curl -F 'a=<a.txt' -F 'b=<a.txt;type=text/plain' http://a/", {
    file: 'calls.sh',
    read: () => 'one\ntwo\r\n',
  })
  assert.ok(read.ok)
  assert.deepEqual(
    read.value.report.losses.map(({ what }) => what),
    ['line breaks of the part a'],
  )
})
