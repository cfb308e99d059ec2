import type {
  JudgedThreshold,
  LoadFailure,
  LoadFigures,
  LoadProfile,
  LoadResult,
  Percentiles,
} from '../../model/load-test.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { type Palette, symbols } from '../terminal/palette.ts'
import { type StepFormat, stepDetails } from '../terminal/step-lines.ts'
import { explain } from '../explain/explain.ts'
import { standInWords } from '../terminal/summary-lines.ts'
import { oneLine } from '../text/printable.ts'
import { metricOf } from './threshold-metric.ts'

/** How the lines are shown; what explains failures is this module's. */
type Format = Omit<StepFormat, 'explain'>

/** Ways to fail that are shown with their first request; of others only their number is told. */
const shownFailures = 5

/** Tells the outcome of a load test, for people: how steps failed, the figures, the thresholds, and last the verdict. */
export function loadLines(result: LoadResult, format: Format): readonly string[] {
  const { colors } = format
  return [
    ...failureLines(result.failures, format),
    ...table(result, colors),
    '',
    ...facts(result).map(([name, words]) => `${colors.dim(name.padEnd(11))} ${words}`),
    '',
    ...(result.shard === undefined
      ? result.thresholds.map(one => thresholdLine(one, areJudged(result), colors))
      : []),
    ...verdictLines(result, colors),
  ]
}

/** `50 callers for 1 m, ramping up for 10 s`, `200/s by 100 callers at most for 30 s`. */
export function profileWords({ model, stages, callers, requests }: LoadProfile): string {
  const levelWords = (level: number): string => (model === 'rate' ? `${level}/s` : plural(level, 'caller'))
  const most = model === 'rate' ? ` by ${plural(callers, 'caller')} at most` : ''
  const [first, last = first, ...more] = stages
  const isSteady = more.length === 0 && last?.from === last?.to && (first === last || first?.from === 0)
  if (!isSteady)
    return `${stages.map(({ to, over }) => `to ${levelWords(to)} in ${formatDuration(over)}`).join(', ')}${most}`
  const total = stages.reduce((sum, { over }) => sum + over, 0)
  const long = requests === undefined ? formatDuration(total) : plural(requests, 'request')
  const rampUp = first === last ? '' : `, ramping up for ${formatDuration(first?.over ?? 0)}`
  return `${levelWords(last?.to ?? 0)}${most} for ${long}${rampUp}`
}

const columns: readonly (readonly [title: string, value: (figures: LoadFigures) => string])[] = [
  ['requests', ({ requests }) => String(requests)],
  ['OK', ({ ok }) => String(ok)],
  ['errors', ({ errors }) => String(errors)],
  ['per s', ({ throughput }) => perSecond(throughput)],
  ...(['p50', 'p90', 'p95', 'p99', 'max'] as const).map(
    share => [share, ({ latency }: LoadFigures) => latencyText(latency[share])] as const,
  ),
]

function table({ all, steps }: LoadResult, colors: Palette): readonly string[] {
  const rows = [
    ...(steps.length > 1 ? steps.map(one => [oneLine(one.step), one] as const) : []),
    ['all', all] as const,
  ]
  const names = Math.max(...rows.map(([name]) => name.length))
  const texts = rows.map(([, figures]) => columns.map(([, value]) => value(figures)))
  const widths = columns.map(([title], column) =>
    Math.max(title.length, ...texts.map(row => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')
  return [
    colors.dim(`${''.padEnd(names)}  ${line(columns.map(([title]) => title))}`),
    ...rows.map(([name], index) => `${name.padEnd(names)}  ${line(texts[index] ?? [])}`),
  ]
}

function facts({
  scenarios,
  all,
  duration,
  iterations,
  threads,
  wait,
  lag,
  standIns = [],
}: LoadResult): readonly (readonly [string, string])[] {
  const shares = ({ p50, p99, max }: Percentiles): string =>
    `p50 ${latencyText(p50)}, p99 ${latencyText(p99)}, max ${latencyText(max)}`
  const statuses = Object.entries(all.statuses).map(([status, count]) => `${status} ×${count}`)
  const hasRate = scenarios.some(({ profile }) => profile.model === 'rate')
  return [
    ...scenarios.map(({ files, profile }, index) => {
      const [file = ''] = files
      const of = scenarios.length === 1 ? '' : `${file}${files.length > 1 ? ' …' : ''}: `
      return [index === 0 ? 'Load' : '', `${of}${profileWords(profile)}`] as const
    }),
    [
      'Time',
      `${formatDuration(duration)}, ${plural(iterations, 'iteration')}${threads === 1 ? '' : ` by ${threads} threads`}`,
    ],
    ['Statuses', statuses.length === 0 ? 'none' : statuses.join('  ')],
    ['Error rate', percent(all.errorRate)],
    ...(all.repeats === undefined
      ? []
      : [['Sent again', `${plural(all.repeats, 'request')} that the server had not begun with`] as const]),
    ...(hasRate ? [['Wait', shares(wait)] as const] : []),
    ...(hasRate ? [['Service', shares(all.service)] as const] : []),
    ['Lag', shares(lag)],
    ...(standIns.length === 0 ? [] : [['Mocks', standInWords(standIns)] as const]),
  ]
}

function thresholdLine(judged: JudgedThreshold, isJudged: boolean, { green, red, dim }: Palette): string {
  const { threshold: written, file, met } = judged
  const threshold = file === undefined ? written : `${file}: ${written}`
  const measured = measuredText(judged)
  const words = `${threshold}${measured === undefined ? '' : `  ${measured}`}`
  if (!isJudged) return dim(`${symbols.skipped} ${words}`)
  return met ? `${green(symbols.passed)} ${words}` : `${red(symbols.failed)} ${words}`
}

/** True where thresholds were judged: not where nothing can be believed, nor in a part, which is judged with the others. */
export function areJudged({ verdict, shard }: LoadResult): boolean {
  return verdict !== 'unreliable' && shard === undefined
}

/** Writes the measured value of a threshold's metric, in its unit. */
export function measuredText(judged: JudgedThreshold): string | undefined {
  const { actual } = judged
  if (actual === undefined) return undefined
  switch (metricOf(judged)) {
    case 'error-rate':
      return percent(actual)
    case 'throughput':
      return `${perSecond(actual)}/s`
    case 'errors':
      return String(actual)
    default:
      return latencyText(actual)
  }
}

const verdicts: Readonly<Record<LoadResult['verdict'], string>> = {
  pass: 'Passed',
  fail: 'Failed',
  unreliable: 'Unreliable: nothing was judged',
  interrupted: 'Interrupted',
  part: 'A part: it is judged with the others by apitest merge-reports',
}

/** The verdict in a word or two. */
export function verdictWords({ verdict }: LoadResult): string {
  return verdicts[verdict]
}

/** The hint for a test in which nothing could be judged. */
export function verdictHint({ verdict }: LoadResult): string | undefined {
  return verdict === 'unreliable'
    ? "Take fewer callers, a lower rate, or another machine than the server's."
    : undefined
}

function verdictLines(result: LoadResult, { bold, green, red, cyan }: Palette): readonly string[] {
  const { verdict, reasons } = result
  const hint = verdictHint(result)
  const words = bold((verdict === 'pass' || verdict === 'part' ? green : red)(verdicts[verdict]))
  return [
    words,
    ...(verdict === 'interrupted' ? [] : reasons.map(reason => `  ${reason}`)),
    ...(hint === undefined ? [] : [`  ${cyan('hint:')} ${hint}`]),
  ]
}

function failureLines(failures: readonly LoadFailure[], format: Format): readonly string[] {
  const { colors } = format
  const more = failures.slice(shownFailures).reduce((sum, { count }) => sum + count, 0)
  return [
    ...failures
      .slice(0, shownFailures)
      .flatMap(({ step, count, first }) => [
        `${colors.red(symbols[first.outcome])} ${oneLine(step)}  ${colors.bold(`×${count}`)}${count === 1 ? '' : colors.dim(', the first:')}`,
        ...stepDetails(first, { ...format, explain }).map(line => (line === '' ? '' : `  ${line}`)),
        '',
      ]),
    ...(more === 0 ? [] : [`… and ${plural(more, 'failure')} for other reasons; --json lists them.`, '']),
  ]
}

/** Milliseconds with as many decimals as are told apart by eye. */
export function latencyText(milliseconds: number): string {
  if (milliseconds >= 999.5) return formatDuration(milliseconds)
  return `${Number(milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0))} ms`
}

/** Requests in a second. */
export function perSecond(rate: number): string {
  return String(Number(rate.toFixed(rate < 100 ? 1 : 0)))
}

/** A share from 0 to 1 in percent. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`
}
