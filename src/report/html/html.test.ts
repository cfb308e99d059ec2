import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunEvent } from '../../model/run-event.ts'
import { keptPassedExchanges } from '../exchange-budget.ts'
import { jsonExchange, plainOptions, run, streamOf, SuiteEvents, textOf } from '../testing/events.ts'
import { runs } from '../testing/runs.ts'
import { html } from './html.ts'
import { markup } from './markup.ts'
import { shownPassed } from './room.ts'

test('text put into a template is escaped, markup is not, nothing is nothing', () => {
  const inner = markup`<b>${'<&>"\''}</b>`
  assert.equal(markup`${inner}${[1, undefined, 'a\u0000']}`.text, '<b>&lt;&amp;&gt;&quot;&#39;</b>1a\\x00')
})

for (const [name, events] of Object.entries(runs))
  test(`the page of the ${name} run asks the network for nothing and has one script`, async () => {
    const page = await report(events)
    assert.doesNotMatch(page, /\s(?:src|href)=|@import|url\(/)
    assert.equal(page.split('<script').length - 1, 1)
  })

test('a thousand rows make a page a browser can open', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1, rows: 1000 })
  for (let number = 1; number <= 1000; number++) {
    const row = { number, label: `n=${number}` }
    const exchange = jsonExchange('http://127.0.0.1/', `{"long":"${'x'.repeat(2000)}"}`)
    suite.step('Step', { row, index: 0, exchange }).row(row)
  }
  const page = await report(run(suite.end()))
  assert.equal(page.split('aria-label="body').length - 1, keptPassedExchanges)
  assert.ok(page.length < 3_000_000, `${page.length} characters`)
})

test('what a page has no room for is counted by its outcome, and said', async () => {
  const rows = shownPassed + 1000
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1, rows })
  for (let number = 1; number <= rows; number++) {
    const row = { number, label: `n=${number}` }
    suite.step('Step', { row, index: 0 }).row(row)
  }
  const events = run(suite.end())
  const page = await report(events)
  assert.equal(page.split('<details class="row').length - 1, shownPassed)
  assert.match(page, /data-outcome="passed" data-steps="1000"[^]*>1000 more steps passed, in 1000 rows</)
  assert.match(page, /shows the first 5000 steps that passed/)
  const whole = await report(events, { ...plainOptions, verbose: true })
  assert.equal(whole.split('<details class="row').length - 1, rows)
  assert.doesNotMatch(whole, /more steps/)
})

test('rounds that a page has no room for count as such, and what fails has room of its own', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 2 })
  for (let number = 1; number <= shownPassed + 500; number++)
    suite.step('Page', { index: 0, round: { number } })
  suite.step('Last', { index: 1, outcome: 'failed' }).step('After', { index: 2 })
  const page = await report(run(suite.end()))
  assert.match(page, /Page … \[5500 rounds\]/)
  assert.match(
    page,
    /data-steps="5500"[^]*<p class="none">500 more rounds passed<[^]*>Last<[^]*>1 more step passed</,
  )
})

async function report(events: readonly RunEvent[], options = plainOptions): Promise<string> {
  return textOf(html(streamOf(events), options))
}
