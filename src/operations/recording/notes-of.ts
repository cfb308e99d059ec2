import type { RecordedEntry } from '../../recording/entry-of.ts'
import { type RecordedExchange, targetOf } from '../../recording/recorded-exchange.ts'
import { literalPattern } from '../../patterns/index.ts'

/** Notes on a session: exchanges that did not come to their end, and answers that lead past the recorder. */
export function notesOf(
  exchanges: readonly RecordedExchange[],
  calls: readonly RecordedEntry[],
  origin: string,
): readonly string[] {
  const broken = exchanges.flatMap(({ request, answer, problem }) => {
    if (answer !== undefined && problem === undefined) return []
    const { method, target } = targetOf(request)
    const what =
      answer === undefined ? 'it has no answer, and is no step' : 'its answer is not known to its end'
    return [`${method} ${target.replace(/[?#].*/s, '')}: ${what}: ${problem ?? 'the session was over'}`]
  })
  const own = new RegExp(`${literalPattern(origin)}(?![\\w.:@-])`)
  const leads = calls.find(({ answer }) => own.test(answer?.text()?.replaceAll(String.raw`\/`, '/') ?? ''))
  if (leads === undefined) return broken
  return [
    ...broken,
    `answers name ${origin} itself, as that of "${leads.method} ${new URL(leads.url).pathname}" does: requests that the program sent there went past the recorder`,
  ]
}
