import type { ExactValue } from '../exact-json.ts'
import type { MatchingRule, Variant } from '../matching-rule.ts'
import { applyRules } from './apply-rules.ts'
import { applyToList } from './apply-to-value.ts'
import type { MatchingContext } from './context.ts'
import type { Mismatch } from './mismatch.ts'
import { pathText, rulesBelow, type SelectedRules, selectRules, type ValuePath } from './select-rules.ts'
import { shownValue } from './value-text.ts'

type Compare = (
  path: ValuePath,
  expected: ExactValue,
  actual: ExactValue,
  context: MatchingContext,
) => readonly Mismatch[]

/** Compares a list that has rules: as a whole, then item by item. `compare` compares two items. */
export function compareListByRules(
  path: ValuePath,
  selected: SelectedRules,
  expected: readonly ExactValue[],
  actual: readonly ExactValue[],
  context: MatchingContext,
  compare: Compare,
): readonly Mismatch[] {
  // An empty example allows any list: reference implementation, compare_lists_with_matchingrule.
  if (expected.length === 0) return []
  const results = selected.rules.map(rule =>
    compareByRule(rule, path, selected, expected, actual, context, compare),
  )
  if (selected.combine === 'OR' && results.some(result => result.length === 0)) return []
  return results.flat()
}

function compareByRule(
  rule: MatchingRule,
  path: ValuePath,
  { cascaded }: SelectedRules,
  expected: readonly ExactValue[],
  actual: readonly ExactValue[],
  context: MatchingContext,
  compare: Compare,
): readonly Mismatch[] {
  if (rule.match === 'arrayContains')
    return missingVariants(rule.variants, path, expected, actual, context, compare)
  if (rule.match === 'eachValue')
    return cascaded
      ? []
      : compareItems(path, expected, actual, { ...context, rules: [rulesBelow(path, rule.rules)] }, compare)
  const whole = applyRules(
    { rules: [rule], combine: 'AND' },
    one => applyToList(one, expected, actual, cascaded),
    { place: pathText(path), expected: shownValue(expected), actual: shownList(actual) },
  )
  return [...whole, ...compareItems(path, expected, actual, context, compare)]
}

/** The first example is used for the items that have none of their own. */
function compareItems(
  path: ValuePath,
  expected: readonly ExactValue[],
  actual: readonly ExactValue[],
  context: MatchingContext,
  compare: Compare,
): readonly Mismatch[] {
  const items = actual.flatMap((value, index) => {
    const example = expected[index] ?? (index < expected.length ? null : (expected[0] ?? null))
    return compare([...path, String(index)], example, value, context)
  })
  const missing = expected.flatMap((example, index): Mismatch[] => {
    const itemPath = [...path, String(index)]
    if (index < actual.length || selectRules(context.rules, itemPath) !== undefined) return []
    return [{ place: pathText(itemPath), expected: shownValue(example), actual: 'nothing' }]
  })
  return [...items, ...missing]
}

function missingVariants(
  variants: readonly Variant[],
  path: ValuePath,
  expected: readonly ExactValue[],
  actual: readonly ExactValue[],
  context: MatchingContext,
  compare: Compare,
): readonly Mismatch[] {
  const all = variants.length > 0 ? variants : expected.map((_, index): Variant => ({ index, rules: [] }))
  return all.flatMap(({ index, rules }): Mismatch[] => {
    const example = expected[index]
    const place = pathText(path)
    if (example === undefined)
      return [{ place, expected: `an example for variant ${index}`, actual: `${expected.length} examples` }]
    const isThere = actual.some(item => compare(['$'], example, item, { ...context, rules }).length === 0)
    return isThere
      ? []
      : [{ place, expected: `an item like ${shownValue(example)}`, actual: shownList(actual) }]
  })
}

function shownList(list: readonly ExactValue[]): string {
  return `${shownValue(list)} (${list.length} ${list.length === 1 ? 'item' : 'items'})`
}
