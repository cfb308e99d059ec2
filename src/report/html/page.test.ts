import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import type { RunEvent } from '../../model/run-event.ts'
import type { RunRecord, StepRecord } from '../../model/run-record.ts'
import { browserTest } from '../../testing/browser.ts'
import { contrast } from '../../testing/contrast.ts'
import { jsonExchange, plainOptions, run, spanAt, streamOf, SuiteEvents, textOf } from '../testing/events.ts'
import { runs } from '../testing/runs.ts'
import { html } from './html.ts'

const failing = {
  outcome: 'failed',
  failures: [
    {
      kind: 'validation',
      message: 'it is so',
      span: spanAt('a.apitest.yaml', 4),
      sourceLine: '- status: 200',
    },
  ],
} as const

describe('the page in a browser', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'apitest-page-'))
  })
  after(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  for (const [name, events] of Object.entries(runs))
    browserTest(`the ${name} run opens without a complaint in the console`, async browser => {
      const { page, complaints } = await open(browser, events)
      assert.match(await page.title(), /· API test report$/)
      assert.deepEqual(complaints, [])
      await page.close()
    })

  browserTest('nothing an answer or a name says becomes part of the page', async browser => {
    const { page } = await open(browser, runs['hostile'] ?? [])
    assert.equal(await page.locator('script').count(), 1)
    assert.equal(await page.locator('main b, main td script, main p script').count(), 0)
    await page.close()
  })

  browserTest('filters show only the steps of an outcome and hide files that have none', async browser => {
    const { page } = await open(browser, everything())
    const visible = page.locator('.step:visible > summary .name')
    await page.click('[data-filter=errored]')
    assert.equal(await page.textContent('#shown'), '2 of 22 steps shown')
    assert.deepEqual(await page.locator('.suite:visible .title').allTextContents(), ['Users', 'Sign up'])
    await page.click('[data-filter=skipped]')
    assert.deepEqual(await visible.allTextContents(), ['Delete the useran earlier step failed'])
    await page.click('[data-filter=flaky]')
    assert.equal(await page.getAttribute('[data-filter=flaky]', 'aria-pressed'), 'true')
    assert.equal(await page.textContent('#shown'), '2 of 22 steps shown')
    await page.close()
  })

  browserTest(
    'F2: a filter hides a file whose only steps of that outcome stand below another step',
    async browser => {
      const used = new SuiteEvents('b.apitest.yaml', 'Passed with use', { steps: 1 })
      const inner = used.result('Inner')
      const { page } = await open(browser, [
        ...run(used.step('Sign in', { action: 'use', steps: [inner] }).end()).slice(0, -1),
        ...run(new SuiteEvents('a.apitest.yaml', 'Red', { steps: 1 }).step('Breaks', failing).end()).slice(1),
      ])
      const titles = page.locator('.suite:visible .title')
      assert.deepEqual(await titles.allTextContents(), ['Red', 'Passed with use'], 'what failed comes first')
      await page.click('[data-filter=failed]')
      assert.deepEqual(await titles.allTextContents(), ['Red'])
      await page.close()
    },
  )

  browserTest('the search looks at names, addresses and reasons', async browser => {
    const { page } = await open(browser, everything())
    const titles = page.locator('.step:visible > summary .name')
    await page.fill('#search', 'ACESS_TOKEN')
    assert.deepEqual(await titles.allTextContents(), ['Take the token'])
    await page.fill('#search', '/api/orders')
    assert.deepEqual(await titles.allTextContents(), ['Wait until the order is shipped3 attempts'])
    await page.fill('#search', 'no such thing')
    assert.equal(await page.isVisible('#nothing'), true)
    await page.close()
  })

  browserTest('rounds that passed are one line that opens to them', async browser => {
    const suite = new SuiteEvents('a.apitest.yaml', 'Pages', { steps: 2 })
    for (const number of [1, 2, 3]) {
      const exchange = jsonExchange(`http://127.0.0.1/?page=${number}`, '{}')
      suite.step(`Page ${number}`, { index: 0, round: { number }, writtenName: 'Page {{$round}}', exchange })
    }
    suite.step('Page 4', { ...failing, index: 0, round: { number: 4 }, writtenName: 'Page {{$round}}' })
    const { page } = await open(browser, run(suite.step('Other', { index: 1 }).end()))
    const names = page.locator('.step:visible > summary .name')
    const folded = ['Page 1 … Page 3 [3 rounds]', 'Page 4 [round 4]', 'Other']
    assert.deepEqual(await names.allTextContents(), folded)
    await page.locator('summary', { hasText: '[3 rounds]' }).click()
    assert.equal((await names.allTextContents()).length, 6)
    await page.fill('#search', 'page=2')
    assert.equal(await page.textContent('#shown'), '3 of 5 steps shown')
    await page.close()
  })

  browserTest('the runs before this one are charts, in words for who does not see them', async browser => {
    const suite = () =>
      new SuiteEvents('a.apitest.yaml', 'Shop', { steps: 2 })
        .step('GET /orders/7', { writtenName: 'GET /orders/{{id}}', duration: 30 })
        .step('New', {})
    const { page, complaints } = await open(browser, run(suite().end()), [
      pastRun(['passed', 10]),
      pastRun(['flaky', 20]),
      pastRun(['failed', 20]),
      { ...pastRun(['errored', 9000]), environment: 'production' },
    ])
    const words = '4 runs: usually 20 ms, from 10 ms to 30 ms; flaky in 1 (25 %), failed in 1 (25 %)'
    const chart = page.locator('.step .bars')
    assert.equal(await chart.count(), 1, 'a step that is new has none')
    assert.equal(await chart.getAttribute('aria-label'), words)
    assert.equal(
      await page.locator('.unsteady tr').textContent(),
      `Shop › GET /orders/{{id}}${words}${words}`,
    )
    assert.equal(await page.locator('h2 .bars').count(), 1)
    await page.locator('summary', { hasText: 'GET /orders/7' }).click()
    assert.equal(await page.locator('.trend-words').textContent(), words)
    assert.ok((await contrast(page, '.trend-words')) >= 4.5)
    await page.click('#theme')
    assert.ok((await contrast(page, '.trend-words')) >= 4.5)
    await page.setViewportSize({ width: 390, height: 800 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    assert.ok(await chart.isVisible())
    assert.deepEqual(complaints, [])
    await page.close()
  })

  browserTest('steps of rows have their charts in a table', async browser => {
    const suite = new SuiteEvents('a.apitest.yaml', 'Rows', { steps: 1, rows: 2 })
    for (const number of [1, 2]) {
      const row = { number, label: `n=${number}` }
      suite.step(`GET /orders/${number}`, { row, index: 0, writtenName: 'GET /orders/{{id}}' }).row(row)
    }
    const { page } = await open(browser, run(suite.end()), [pastRun(['passed', 10])])
    assert.equal(await page.locator('.step .bars').count(), 0)
    assert.match(
      (await page.locator('.history tr').textContent()) ?? '',
      /^GET \/orders\/{{id}}2 runs: usually 12 ms/,
    )
    await page.close()
  })

  browserTest('without runs before this one there are no charts', async browser => {
    const { page } = await open(browser, runs['passing'] ?? [], [])
    assert.equal(await page.locator('svg, .trend-words, .with-trends').count(), 0)
    await page.close()
  })

  browserTest('a step opens by keyboard and shows request and answer', async browser => {
    const { page } = await open(browser, runs['passing'] ?? [])
    const body = page.locator('.step .body', { hasText: '/api/users/1' })
    assert.equal(await body.isVisible(), false)
    await page.locator('summary', { hasText: 'First user' }).focus()
    await page.keyboard.press('Enter')
    assert.equal(await body.isVisible(), true)
    assert.match((await body.textContent()) ?? '', /"balance": 12345678901234567890.10/)
    await page.close()
  })

  browserTest('everything opens and closes at once', async browser => {
    const { page } = await open(browser, runs['rows'] ?? [])
    await page.click('#fold')
    assert.equal(await page.locator('main details:not([open])').count(), 0)
    await page.click('#fold')
    assert.equal(await page.locator('main details[open]').count(), 0)
    await page.close()
  })

  browserTest('light and dark differ, and text can be read in both', async browser => {
    const { page } = await open(browser, runs['failing'] ?? [])
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    await page.click('#theme')
    assert.notEqual(await background(), light)
    for (const selector of ['.suite .name', '.message', '.place', '.verdict', '.time'])
      assert.ok((await contrast(page, selector)) >= 4.5, selector)
    await page.click('#theme')
    for (const selector of ['.suite .name', '.message', '.place', '.verdict', '.time'])
      assert.ok((await contrast(page, selector)) >= 4.5, selector)
    await page.close()
  })

  browserTest('nothing is wider than a telephone', async browser => {
    const { page } = await open(browser, everything())
    await page.setViewportSize({ width: 390, height: 800 })
    await page.click('#fold')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    await page.close()
  })

  async function open(
    browser: Browser,
    events: readonly RunEvent[],
    before: readonly RunRecord[] = [],
  ): Promise<{ page: Page; complaints: string[] }> {
    const file = path.join(folder, 'report.html')
    const options = { ...plainOptions, readRuns: () => Promise.resolve(before) }
    await writeFile(file, await textOf(html(streamOf(events), options)))
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    page.on('request', request => {
      if (!request.url().startsWith('file:')) complaints.push(request.url())
    })
    await page.goto(pathToFileURL(file).href)
    return { page, complaints }
  }
})

/** A run before this one, in the environment of the tests. */
function pastRun(step: StepRecord): RunRecord {
  const file = { outcome: step[0], duration: step[1], steps: { 'GET /orders/{{id}}': step } }
  return { version: 1, startedAt: 0, environment: 'local', files: { 'a.apitest.yaml': file } }
}

/** All kinds of runs on one page. */
function everything(): RunEvent[] {
  const names = ['failing', 'passing', 'rows', 'hostile']
  const files = names.map(name => (runs[name] ?? []).filter(event => 'file' in event))
  const [failing = [], ...others] = files
  const renamed = others
    .flat()
    .map(event => (event.file === 'suites/users.apitest.yaml' ? inFile(event) : event))
  return run([...failing, ...renamed])
}

function inFile<Event extends { readonly file: string }>(event: Event): Event {
  return { ...event, file: `again/${event.file}` }
}
