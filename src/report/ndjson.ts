import type { RunEvent } from '../model/run-event.ts'
import { jsonText } from './text/printable.ts'

/** Every event as it happens, one line of JSON each: the complete record of a run, for other programs. */
export async function* ndjson(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${jsonText(event)}\n`
}
