import { piecesOf } from '../../recording/common-pattern.ts'
import type { RecordedEntry } from '../../recording/entry-of.ts'
import { type RecordedExchange, targetOf } from '../../recording/recorded-exchange.ts'

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
  const leads = calls.find(({ answer }) => {
    const text = answer?.text()?.replaceAll(String.raw`\/`, '/') ?? ''
    return piecesOf(text, origin).length > 1
  })
  if (leads === undefined) return broken
  return [
    ...broken,
    `answers name ${origin} itself, as that of "${leads.method} ${new URL(leads.url).pathname}" does: requests that the program sent there went past the recorder`,
  ]
}
