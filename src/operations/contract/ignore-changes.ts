import { changeOf, type ChangeReach, type FoundChange } from '../../contract/diff/found-change.ts'
import type { Change, IgnoredChange } from '../../model/contract-change.ts'
import type { Problem } from '../../model/problem.ts'
import type { IgnoreEntry } from './read-ignore-file.ts'

/** Changes that are to be told, those that are not, and entries that ignore nothing any more. */
export interface SortedChanges {
  readonly changes: readonly Change[]
  readonly ignored: readonly IgnoredChange[]
  readonly warnings: readonly Problem[]
}

/**
 * Sorts out the changes that entries name. An entry that has expired, by the day of `now`, ignores nothing. A change that
 * reaches several operations may be ignored for some of them, and is then told of the others.
 */
export function ignoreChanges(
  found: readonly FoundChange[],
  entries: readonly IgnoreEntry[],
  now: Date,
): SortedChanges {
  const today = now.toISOString().slice(0, 10)
  const current = entries.filter(({ expires }) => expires === undefined || expires >= today)
  const used = new Set<IgnoreEntry>()
  const changes: Change[] = []
  const ignored: IgnoredChange[] = []
  for (const change of found) {
    const naming = current.filter(entry => names(entry, change))
    const byEntry = new Map<IgnoreEntry | undefined, ChangeReach[]>()
    for (const reach of change.reaches(naming.some(({ path }) => path !== undefined))) {
      const entry = naming.find(one => namesReach(one, reach))
      const known = byEntry.get(entry)
      if (known === undefined) byEntry.set(entry, [reach])
      else known.push(reach)
    }
    for (const [entry, reaches] of byEntry) {
      if (entry === undefined) changes.push(changeOf(change, reaches))
      else ignored.push({ ...changeOf(change, reaches), because: entry.reason })
      if (entry !== undefined) used.add(entry)
    }
  }
  return { changes, ignored, warnings: entries.flatMap(entry => oddity(entry, used, current)) }
}

/** True where an entry names a change wherever it is. */
function names({ rule, pointer }: IgnoreEntry, change: FoundChange): boolean {
  return (
    matches(rule, change.rule) &&
    (pointer === undefined ||
      [change.before, change.after].some(place => place !== undefined && matches(pointer, place.pointer)))
  )
}

function namesReach(entry: IgnoreEntry, { operation = '', part = '', path = '/' }: ChangeReach): boolean {
  return matches(entry.operation, operation) && matches(entry.part, part) && matches(entry.path, path)
}

/** True where a text is what an entry says; `*` stands for anything. */
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
  return [
    {
      code: 'ignores-nothing',
      severity: 'warning',
      message,
      span: entry.span,
      sourceLine: entry.sourceLine,
      hint,
    },
  ]
}
