import type { StepFinished } from '../model/run-event.ts'
import { ProblemCut } from './problem-cut.ts'
import { formatProblems } from './problems.ts'
import type { ReporterOptions, RunEvents } from './reporter.ts'
import { type Palette, inOutcomeColor, palette } from './terminal/palette.ts'
import { stepLines } from './terminal/step-lines.ts'
import { coverageLines } from './terminal/coverage-lines.ts'
import { SkipList } from './skip-list.ts'
import { skipLines } from './terminal/skip-lines.ts'
import { explain } from './explain/explain.ts'
import { summaryLines } from './terminal/summary-lines.ts'
import { oneLine } from './text/printable.ts'
import { plural } from '../util/quantity.ts'

/** Failed steps shown in full at the end; more are counted. */
const shownFailures = 50

const signs = { passed: '.', failed: 'F', errored: 'E', skipped: 's' } as const

/** One sign per step (`.` passed, `~` flaky, `F` failed, `E` errored, `s` skipped), then failures and the summary. */
export async function* dot(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const colors = palette(options.color)
  const width = Math.min(options.columns > 0 ? options.columns : 80, 80)
  const failures: string[] = []
  const skipped = new SkipList()
  const problems = new ProblemCut(options.verbose)
  let steps = 0
  let failed = 0
  for await (const batch of events)
    for (const event of batch) {
      if (event.type === 'problem') {
        if (problems.shows(event.problem)) yield `${formatProblems([event.problem], options)}\n`
      } else if (event.type === 'step-finished') {
        skipped.add(event)
        yield sign(event, colors) + (++steps % width === 0 ? '\n' : '')
        if (event.result.failures.length > 0 && ++failed <= shownFailures)
          failures.push(failure(event, options))
      } else if (event.type === 'run-finished') {
        if (steps % width > 0) yield '\n'
        yield problems.rest() + failures.join('')
        if (failed > failures.length)
          yield `\n${plural(failed - failures.length, 'more failure')} not shown\n`
        const end = [
          ...skipLines(skipped, colors, options.workingFolder),
          ...coverageLines(event.summary.coverage, colors),
          ...summaryLines(event.summary, colors),
        ]
        yield `\n${end.join('\n')}\n`
      }
    }
}

function sign({ result }: StepFinished, colors: Palette): string {
  if (result.flaky) return colors.yellow('~')
  return inOutcomeColor(result.outcome, signs[result.outcome], colors)
}

function failure({ suite, file, result }: StepFinished, options: ReporterOptions): string {
  const colors = palette(options.color)
  const lines = stepLines(result, { ...options, colors, explain })
  return `\n${colors.bold(oneLine(suite))}  ${colors.dim(oneLine(file))}\n${lines.join('\n')}\n`
}
