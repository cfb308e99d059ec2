import type { ReporterOptions, RunEvents } from '../reporter.ts'
import { Page } from './page.ts'
import { Progress } from './progress.ts'
import { withTicks } from './with-ticks.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Milliseconds after which the clock of the progress line goes on though nothing happened. */
const tickInterval = 100

/** The report for people: a section per file with a line per step or row, details of failures, a summary. */
export async function* pretty(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const page = new Page(options)
  if (!options.interactive) {
    for await (const batch of events) yield batch.map(event => page.write(event)).join('')
    return
  }
  const progress = new Progress(options, () => monotonicTime())
  for await (const batch of withTicks(events, tickInterval))
    if (batch === 'tick') yield progress.around('')
    else for (const event of batch) yield progress.around(page.write(event), event)
}
