import { type Skipped, SkipList } from '../skip-list.ts'
import { type Coverage, coverageShares, missedShares } from '../../model/contract.ts'
import type { Outcome, OutcomeCounts } from '../../model/outcome.ts'
import type { RunSummary } from '../../model/result.ts'
import type { StepFinished } from '../../model/run-event.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { formatProblems } from '../problems.ts'
import type { ReporterOptions, RunEvents } from '../reporter.ts'
import { rootCause } from '../root-cause.ts'
import { rowName, stepName } from '../step-name.ts'
import { shortReason } from '../terminal/failure-lines.ts'
import { palette } from '../terminal/palette.ts'
import { stepLines } from '../terminal/step-lines.ts'
import { explain } from '../explain/explain.ts'
import { arrangement, repeatWords, verdictWords } from '../terminal/summary-lines.ts'
import { total } from '../text/counts.ts'
import { coverageWords, outsideWords, uncovered } from '../text/coverage-words.ts'
import { flakyWords } from '../text/flaky-words.ts'
import { placeOf } from '../text/place.ts'
import { markdownBlock, markdownCode, markdownText } from './escape.ts'

/** Failures shown; GitHub takes summaries of at most 1 MiB. */
const shownFailures = 50

const colors = palette(false)

/** A page for `$GITHUB_STEP_SUMMARY` or a comment: totals, failures with their details folded away, slowest steps. */
export async function* markdown(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const problems: string[] = []
  const failures: string[] = []
  const flaky: string[] = []
  const skipped = new SkipList()
  const slowest = new SlowestSteps(5)
  let failed = 0
  for await (const batch of events)
    for (const event of batch) {
      if (event.type === 'problem')
        problems.push(
          formatProblems([event.problem], { color: false, workingFolder: options.workingFolder }).trimEnd(),
        )
      else if (event.type === 'step-finished') {
        slowest.add(event)
        skipped.add(event)
        if (event.result.flaky && flaky.length < shownFailures) flaky.push(flakyItem(event))
        if (event.result.failures.length > 0 && ++failed <= shownFailures)
          failures.push(failureItem(event, options))
      } else if (event.type === 'run-finished') {
        yield head(event.summary)
        if (problems.length > 0) yield `\n${markdownBlock(problems.join('\n\n').split('\n'))}\n`
        yield section('Failures', failures, failed - failures.length)
        yield section('Flaky', flaky, event.summary.steps.flaky - flaky.length)
        yield section('Skipped', skipped.items.map(skippedItem), skipped.more)
        yield coverageSection(event.summary.coverage)
        yield slowestTable(slowest)
      }
    }
}

const icons: Readonly<Record<Outcome, string>> = { passed: '✅', failed: '❌', errored: '💥', skipped: '⏭️' }

function head(summary: RunSummary): string {
  const icon = summary.exitCode === 0 ? icons.passed : icons.failed
  const title = `## ${icon} API tests: ${markdownText(verdictWords(summary))}\n`
  const told = arrangement(summary).map(([name, words]) => `; ${name.toLowerCase()} ${words}`)
  const facts = `\n${plural(summary.requests, 'request')}${repeatWords(summary)} in ${formatDuration(summary.duration)}${markdownText(told.join(''))}\n`
  if (total(summary.suites) === 0) return title
  const rows = [
    countsRow('Files', summary.suites),
    countsRow('Steps', summary.steps),
    ...(total(summary.rows) === 0
      ? []
      : [countsRow(summary.repeat === undefined ? 'Rows' : 'Runs', summary.rows)]),
  ]
  const header =
    '| | Total | Passed | Failed | Errored | Skipped | Flaky |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |'
  return `${title}\n${header}\n${rows.join('\n')}\n${facts}`
}

function countsRow(name: string, counts: OutcomeCounts): string {
  const { passed, failed, errored, skipped, flaky } = counts
  return `| ${[name, total(counts), passed, failed, errored, skipped, flaky].join(' | ')} |`
}

function section(title: string, items: readonly string[], left: number): string {
  if (items.length === 0) return ''
  const more = left > 0 ? `\nand ${left} more\n` : ''
  return `\n### ${title}\n\n${items.join('')}${more}`
}

/** One reason in sight; the frame, request and response behind it. */
function failureItem({ suite, result }: StepFinished, options: ReporterOptions): string {
  const cause = rootCause(result)
  if (cause === undefined) return ''
  const row = result.row === undefined ? '' : ` · ${rowName(result.row)}`
  const title = markdownText(`${[suite, ...cause.names].join(' › ')}${row}`)
  const place = markdownCode(placeOf(cause.failure.span, options.workingFolder))
  const details = stepLines(
    result,
    { workingFolder: options.workingFolder, verbose: false, colors, explain },
    0,
  )
  return [
    `${icons[result.outcome]} **${title}** ${place}`,
    '',
    markdownText(shortReason(cause.failure.message)),
    '',
    '<details><summary>Details</summary>',
    '',
    markdownBlock(details),
    '',
    '</details>',
    '',
    '',
  ].join('\n')
}

function flakyItem({ suite, result }: StepFinished): string {
  return `- ${markdownText(`${suite} › ${result.name}`)} ${markdownText(flakyWords(result))}\n`
}

function skippedItem({ title, reason }: Skipped): string {
  return `- ${markdownText(title)}: ${markdownText(reason)}\n`
}

function slowestTable({ list }: SlowestSteps): string {
  if (list.length === 0) return ''
  const rows = list.map(
    ({ suite, name, duration }) =>
      `| ${markdownText(`${suite} › ${name}`)} | ${formatDuration(duration)} |\n`,
  )
  const table = `| Step | Time |\n| --- | ---: |\n${rows.join('')}`
  return `\n<details><summary>Slowest steps</summary>\n\n${table}\n</details>\n`
}

/** A step and how long it took, in milliseconds. */
interface TimedStep {
  readonly suite: string
  readonly name: string
  readonly duration: number
}

/** Keeps the few slowest of any number of steps. */
export class SlowestSteps {
  readonly #limit: number
  #steps: TimedStep[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  add({ suite, result }: StepFinished): void {
    const last = this.#steps.at(-1)
    if (result.outcome === 'skipped') return
    if (this.#steps.length >= this.#limit && last !== undefined && last.duration >= result.duration) return
    this.#steps.push({ suite, name: stepName(result), duration: result.duration })
    this.#steps.sort((left, right) => right.duration - left.duration)
    this.#steps.length = Math.min(this.#steps.length, this.#limit)
  }

  /** The slowest first. */
  get list(): readonly TimedStep[] {
    return this.#steps
  }
}

/** How much of a description a run exercised, with what is missing folded away; empty without one. */
function coverageSection(coverage: Coverage | undefined): string {
  if (coverage === undefined) return ''
  const shares = coverageShares(coverage).map(share => `- ${coverageWords(share)}\n`)
  const missed = missedShares(coverage).map(
    ({ share, threshold }) => `- ❌ ${threshold} % of the ${share.kind} must be exercised\n`,
  )
  const title = `\n### Coverage of ${markdownText(coverage.spec)}\n\n`
  const lists = [
    folded('Not exercised', uncovered(coverage)),
    folded('Not described', outsideWords(coverage)),
  ]
  return `${title}${shares.join('')}${missed.join('')}${lists.join('')}`
}

/** GitHub takes summaries of at most 1 MiB. */
const shownLines = 2000

function folded(title: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  const block = markdownBlock(items.slice(0, shownLines))
  return `\n<details><summary>${title}: ${items.length}</summary>\n\n${block}\n\n</details>\n`
}
