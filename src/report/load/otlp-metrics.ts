import type { Distribution, LoadFigures, StepFigures } from '../../model/load-test.ts'
import type { JsonObject } from '../../model/json.ts'
import { version } from '../../util/version.ts'
import { exponentialHistogram } from './exponential-histogram.ts'

/** The measurements until a moment. */
export interface LoadMoment {
  /** Milliseconds since 1970: when measuring began, and now. */
  readonly startedAt: number
  readonly at: number
  readonly iterations: number
  readonly callers: number
  readonly all: LoadFigures
  /** At the end only. */
  readonly steps?: readonly StepFigures[]
  readonly lag?: Distribution
}

/**
 * Converts the measurements to a request to a collector of OpenTelemetry (ExportMetricsServiceRequest in the JSON of
 * protobuf: 64-bit numbers as texts, enumerations as numbers). Sums and histograms count from the beginning. Steps have
 * metrics of their own, so that whoever adds up those of all counts no request twice.
 */
export function otlpMetrics(moment: LoadMoment, resource: Readonly<Record<string, string>>): JsonObject {
  const { all, iterations, callers, steps, lag } = moment
  const points = new Points(moment)
  const whole = [{ figures: all, attributes: [] }]
  const byStep = steps?.map(figures => ({
    figures,
    attributes: [attribute('apitest.suite', figures.file), attribute('apitest.step', figures.step)],
  }))
  const metrics = [
    ...points.measured('apitest.load', whole),
    points.sum('apitest.load.iterations', '{iteration}', 'Iterations that began', [
      points.integer(iterations, []),
    ]),
    points.gauge('apitest.load.callers', '{caller}', 'Who is calling', { asInt: String(callers) }),
    ...(byStep === undefined ? [] : points.measured('apitest.load.step', byStep)),
    ...(lag === undefined
      ? []
      : [
          points.gauge(
            'apitest.load.lag.p99',
            's',
            'How late this machine itself was, in one of a hundred requests',
            { asDouble: lag.p99 / 1000 },
          ),
        ]),
  ]
  return {
    resourceMetrics: [
      {
        resource: { attributes: Object.entries(resource).map(([key, value]) => attribute(key, value)) },
        scopeMetrics: [{ scope: { name: 'apitest', version }, metrics }],
      },
    ],
  }
}

/** Figures, and by which attributes they are told from others of the same metric. */
interface Attributed {
  readonly figures: LoadFigures
  readonly attributes: readonly JsonObject[]
}

/** AGGREGATION_TEMPORALITY_CUMULATIVE. */
const cumulative = 2

/** Metrics of one moment, each with its points. */
class Points {
  readonly #now: JsonObject
  readonly #since: JsonObject

  constructor({ startedAt, at }: Pick<LoadMoment, 'startedAt' | 'at'>) {
    this.#now = { timeUnixNano: nanoseconds(at) }
    this.#since = { startTimeUnixNano: nanoseconds(startedAt), ...this.#now }
  }

  /** The counts and measurements of requests. */
  measured(prefix: string, of: readonly Attributed[]): readonly JsonObject[] {
    const histogram = (name: 'latency' | 'service', description: string): JsonObject => ({
      name: `${prefix}.${name}`,
      unit: 's',
      description,
      exponentialHistogram: {
        aggregationTemporality: cumulative,
        dataPoints: of.map(({ figures, attributes }) => this.#histogram(figures[name], attributes)),
      },
    })
    const requests = of.flatMap(({ figures, attributes }) =>
      byStatus(figures).map(([status, count]) => this.integer(count, [...attributes, ...status])),
    )
    const errors = of.map(({ figures, attributes }) => this.integer(figures.errors, attributes))
    return [
      this.sum(`${prefix}.requests`, '{request}', 'Requests by their status', requests),
      this.sum(`${prefix}.errors`, '{request}', 'Requests that failed', errors),
      histogram('latency', 'From the time at which a request was to begin to the last byte of its answer'),
      histogram('service', 'From sending to the last byte'),
    ]
  }

  sum(name: string, unit: string, description: string, dataPoints: readonly JsonObject[]): JsonObject {
    const kind = { aggregationTemporality: cumulative, isMonotonic: true }
    return { name, unit, description, sum: { ...kind, dataPoints } }
  }

  gauge(name: string, unit: string, description: string, value: JsonObject): JsonObject {
    return { name, unit, description, gauge: { dataPoints: [{ ...this.#now, ...value }] } }
  }

  integer(value: number, attributes: readonly JsonObject[]): JsonObject {
    return { ...this.#since, asInt: String(value), attributes }
  }

  #histogram(measured: Distribution, attributes: readonly JsonObject[]): JsonObject {
    const { count, zeroCount, offset, counts, ...rest } = exponentialHistogram(measured)
    return {
      ...this.#since,
      ...rest,
      count: String(count),
      zeroCount: String(zeroCount),
      positive: { offset, bucketCounts: counts.map(String) },
      attributes,
    }
  }
}

/** How many requests there were of each status, in the names that OpenTelemetry has for it where it has any. */
function byStatus({
  requests,
  statuses,
}: LoadFigures): readonly (readonly [readonly JsonObject[], number])[] {
  const told = Object.entries(statuses)
  const unsent = told.reduce((left, [, count]) => left - count, requests)
  return [
    ...told.map(([status, count]) => [[statusAttribute(status)], count] as const),
    // Requests that could not even be made have no status.
    ...(unsent > 0 ? [[[attribute('error.type', 'not_sent')], unsent] as const] : []),
  ]
}

function statusAttribute(status: string): JsonObject {
  if (/^\d+$/.test(status)) return { key: 'http.response.status_code', value: { intValue: status } }
  return status === 'none'
    ? attribute('error.type', 'no_answer')
    : attribute('rpc.response.status_code', status)
}

function attribute(key: string, value: string): JsonObject {
  return { key, value: { stringValue: value } }
}

/** As a text: a number has not as many digits. */
function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds)}000000`
}
