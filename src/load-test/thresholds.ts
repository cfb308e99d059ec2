import type { JudgedThreshold, LoadFigures, LoadMetric, LoadResult, Threshold } from '../model/load-test.ts'
import { holds } from '../parse/load/threshold.ts'
import { mergeFigures } from './merge-figures.ts'

/** How it is written that no request may fail, which counts where no threshold is about errors. */
const noErrors: Threshold = { written: 'errors<=0', metric: 'errors', operator: '<=', limit: 0 }

/** The thresholds that count: without one about the errors of all requests, there must be none. */
export function withErrors(thresholds: readonly Threshold[]): readonly Threshold[] {
  return aboutErrors(thresholds) ? thresholds : [...thresholds, noErrors]
}

/** True where one of the thresholds is about the errors of all requests. */
export function aboutErrors(thresholds: readonly Threshold[]): boolean {
  return thresholds.some(
    ({ metric, step }) => step === undefined && (metric === 'errors' || metric === 'error-rate'),
  )
}

/**
 * Holds what was measured against a threshold: one of a step against all steps of that name together. One of a step that was never
 * asked is missed.
 */
export function judgeThreshold(
  threshold: Threshold,
  { all, steps }: Pick<LoadResult, 'all' | 'steps'>,
): JudgedThreshold {
  const { written, step } = threshold
  const named = steps.filter(one => one.step === step)
  const figures = step === undefined ? all : named.length === 1 ? named[0] : mergeFigures(named)
  if (figures === undefined || figures.requests === 0) {
    const nothing = step === undefined ? 'no request was sent' : `the step "${step}" was never asked`
    return { threshold: written, met: false, message: `${written}: ${nothing}` }
  }
  const actual = valueOf(threshold.metric, figures)
  if (allowsAll(threshold, figures))
    return { threshold: written, actual, met: false, message: `${written}: every request failed` }
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

/** True where so many errors are let pass that none of the requests need be answered well. */
function allowsAll({ metric, operator }: Threshold, { errors, requests }: LoadFigures): boolean {
  return (metric === 'errors' || metric === 'error-rate') && operator.startsWith('<') && errors >= requests
}

function valueOf(metric: LoadMetric, figures: LoadFigures): number {
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

function amountText(metric: LoadMetric, value: number): string {
  if (metric === 'error-rate') return `${Number((value * 100).toFixed(2))} %`
  if (metric === 'errors') return String(value)
  return metric === 'throughput' ? `${Number(value.toFixed(1))}/s` : `${Number(value.toFixed(1))} ms`
}
