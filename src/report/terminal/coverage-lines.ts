import type { Coverage } from '../../model/contract.ts'
import { plural } from '../../util/quantity.ts'
import { outsideWords, uncovered } from '../text/coverage-words.ts'
import { oneLine } from '../text/printable.ts'
import type { Palette } from './palette.ts'

/** Lines of a list that a terminal shows; all of them are in the other reports. */
const shownLines = 20

/**
 * Lists the parts of a description that a run did not exercise, and the requests that it knows nothing of; no lines
 * when that is nothing.
 */
export function coverageLines(coverage: Coverage | undefined, colors: Palette): readonly string[] {
  if (coverage === undefined) return []
  const spec = oneLine(coverage.spec)
  return [
    ...listLines(`Not exercised of ${spec}`, uncovered(coverage), colors),
    ...listLines(`Not described by ${spec}`, outsideWords(coverage), colors),
  ]
}

function listLines(title: string, items: readonly string[], colors: Palette): readonly string[] {
  if (items.length === 0) return []
  const shown = items.length > shownLines + 1 ? items.slice(0, shownLines) : items
  const left = items.length - shown.length
  const more =
    left === 0 ? [] : [colors.dim(`  … ${plural(left, 'more line')} in the json, markdown and html reports`)]
  return [colors.bold(title), ...shown.map(item => `  ${oneLine(item)}`), ...more, '']
}
