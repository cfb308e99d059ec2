import { type Coverage, coverageShares, missedShares } from '../../model/contract.ts'
import { coverageWords, outsideWords, uncovered } from '../text/coverage-words.ts'
import { markup, type Markup } from './markup.ts'

/** How much of a description a run exercised, with what is missing folded away. */
export function coverageSection(coverage: Coverage | undefined): Markup | undefined {
  if (coverage === undefined) return undefined
  const shares = coverageShares(coverage).map(coverageWords).join(', ')
  const missed = missedShares(coverage).map(({ share, threshold }) => `${threshold} % of the ${share.kind}`)
  return markup`<section class="coverage">
<p class="facts">Coverage of ${coverage.spec}: ${shares}</p>
${missed.length === 0 ? undefined : markup`<p class="failed">There must be ${missed.join(', ')}.</p>`}
${folded('Not exercised', uncovered(coverage))}${folded('Not described', outsideWords(coverage))}
</section>`
}

function folded(title: string, items: readonly string[]): Markup | undefined {
  if (items.length === 0) return undefined
  return markup`<details class="list"><summary>${title} <b>${items.length}</b></summary><ul>${items.map(item => markup`<li><code>${item}</code></li>`)}</ul></details>`
}
