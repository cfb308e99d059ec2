import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, it, test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'acorn'
import { httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { comparable } from '../../compile/testing/same-wire.ts'
import type { Collection, CollectionItem } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { withFolder } from '../../testing/run-program.ts'
import { runText } from '../../testing/run-text.ts'
import { exportK6, type K6Options } from './export-k6.ts'
import { k6Environment, runInNode, withoutK6 } from './testing/run-script.ts'

const run = promisify(execFile)

const requests = (steps: readonly JsonObject[]): readonly CollectionItem[] =>
  steps.map(step => ({ kind: 'request', step }))

/** The secrets that the environment gives. */
const secrets = { PASSWORD: 'pw"1' }

/** A collection with everything that k6 can do. */
function shop(baseUrl: string): Collection {
  return {
    name: 'Shop: all of it',
    baseUrl,
    variables: { search: "key & 'x' `y` ${z}", id: 7, greeting: 'Hello {{search}}' },
    secrets: { password: secrets.PASSWORD },
    settings: { headers: { 'X-All': 'yes' } },
    environments: [{ name: 'Local', variables: { region: 'eu' }, secrets: {} }],
    items: [
      {
        kind: 'folder',
        name: 'Account',
        items: requests([
          {
            name: 'Sign in',
            request: 'POST {{baseUrl}}/login',
            json: {
              password: '{{password}}',
              id: '{{id}}',
              'odd-key': ['{{greeting}}', '\\{{x}}', 'line\nbreak'],
            },
            validations: [
              { status: 200 },
              { '$.token': { exists: true } },
              { time: { 'less-than': 20_000 } },
            ],
            extracts: {
              token: '$.token',
              version: 'header x-version',
              major: { from: 'header x-version', regex: '^(\\d+)' },
            },
          },
          {
            request: 'GET {{baseUrl}}/profile/{{major}}?a=1',
            query: { q: '{{search}}', tag: ['a b', '{{id}}'] },
            auth: { bearer: '{{token}}' },
            validations: [
              { name: 'it is right', status: 200 },
              { name: 'it is right', '$.list[*].n': [1, 2] },
              { 'header content-type': { contains: 'json' } },
              { text: { 'matches-regex': '(?i)TOKEN' } },
              { '$.list': { 'has-length': 2, matches: [{ n: '<integer>' }] } },
              { '$.region': '{{region}}' },
            ],
          },
        ]),
      },
      {
        kind: 'folder',
        name: 'Rows',
        data: [
          { row_id: 1, expected_status: 200 },
          { row_id: 404, expected_status: 404 },
        ],
        items: requests([{ name: 'Row {{row_id}}', request: 'GET {{baseUrl}}/rows/{{row_id}}' }]),
      },
      ...requests([
        {
          name: 'Form',
          request: 'PUT {{baseUrl}}/form',
          form: { a: '{{search}}', b: 'x' },
          auth: { basic: { username: 'ada', password: '{{password}}' } },
        },
        { name: 'Fields', request: 'POST {{baseUrl}}/form', form: { a: ['1', '{{id}}'] } },
        {
          name: 'Text',
          request: 'PATCH {{baseUrl}}/text',
          text: 'one\ntwo {{id}}\n',
          'content-type': 'text/csv',
        },
        { name: 'Set', set: { id: 8 } },
        {
          name: 'GraphQL',
          request: 'POST {{baseUrl}}/graphql',
          graphql: { query: 'query A {\n  a(x: "{{id}}")\n}', variables: { id: '{{id}}' } },
        },
        {
          name: 'Poll',
          request: 'GET {{baseUrl}}/poll',
          retry: { attempts: 5, interval: '10ms' },
          validations: [{ '$.polls': 3 }],
        },
        { name: 'Never', when: { region: 'us' }, request: 'GET {{baseUrl}}/never' },
        { name: 'Nor this', unless: { region: 'eu' }, request: 'GET {{baseUrl}}/never' },
        { name: 'This', when: { region: 'eu' }, unless: { id: 9 }, set: { id: 8 } },
        { name: 'Pause', pause: '10ms' },
        { name: 'List', request: 'GET {{baseUrl}}/list', extracts: { list: '$.list' } },
        {
          name: 'Each {{one.n}}',
          'for-each': { one: '{{list}}' },
          request: 'POST {{baseUrl}}/each/{{one.n}}',
          query: { round: '{{$round}}', none: '{{nothing}}' },
          variables: { nothing: null, body: 'text {{one.n | plus 0.5}}' },
          headers: {
            'X-Signature': '{{body | hmac-sha256 password base64url}}',
            'X-Hash': '{{body | sha1}}',
          },
          text: '{{body}}',
        },
        {
          name: 'Pages',
          variables: { seen: [] },
          steps: [
            {
              name: 'Page {{$round}}',
              repeat: { until: { '$.polls': 3 }, 'at-most': 9, interval: '1ms' },
              request: 'GET {{baseUrl}}/poll?page={{$index}}',
              extracts: {
                seen: { from: '$.list[*].n', append: true },
                next: { from: '$.next', default: 'x' },
              },
            },
          ],
          validations: [{ '$.seen': { 'has-length': 6 } }, { '$.next': 'x' }],
        },
        {
          name: 'Gone',
          request: 'GET {{baseUrl}}/rows/404',
          variables: { id: 9 },
          validations: [
            { status: { 'one-of': [404, 410] } },
            { when: { status: 404 }, '$.region': 'eu' },
            { 'variable id': 9 },
            { when: { '$.region': 'nowhere' }, '$.other': 'never' },
            { unless: [{ status: 404, '$.region': 'eu' }], '$.region': 'never' },
          ],
          extracts: { unknown: { from: '$.nothing', when: { status: 200 } } },
        },
      ]),
    ],
  }
}

/** A server that knows the shop. */
function answering(): Parameters<typeof httpServer>[0] {
  let polls = 0
  return ({ url }, response) => {
    response.writeHead(url.endsWith('/404') ? 404 : 200, {
      'content-type': 'application/json',
      'x-version': '2.1',
    })
    if (url.startsWith('/poll')) polls++
    response.end(
      JSON.stringify({
        data: {},
        token: 't0k',
        list: [{ n: 1 }, { n: 2 }],
        region: 'eu',
        polls: ((polls - 1) % 3) + 1,
      }),
    )
  }
}

async function scriptOf(collection: Collection, options?: K6Options): Promise<string> {
  const { files } = await exportK6(collection, options)
  return files[0]?.text ?? ''
}

describe('a script of k6', () => {
  it('is one that k6 and its types accept', async () => {
    const text = await scriptOf(shop('http://127.0.0.1:1'))
    assert.ok(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }).body.length > 0)
    const { stdout } = await typeCheck(text)
    assert.equal(stdout, '')
  })

  it('has a call for each request, and a check for each validation', async () => {
    const collection = shop('http://127.0.0.1:1')
    const { files, report } = await exportK6(collection)
    const text = files[0]?.text ?? ''
    assert.deepEqual(report.losses, [])
    assert.equal([...text.matchAll(/http\.request\(/g)].length, 14)
    for (const name of [
      'status equals 200',
      '$.token exists',
      'it is right',
      'header content-type contains json',
      '$.polls equals 3',
    ])
      assert.ok(
        ['response', '()'].some(given => text.includes(`'${name}': ${given} =>`)),
        name,
      )
  })

  it('sends what the run sends, and its checks hold', async () => {
    await using server = await httpServer(answering())
    const collection = shop(server.url)
    const checks = await runInNode(await scriptOf(collection), secrets)
    assert.deepEqual(
      checks.filter(([, holds]) => !holds),
      [],
    )
    await compareWithRun(collection, [...server.seen], () => server.seen)
  })

  it('counts a request once that failed, whatever is wrong with it', async () => {
    await using server = await httpServer((_, response) => response.writeHead(500).end('{}'))
    const step = {
      name: 'Item',
      request: `GET ${server.url}/`,
      validations: [{ status: 200 }, { '$.a': 1 }, { '$.b': 2 }],
    }
    const text = await scriptOf({
      name: 'Shop',
      environments: [],
      load: { thresholds: [{ errors: { 'at-most': 3 } }] },
      items: [{ kind: 'request', step }],
    })
    assert.equal((await typeCheck(text)).stdout, '')
    assert.deepEqual((await runInNode(text)).slice(3), [
      ['request_errors', 1],
      ['request_error_rate', true],
    ])
  })

  it('finds what is wrong with an answer', async () => {
    await using server = await httpServer((_, response) => response.writeHead(500).end('{"token":""}'))
    const checks = await runInNode(await scriptOf(shop(server.url)))
    assert.deepEqual(
      checks.filter(([name, holds]) => holds && !name.startsWith('time')),
      [
        ['extract token', true],
        ['{{major}} is not empty', true],
        ['text matches-regex (?i)TOKEN', true],
        ['extract next', true],
        ['variable id equals 9', true],
      ],
    )
  })

  it('runs in k6', { skip: withoutK6 }, async () => {
    await using server = await httpServer(answering())
    const collection = shop(server.url)
    await withFolder({ 'shop.js': await scriptOf(collection) }, async folder => {
      await run('k6', ['inspect', 'shop.js'], { cwd: folder, env: { ...k6Environment, ...secrets } })
      const { stdout } = await run('k6', ['run', '--quiet', '--no-color', 'shop.js'], {
        cwd: folder,
        env: { ...k6Environment, ...secrets },
      })
      assert.match(stdout, /checks_succeeded[. ]*: 100\.00%/)
      await compareWithRun(collection, [...server.seen], () => server.seen)
      await run('k6', ['run', '--quiet', '--vus', '1', '--duration', '5s', 'shop.js'], {
        cwd: folder,
        env: { ...k6Environment, ...secrets },
      })
    })
  })
})

describe('what k6 cannot do', () => {
  it('is told', async () => {
    const { report, files } = await exportK6({
      name: 'Shop',
      environments: [],
      items: requests([
        {
          name: 'A',
          request: 'GET http://a/',
          validations: [{ status: 200 }, { schema: 'a.json' }, { '$..x': 1 }],
          scripts: { after: 'x' },
        },
        { name: 'B', grpc: 'a.B/c' },
        {
          name: 'C',
          request: 'GET http://a/{{$randomFirstName}}',
          auth: { aws: {} },
          proxy: 'http://p',
          headers: { accept: null },
        },
        { name: 'D', request: 'POST http://a/{{nobody}}', multipart: { a: '1' }, extracts: { x: '$..y' } },
      ]),
    })
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      [
        'Shop / A: validation schema',
        'Shop / A: validation $..x equals 1',
        'Shop / A: scripts',
        'Shop / B: grpc',
        'Shop / C: auth aws',
        'Shop / C: proxy',
        'Shop / C: no header accept',
        'Shop / D: extract x: $..y',
        'Shop / D: multipart',
        'Shop: {{$randomFirstName}}',
      ],
    )
    assert.equal(report.notes[0]?.what, '{{nobody}}')
    assert.match(report.notes[0].why, /-e NOBODY=/)
    assert.match(files[0]?.text ?? '', /const nobody = __ENV\.NOBODY/)
  })
})

test('rows of a file are taken in turn', async () => {
  const collection: Collection = {
    name: 'Rows',
    environments: [],
    items: requests([{ request: 'GET http://a/{{user-id}}?{{email}}' }]),
  }
  const readRows = () => [{ 'user-id': '1', email: 'ada@x.y' }]
  const text = await scriptOf(collection, { data: 'users.csv', readRows })
  assert.match(text, /new SharedArray\('rows', \(\) => parseCsv\(open\('users\.csv'\)\)\)/)
  assert.match(text, /const row = rows\[scenario\.iterationInTest % rows\.length\]/)
  assert.match(text, /`http:\/\/a\/\$\{row\['user-id'\]\}\?\$\{row\.email\}`/)
  assert.equal((await typeCheck(text)).stdout, '')
})

test('what k6 has words for is no loss', async () => {
  const send = { request: 'GET {{url}}/' }
  const { files, report } = await exportK6({
    name: 'Shop',
    environments: [],
    variables: { url: 'http://a', limit: 5 },
    settings: { resolve: { 'a:80': '127.0.0.1:81' } },
    items: requests([
      { ...send, name: 'A', auth: { digest: { username: 'ada', password: '{{pass}}' } }, cookies: false },
      { ...send, name: 'B', headers: { Host: 'b' }, tls: { verify: false }, query: { limit: '{{limit}}' } },
      { ...send, name: 'C', validations: [{ '$.list[?@.n == 1].m': [2] }], 'follow-redirects': 3 },
    ]),
  })
  const text = files[0]?.text ?? ''
  assert.deepEqual(report.losses, [])
  for (const part of [
    `hosts: { 'a:80': '127.0.0.1:81' }`,
    'insecureSkipTLSVerify: true',
    'const limit = Number(__ENV.LIMIT ?? 5)',
    "`${url}/`.replace('://', `://${encodeURIComponent('ada')}:${encodeURIComponent(pass)}@`)",
    "auth: 'digest'",
    'jar: new http.CookieJar()',
    "Host: 'b'",
    'redirects: 3',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`)
  assert.equal((await typeCheck(text)).stdout, '')
})

test('a script that would send nothing is not there', async () => {
  const { files, report } = await exportK6(
    { name: 'Shop', environments: [], items: requests([{ name: 'B', grpc: 'a.B/c' }]) },
    { operator: 2 },
  )
  assert.deepEqual(files, [])
  assert.deepEqual(
    report.losses.map(({ what }) => what),
    ['grpc'],
  )
})

/** The output of TypeScript for a script. */
async function typeCheck(text: string): Promise<{ readonly stdout: string }> {
  return await withFolder({ 'shop.js': text }, async folder => {
    await mkdir(path.join(folder, 'node_modules/@types'), { recursive: true })
    await symlink(path.resolve('node_modules/@types/k6'), path.join(folder, 'node_modules/@types/k6'))
    const options = [
      '--allowJs',
      '--checkJs',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--types',
      'k6',
      '--strict',
      'false',
    ]
    const tsc = path.resolve('node_modules/typescript/bin/tsc')
    return await run(process.execPath, [tsc, ...options, 'shop.js'], { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    )
  })
}

/** Holds what a script sent against what the run of the collection sends. */
async function compareWithRun(
  collection: Collection,
  theirs: readonly SeenRequest[],
  seen: () => readonly SeenRequest[],
): Promise<void> {
  const before = seen().length
  for (const suite of suitesToRun(collection, [])) {
    const text = JSON.stringify({
      ...suite,
      variables: { ...(suite['variables'] as JsonObject), region: 'eu' },
    })
    const { messages, summary } = await runText(text)
    assert.deepEqual([messages, summary.problems], [[], []])
  }
  const sorted = (list: readonly SeenRequest[]): readonly string[] =>
    list.map(request => JSON.stringify(withoutAccept(request))).sort()
  assert.ok(theirs.length > 10)
  assert.deepEqual(sorted(theirs), sorted(seen().slice(before)))
}

/** k6 sends no Accept of its own. */
function withoutAccept(request: SeenRequest): unknown {
  const { headers, ...rest } = comparable(request) as { readonly headers: readonly string[] }
  return {
    ...rest,
    headers: headers
      .filter(line => line !== 'accept: */*')
      .map(line => line.replace(/; charset=utf-8$/i, '')),
  }
}
