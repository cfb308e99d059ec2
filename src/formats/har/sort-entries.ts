import { classifyEntry, type EntryKind, urlOf } from './classify-entry.ts'
import type { Entry, Recording } from './har-document.ts'

/** The entries of a recording: those that become requests, and the others by the reason why not. */
export interface SortedEntries {
  readonly calls: readonly Entry[]
  readonly skipped: ReadonlyMap<string, readonly Entry[]>
  /** Entries on which one may think otherwise, and why they are where they are. */
  readonly notes: readonly { readonly entry: Entry; readonly kept: boolean; readonly why: string }[]
}

/** Which calls are kept. */
export interface Selection {
  /** Calls to other hosts are left out. */
  readonly host?: string
  /** Calls that only count visits, clicks and errors are kept. */
  readonly keepsAnalytics?: boolean
}

/** Sorts the entries of a recording. */
export function sortEntries(
  { entries, fromApiClient }: Recording,
  { host, keepsAnalytics = false }: Selection,
): SortedEntries {
  const calls: Entry[] = []
  const skipped = new Map<string, Entry[]>()
  const notes: SortedEntries['notes'][number][] = []
  for (const entry of entries) {
    const classified = classifyEntry(entry, fromApiClient)
    const isKept = keepsAnalytics && classified.kind === 'skipped' && classified.reason === 'analytics'
    const found: EntryKind = isKept && entry.status !== 0 ? { kind: 'call' } : classified
    const reason =
      found.kind === 'skipped' ? found.reason : isAt(entry.url, host) ? undefined : 'calls to other hosts'
    if (reason === undefined) calls.push(entry)
    else skipped.set(reason, [...(skipped.get(reason) ?? []), entry])
    if (found.note !== undefined) notes.push({ entry, kept: reason === undefined, why: found.note })
  }
  return { calls, skipped, notes }
}

function isAt(text: string, wanted: string | undefined): boolean {
  if (wanted === undefined || wanted === '') return true
  const url = urlOf(text)
  const host = wanted
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
  if (url === undefined) return false
  return url.host === host || url.hostname === host || url.hostname.endsWith(`.${host}`)
}
