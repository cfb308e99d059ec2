import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it, test } from 'node:test'
import { parse } from 'acorn'
import { parse as readWithPlaces } from 'yaml'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { comparable } from '../../compile/testing/same-wire.ts'
import { suitesToCollection } from '../../compile/suites-to-collection.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { Collection, CollectionItem } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { withFolder } from '../../testing/run-program.ts'
import { runText } from '../../testing/run-text.ts'
import { exportTestCode } from './export-test-code.ts'
import { defined } from '../../util/defined.ts'
import type { ExportedTests } from '../../formats/test-code/export-tests.ts'
import { nodeTest } from '../../formats/test-code/javascript/frameworks.ts'
import { withPlayground } from '../../formats/test-code/testing/with-playground.ts'
import { shareOfCount } from '../../testing/parts.ts'

const requests = (steps: readonly JsonObject[]): readonly CollectionItem[] =>
  steps.map(step => ({ kind: 'request', step }))

/** The suites of the project's own that only send HTTP requests which fetch can send. */
const suites = ['catalogue', 'orders', 'users', 'cart', 'rows', 'variables', 'health', 'table']

describe('tests for node', () => {
  it(
    'are written once for all, however many folders and variables there are',
    { timeout: 120_000 },
    async () => {
      const count = shareOfCount(500)
      const items = Array.from({ length: count }, (_, index): CollectionItem => {
        const names = Array.from({ length: 20 }, (__, number) => `v${index}n${number}`)
        const variables = Object.fromEntries(names.map(name => [name, name]))
        const [step] = requests([{ request: `GET https://h/${names.map(name => `{{${name}}}`).join('/')}` }])
        return { kind: 'folder', name: `Folder ${index}`, variables, items: step === undefined ? [] : [step] }
      })
      const { files } = await exported({ name: 'Many', environments: [], items })
      assert.equal(files.length, count)
      assert.ok(files.at(-1)?.text.includes(`const v${count - 1}n19 = "v${count - 1}n19";`))
    },
  )

  it('look for nothing that a variable makes empty', async () => {
    const validations = ['contains', 'starts-with', 'matches-regex', 'not-one-of'].map(operator => ({
      '$.a': { [operator]: '{{found}}' },
    }))
    const items = requests([
      { request: 'GET https://h/first', extracts: { found: '$.found' } },
      { request: 'GET https://h/second', validations },
    ])
    const { files, report } = await exported({ name: 'Empty', environments: [], items })
    const text = files[0]?.text ?? ''
    assert.equal(text.match(/exists\(found\)/g)?.length ?? 0, 3, text)
    assert.match(report.losses.map(({ why }) => why).join(), /a list that a variable holds/)
  })

  it('are green against the playground, as the suites are', async () => {
    await withPlayground(async url => {
      const collection = await ownSuites(url)
      const { files, report } = await exported(collection, { folder: 'suites' })
      assert.deepEqual(
        report.losses
          .map(({ what }) => what)
          .filter(
            what =>
              !/^(validation schema|validation .*(\.\.|\?@| (later|earlier)-than | is-sorted | unique )|retry stop-when|exec|use|no header)/.test(
                what,
              ),
          ),
        [],
      )
      assert.ok(files.length >= 5, String(files.length))
      const { exitCode, output } = await runTests(files, await ownData())
      assert.equal(exitCode, 0, failedTests(output))
      assert.ok(Number(/^# pass (\d+)/m.exec(output)?.[1]) > 30, output)
    })
  })

  it('are not there where nothing of a file can be written: one without tests would pass', async () => {
    const items = requests([{ name: 'Never asked', calls: 'shop', validations: [{ '$.count': 0 }] }])
    const { files, report } = await exported({ name: 'Calls', environments: [], items })
    assert.deepEqual(files, [])
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      ['Calls / Never asked: calls'],
    )
  })

  it('send what the run sends', async () => {
    await using server = await httpServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('{"token":"t0k","list":[{"n":1},{"n":2}]}')
    })
    const collection = shop(server.url)
    const { files, report } = await exported(collection)
    assert.deepEqual(report.losses, [])
    assert.ok(files.every(({ text }) => !text.includes('pw"1')))
    const { exitCode, output } = await runTests(files)
    assert.equal(exitCode, 0, output)
    const theirs = [...server.seen]
    for (const suite of suitesToRun(collection, [])) {
      const { messages, summary } = await runText(JSON.stringify(suite), {
        files: { 'note.txt': 'a note\n' },
      })
      assert.deepEqual([messages, summary.problems], [[], []])
    }
    const shown = (list: typeof theirs): readonly string[] =>
      list.map(request => JSON.stringify(comparable(request))).sort()
    assert.ok(theirs.length > 8)
    assert.deepEqual(shown(theirs), shown(server.seen.slice(theirs.length)))
  })

  it('are red when the server answers otherwise', async () => {
    for (const [status, body] of [
      [500, '{"token":"t0k","list":[{"n":1},{"n":2}]}'],
      [200, '{"token":"","list":[]}'],
      [200, 'no JSON'],
    ] as const) {
      await using server = await httpServer((_, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      )
      const { exitCode, output } = await runTests((await exported(shop(server.url))).files)
      assert.equal(exitCode, 1, output)
    }
  })

  it('B: judge the errors of GraphQL as the run does', async () => {
    const answers: Readonly<Record<string, string>> = {
      '/refused': '{"data":null,"errors":[{"message":"no"}]}',
      '/fine': '{"data":{"a":1}}',
    }
    await using server = await httpServer((request, response) => response.end(answers[request.url]))
    const keys: readonly JsonObject[] = [
      {},
      { validations: [{ '$.data': { exists: false } }] },
      { validations: [{ '$.errors[0].message': 'no' }] },
      { validations: [{ when: { status: 201 }, '$.errors': { exists: false } }] },
      { validations: [{ when: { '$.errors': { exists: true } }, '$.errors[0].message': 'no' }] },
      { graphql: { query: '{ a }', 'allow-errors': true } },
      {
        graphql: { query: '{ a }', 'allow-errors': true },
        validations: [{ when: { '$.errors': { exists: true } }, status: 200 }],
      },
    ]
    const steps = Object.keys(answers).flatMap(path =>
      keys.map((one, index): JsonObject => {
        const request = `POST ${server.url}${path}`
        return { name: `${path.slice(1)} ${index}`, request, graphql: { query: '{ a }' }, ...one }
      }),
    )
    const settings = { 'stop-on-failure': false }
    const { files } = await exported({ name: 'A', environments: [], settings, items: requests(steps) })
    const { output } = await runTests(files)
    const theirs = [...output.matchAll(/^ *ok \d+ - (\w+ \d)$/gm)].map(([, name]) => name)
    const ours = await runText(JSON.stringify({ suite: 'A', settings, steps }))
    assert.deepEqual(ours.summary.problems, [])
    const passed = ours.steps.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name)
    assert.deepEqual(theirs, passed, output)
    assert.deepEqual(
      passed.filter(name => name.startsWith('refused')),
      [2, 4, 5, 6].map(index => `refused ${index}`),
    )
  })

  it('are one file for each folder, and one for all that need each other', async () => {
    const folder = (name: string, step: JsonObject): CollectionItem => ({
      kind: 'folder',
      name,
      items: requests([step]),
    })
    const apart = [folder('A', { request: 'GET http://a/' }), folder('B', { request: 'GET http://b/' })]
    const filesOf = async (items: readonly CollectionItem[]): Promise<readonly string[]> =>
      (await exported({ name: 'Shop', environments: [], items })).files.map(({ name }) => name)
    assert.deepEqual(await filesOf(apart), ['a.test.mjs', 'b.test.mjs'])
    assert.deepEqual(
      await filesOf([
        folder('A', { request: 'GET http://a/', extracts: { id: '$.id' } }),
        folder('B', { request: 'GET http://b/{{id}}' }),
      ]),
      ['shop.test.mjs'],
    )
  })
})

test('what fetch cannot do is told', async () => {
  const { report, files } = await exported({
    name: 'Shop',
    environments: [],
    items: requests([
      {
        name: 'A',
        request: 'GET http://a/',
        json: {},
        validations: [{ schema: 'a.json' }, { '$..x': 1 }],
        scripts: { after: 'x' },
      },
      { name: 'B', kafka: 'listen' },
      { name: 'C', request: 'TRACE http://a/' },
      {
        name: 'D',
        request: 'GET http://a/{{nobody}}',
        auth: { digest: {} },
        tls: { verify: false },
        headers: { accept: null, Host: 'b' },
      },
    ]),
  })
  assert.deepEqual(
    report.losses.map(({ where, what }) => `${where}: ${what}`),
    [
      'Shop / A: validation schema',
      'Shop / A: validation $..x equals 1',
      'Shop / A: scripts',
      'Shop / A: body',
      'Shop / B: kafka',
      'Shop / C: TRACE',
      'Shop / D: auth digest',
      'Shop / D: no header accept',
      'Shop / D: header Host',
    ],
  )
  assert.deepEqual(
    report.notes.map(({ what }) => what),
    ['{{nobody}}', 'cookies'],
  )
  assert.match(report.notes[0]?.why ?? '', /as NOBODY$/)
  assert.ok(
    parse(files[0]?.text ?? '', {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowAwaitOutsideFunction: true,
    }),
  )
})

test('rows of a file are read', async () => {
  await using server = await httpServer(({ url }, response) => {
    response.statusCode = url.endsWith('/2') ? 404 : 200
    response.end()
  })
  const request = 'GET {{baseUrl}}/{{who}}/{{id}}'
  const rows = 'id,who,expected_status\n1,"a, ""b""",\r\n2,c,404\n'
  const steps = [{ request }, { name: 'Group', steps: [{ request }, { set: { done: true } }] }]
  for (const step of steps) {
    const collection: Collection = {
      name: 'Rows',
      baseUrl: server.url,
      environments: [],
      items: requests([
        { name: 'Row', ...step },
        { name: 'Done', set: { ended: true } },
      ]),
    }
    const { files } = await withFolder({ 'rows.csv': rows }, folder =>
      exported(collection, { data: 'rows.csv', folder }),
    )
    const { exitCode, output } = await runTests(files)
    assert.equal(exitCode, 0, output)
    assert.deepEqual(
      server.seen.slice(-2).map(({ url }) => decodeURIComponent(url)),
      ['/a, "b"/1', '/c/2'],
    )
  }
  assert.equal(server.seen.length, 4)
})

/** A collection as tests, whose files lie in a folder. */
async function exported(
  collection: Collection,
  { folder = '.', data }: { readonly folder?: string; readonly data?: string } = {},
): Promise<ExportedTests> {
  const outputFolder = path.resolve(folder)
  const options = { outputFolder, workingFolder: outputFolder, ...defined({ data }) }
  const tests = await exportTestCode(collection, nodeTest, options)
  assert.ok(tests.ok, JSON.stringify(tests))
  return tests.value
}

/** Returns the output of TAP for the tests that failed, without those that passed. */
function failedTests(output: string): string {
  return output
    .split(/^(?=\s*# Subtest: )/m)
    .filter(part => /^\s*not ok /m.test(part))
    .join('')
}

const password = 'pw"1'

/** A collection with everything that fetch can do. */
function shop(baseUrl: string): Collection {
  return {
    name: 'Shop',
    baseUrl,
    variables: { search: "key & 'x' `y` ${z}", id: 7, greeting: 'Hello {{search}}' },
    secrets: { password },
    settings: { headers: { 'X-All': 'yes' }, cookies: false },
    environments: [],
    items: [
      ...requests([
        {
          name: "It's a sign-in",
          request: 'POST {{baseUrl}}/login',
          json: {
            password: '{{password}}',
            id: '{{id}}',
            'odd-key': ['{{greeting}}', '\\{{x}}', 'line\nbreak'],
          },
          validations: [
            { status: 200 },
            { '$.token': { exists: true, 'starts-with': 't' } },
            { time: { 'less-than': 20_000 } },
          ],
          extracts: {
            token: '$.token',
            first: '$.list[0].n',
            kind: { from: 'header content-type', regex: '/(.*)' },
          },
        },
        {
          request: 'GET {{baseUrl}}/profile/{{first}}/{{kind}}?a=1',
          query: { q: '{{search}}', tag: ['a b', '{{id}}'] },
          auth: { bearer: '{{token}}' },
          validations: [
            { '$.list[*].n': [1, 2] },
            { 'header content-type': { contains: 'json', 'matches-regex': '^application' } },
            { text: { contains: 't0k' } },
            { '$.list': { matches: [{ n: '<integer>' }] } },
            { '$.list[0].n': '{{first}}' },
            { when: { status: 200, '$.list': { exists: true } }, '$.list[0].n': 1 },
            { when: { 'variable first': 1 }, '$.list': { exists: true } },
            { when: { 'variable first': 2 }, '$.list': 'never' },
            { unless: [{ status: 404 }, { text: { contains: 'n' } }], '$.list': 'never' },
          ],
          extracts: { unknown: { from: '$.nothing', when: { status: 404 } } },
        },
        {
          name: 'Form',
          request: 'PUT {{baseUrl}}/form',
          form: { a: ['{{search}}', '1'], b: 'x' },
          auth: { basic: { username: 'ada', password: '{{password}}' } },
        },
        {
          name: 'Text',
          request: 'PATCH {{baseUrl}}/text',
          text: 'one\ntwo {{id}}\n',
          'content-type': 'text/csv',
        },
        { name: 'Set', set: { id: 8 } },
        { name: 'File', request: 'POST {{baseUrl}}/file', file: 'note.txt', 'content-type': 'text/markdown' },
        {
          name: 'Upload',
          request: 'POST {{baseUrl}}/upload',
          multipart: {
            a: '{{search}}',
            f: { file: 'note.txt', 'content-type': 'text/plain' },
            g: { text: 'x', filename: 'g.txt', 'content-type': 'text/css' },
          },
        },
        { name: 'Never', when: { id: 1 }, request: 'GET {{baseUrl}}/never' },
        { name: 'Retry', request: 'GET {{baseUrl}}/retry', retry: { attempts: 3, interval: '10ms' } },
      ]),
      {
        kind: 'folder',
        name: 'Rows',
        variables: { id: 'inner' },
        data: [{ n: 1 }, { n: 2 }],
        items: requests([{ name: 'Row {{n}}', request: 'GET {{baseUrl}}/rows/{{n}}/{{id}}' }]),
        after: [{ kind: 'request', step: { request: 'DELETE {{baseUrl}}/rows' } }],
      },
    ],
  }
}

/** Suites of the project as a collection for the playground at this address. */
async function ownSuites(baseUrl: string): Promise<Collection> {
  const documents = await Promise.all(
    suites.map(async name => ({
      name: `${name}.apitest.yaml`,
      suite: readWithPlaces(await readFile(`suites/${name}.apitest.yaml`, 'utf8')) as JsonObject,
    })),
  )
  const collection = suitesToCollection(documents, 'Own suites')
  return {
    ...collection,
    baseUrl,
    variables: { username: 'demo' },
    secrets: { password: 'demo-password', apiKey: 'demo-key' },
  }
}

/** The data rows of the project's own suites. */
async function ownData(): Promise<Readonly<Record<string, string>>> {
  const names = await readdir('suites/data')
  const entries = names.map(
    async name => [`data/${name}`, await readFile(`suites/data/${name}`, 'utf8')] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** Runs files with `node --test`, beside `note.txt`. */
async function runTests(
  files: readonly { readonly name: string; readonly text: string }[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const all = {
    ...Object.fromEntries(files.map(({ name, text }) => [name, text])),
    'note.txt': 'a note\n',
    ...more,
  }
  return await withFolder(all, async folder => {
    const { NODE_TEST_CONTEXT: _, ...outer } = process.env
    const env = { ...outer, PASSWORD: password }
    const names = files.map(({ name }) => name)
    const child = spawn(
      process.execPath,
      ['--test', '--test-reporter=tap', '--test-concurrency=1', ...names],
      { cwd: folder, env },
    )
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const exitCode = await new Promise<number | null>(resolve => child.on('close', resolve))
    return { exitCode, output }
  })
}
