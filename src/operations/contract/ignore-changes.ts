import { changeOf, type ChangeReach, type FoundChange } from '../../contract/diff/found-change.ts'
import type { Change, IgnoredChange } from '../../model/contract-change.ts'
import type { Problem } from '../../model/problem.ts'
import { type IgnoreEntry, IgnoreList, matchesEntry } from '../../contract/exemptions/ignore-list.ts'

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
  const list = new IgnoreList(entries, now)
  const changes: Change[] = []
  const ignored: IgnoredChange[] = []
  for (const change of found) {
    const naming = list.current.filter(entry => names(entry, change))
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
      if (entry !== undefined) list.use(entry)
    }
  }
  return { changes, ignored, warnings: list.idle(() => 'this entry ignores nothing') }
}

/** True where an entry names a change wherever it is. */
function names({ rule, pointer }: IgnoreEntry, change: FoundChange): boolean {
  return (
    matchesEntry(rule, change.rule) &&
    (pointer === undefined ||
      [change.before, change.after].some(
        place => place !== undefined && matchesEntry(pointer, place.pointer),
      ))
  )
}

function namesReach(entry: IgnoreEntry, { operation = '', part = '', path = '/' }: ChangeReach): boolean {
  return (
    matchesEntry(entry.operation, operation) &&
    matchesEntry(entry.part, part) &&
    matchesEntry(entry.path, path)
  )
}
