import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Distribution, LoadFigures, LoadResult } from '../../model/load-test.ts'
import { browserTest } from '../../testing/browser.ts'
import { contrast } from '../../testing/contrast.ts'
import { spanAt } from '../testing/events.ts'
import { ticks } from './chart.ts'
import { k6Summary } from './k6-summary.ts'
import { loadPage } from './load-page.ts'
import { loadPoints } from './load-points.ts'

const latency: Distribution = {
  ...{ p50: 12, p90: 40, p95: 60, p99: 480, max: 2100 },
  buckets: [
    [12_000, 5000],
    [60_000, 900],
    [480_000, 99],
    [2_100_000, 1],
  ],
}
const figures: LoadFigures = {
  ...{ requests: 6000, ok: 5990, errors: 10, errorRate: 10 / 6000, throughput: 600 },
  ...{ latency, service: latency, statuses: { 200: 5990, 503: 10 } },
}

/** Ten seconds, of which the sixth was slow and had all the errors; what is told by others is marked up. */
const result: LoadResult = {
  verdict: 'fail',
  exitCode: 4,
  reasons: ['p99<300ms: it was 480 ms'],
  scenarios: [
    {
      files: ['shop.apitest.yaml'],
      profile: { model: 'rate', stages: [{ from: 600, to: 600, over: 10_000 }], callers: 50 },
      figures,
    },
  ],
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  duration: 10_050,
  threads: 1,
  iterations: 6000,
  unserved: 0,
  unsent: 0,
  all: figures,
  steps: [{ ...figures, step: '<b>Order</b>', file: 'shop.apitest.yaml' }],
  failures: [
    {
      step: '<b>Order</b>',
      reason: 'status: Expected equals 200, got 503 <script>',
      count: 10,
      first: {
        ...{
          index: 0,
          phase: 'steps',
          name: '<b>Order</b>',
          action: 'request',
          outcome: 'failed',
          flaky: false,
        },
        ...{ attempts: 1, startedAt: 0, duration: 5, validations: [], extracts: [] },
        failures: [
          {
            kind: 'status',
            message: 'status: Expected equals 200, got 503',
            span: spanAt('/shop.apitest.yaml', 4),
            sourceLine: '',
          },
        ],
        span: spanAt('/shop.apitest.yaml', 3),
      },
    },
  ],
  thresholds: [
    { threshold: 'p99<300ms', actual: 480, met: false, message: 'p99<300ms: it was 480 ms' },
    { threshold: 'error-rate<1%', actual: 10 / 6000, met: true },
  ],
  seconds: Array.from({ length: 11 }, (_, index) => ({
    at: index === 10 ? 10_050 : (index + 1) * 1000,
    requests: index === 10 ? 0 : 600,
    errors: index === 5 ? 10 : 0,
    ...{ p50: 12, p90: 40, p95: 60, p99: index === 5 ? 2000 : 80, max: 100, callers: 20 },
  })),
  wait: latency,
  lag: { ...latency, p99: 1 },
}

describe('the reports of a load test', () => {
  it('round the values at the left of a chart', () => {
    assert.deepEqual(ticks(2000), [0, 500, 1000, 1500, 2000])
    assert.deepEqual(ticks(0.37), [0, 0.1, 0.2, 0.3, 0.4])
    assert.deepEqual(ticks(1), [0, 0.5, 1])
  })

  it('ask the network for nothing, run nothing, and show what others say as it is', () => {
    const page = loadPage(result)
    assert.doesNotMatch(page, /\s(?:src|href)=|@import|url\(|<script|<b>Order/)
    assert.match(page, /&lt;b&gt;Order/)
  })

  it('leave out the sliver of a second at the end', () => {
    const [first = ''] = /<path class="line calm" d="[^"]*"/.exec(loadPage(result)) ?? []
    assert.equal(first.split('L').length, 10)
  })

  it('say the same as k6 says', () => {
    const { metrics } = k6Summary(result) as {
      metrics: Record<string, { values: Record<string, number>; thresholds?: object }>
    }
    assert.equal(metrics['http_reqs']?.values['count'], 6000)
    assert.equal(metrics['http_req_duration']?.values['p(95)'], 60)
    assert.deepEqual(metrics['http_req_duration'].thresholds, {
      'p99<300ms': { ok: false },
      'error-rate<1%': { ok: true },
    })
    assert.equal(metrics['http_req_failed']?.values['rate'], 10 / 6000)
    const lines = loadPoints(result)
      .trimEnd()
      .split('\n')
      .map(
        line => JSON.parse(line) as { type: string; metric: string; data: { value: number; time: string } },
      )
    const requests = lines.filter(({ type, metric }) => type === 'Point' && metric === 'http_reqs')
    assert.equal(
      requests.reduce((sum, { data }) => sum + data.value, 0),
      6000,
    )
    assert.equal(requests[0]?.data.time, '2026-01-02T03:04:06.000Z')
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 800, 1400])
    browserTest(`the page of a load test is read at ${width} points, ${colorScheme}`, async browser => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
      const complaints: string[] = []
      page.on('console', message => complaints.push(message.text()))
      page.on('pageerror', error => complaints.push(error.message))
      await page.setContent(loadPage(result))
      assert.equal(await page.title(), 'Failed · load test')
      assert.equal(await page.locator('svg[role=img]').count(), 4)
      assert.match((await page.locator('svg').first().getAttribute('aria-label')) ?? '', /99 % up to 2 s/)
      assert.deepEqual(await page.locator('.reasons li').allTextContents(), ['p99<300ms: it was 480 ms'])
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      assert.ok((await contrast(page, '.facts')) >= 4.5)
      assert.ok((await contrast(page, '.thresholds .failed')) >= 4.5)
      await page.locator('summary').click()
      assert.ok(await page.locator('details pre').isVisible())
      assert.deepEqual(complaints, [])
      await page.close()
    })
