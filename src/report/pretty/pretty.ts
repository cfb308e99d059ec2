import type { RunEvent } from '../../model/run-event.ts'
import type { ReporterOptions } from '../reporter.ts'
import { Page } from './page.ts'
import { Progress } from './progress.ts'
import { withTicks } from './with-ticks.ts'

/** Milliseconds after which the clock of the progress line goes on though nothing happened. */
const tickInterval = 100

/** The report for people: a section per file with a line per step or row, details of failures, a summary. */
export async function* pretty(
  events: AsyncIterable<RunEvent>,
  options: ReporterOptions,
): AsyncGenerator<string> {
  const page = new Page(options)
  if (!options.interactive) {
    for await (const event of events) {
      const text = page.write(event)
      if (text !== '') yield text
    }
    return
  }
  const progress = new Progress(options, () => performance.now())
  for await (const event of withTicks(events, tickInterval)) {
    const text = progress.around(event.type === 'tick' ? '' : page.write(event), event)
    if (text !== '') yield text
  }
}
