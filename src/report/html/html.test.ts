import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunEvent } from '../../model/run-event.ts'
import { keptPassedExchanges } from '../exchange-budget.ts'
import { jsonExchange, plainOptions, run, streamOf, SuiteEvents, textOf } from '../testing/events.ts'
import { runs } from '../testing/runs.ts'
import { html } from './html.ts'
import { markup } from './markup.ts'

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

async function report(events: readonly RunEvent[]): Promise<string> {
  return textOf(html(streamOf(events), plainOptions))
}
