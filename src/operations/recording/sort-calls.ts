import { classifyEntry } from '../../formats/har/classify-entry.ts'
import { requestMethods } from '../../model/request-methods.ts'
import type { RecordedEntry } from '../../recording/entry-of.ts'
import type { RecordAnswer } from './record-input.ts'

/** The calls of a session, and how many of the others there are for each reason. What a client asked for by itself is a call. */
export function sortCalls(entries: readonly RecordedEntry[]): {
  readonly calls: readonly RecordedEntry[]
  readonly leftOut: RecordAnswer['leftOut']
} {
  const counts = new Map<string, number>()
  const calls = entries.filter(entry => {
    const reason = reasonOf(entry)
    if (reason === undefined) return true
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
    return false
  })
  return { calls, leftOut: [...counts].map(([reason, count]) => ({ reason, count })) }
}

/** Why an exchange is no step; undefined for one that is. */
function reasonOf(entry: RecordedEntry): string | undefined {
  if (isOfWebSocket(entry)) return 'websockets'
  if (!requestMethods.includes(entry.method)) return `with the method ${entry.method}, which no step can send`
  const found = classifyEntry(entry, !isOfBrowser(entry))
  return found.kind === 'call' ? undefined : found.reason
}

/** One that is refused is told from other requests by that alone. */
function isOfWebSocket({ headers }: RecordedEntry): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'sec-websocket-key')
}

/** The fetch of Node says `sec-fetch-mode`, too. */
function isOfBrowser({ headers }: RecordedEntry): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'sec-fetch-site')
}
