import type { Change, IgnoredChange } from '../../model/contract-change.ts'
import type { Problem } from '../../model/problem.ts'
import type { IgnoreEntry } from './read-ignore-file.ts'

/** Changes that are to be told, those that are not, and entries that ignore nothing any more. */
export interface SortedChanges {
  readonly changes: readonly Change[]
  readonly ignored: readonly IgnoredChange[]
  readonly warnings: readonly Problem[]
}

/** Sorts out the changes that entries name. An entry that has expired, by the day of `now`, ignores nothing. */
export function ignoreChanges(
  found: readonly Change[],
  entries: readonly IgnoreEntry[],
  now: Date,
): SortedChanges {
  const used = new Set<IgnoreEntry>()
  const today = now.toISOString().slice(0, 10)
  const current = entries.filter(({ expires }) => expires === undefined || expires >= today)
  const sorted = found.map(change => {
    const entry = current.find(one => names(one, change))
    if (entry !== undefined) used.add(entry)
    return { change, entry }
  })
  return {
    changes: sorted.flatMap(({ change, entry }) => (entry === undefined ? [change] : [])),
    ignored: sorted.flatMap(({ change, entry }) =>
      entry === undefined ? [] : [{ ...change, because: entry.reason }],
    ),
    warnings: entries.flatMap(entry => oddity(entry, used, current)),
  }
}

function names({ rule, operation, part, path, pointer }: IgnoreEntry, change: Change): boolean {
  return (
    matches(rule, change.rule) &&
    matches(operation, change.operation ?? '') &&
    matches(part, change.part ?? '') &&
    matches(path, change.path ?? '/') &&
    (pointer === undefined ||
      [change.before, change.after].some(place => place !== undefined && matches(pointer, place.pointer)))
  )
}

/** Whether a text is what an entry says; `*` stands for anything. */
function matches(wanted: string | undefined, text: string): boolean {
  if (wanted === undefined || wanted === text) return true
  const [first = '', ...others] = wanted.split('*')
  const last = others.pop()
  if (last === undefined || !text.startsWith(first) || text.length < first.length + last.length) return false
  let position = first.length
  for (const piece of others) {
    const next = text.indexOf(piece, position)
    if (next === -1) return false
    position = next + piece.length
  }
  return text.endsWith(last) && position <= text.length - last.length
}

function oddity(
  entry: IgnoreEntry,
  used: ReadonlySet<IgnoreEntry>,
  current: readonly IgnoreEntry[],
): readonly Problem[] {
  if (used.has(entry)) return []
  const message = current.includes(entry)
    ? 'this entry ignores nothing'
    : `this entry has expired on ${String(entry.expires)}, and ignores nothing`
  const hint = 'Take it out, or mend what it names.'
  return [{ code: 'ignores-nothing', severity: 'warning', message, span: entry.span, hint }]
}
