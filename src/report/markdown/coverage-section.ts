import { type Coverage, coverageShares, missedShares } from '../../model/contract.ts'
import { coverageWords, outsideWords, uncovered } from '../text/coverage-words.ts'
import { markdownBlock, markdownText } from './escape.ts'

/** How much of a description a run exercised, with what is missing folded away; empty without one. */
export function coverageSection(coverage: Coverage | undefined): string {
  if (coverage === undefined) return ''
  const shares = coverageShares(coverage).map(share => `- ${coverageWords(share)}\n`)
  const missed = missedShares(coverage).map(
    ({ share, threshold }) => `- ❌ ${threshold} % of the ${share.kind} must be exercised\n`,
  )
  const title = `\n### Coverage of ${markdownText(coverage.spec)}\n\n`
  const lists = [
    folded('Not exercised', uncovered(coverage)),
    folded('Not described', outsideWords(coverage)),
  ]
  return `${title}${shares.join('')}${missed.join('')}${lists.join('')}`
}

/** GitHub takes summaries of at most 1 MiB. */
const shownLines = 2000

function folded(title: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  const block = markdownBlock(items.slice(0, shownLines))
  return `\n<details><summary>${title}: ${items.length}</summary>\n\n${block}\n\n</details>\n`
}
