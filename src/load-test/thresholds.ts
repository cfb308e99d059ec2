import type { JudgedThreshold, LoadFigures, LoadResult, StepFigures } from '../model/load-test.ts'
import { parseDuration } from '../util/duration.ts'

/** What is measured, with how its numbers are written. */
type Metric = keyof LoadFigures['latency'] | 'error-rate' | 'errors' | 'throughput'

const metrics: readonly Metric[] = ['p50', 'p90', 'p95', 'p99', 'max', 'error-rate', 'errors', 'throughput']

/** What a load test must keep to. */
export interface Threshold {
  /** As it was written. */
  readonly written: string
  /** The step that it is about; all of them when absent. */
  readonly step?: string
  readonly metric: Metric
  readonly operator: '<' | '<=' | '>' | '>='
  /** Milliseconds, a share from 0 to 1, requests or requests in a second. */
  readonly limit: number
}

/** Why a text is no threshold. */
export interface NoThreshold {
  readonly message: string
  readonly hint: string
}

const examples =
  'Write one such as "p95<300ms", "error-rate<1%", "throughput>150" or "step Sign in p99<800ms".'

/** Reads `p95<300ms`, `error-rate<1%`, `throughput>=150`, `step Sign in p99<800ms`. */
export function parseThreshold(written: string): Threshold | NoThreshold {
  const [, step, name = '', operator = '', amount = ''] =
    /^\s*(?:step\s+(.+?)\s+)?([\w-]+)\s*(<=|>=|<|>)\s*(\S+)\s*$/.exec(written) ?? []
  if (name === '') return { message: `"${written}" is no threshold`, hint: examples }
  const metric = metrics.find(one => one === name)
  if (metric === undefined)
    return {
      message: `"${written}": nothing that is measured is called "${name}"`,
      hint: `Measured are ${metrics.join(', ')}.`,
    }
  const limit = limitOf(metric, amount)
  if (limit === undefined)
    return { message: `"${written}": ${amount} is no ${kindOf(metric)}`, hint: examples }
  const threshold = { written, metric, operator: operator as Threshold['operator'], limit }
  return step === undefined ? threshold : { ...threshold, step }
}

function limitOf(metric: Metric, amount: string): number | undefined {
  const number = /^\d+(?:\.\d+)?$/.test(amount) ? Number(amount) : undefined
  if (metric === 'error-rate') {
    const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(amount) ?? []
    const share = percent === undefined ? number : Number(percent) / 100
    return share === undefined || share > 1 ? undefined : share
  }
  if (metric === 'throughput') return number ?? numberOf(/^(\d+(?:\.\d+)?)\/s$/.exec(amount)?.[1])
  if (metric === 'errors') return number
  return number ?? parseDuration(amount)
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function kindOf(metric: Metric): string {
  if (metric === 'error-rate') return 'share, such as 1% or 0.01'
  if (metric === 'throughput') return 'number of requests in a second'
  return metric === 'errors' ? 'number' : 'time, such as 300ms'
}

/** How it is written that no request may fail, which counts where no threshold is about errors. */
const noErrors: Threshold = { written: 'errors<=0', metric: 'errors', operator: '<=', limit: 0 }

/** The thresholds that count: without one about the errors of all requests, there must be none. */
export function withErrors(thresholds: readonly Threshold[]): readonly Threshold[] {
  const isAbout = thresholds.some(
    ({ metric, step }) => step === undefined && (metric === 'errors' || metric === 'error-rate'),
  )
  return isAbout ? thresholds : [...thresholds, noErrors]
}

/** Holds what was measured against a threshold. One of a step that was never asked is missed. */
export function judgeThreshold(
  threshold: Threshold,
  { all, steps }: Pick<LoadResult, 'all' | 'steps'>,
): JudgedThreshold {
  const { written, step } = threshold
  const figures = step === undefined ? all : steps.find(one => one.step === step)
  if (figures === undefined || figures.requests === 0) {
    const nothing = step === undefined ? 'no request was sent' : `the step "${step}" was never asked`
    return { threshold: written, met: false, message: `${written}: ${nothing}` }
  }
  const actual = valueOf(threshold.metric, figures)
  const met = holds(actual, threshold)
  return met
    ? { threshold: written, actual, met }
    : {
        threshold: written,
        actual,
        met,
        message: `${written}: it was ${amountText(threshold.metric, actual)}`,
      }
}

function valueOf(metric: Metric, figures: LoadFigures | StepFigures): number {
  switch (metric) {
    case 'error-rate':
      return figures.errorRate
    case 'errors':
      return figures.errors
    case 'throughput':
      return figures.throughput
    default:
      return figures.latency[metric]
  }
}

function holds(actual: number, { operator, limit }: Threshold): boolean {
  switch (operator) {
    case '<':
      return actual < limit
    case '<=':
      return actual <= limit
    case '>':
      return actual > limit
    case '>=':
      return actual >= limit
  }
}

function amountText(metric: Metric, value: number): string {
  if (metric === 'error-rate') return `${Number((value * 100).toFixed(2))} %`
  if (metric === 'errors') return String(value)
  return metric === 'throughput' ? `${Number(value.toFixed(1))}/s` : `${Number(value.toFixed(1))} ms`
}
