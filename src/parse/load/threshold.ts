import type { JsonValue } from '../../model/json.ts'
import type { LoadMetric, StopCondition, Threshold } from '../../model/load-test.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { formatDuration } from '../../util/quantity.ts'
import { mapping } from '../../util/read-values.ts'
import { writeJson, isNumber, numberText, type Numeric } from '../../util/exact-number.ts'

/** The metrics that are measured. */
export const loadMetrics: readonly LoadMetric[] = [
  ...(['p50', 'p90', 'p95', 'p99', 'max', 'error-rate', 'errors', 'throughput'] as const),
]

/** How numbers are compared, by the operators of the suite language. */
const signs = { 'less-than': '<', 'at-most': '<=', 'greater-than': '>', 'at-least': '>=' } as const

/** Why something is no threshold. */
export interface NoThreshold {
  readonly message: string
  readonly hint: string
}

const examples =
  'Write one such as "p95<300ms", "error-rate<1%", "throughput>150" or "step Sign in p99<800ms".'

/** Reads `p95<300ms`, `error-rate<1%`, `throughput>=150`, `step Sign in p99<800ms`. */
export function parseThreshold(written: string): Threshold | NoThreshold {
  const [, subject = '', operator = '', amount = ''] =
    /^\s*(.*\S)\s*(<=|>=|(?<![<>])[<>](?!=))\s*(\S+)\s*$/.exec(written) ?? []
  if (subject === '') return { message: `"${written}" is no threshold`, hint: examples }
  return thresholdOf(written, subject, operator as Threshold['operator'], amount)
}

/** Reads `error-rate>50% for 5s`. */
export function parseStopCondition(written: string): StopCondition | NoThreshold {
  const [, condition = '', time = ''] = /^(.*?)\s+for\s+(\S+)\s*$/.exec(written) ?? []
  const over = parseDuration(time)
  if (over === undefined || over === 0)
    return {
      message: `"${written}" does not say for how long`,
      hint: 'Write it such as "error-rate>50% for 5s".',
    }
  return stopConditionOf(parseThreshold(condition), over)
}

/** Reads an item of `thresholds`: `p95: { less-than: 300ms }`. */
export function readThreshold(item: JsonValue): Threshold | NoThreshold {
  const [[subject, condition] = ['', null], ...more] = isObject(item) ? Object.entries(item) : []
  const [[name, limit] = ['', null], ...others] = isObject(condition) ? Object.entries(condition) : []
  if (isObject(condition) && condition['for'] !== undefined)
    return {
      message: `${writeJson(item)} says "for", and a threshold is looked at once, in the end`,
      hint: 'What ends a load test when it was so for some time stands below `stop-when`.',
    }
  const operator = Object.entries(signs).find(([key]) => key === name)?.[1]
  if (more.length > 0 || others.length > 0 || operator === undefined || !isAmount(limit))
    return {
      message: `${writeJson(item)} is no threshold`,
      hint: `Write one such as { p95: { less-than: 300ms } }, with one of ${Object.keys(signs).join(', ')}.`,
    }
  return thresholdOf(`${subject}${operator}${limitText(subject, limit)}`, subject, operator, String(limit))
}

/** Reads an item of `stop-when`: `error-rate: { greater-than: 0.5, for: 5s }`. */
export function readStopCondition(item: JsonValue): StopCondition | NoThreshold {
  const [[subject, condition] = ['', null], ...more] = isObject(item) ? Object.entries(item) : []
  const { for: time, ...limit } = mapping(condition)
  const over = typeof time === 'string' ? parseDuration(time) : undefined
  if (over === undefined || over === 0)
    return {
      message: `${writeJson(item)} does not say for how long`,
      hint: 'Write it such as { error-rate: { greater-than: 0.5, for: 5s } }.',
    }
  return stopConditionOf(readThreshold({ [subject]: limit, ...Object.fromEntries(more) }), over)
}

function stopConditionOf(threshold: Threshold | NoThreshold, over: number): StopCondition | NoThreshold {
  if ('message' in threshold) return threshold
  if (threshold.step !== undefined)
    return {
      message: `"${threshold.written}" is about one step`,
      hint: 'What ends a load test is about all requests.',
    }
  return { written: `${threshold.written} for ${formatDuration(over)}`, threshold, over }
}

function isAmount(value: JsonValue): value is string | Numeric {
  return isNumber(value) || typeof value === 'string'
}

/** A bare number of a time is in milliseconds, and says so where it is told. */
function limitText(subject: string, limit: string | Numeric): string {
  return isNumber(limit) && /(?:^|\s)(?:p\d\d|max)$/.test(subject) ? `${numberText(limit)}ms` : String(limit)
}

function thresholdOf(
  written: string,
  subject: string,
  operator: Threshold['operator'],
  amount: string,
): Threshold | NoThreshold {
  const [, step, name = ''] = /^(?:step\s+(.+?)\s+)?(\S+)$/.exec(subject) ?? []
  const metric = loadMetrics.find(one => one === name)
  if (metric === undefined)
    return {
      message: `"${written}": nothing that is measured is called "${name === '' ? subject : name}"`,
      hint: `Measured are ${loadMetrics.join(', ')}; "step NAME p95" is about one step.`,
    }
  const limit = limitOf(metric, amount)
  if (limit === undefined)
    return { message: `"${written}": ${amount} is no ${kindOf(metric)}`, hint: examples }
  if (metric === 'error-rate' && isEverything(operator, amount))
    return { message: `"${written}": ${amount} is every request`, hint: 'Write 1% or 0.01.' }
  const threshold = { written, metric, operator, limit }
  const held = measurable(metric, limit).filter(value => holds(value, threshold)).length
  if (held === 0) return { message: `"${written}" holds for nothing that can be measured`, hint: examples }
  if (held === measurable(metric, limit).length)
    return { message: `"${written}" holds for everything that can be measured`, hint: examples }
  return step === undefined ? threshold : { ...threshold, step }
}

/** Lists values that can be measured: some usual ones, and some beside the limit. Every answer takes some time. */
function measurable(metric: LoadMetric, limit: number): readonly number[] {
  const values = [0, 0.001, 0.5, 1, 10, 1e9, limit / 2, limit, limit + 1]
  if (metric === 'error-rate') return values.filter(value => value <= 1)
  if (metric === 'errors') return values.filter(Number.isInteger)
  return metric === 'throughput' ? values : values.filter(value => value > 0)
}

/** True where a number is as a threshold says. */
export function holds(actual: number, { operator, limit }: Pick<Threshold, 'operator' | 'limit'>): boolean {
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

/** True where a share was probably meant as percent: up to 1 lets everything pass, and more than 1 there never is. */
function isEverything(operator: Threshold['operator'], amount: string): boolean {
  return operator !== '>=' && numberIn(amount, '') === 1
}

function limitOf(metric: LoadMetric, amount: string): number | undefined {
  const number = numberIn(amount, '')
  if (metric === 'error-rate') {
    const percent = numberIn(amount, '%')
    const share = percent === undefined ? number : percent / 100
    return share === undefined || share > 1 ? undefined : share
  }
  if (metric === 'throughput') return number ?? numberIn(amount, '/s')
  return metric === 'errors' ? number : (number ?? parseDuration(amount))
}

/** The number in front of a unit. */
export function numberIn(text: string, unit: '' | '%' | '/s'): number | undefined {
  const number = text.endsWith(unit) ? text.slice(0, text.length - unit.length) : ''
  return /^\d+(?:\.\d+)?$/.test(number) ? Number(number) : undefined
}

function kindOf(metric: LoadMetric): string {
  if (metric === 'error-rate') return 'share, such as 1% or 0.01'
  if (metric === 'throughput') return 'number of requests in a second'
  return metric === 'errors' ? 'number' : 'time, such as 300ms'
}
