import type { StepResult } from '../../model/result.ts'
import { plural } from '../../util/quantity.ts'
import { version } from '../../util/version.ts'
import type { RunEvents } from '../reporter.ts'
import { arrangement } from '../terminal/summary-lines.ts'
import { jsonText } from '../text/printable.ts'
import { harEntries } from './entries.ts'

/**
 * Writes the requests over HTTP as a HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), step by step as they
 * end: of each the last attempt, with the redirects before it.
 */
export async function* har(events: RunEvents): AsyncGenerator<string> {
  yield `{"log":{"version":"1.2","creator":${jsonText({ name: 'apitest', version })},"pages":[],"entries":[`
  let separator = '\n'
  let others = 0
  let asked: readonly string[] = []
  for await (const batch of events)
    for (const event of batch)
      if (event.type === 'run-finished')
        asked = arrangement(event.summary).map(([name, words]) => `${name}: ${words}`)
      else if (event.type === 'step-finished')
        for (const { suite, result } of withInner(event.suite, event.result)) {
          const entries = harEntries(result, suite)
          if (entries === undefined) others++
          for (const entry of entries ?? []) {
            yield separator + jsonText(entry)
            separator = ',\n'
          }
        }
  const left = others === 0 ? [] : [`${plural(others, 'call')} by other protocols left out`]
  const comment = [...left, ...asked].join('; ')
  yield `\n]${comment === '' ? '' : `,"comment":${jsonText(comment)}`}}}\n`
}

interface Ran {
  readonly suite: string
  readonly result: StepResult
}

/** A step behind those that it ran, in which its own exchange only sums them up. */
function* withInner(suite: string, result: StepResult): Generator<Ran> {
  for (const step of result.steps ?? []) yield* withInner(`${suite} › ${result.name}`, step)
  yield { suite, result }
}
