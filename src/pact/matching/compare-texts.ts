import { applyRules } from './apply-rules.ts'
import { applyToList } from './apply-to-value.ts'
import type { Mismatch } from './mismatch.ts'
import type { SelectedRules, ValuePath } from './select-rules.ts'
import { shownValue } from './value-text.ts'

/**
 * Compares the values of a header or a query parameter that has rules: how many there are, then each with its example,
 * the first where it has none of its own.
 */
export function compareTextsByRules(
  path: ValuePath,
  place: string,
  selected: SelectedRules,
  expected: readonly string[],
  actual: readonly string[],
  compare: (expected: string, actual: string, path: ValuePath) => readonly Mismatch[],
): readonly Mismatch[] {
  if (expected.length === 0) return []
  const results = selected.rules.map(rule => [
    ...applyRules(
      { rules: [rule], combine: 'AND' },
      one => applyToList(one, expected, actual, selected.cascaded),
      { place, expected: shownValue(expected), actual: shownValue(actual) },
    ),
    ...actual.flatMap((value, index) =>
      compare(expected[index] ?? expected[0] ?? '', value, [...path, String(index)]),
    ),
  ])
  return selected.combine === 'OR' && results.some(result => result.length === 0)
    ? []
    : (results.find(result => result.length > 0) ?? [])
}
