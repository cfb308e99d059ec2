import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Distribution, LoadFigures, LoadResult } from '../../model/load-test.ts'
import { browserTest } from '../../testing/browser.ts'
import { contrast } from '../../testing/contrast.ts'
import { palette } from '../terminal/palette.ts'
import { spanAt } from '../testing/events.ts'
import { ticks } from './chart.ts'
import { k6Summary } from './k6-summary.ts'
import { loadLines } from './load-lines.ts'
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
      reason: 'status: Expected equals 200',
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
            message: 'status: Expected equals 200, got 503 <script>',
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

/** The same, and from the fifth to the seventh second nobody was answered. */
const standstill: LoadResult = {
  ...result,
  seconds: result.seconds
    .slice(0, 10)
    .map((second, index) =>
      index > 3 && index < 7
        ? { ...second, ...{ requests: 0, errors: 0, p50: 0, p90: 0, p95: 0, p99: 0, max: 0 } }
        : { ...second, p99: 80 },
    ),
}

/** How the first line of a colour is drawn. */
function lineOf(page: string, tone: string): string {
  return new RegExp(`<path class="line ${tone}" d="([^"]*)"`).exec(page)?.[1] ?? ''
}

describe('the reports of a load test', () => {
  it('round the values at the left of a chart', () => {
    assert.deepEqual(ticks(2000), [0, 500, 1000, 1500, 2000])
    assert.deepEqual(ticks(0.37), [0, 0.1, 0.2, 0.3, 0.4])
    assert.deepEqual(ticks(1), [0, 0.5, 1])
    assert.deepEqual(ticks(1.5, 6, 1), [0, 1, 2])
  })

  it('ask the network for nothing, run nothing, and show what others say as it is', () => {
    const page = loadPage(result)
    assert.doesNotMatch(page, /\s(?:src|href)=|@import|url\(|<script|<b>Order/)
    assert.match(page, /&lt;b&gt;Order/)
  })

  it('leave out the sliver of a second at the end', () => {
    assert.equal(lineOf(loadPage(result), 'calm').split('L').length, 11)
  })

  it('begin at the left edge, and break the lines of times where nothing was answered', () => {
    const page = loadPage(standstill)
    assert.match(lineOf(page, 'calm'), /^M0 [\d.]+L100 [^M]*L400 [\d.]+M700 [\d.]+L800/)
    assert.match(page, /<rect class="blank" x="40%" width="30%"/)
    assert.match(page, /no answers: 4 s to 7 s/)
    assert.doesNotMatch(loadPage(result), /no answers/)
  })

  it('draw a limit unless it is far above all that was measured', () => {
    const limited = (threshold: string): string =>
      loadPage({ ...standstill, thresholds: [{ threshold, actual: 80, met: true }] })
    assert.match(limited('p95<0.2s'), /class="limit-name"[^>]*>p95&lt;0.2s</)
    assert.match(limited('p95<1s'), /p95&lt;1s: far above all of this/)
    assert.doesNotMatch(limited('p95<1s'), /class="limit-name"/)
    assert.doesNotMatch(limited('step Order p95<0.2s'), /class="limit-name"/)
  })

  it('tell why the first request of a kind failed, of the first kinds without a click', () => {
    const [failure] = result.failures
    assert.ok(failure)
    const page = loadPage({ ...result, failures: [failure, failure, failure, failure] })
    assert.match(page, /10 &times;<\/b> .*, the first: <b>status: Expected equals 200, got 503 &lt;script/)
    assert.equal(page.split('<details open>').length, 4)
    assert.equal(page.split('<details').length, 5)
  })

  it('show the statuses that tell of trouble first', () => {
    const page = loadPage({
      ...result,
      all: { ...figures, statuses: { 200: 5980, 404: 9, 503: 7, none: 4 } },
    })
    const [tile = ''] = /<h2>Statuses<.*/.exec(page) ?? []
    assert.deepEqual(
      [...tile.matchAll(/class="status">(\w+)/g)].map(([, status]) => status),
      ['none', '503', '404', '200'],
    )
  })

  it('tell of the wait for a caller where it is a part of the times', () => {
    assert.match(loadPage(result), /Waited for a caller<\/h2><b class="">480 ms/)
    assert.doesNotMatch(loadPage({ ...result, wait: { ...latency, p99: 0.2 } }), /Waited for a caller/)
  })

  it('show the value of each threshold in its unit, and grey where nothing was judged', () => {
    assert.match(loadPage(result), /error-rate&lt;1% <span class="measured">0.17 %/)
    const unreliable: LoadResult = {
      ...result,
      ...{ verdict: 'unreliable', exitCode: 3, reasons: ['Too busy.'] },
      thresholds: [
        { threshold: 'p99<300ms', actual: 480, met: false, message: 'p99<300ms: it was 480 ms' },
        { threshold: 'step throughput check p95<300ms', actual: 60, met: true },
      ],
    }
    const page = loadPage(unreliable)
    assert.equal(page.split('<li class="skipped">').length, 3)
    assert.match(page, /Hint:<\/b> Take fewer callers, a lower rate/)
    const lines = loadLines(unreliable, { colors: palette(false), verbose: false, workingFolder: '/' })
    assert.deepEqual(lines.slice(-5), [
      '- p99<300ms  480 ms',
      '- step throughput check p95<300ms  60 ms',
      'Unreliable: nothing was judged',
      '  Too busy.',
      "  hint: Take fewer callers, a lower rate, or another machine than the server's.",
    ])
  })

  it('say the same as k6 says', () => {
    const { metrics } = k6Summary(result) as {
      metrics: Record<string, { values: Record<string, number>; thresholds?: object }>
    }
    assert.equal(metrics['http_reqs']?.values['count'], 6000)
    assert.equal(metrics['http_req_duration']?.values['p(95)'], 60)
    assert.deepEqual(metrics['http_req_duration'].thresholds, { 'p99<300ms': { ok: false } })
    assert.deepEqual(metrics['http_req_failed']?.thresholds, { 'error-rate<1%': { ok: true } })
    assert.equal(metrics['http_reqs'].thresholds, undefined)
    assert.equal(metrics['wait']?.values['p(95)'], 60)
    assert.equal(metrics['http_req_failed'].values['rate'], 10 / 6000)
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
      assert.equal(await page.locator('svg[role=img]').count(), 5)
      assert.match((await page.locator('svg').first().getAttribute('aria-label')) ?? '', /99 % up to 2 s/)
      assert.deepEqual(await page.locator('.reasons li').allTextContents(), ['p99<300ms: it was 480 ms'])
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      assert.ok((await contrast(page, '.facts')) >= 4.5)
      assert.ok((await contrast(page, '.thresholds .failed')) >= 4.5)
      assert.ok(await page.locator('details pre').isVisible())
      assert.ok(await page.locator('tbody td').last().isVisible())
      const [tile, next] = [page.locator('.tile').first(), page.locator('.tile').nth(1)]
      assert.equal((await tile.boundingBox())?.y, (await next.boundingBox())?.y)
      await page.locator('summary').click()
      assert.ok(!(await page.locator('details pre').isVisible()))
      await page.emulateMedia({ media: 'print' })
      assert.ok(await page.locator('details pre').isVisible())
      assert.deepEqual(complaints, [])
      await page.close()
    })
