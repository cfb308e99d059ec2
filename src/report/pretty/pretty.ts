import type { StepResult } from '../../model/result.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { lazyPart, whenLoaded } from '../../util/lazy-part.ts'
import type { ReporterOptions, RunEvents } from '../reporter.ts'
import { Page } from './page.ts'
import { Progress } from './progress.ts'
import { withTicks } from './with-ticks.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Milliseconds after which the clock of the progress line goes on though nothing happened. */
const tickInterval = 100

/** The report for people: a section per file with a line per step or row, details of failures, a summary. */
export async function* pretty(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const page = new Page(options, result => explaining().explain(result))
  if (!options.interactive) {
    for await (const batch of events) {
      if (batch.some(isToExplain)) await whenLoaded(explaining)
      yield batch.map(event => page.write(event)).join('')
    }
    return
  }
  const progress = new Progress(options, () => monotonicTime())
  for await (const batch of withTicks(events, tickInterval))
    if (batch === 'tick') yield progress.around('')
    else {
      if (batch.some(isToExplain)) await whenLoaded(explaining)
      for (const event of batch) yield progress.around(page.write(event), event)
    }
}

/** The words for all that may go wrong are many, and most runs need none. */
const explaining = lazyPart(() => import('../explain/explain.ts'))

function isToExplain(event: RunEvent): boolean {
  return event.type === 'step-finished' && hasFailed(event.result)
}

/** True where a step failed, or one in it: a script may take it that a request of its own was refused. */
function hasFailed({ outcome, steps }: StepResult): boolean {
  return outcome === 'failed' || outcome === 'errored' || steps?.some(hasFailed) === true
}
