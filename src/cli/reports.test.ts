import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { githubCommand, junitErrors, parseTap, reportErrors } from '../report/testing/judges.ts'
import { browserTest } from '../testing/browser.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

/** Every outcome in one file, and rows in another. */
const suites = (url: string): Readonly<Record<string, string>> => ({
  'every outcome.apitest.yaml': `
suite: Every outcome <&> ünïcode
settings: { stop-on-failure: false }
steps:
  - request: GET ${url}/ok
    name: Passes
  - request: GET ${url}/ok
    name: Fails twice
    validations: [{ $.name: Bob }, { status: 201 }]
  - request: GET http://127.0.0.1:1/
    name: Cannot be carried out
  - request: GET ${url}/ok
    name: Is skipped
    when: { env.MISSING: { exists: true } }`,
  'rows.apitest.yaml': `
suite: Rows
data: [{ code: 200 }, { code: 500 }]
steps: [{ request: "GET ${url}/status/{{code}}" }]`,
})

/** Runs the suites with a report of this kind in a file, and hands over its text. */
async function withReport(
  name: string,
  use: (text: string, file: string) => void | Promise<void>,
): Promise<void> {
  await withPracticeServer(url =>
    withFolder(suites(url), async folder => {
      const { exitCode, output } = await runLine(folder, ['.', '--reporter', `${name}=out/report.${name}`])
      assert.deepEqual([exitCode, output], [3, ''])
      const file = path.join(folder, 'out', `report.${name}`)
      await use(await readFile(file, 'utf8'), file)
    }),
  )
}

it('F5: a failing run whose reports all go to files tells on standard error what failed', async () => {
  await withPracticeServer(url =>
    withFolder(suites(url), async folder => {
      const reporters = ['--reporter', 'junit=a.xml', '--reporter', 'json=a.json']
      const { output, errors } = await runLine(folder, ['.', ...reporters])
      assert.equal(output, '')
      for (const told of [
        'Fails twice',
        'Cannot be carried out',
        'every outcome.apitest.yaml:9',
        'Requests  ',
      ])
        assert.ok(errors.includes(told), `${told} is not in ${errors}`)
      const passing = await runLine(folder, ['.', '--grep', 'Passes', ...reporters])
      assert.deepEqual(passing, { exitCode: 0, output: '', errors: '' })
      const shown = await runLine(folder, ['.', '--reporter', 'dot', '--reporter', 'json=a.json'])
      assert.equal(shown.errors, '')
    }),
  )
})

describe('the reports of one failing run, read by others', () => {
  it('junit is valid by its schema, with a case for every step and row', () =>
    withReport('junit', async xml => {
      assert.deepEqual(await junitErrors(xml), [])
      assert.equal(xml.split('<testcase ').length - 1, 6)
    }))

  it('tap is read by a strict parser', () =>
    withReport('tap', async text => {
      const { results } = await parseTap(text)
      assert.deepEqual([results.count, results.fail, results.skip], [6, 3, 1])
    }))

  it('json is valid by its schema', () =>
    withReport('json', async text => {
      assert.deepEqual(await reportErrors(JSON.parse(text)), [])
    }))

  it('ndjson has an event a line, from the first to the last', () =>
    withReport('ndjson', text => {
      const types = text
        .trimEnd()
        .split('\n')
        .map(line => (JSON.parse(line) as { type: string }).type)
      assert.deepEqual([types[0], types.at(-1)], ['run-started', 'run-finished'])
    }))

  it('github has commands that mark the lines of the suites', () =>
    withReport('github', text => {
      const lines = text.trimEnd().split('\n')
      for (const line of lines.slice(0, -1)) assert.match(line, githubCommand)
      assert.match(text, /file=every outcome\.apitest\.yaml,line=9,/)
    }))

  it('har is imported again, and gives way to the next one', () =>
    withReport('har', async (_, file) => {
      const folder = path.dirname(path.dirname(file))
      const imported = await runLine(folder, ['import', 'har', 'out/report.har', '--json'])
      assert.equal(imported.exitCode, 0, imported.errors)
      const { report } = JSON.parse(imported.output) as { report: { requests: number; skipped: unknown } }
      const items = ['GET http://127.0.0.1:1/']
      assert.equal(report.requests, 5)
      assert.deepEqual(report.skipped, [{ reason: 'calls without an answer', count: 1, items }])
      const { errors } = await runLine(folder, ['.', '--grep', 'Passes', '-r', 'har=out/report.har'])
      assert.equal(errors, '')
    }))

  it('allure fills a folder, and adds to one that is there', () =>
    withPracticeServer(url =>
      withFolder({ ...suites(url), taken: 'a file' }, async folder => {
        const count = async (name: string) =>
          (await readdir(path.join(folder, name))).filter(file => file.endsWith('-result.json')).length
        assert.deepEqual((await runLine(folder, ['.', '-r', 'allure'])).exitCode, 3)
        assert.equal(await count('allure-results'), 6)
        await runLine(folder, ['.', '-r', 'allure=allure-results', '--grep', 'Passes'])
        assert.equal(await count('allure-results'), 7)
        const { exitCode, errors } = await runLine(folder, ['.', '-r', 'allure=taken'])
        assert.equal(exitCode, 2)
        assert.match(errors, /--reporter allure=taken: taken is no folder/)
      }),
    ))

  it('dot, pretty and markdown name every failure', async () => {
    for (const name of ['dot', 'pretty', 'markdown'])
      await withReport(name, text => {
        for (const part of [
          'Fails twice',
          'Expected equals Bob, got Ada',
          'Expected equals 201, got 200',
          'ECONNREFUSED',
          'Expected 2xx or 3xx, got 500',
        ])
          assert.ok(text.includes(part), `${name}: ${part}`)
      })
  })
})

it('F9: a suite in one long line is not quoted for each of its failures', () => {
  const steps = Array.from({ length: 400 }, (_, index) => ({ name: `Step ${index}`, request: 'GET ftp://a' }))
  const suite = JSON.stringify({ suite: 'Long', settings: { 'stop-on-failure': false }, steps })
  return withFolder({ 'long.apitest.yaml': suite }, async folder => {
    const reports = ['json', 'tap', 'html', 'pretty'].flatMap(name => ['-r', `${name}=out/${name}`])
    const { exitCode } = await runLine(folder, ['.', ...reports])
    assert.notEqual(exitCode, 0)
    for (const [name, most] of Object.entries({ json: 700, tap: 500, html: 1500, pretty: 500 })) {
      const text = await readFile(path.join(folder, 'out', name), 'utf8')
      assert.ok(text.length < 20_000 + 400 * most, `${name}: ${text.length} characters`)
    }
  })
})

browserTest('the html report of a failing run opens in Chromium without a word in the console', browser =>
  withReport('html', async (_, file) => {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(pathToFileURL(file).href)
    assert.deepEqual(complaints, [])
    assert.equal(await page.locator('.step').count(), 6)
  }),
)

it('a run is kept for the next page, unless history is turned off', () =>
  withPracticeServer(url =>
    withFolder(
      { 'a.apitest.yaml': `suite: A\nsteps: [{ request: GET ${url}/ok, name: One }]` },
      async folder => {
        const pageOf = async (...options: readonly string[]) => {
          const { exitCode } = await runLine(folder, ['.', '-r', 'html=out.html', ...options])
          assert.equal(exitCode, 0)
          return readFile(path.join(folder, 'out.html'), 'utf8')
        }
        assert.doesNotMatch(await pageOf('--no-history'), /aria-label="\d+ runs?:/)
        await assert.rejects(readdir(path.join(folder, '.tool')), { code: 'ENOENT' })
        assert.doesNotMatch(await pageOf(), /aria-label="\d+ runs?:/)
        assert.match(await pageOf(), /aria-label="2 runs: usually/)
        assert.doesNotMatch(await pageOf('--no-history'), /aria-label="\d+ runs?:/)
        await writeFile(path.join(folder, 'apitest.config.yaml'), 'history: false\n')
        assert.doesNotMatch(await pageOf(), /aria-label="\d+ runs?:/)
        assert.equal((await readdir(path.join(folder, '.tool', 'runs'))).length, 2)
      },
    ),
  ))
