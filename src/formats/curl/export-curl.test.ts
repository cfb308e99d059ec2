import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { describe, it, test } from 'node:test'
import { promisify } from 'node:util'
import { httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { comparable } from '../../compile/testing/same-wire.ts'
import type { Collection, CollectionItem } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { suiteText } from '../../parse/suite-text.ts'
import { withFolder } from '../../testing/run-program.ts'
import { ExactNumber } from '../../util/exact-number.ts'
import { runText } from '../../testing/run-text.ts'
import { exportCurl } from './export-curl.ts'
import { importCurl } from './import-curl.ts'

const skip =
  spawnSync('bash', ['-c', 'curl --version && jq --version']).status === 0
    ? false
    : 'curl and jq are not installed on this machine'

const steps: readonly JsonObject[] = [
  { request: 'GET {{baseUrl}}/a' },
  { request: 'GET {{baseUrl}}/a?x=1', query: { q: '{{term}}', tag: ['a b', 'c&d'] } },
  {
    request: 'GET {{baseUrl}}/users/{{id}}',
    headers: { 'X-Tag': ['a', 'b'], 'X-Id': '{{id}}', Accept: null },
  },
  {
    request: 'POST {{baseUrl}}/a',
    json: { name: `it's "{{term}}" $HOME`, id: '{{id}}', braces: '\\{{x}}', list: '{{list}}' },
  },
  { request: 'POST {{baseUrl}}/{{zip}}', json: { zip: '{{zip}}', text: 'x{{zip}}' } },
  { request: 'PUT {{baseUrl}}/a', form: { a: ['1', 'x&y'], b: '{{term}}' } },
  { request: 'POST {{baseUrl}}/a', text: 'one\ntwo {{id}}\n', 'content-type': 'text/csv' },
  { request: 'POST {{baseUrl}}/a', xml: '<a id="{{id}}"/>' },
  {
    request: 'POST {{baseUrl}}/a',
    graphql: { query: 'query A($n: Int) { a(n: $n) }', variables: { n: '{{id}}' }, operation: 'A' },
  },
  {
    request: 'POST {{baseUrl}}/a',
    multipart: {
      a: '{{term}}',
      f: { file: 'note.txt' },
      g: { text: 'x;y', filename: 'g.txt', 'content-type': 'text/plain' },
    },
  },
  { request: 'POST {{baseUrl}}/a', file: 'note.txt', 'content-type': 'text/markdown' },
  { request: 'GET {{baseUrl}}/a', auth: { bearer: '{{token}}' } },
  { request: 'GET {{baseUrl}}/a', auth: { basic: { username: 'ada', password: '{{token}}' } } },
  { request: 'GET {{baseUrl}}/a', auth: { 'api-key': { query: 'key', value: '{{token}}' } } },
  { request: 'HEAD {{baseUrl}}/a', auth: 'none' },
  { request: 'DELETE {{baseUrl}}/a', headers: { 'X-On': '' } },
  {
    request: 'GET {{baseUrl}}/login',
    extracts: { session: '$.user.session', version: 'header x-version', fixed: { value: 'v{{id}}' } },
  },
  { request: 'POST {{baseUrl}}/{{session}}/{{version}}/{{fixed}}', json: { session: '{{session}}' } },
  { request: 'GET {{baseUrl}}/space/a b\\c?q=é d#part' },
  { request: 'GET {{baseUrl}}/tags/{{odd}}/x?q={{odd}}&id={{id}}' },
  { request: 'GET {{baseUrl}}/static/../%2e%2e/x\\y', 'path-as-is': true },
  { request: 'POST {{baseUrl}}/a', text: 'a\r\nb\u0007{{id}}\r"$\u202ec' },
  { request: 'POST {{baseUrl}}/a', text: '\r\n', 'content-type': 'text/csv' },
  { request: 'POST {{baseUrl}}/a', file: 'note.txt' },
  {
    request: 'POST {{baseUrl}}/a',
    multipart: {
      a: { text: '{"a":"\r"}', 'content-type': 'application/json', headers: { 'X-Part': 'a; b' } },
    },
  },
  { request: 'POST {{baseUrl}}/a', json: { note: 'Read: {{lines}}', term: '{{term}}', lone: '{{lines}}' } },
  {
    request: 'POST {{baseUrl}}/a',
    text: 'caf\u00e9 {{id}}',
    'content-type': 'text/plain; charset=iso-8859-1',
  },
  {
    request: 'POST {{baseUrl}}/a',
    'content-type': 'multipart/mixed',
    multipart: {
      a: { text: 'x', 'content-type': 'text/plain', headers: { 'X-Part': 'a; b' } },
      f: { file: 'note.txt' },
    },
  },
  { set: { id: 8 } },
  {
    request: 'GET {{baseUrl}}/users/{{id}}',
    variables: { more: 'm-{{id}}' },
    headers: { 'X-More': '{{more}}' },
  },
]

function collectionOf(items: readonly CollectionItem[], more: Partial<Collection> = {}): Collection {
  return { name: 'Shop', items, environments: [], ...more }
}

const requests = (list: readonly JsonObject[]): readonly CollectionItem[] =>
  list.map(step => ({ kind: 'request', step }))

describe('a script of curl commands', { skip }, () => {
  it('sends what the run sends', async () => {
    await using server = await httpServer((_, response) => {
      response
        .writeHead(200, { 'x-version': '2', 'set-cookie': 'sid=1' })
        .end('{"data":{},"user":{"session":"s 1"}}'.replace(' ', ''))
    })
    const collection = collectionOf(
      [
        ...requests(steps),
        {
          kind: 'folder',
          name: 'Inner',
          variables: { term: 'inner' },
          settings: { headers: { 'X-In': '{{term}}' } },
          items: requests([{ request: 'GET {{baseUrl}}/in' }]),
        },
      ],
      {
        baseUrl: server.url,
        variables: {
          term: "keyboard & `mouse` $1 it's}",
          id: 7,
          list: [1, 'x'],
          greeting: 'Hello {{term}}',
          odd: 'C# é',
          zip: new ExactNumber('01234', '1234'),
          lines: 'a\r\nb "c" \\ $d',
        },
        secrets: { token: "t'0k" },
        settings: { headers: { 'X-All': '{{greeting}}' }, auth: { bearer: 'outer' } },
      },
    )
    const { files, report } = exportCurl(collection)
    assert.deepEqual(report.losses, [])
    const theirs = await run(files[0]?.text ?? '', () => server.seen)
    const count = theirs.length
    for (const suite of suitesToRun(collection, [])) {
      const { messages, summary } = await runText(suiteText(suite), {
        files: { 'note.txt': 'a note\n' },
      })
      assert.deepEqual([messages, summary.problems], [[], []])
    }
    assert.equal(count, steps.length)
    assert.deepEqual(theirs.map(comparable), server.seen.slice(count).map(comparable))
  })

  it('takes its variables from the environment', async () => {
    await using server = await httpServer()
    const { files } = exportCurl(
      collectionOf(requests([{ request: 'GET {{baseUrl}}/{{id}}/{{token}}' }]), {
        baseUrl: 'http://127.0.0.1:1',
        variables: { id: 7 },
        secrets: { token: '{{env.API_TOKEN}}' },
      }),
    )
    const seen = await run(files[0]?.text ?? '', () => server.seen, {
      BASE_URL: server.url,
      API_TOKEN: 'abc',
    })
    assert.equal(seen[0]?.url, '/7/abc')
  })

  it('tells what a variable that nothing sets is called in the environment', () => {
    const { files, report } = exportCurl(
      collectionOf(requests([{ request: 'GET http://a/{{uid}}/{{u.id}}/{{u-id}}' }])),
    )
    assert.match(files[0]?.text ?? '', /http:\/\/a\/\$\{UID_\}\/\$\{U_ID\}\/\$\{U_ID_2\}/)
    assert.deepEqual(
      report.notes.map(({ what, why }) => `${what} ${why.split(' ').at(-1) ?? ''}`),
      ['{{uid}} UID_', '{{u.id}} U_ID', '{{u-id}} U_ID_2'],
    )
  })

  it('comes back as the same requests', () => {
    const collection = collectionOf(
      requests(steps.slice(0, 8).map((step, index) => ({ name: `No. ${index}`, ...step }))),
      {
        baseUrl: 'http://a.example',
        variables: { term: 'x', id: 7, list: [1] },
      },
    )
    const again = importCurl(exportCurl(collection).files[0]?.text ?? '', { file: 'shop.sh' })
    assert.ok(again.ok)
    assert.deepEqual(
      again.value.collection?.items.map(item => item.kind === 'request' && item.step['name']),
      collection.items.map(item => item.kind === 'request' && item.step['name']),
    )
  })
})

test('what is switched off is not sent', () => {
  const step = {
    request: 'GET http://a/',
    headers: { 'X-Off': { disabled: '1' } },
    query: { a: [{ disabled: 1 }, 2] },
  }
  assert.match(
    exportCurl(collectionOf(requests([step]))).files[0]?.text ?? '',
    /\ncurl 'http:\/\/a\/\?a=2'\n/,
  )
})

test('a variable that only the steps behind all others use is set', () => {
  const { files } = exportCurl(
    collectionOf(requests([{ request: 'GET {{baseUrl}}/a' }]), {
      baseUrl: 'http://a',
      variables: { leftover: 7, unused: 8 },
      after: [{ kind: 'request', step: { request: 'DELETE {{baseUrl}}/{{leftover}}' } }],
    }),
  )
  const text = files[0]?.text ?? ''
  assert.match(text, /^LEFTOVER=.*7/m)
  assert.doesNotMatch(text, /unused/i)
})

test('what a script cannot do is told', () => {
  const { report } = exportCurl(
    collectionOf(
      requests([
        {
          name: 'A',
          request: 'GET http://a/',
          validations: [{ status: 200 }, { name: 'named', '$.a': 1 }],
          when: { a: 1 },
        },
        { name: 'B', grpc: 'a.B/c' },
        {
          name: 'C',
          request: 'GET http://a/',
          auth: { oauth2: {} },
          retry: { attempts: 3 },
          extracts: { a: '$..b' },
        },
        { name: 'D', request: 'GET http://a/{{$randomFirstName}}' },
      ]),
    ),
  )
  assert.equal(report.created, 3)
  assert.deepEqual(
    report.losses.map(({ where, what }) => `${where}: ${what}`),
    [
      'Shop / A: validation status',
      'Shop / A: validation named',
      'Shop / A: when',
      'Shop / B: grpc',
      'Shop / C: auth oauth2',
      'Shop / C: extract a: $..b',
      'Shop / C: retry',
      'Shop: {{$randomFirstName}}',
    ],
  )
})

test('what is tried again as curl tries it comes back as its option', () => {
  const imported = importCurl('curl --retry 2 http://a/\ncurl --retry 2 --retry-all-errors http://b/', {
    file: 'a.sh',
  })
  assert.ok(imported.ok && imported.value.collection !== undefined)
  const text = exportCurl(imported.value.collection).files[0]?.text ?? ''
  assert.match(text, /curl http:\/\/a\/ --fail --retry 2 --retry-delay 1\n/)
  assert.match(text, /curl http:\/\/b\/ --fail --retry-all-errors --retry 2 --retry-delay 1\n/)
})

/** Runs a script; what the server saw by then. */
async function run(
  script: string,
  seen: () => readonly SeenRequest[],
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly SeenRequest[]> {
  return await withFolder({ 'shop.sh': script, 'note.txt': 'a note\n' }, async folder => {
    const env = { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8', ...environment }
    await promisify(execFile)('bash', ['shop.sh'], { cwd: folder, env })
    return [...seen()]
  })
}
