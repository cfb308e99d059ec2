import type { RunEvents } from './reporter.ts'
import { jsonText } from './text/printable.ts'

/** Every event, soon after it happens, one line of JSON each: the complete record of a run, for other programs. */
export async function* ndjson(events: RunEvents): AsyncGenerator<string> {
  for await (const batch of events) for (const event of batch) yield `${jsonText(event)}\n`
}
