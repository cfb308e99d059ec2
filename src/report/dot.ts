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

/** Failed steps, and flaky ones, shown at the end; more are counted. */
const shownSteps = 50

const signs = { passed: '.', failed: 'F', errored: 'E', skipped: 's' } as const

/** One sign per step (`.` passed, `~` flaky, `F` failed, `E` errored, `s` skipped), then failures, what was flaky where that fails the run, and the summary. */
export async function* dot(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const colors = palette(options.color)
  const width = Math.min(options.columns > 0 ? options.columns : 80, 80)
  const failures = new Shown(options)
  const flaky = new Shown(options)
  const skipped = new SkipList()
  const problems = new ProblemCut(options.verbose)
  let column = 0
  for await (const batch of events)
    for (const event of batch) {
      if (event.type === 'problem') {
        if (!problems.shows(event.problem)) continue
        yield `${column > 0 ? '\n' : ''}${formatProblems([event.problem], options)}\n`
        column = 0
      } else if (event.type === 'step-finished') {
        skipped.add(event)
        column = (column + 1) % width
        yield sign(event, colors) + (column === 0 ? '\n' : '')
        if (event.result.failures.length > 0) failures.add(event)
        else if (event.result.flaky) flaky.add(event)
      } else if (event.type === 'run-finished') {
        if (column > 0) yield '\n'
        yield problems.rest() + failures.text('failure')
        if (event.summary.failsOnFlaky === true) yield flaky.text('flaky step')
        const end = [
          ...skipLines(skipped, colors, options.workingFolder),
          ...coverageLines(event.summary.coverage, colors),
          ...summaryLines(event.summary, colors),
        ]
        yield `\n${end.join('\n')}\n`
      }
    }
}

/** Steps that are shown in the end, and how many are only counted. */
class Shown {
  readonly #options: ReporterOptions
  readonly #texts: string[] = []
  #count = 0

  constructor(options: ReporterOptions) {
    this.#options = options
  }

  add(event: StepFinished): void {
    if (++this.#count <= shownSteps) this.#texts.push(stepText(event, this.#options))
  }

  text(noun: string): string {
    const more = this.#count - this.#texts.length
    return this.#texts.join('') + (more > 0 ? `\n${plural(more, `more ${noun}`)} not shown\n` : '')
  }
}

function sign({ result }: StepFinished, colors: Palette): string {
  if (result.flaky) return colors.yellow('~')
  return inOutcomeColor(result.outcome, signs[result.outcome], colors)
}

function stepText({ suite, file, result }: StepFinished, options: ReporterOptions): string {
  const colors = palette(options.color)
  const lines = stepLines(result, { ...options, colors, explain })
  return `\n${colors.bold(oneLine(suite))}  ${colors.dim(oneLine(file))}\n${lines.join('\n')}\n`
}
