import { isError } from '../../model/problem.ts'
import { coverageShares, missedShares } from '../../model/contract.ts'
import { noCounts, type Outcome, type OutcomeCounts } from '../../model/outcome.ts'
import type { RunSummary, Shard } from '../../model/result.ts'
import { coverageWords } from '../text/coverage-words.ts'
import { countsInWords, total } from '../text/counts.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { countProblems } from '../problems.ts'
import { oneLine } from '../text/printable.ts'
import { type Palette, inOutcomeColor } from './palette.ts'

/** How a run ended: verdict, files, steps, rows, flaky, requests and time, each on its line. */
export function summaryLines(summary: RunSummary, colors: Palette): string[] {
  const facts: [name: string, words: string][] = [
    ['Files', inWords(summary.suites, colors)],
    ...leftOutFacts(summary),
    ['Steps', inWords(summary.steps, colors)],
    ...optional(
      total(summary.rows) > 0,
      summary.repeat === undefined ? 'Rows' : 'Runs',
      inWords(summary.rows, colors),
    ),
    ...optional(summary.steps.flaky + summary.suites.flaky > 0, 'Flaky', colors.yellow(flakyWords(summary))),
    ['Requests', `${summary.requests}${repeatWords(summary)}`],
    ...arrangement(summary),
    ...coverageFacts(summary, colors),
    ...optional(
      summary.exitCode !== 0 && summary.seed !== undefined,
      'Seed',
      `--seed ${summary.seed ?? ''} makes the same values`,
    ),
    ['Time', formatDuration(summary.duration)],
  ]
  const nothingRan = total(summary.suites) === 0
  return [
    verdict(summary, colors),
    ...(nothingRan ? [] : facts.map(([name, words]) => fact(name, words, colors))),
  ]
}

/** How many requests went out again by themselves: ` (3 of them again, as a connection was lost)`. */
export function repeatWords({ repeats = 0 }: Pick<RunSummary, 'repeats'>): string {
  return repeats === 0 ? '' : ` (${repeats} of them again, as a connection was lost)`
}

interface Arranged {
  readonly repeat?: number | undefined
  readonly rows?: OutcomeCounts | undefined
  readonly shuffle?: number | undefined
  readonly shard?: Shard | undefined
  readonly standIns?: readonly string[] | undefined
}

/**
 * Lists the options for anything else than all files in their order, each once: which part of them, in which order, how
 * often, and without which servers.
 */
export function arrangement({
  repeat,
  rows = noCounts,
  shuffle,
  shard,
  standIns = [],
}: Arranged): [name: string, words: string][] {
  const unwell = rows.failed + rows.errored
  const ran = total(rows) - rows.skipped
  return [
    ...optional(
      repeat !== undefined,
      'Repeat',
      ran === 0
        ? `none of ${total(rows)} ran`
        : unwell === 0
          ? `${plural(ran, 'run')}, none failed`
          : `failed ${unwell} of ${ran}`,
    ),
    ...optional(shuffle !== undefined, 'Order', `--shuffle ${shuffle ?? 0} makes the same`),
    ...optional(
      shard !== undefined,
      'Shard',
      `${shard?.index ?? 0}/${shard?.count ?? 0}${shard?.by === undefined ? '' : ` by ${shard.by}, of ${shard.split ?? ''}`}`,
    ),
    ...optional(standIns.length > 0, 'Mocks', standInWords(standIns)),
  ]
}

/** In place of which services mocks answered: nothing is known of these. */
export function standInWords(standIns: readonly string[]): string {
  return `stood in for ${standIns.map(oneLine).join(', ')}`
}

/** Sums up a run in a few words. */
export function verdictWords(summary: RunSummary): string {
  if (summary.interrupted) return 'Interrupted'
  if (summary.overtime !== undefined)
    return `Not finished: ${plural(summary.overtime.steps, 'step')} did not begin within --max-time ${summary.overtime.maxTime}`
  if (summary.problems.some(isError) && summary.outcome === 'failed')
    return `Failed: ${countProblems(summary.problems)}`
  const isIdle = summary.requests === 0 && summary.steps.passed > 0
  if (isIdle && summary.problems.some(({ code }) => code === 'nothing-selected'))
    return `Nothing was tested: ${countProblems(summary.problems)}`
  if (summary.problems.some(({ code }) => code === 'setup-failed'))
    return `Failed: ${countProblems(summary.problems)}`
  if (summary.problems.some(isError))
    return `Rejected${summary.requests > 0 ? '' : ', nothing was sent'}: ${countProblems(summary.problems)}`
  if (summary.outcome === 'passed' && summary.exitCode !== 0)
    return summary.failsOnFlaky === true ? `Failed by --fail-on-flaky: ${flakyWords(summary)}` : 'Failed'
  return verdicts[summary.outcome]
}

/** Why a run did not come to its end, if it did not. */
export function cutWords(summary: RunSummary): string | undefined {
  if (summary.interrupted) return 'the run was interrupted'
  return summary.overtime === undefined ? undefined : verdictWords(summary)
}

const verdicts: Readonly<Record<Outcome, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  errored: 'Failed: not everything could be carried out',
  skipped: 'Nothing ran: everything was skipped',
}

function verdict(summary: RunSummary, colors: Palette): string {
  const words = verdictWords(summary)
  return colors.bold(summary.exitCode === 0 ? colors.green(words) : colors.red(words))
}

function inWords(counts: OutcomeCounts, colors: Palette): string {
  return countsInWords(counts, (outcome, words) => inOutcomeColor(outcome, words, colors))
}

/** A line for each file that was left out, the name of the fact at the first. */
function leftOutFacts({ leftOut = [] }: RunSummary): [string, string][] {
  return leftOut.map(({ file, inputs }, index) => [
    index === 0 ? 'Left out' : '',
    oneLine(
      inputs.length === 0 ? `${file} only runs through use` : `${file} needs --var ${inputs.join(', ')}`,
    ),
  ])
}

/** Each kind on its line, the name of the fact at the first. */
function coverageFacts({ coverage }: RunSummary, colors: Palette): [string, string][] {
  if (coverage === undefined) return []
  const missed = new Map(missedShares(coverage).map(({ share, threshold }) => [share.kind, threshold]))
  return coverageShares(coverage).map((share, index) => {
    const threshold = missed.get(share.kind)
    const words = coverageWords(share)
    const shown = threshold === undefined ? words : colors.red(`${words}, and ${threshold} % must be`)
    return [index === 0 ? 'Coverage' : '', shown]
  })
}

function flakyWords({ steps, suites }: RunSummary): string {
  const files = suites.flaky === 0 ? [] : [`${plural(suites.flaky, 'file')} passed only when it ran again`]
  const single =
    steps.flaky === 0 ? [] : [`${plural(steps.flaky, 'step')} passed after an attempt that went wrong`]
  return [...files, ...single].join(', ')
}

function fact(name: string, words: string, colors: Palette): string {
  return `  ${colors.dim(name.padEnd(8))}  ${words}`
}

function optional(holds: boolean, name: string, words: string): [string, string][] {
  return holds ? [[name, words]] : []
}
