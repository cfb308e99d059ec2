import {
  type Change,
  type ChangeLevel,
  type ChangePlace,
  type ContractComparison,
  changeLevels,
} from '../../model/contract-change.ts'
import { plural } from '../../util/quantity.ts'

/** `openapi.yaml:12 #/paths/~1users/get`: where a change is written. */
export function placeText({ document, line, pointer }: ChangePlace): string {
  const file = line === undefined ? document : `${document}:${line}`
  return `${file} #${pointer === '/' ? '' : pointer}`
}

/** `query parameter limit`, `response 200 /lines/items/sku`; empty for a change of the operation itself. */
export function subjectOf({ part, path }: Change): string {
  return [part ?? [], path ?? []].flat().join(' ')
}

/** Words a change behind its subject: `query parameter limit: it is required now`. */
export function changeText(change: Change): string {
  return [subjectOf(change), change.reason].filter(Boolean).join(': ')
}

/** Operations that a line names. */
const mostNamed = 3

/** `in 200 operations: GET /a, GET /b, GET /c and 197 more`; empty for a change of one alone. */
export function reachText({ operations = [], operationCount = 0 }: Change): string {
  const named = operations.slice(0, mostNamed)
  const more = operationCount > named.length ? ` and ${operationCount - named.length} more` : ''
  return operationCount < 2 ? '' : `in ${operationCount} operations: ${named.join(', ')}${more}`
}

/** Whose changes these are, where `byOperation` gives them no operation. */
export const wholeApi = 'The API as a whole'

/** `3 breaking, 1 warning, 12 safe`. */
export function countsOf({ changes, ignored }: ContractComparison): string {
  const counts = changeLevels.map(level => {
    const count = changes.filter(change => change.level === level).length
    return level === 'warning' ? plural(count, 'warning') : `${count} ${level}`
  })
  return [...counts, ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`])].join(', ')
}

/** The headings of the changes of each level. */
export const headings: Readonly<Record<ChangeLevel, string>> = {
  breaking: 'Breaking',
  warning: 'Warnings',
  safe: 'Safe',
}

/** The changes of a level by operation, in the order of the first of each; those of the whole API come first. */
export function byOperation(
  changes: readonly Change[],
  level: ChangeLevel,
): readonly (readonly [operation: string, changes: readonly Change[]])[] {
  const groups = new Map<string, Change[]>([['', []]])
  for (const change of changes.filter(one => one.level === level)) {
    const operation = change.operation ?? ''
    const known = groups.get(operation)
    if (known === undefined) groups.set(operation, [change])
    else known.push(change)
  }
  return [...groups].filter(([, group]) => group.length > 0)
}
