import type { JsonObject } from '../../model/json.ts'
import type { Distribution, JudgedThreshold, LoadResult } from '../../model/load-test.ts'
import { metricOf } from './threshold-metric.ts'

/**
 * Converts the measurements to the form that k6 gives to `handleSummary`: metrics with their values and thresholds
 * (https://grafana.com/docs/k6/latest/results-output/end-of-test/custom-summary/). Times are milliseconds.
 */
export function k6Summary(result: LoadResult): JsonObject {
  const { all, iterations, duration, scenarios, thresholds } = result
  const seconds = duration / 1000
  const perSecond = (count: number): number => (seconds > 0 ? count / seconds : 0)
  const most = scenarios.reduce((sum, { profile }) => sum + profile.callers, 0)
  return {
    metrics: {
      http_reqs: { ...counter(all.requests, all.throughput), ...thresholdsOf(thresholds, 'http_reqs') },
      http_req_duration: { ...trend(all.service), ...thresholdsOf(thresholds, 'http_req_duration') },
      wait: trend(result.wait),
      latency: trend(all.latency),
      http_req_failed: {
        type: 'rate',
        contains: 'default',
        values: { rate: all.errorRate, passes: all.errors, fails: all.ok },
        ...thresholdsOf(thresholds, 'http_req_failed'),
      },
      checks: {
        type: 'rate',
        contains: 'default',
        values: { rate: all.requests === 0 ? 0 : all.ok / all.requests, passes: all.ok, fails: all.errors },
      },
      iterations: counter(iterations, perSecond(iterations)),
      dropped_iterations: counter(result.unserved, perSecond(result.unserved)),
      vus_max: { type: 'gauge', contains: 'default', values: { value: most, min: most, max: most } },
    },
    root_group: { name: '', path: '', id: 'd41d8cd98f00b204e9800998ecf8427e', groups: [], checks: [] },
    state: { isStdOutTTY: false, isStdErrTTY: false, testRunDurationMs: duration },
  }
}

function counter(count: number, rate: number): JsonObject {
  return { type: 'counter', contains: 'default', values: { count, rate } }
}

function trend({ p50, p90, p95, p99, max, buckets }: Distribution): JsonObject {
  const count = buckets.reduce((sum, [, many]) => sum + many, 0)
  const total = buckets.reduce((sum, [microseconds, many]) => sum + microseconds * many, 0)
  const [[min] = [0]] = buckets
  const avg = count === 0 ? 0 : total / count / 1000
  const values = { avg, min: min / 1000, med: p50, max, 'p(90)': p90, 'p(95)': p95, 'p(99)': p99 }
  return { type: 'trend', contains: 'time', values }
}

/** The thresholds that are about a metric, if there are any. */
function thresholdsOf(thresholds: LoadResult['thresholds'], metric: string): JsonObject {
  const own = thresholds.filter(one => k6Metric(one) === metric)
  if (own.length === 0) return {}
  return {
    thresholds: Object.fromEntries(
      own.map(({ threshold, file, met }) => [
        file === undefined ? threshold : `${file}: ${threshold}`,
        { ok: met },
      ]),
    ),
  }
}

/** The metric of k6 that a threshold is about. */
function k6Metric(judged: JudgedThreshold): string {
  switch (metricOf(judged)) {
    case 'error-rate':
    case 'errors':
      return 'http_req_failed'
    case 'throughput':
      return 'http_reqs'
    default:
      return 'http_req_duration'
  }
}
