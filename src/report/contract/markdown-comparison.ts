import { type Change, changeLevels, type ContractComparison } from '../../model/contract-change.ts'
import { markdownCode, markdownText } from '../markdown/escape.ts'
import {
  byOperation,
  changeText,
  countsOf,
  headings,
  placeText,
  reachText,
  wholeApi,
} from './change-words.ts'

/** A comparison as GitHub Markdown: a heading for each level, a list for each operation. */
export function markdownComparison(comparison: ContractComparison): string {
  const { changes, before, after } = comparison
  const sections = changeLevels.flatMap(level => {
    const groups = byOperation(changes, level)
    if (groups.length === 0) return []
    return [`### ${headings[level]}`, ...groups.map(([operation, group]) => list(operation, group))]
  })
  const title = `## API changes from ${markdownCode(before.source)} to ${markdownCode(after.source)}`
  const counts = changes.length === 0 ? 'No changes.' : `${countsOf(comparison)}.`
  return `${[title, counts, ...sections].join('\n\n')}\n`
}

function list(operation: string, changes: readonly Change[]): string {
  const name = operation === '' ? wholeApi : markdownCode(operation)
  return [`**${name}**`, '', ...changes.map(item)].join('\n')
}

function item(change: Change): string {
  const place = change.after ?? change.before
  const where = place === undefined ? '' : ` at ${markdownCode(placeText(place))}`
  const reach = reachText(change)
  const text = reach === '' ? changeText(change) : `${changeText(change)}, ${reach}`
  return `- ${markdownText(text)} (${markdownCode(change.rule)}${where})`
}
