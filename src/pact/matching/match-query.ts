import type { MatchingRule } from '../matching-rule.ts'
import { applyRules } from './apply-rules.ts'
import { applyToText } from './apply-to-text.ts'
import { compareTextsByRules } from './compare-texts.ts'
import type { MatchingContext } from './context.ts'
import type { Mismatch } from './mismatch.ts'
import { selectRules, type ValuePath } from './select-rules.ts'
import { shownText, shownValue } from './value-text.ts'

type Parameters = ReadonlyMap<string, readonly string[]>

/**
 * Compares parameters: those of a query, or the fields of a form. The order counts among values of one name only, and
 * none may be there that the pact does not name. `placeOf` makes a place of a name, as in `query q`.
 */
export function matchParameters(
  expected: Parameters,
  actual: Parameters,
  context: MatchingContext,
  placeOf: (name: string) => string,
): readonly Mismatch[] {
  const present = [...expected].flatMap(([name, values]): readonly Mismatch[] => {
    const came = actual.get(name)
    if (came !== undefined) return matchParameter(name, values, came, context, placeOf(name))
    return [{ place: placeOf(name), expected: shownText(values.join(', ')), actual: 'nothing' }]
  })
  const surplus = [...actual]
    .filter(([name]) => !expected.has(name))
    .map(([name, values]) => ({
      place: placeOf(name),
      expected: 'nothing',
      actual: shownText(values.join(', ')),
    }))
  return [...present, ...surplus]
}

function matchParameter(
  name: string,
  expected: readonly string[],
  actual: readonly string[],
  context: MatchingContext,
  place: string,
): readonly Mismatch[] {
  const path: ValuePath = ['$', name]
  const selected = selectRules(context.rules, path)
  if (selected !== undefined)
    return compareTextsByRules(path, place, selected, expected, actual, (example, value) =>
      matchValue([...path, '0'], place, example, value, context),
    )
  if (expected.length !== actual.length)
    return [{ place, expected: `equals ${shownValue(expected)}`, actual: shownValue(actual) }]
  return expected.flatMap((example, index) =>
    matchValue([...path, String(index)], place, example, actual[index] ?? '', context),
  )
}

function matchValue(
  path: ValuePath,
  place: string,
  expected: string,
  actual: string,
  context: MatchingContext,
): readonly Mismatch[] {
  const compared = { place, expected: shownText(expected), actual: shownText(actual) }
  const selected = selectRules(context.rules, path)
  if (selected === undefined)
    return expected === actual ? [] : [{ ...compared, expected: `equals ${compared.expected}` }]
  const apply = (rule: MatchingRule) => applyToText(rule, expected, actual, false, context.compilePattern)
  return applyRules(selected, apply, compared)
}
