import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { httpServer } from '../../../actions/http/testing/http-server.ts'
import { suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { Agreements, printedVersions } from '../../../testing/agreements.ts'
import { without } from '../../../testing/parts.ts'
import { withFolder } from '../../../testing/run-program.ts'
import { runText } from '../../../testing/run-text.ts'
import { exportTests, type TestFile } from '../export-tests.ts'
import type { TestOutcome } from '../framework.ts'
import { hostileSuites } from '../testing/hostile-suites.ts'
import { mustJudgeAlike } from '../testing/judge-by-framework.ts'
import { judgedSuite } from '../testing/judged-suite.ts'
import { mutantsOf } from '../testing/mutants.ts'
import { readRows, readSuite } from '../testing/read-suite.ts'
import { playgroundTexts, withPlayground } from '../testing/with-playground.ts'
import { rubyFrameworks } from './frameworks.ts'

const [rspec] = rubyFrameworks
const skip = without('rspec') || without('rubocop')
const agreements = new Agreements(import.meta.url, () =>
  printedVersions('ruby --version', 'rspec --version', 'rubocop --version'),
)

const whole = Object.fromEntries(
  'catalogue users orders cart rows reset failures variables files bodies cascade table description graphql health travel'
    .split(' ')
    .map(name => [name, readSuite(name)] as const),
)

type Suites = readonly { readonly name: string; readonly suite: JsonObject }[]

async function written(suites: Suites): Promise<readonly TestFile[]> {
  assert.ok(rspec !== undefined)
  return (await exportTests(suitesToCollection(suites, 'suites'), rspec, { readRows })).files
}

/** A folder with these files, for as long as `use` needs it. */
function withSpecs(files: readonly TestFile[], use: (folder: string) => Promise<void>): Promise<void> {
  return withFolder({}, async folder => {
    await mkdir(path.join(folder, 'spec'), { recursive: true })
    await cp('suites/files', path.join(folder, 'spec', 'files'), { recursive: true })
    for (const { name, text } of files) await writeFile(path.join(folder, 'spec', name), text)
    await use(folder)
  })
}

/** What a program prints, whatever it ends with. */
function run(program: string, args: readonly string[], folder: string, environment = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 1 << 28 }
  return new Promise(resolve => {
    execFile(program, [...args], options, (_error, output, errors) => {
      resolve(output + errors)
    })
  })
}

/** What became of the tests of each file. */
async function outcomes(
  folder: string,
  files: readonly TestFile[],
  environment: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly TestOutcome[]>> {
  const runner = rspec?.runner
  assert.ok(runner !== undefined)
  const { command, args } = runner.command(
    files.map(({ name }) => `spec/${name}`),
    'report.xml',
  )
  const printed = await run(command, args, folder, environment)
  const report = await readFile(path.join(folder, 'report.xml'), 'utf8').catch(() => '')
  const all = runner.outcomes(report, printed)
  assert.ok(all.length > 0, printed.slice(-2000))
  return new Map(files.map(({ name }) => [name, all.filter(({ file }) => file === `./spec/${name}`)]))
}

/** The same against a playground of their own. */
function played(folder: string, files: readonly TestFile[]): ReturnType<typeof outcomes> {
  return withPlayground(url =>
    outcomes(folder, files, { BASE_URL: url, USERNAME_: 'demo', PASSWORD: 'demo-password' }),
  )
}

/** What rubocop says of the files of a folder. The size of methods and blocks is a matter of taste. */
async function lintFindings(folder: string): Promise<string> {
  return run(
    'rubocop',
    ['--only', 'Layout,Style,Lint', '--format', 'emacs', '--cache', 'false', 'spec'],
    folder,
  )
}

test('the tests of the suites pass in RSpec, and rubocop says nothing', { skip }, async () => {
  const files = await written(
    Object.entries(whole).map(([name, suite]) => ({ name: `${name}.apitest.yaml`, suite })),
  )
  await agreements.reach('the suites', JSON.stringify([files, playgroundTexts()]), () =>
    withSpecs(files, async folder => {
      const found = await played(folder, files)
      const all = [...found.values()].flat()
      assert.deepEqual(
        all.filter(({ outcome }) => outcome === 'failed'),
        [],
      )
      assert.equal(all.filter(({ outcome }) => outcome === 'skipped').length, 2)
      assert.equal(all.length, files.flatMap(({ runs }) => runs).length)
      assert.equal(await lintFindings(folder), '')
    }),
  )
})

test('each broken expectation fails in its step, in RSpec', { skip }, async () => {
  const mutants = mutantsOf(whole)
  assert.ok(mutants.length >= 30, String(mutants.length))
  const files = await written(mutants.map(({ suite }, index) => ({ name: `${index}.apitest.yaml`, suite })))
  assert.equal(files.length, mutants.length)
  await agreements.reach('broken expectations', JSON.stringify([files, playgroundTexts()]), () =>
    withSpecs(files, async folder => {
      const found = await played(folder, files)
      const wrong = files.flatMap(({ name, runs }, index) => {
        const failed = runs.filter((_, at) => found.get(name)?.[at]?.outcome === 'failed')
        const { step = '', what = '', leavesVariables = false } = mutants[index] ?? {}
        const isAlone = leavesVariables || new Set(failed).size === 1
        const isFound = isAlone && failed[0]?.endsWith(` / ${step}`) === true
        return isFound ? [] : [`${what}: ${failed.join(', ')}`]
      })
      assert.deepEqual(wrong, [])
    }),
  )
})

test('RSpec judges answers as apitest does', { skip }, async () => {
  assert.ok(rspec !== undefined)
  await mustJudgeAlike(rspec, { agreements, every: 11 })
})

test('rubocop says nothing of tests with every comparison and the worst of names', { skip }, async () => {
  const judged = judgedSuite()
  const suite: JsonObject = { ...judged, data: [{ answer: 1 }] }
  const steps = judged['steps'] as readonly JsonObject[]
  const retried = steps.map(step => ({ ...step, retry: { attempts: 2 } }))
  const files = await written([
    { name: 'judged.apitest.yaml', suite },
    { name: 'retried.apitest.yaml', suite: { ...suite, suite: 'Retried', steps: retried } },
    ...hostileSuites,
  ])
  await agreements.reach('rubocop', JSON.stringify(files), () =>
    withSpecs(files, async folder => {
      assert.equal(await lintFindings(folder), '')
    }),
  )
})

const request = (name: string, line: string, more: JsonObject = {}): JsonObject => ({
  name,
  request: line.replace(' /', ' {{baseUrl}}/'),
  ...more,
})

/** What a client can do, each in a step; some of them must fail. */
const features: JsonObject = {
  suite: 'Features',
  settings: { 'stop-on-failure': false },
  variables: { words: 'a b/\u00fc' },
  steps: [
    request('Basic', 'GET /echo', {
      auth: { basic: { username: '\u00fc', password: 'p' } },
      validations: [{ '$.headers.authorization': 'Basic w7w6cA==' }],
    }),
    request('Insecure', 'GET /echo', { tls: { verify: false } }),
    request('Too slow', 'GET /slow', { timeout: '300ms' }),
    request('Redirect', 'POST /redirect', {
      json: { a: 1 },
      'follow-redirects': true,
      validations: [{ '$.method': 'GET' }, { '$.body': '' }],
    }),
    request('Redirects without end', 'GET /loop', { 'follow-redirects': 2 }),
    request('Any method', 'QUERY /echo', { text: 'x', validations: [{ '$.method': 'QUERY' }] }),
    request('No body', 'HEAD /echo'),
    request('Spaces', 'GET /echo?q={{words}}&z=\u00e4 \u00f6', {
      validations: [{ '$.url': '/echo?q=a%20b/%C3%BC&z=%C3%A4%20%C3%B6' }],
    }),
    request('Cookies are set', 'GET /cookies?back=/a/b'),
    request('Cookies are sent', 'GET /echo', { validations: [{ '$.headers.cookie': 'a=1; e=5' }] }),
    request('None are sent', 'GET /echo', {
      cookies: false,
      validations: [{ '$.headers.cookie': { exists: false } }],
    }),
    request('Latin 1', 'GET /latin', { validations: [{ text: '\u00fc' }, { text: { 'has-length': 1 } }] }),
  ],
  after: ['first', 'second', 'third'].map(name =>
    request(name, `GET /${name}`, { validations: [{ status: name === 'second' ? 418 : 200 }] }),
  ),
}

const cookies = [
  'a=1; Path=/',
  'b=2; Max-Age=0',
  'c=3; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  'd=4; Path=/other',
  'e=5',
]

test('RSpec sends what apitest sends, and cleans up whatever fails', { skip }, async () => {
  await using server = await httpServer(({ method, url, headers, body }, response) => {
    if (url === '/slow') setTimeout(() => response.end(), 2000)
    else if (url === '/redirect') response.writeHead(302, { location: '/echo' }).end()
    else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (url.startsWith('/cookies')) response.setHeader('set-cookie', cookies).end()
    else if (url === '/latin')
      response.setHeader('content-type', 'text/plain; charset=ISO-8859-1').end(Buffer.from([0xfc]))
    else response.end(JSON.stringify({ method, url, headers, body: String(body) }))
  })
  const ran = await runText(JSON.stringify(features), { input: { variables: { baseUrl: server.url } } })
  const [file] = await written([{ name: 'features.apitest.yaml', suite: features }])
  assert.ok(file !== undefined)
  await withSpecs([file], async folder => {
    const found = await outcomes(folder, [file], { BASE_URL: server.url })
    const there = found.get(file.name) ?? []
    const failed = file.runs.filter((_, index) => there[index]?.outcome === 'failed')
    const here = ran.steps.filter(({ outcome, phase }) => phase !== 'after' && outcome !== 'passed')
    assert.deepEqual(
      failed.map(where => where.split(' / ').at(-1)),
      here.map(({ name }) => name),
    )
    assert.equal(failed.length, 2)
    assert.deepEqual(
      server.seen.slice(-3).map(({ url }) => url),
      ['/first', '/second', '/third'],
    )
    assert.equal(await lintFindings(folder), '')
  })
})
