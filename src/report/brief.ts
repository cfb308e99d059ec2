import { ProblemCut } from './problem-cut.ts'
import { formatProblems } from './problems.ts'
import type { ReporterOptions, RunEvents } from './reporter.ts'
import { FailureList } from './terminal/failure-list.ts'
import { palette } from './terminal/palette.ts'
import { standInWords, summaryLines } from './terminal/summary-lines.ts'

/**
 * Prints a run whose reports all go to files: its problems, a line for each failure, and the summary. Of a run that
 * passed, its warnings and the mocks that stood in.
 */
export async function* brief(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const colors = palette(options.color)
  const failures = new FailureList(colors, options.workingFolder)
  const problems = new ProblemCut(options.verbose)
  for await (const batch of events)
    for (const event of batch) {
      if (event.type === 'step-finished') failures.add(event)
      else if (event.type === 'problem' && problems.shows(event.problem))
        yield formatProblems([event.problem], options)
      else if (event.type === 'run-finished' && event.summary.exitCode === 0) {
        const { standIns = [] } = event.summary
        if (standIns.length > 0) yield `Mocks ${standInWords(standIns)}\n`
      } else if (event.type === 'run-finished')
        yield `${problems.rest()}${failures.text()}\n${summaryLines(event.summary, colors).join('\n')}\n`
    }
}
