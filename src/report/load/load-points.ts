import type { LoadResult } from '../../model/load-test.ts'

/** The metrics that each second adds to, by the name that k6 has for them. */
const metrics = {
  http_reqs: 'counter',
  http_req_failed: 'rate',
  http_req_duration: 'trend',
  vus: 'gauge',
} as const

/**
 * Writes the measurements second by second, a line of JSON for each point, as k6 writes them (`--out json`): first the
 * kind of each metric, then its points. A point of `http_req_duration` is a percentile of its second, which its tag
 * names.
 */
export function loadPoints({ seconds, startedAt }: LoadResult): string {
  const kinds = Object.entries(metrics).map(([name, type]) => ({
    type: 'Metric',
    metric: name,
    data: { name, type, contains: type === 'trend' ? 'time' : 'default', thresholds: [], submetrics: null },
  }))
  const points = seconds.flatMap(({ at, requests, errors, callers, p50, p95, p99 }) => {
    const time = new Date(startedAt + at).toISOString()
    const point = (metric: keyof typeof metrics, value: number, tags = {}): object => ({
      type: 'Point',
      metric,
      data: { time, value, tags },
    })
    return [
      point('http_reqs', requests),
      point('http_req_failed', requests === 0 ? 0 : errors / requests),
      ...Object.entries({ p50, p95, p99 }).map(([quantile, value]) =>
        point('http_req_duration', value, { quantile }),
      ),
      point('vus', callers),
    ]
  })
  return [...kinds, ...points].map(line => `${JSON.stringify(line)}\n`).join('')
}
