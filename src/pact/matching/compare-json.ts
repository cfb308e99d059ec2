import { exactEqual, type ExactObject, type ExactValue, isExactList, isExactObject } from '../exact-json.ts'
import type { MatchingRule } from '../matching-rule.ts'
import { applyRules } from './apply-rules.ts'
import { applyToText } from './apply-to-text.ts'
import { applyToObject, applyToValue } from './apply-to-value.ts'
import { compareListByRules } from './compare-list.ts'
import type { MatchingContext } from './context.ts'
import type { Mismatch } from './mismatch.ts'
import {
  pathText,
  rulesBelow,
  rulesExactlyAt,
  type SelectedRules,
  selectRules,
  type ValuePath,
} from './select-rules.ts'
import { shownText, shownValue, typedValue, typeName } from './value-text.ts'

/** Compares a value of a body with its example, and everything in it. */
export function compareJson(
  path: ValuePath,
  expected: ExactValue,
  actual: ExactValue,
  context: MatchingContext,
): readonly Mismatch[] {
  if (isExactObject(expected)) {
    return isExactObject(actual)
      ? compareObjects(path, expected, actual, context)
      : [otherType(path, expected, actual)]
  }
  if (isExactList(expected)) {
    return isExactList(actual)
      ? compareLists(path, expected, actual, context)
      : [otherType(path, expected, actual)]
  }
  return compareScalars(path, expected, actual, context)
}

function otherType(path: ValuePath, expected: ExactValue, actual: ExactValue): Mismatch {
  return { place: pathText(path), expected: typeName(expected), actual: typedValue(actual) }
}

function compareScalars(
  path: ValuePath,
  expected: ExactValue,
  actual: ExactValue,
  context: MatchingContext,
): readonly Mismatch[] {
  const place = pathText(path)
  const selected = selectRules(context.rules, path)
  if (selected === undefined) {
    if (exactEqual(expected, actual)) return []
    return [{ place, expected: `equals ${shownValue(expected)}`, actual: typedIfOther(expected, actual) }]
  }
  return applyRules(selected, rule => applyToValue(rule, expected, actual, context.compilePattern), {
    place,
    expected: typedValue(expected),
    actual: typedValue(actual),
  })
}

/** The type is shown where it is what differs. */
function typedIfOther(expected: ExactValue, actual: ExactValue): string {
  return typeName(expected) === typeName(actual) ? shownValue(actual) : typedValue(actual)
}

function compareObjects(
  path: ValuePath,
  expected: ExactObject,
  actual: ExactObject,
  context: MatchingContext,
): readonly Mismatch[] {
  if (expected.size === 0 && context.strict && actual.size > 0)
    return [{ place: pathText(path), expected: 'an empty object', actual: shownValue(actual) }]
  const selected = selectRules(context.rules, path)
  if (selected === undefined)
    return [
      ...compareKeys(path, expected, actual, context),
      ...compareMembers(path, expected, actual, context),
    ]
  const all = selected.rules.flatMap(rule =>
    compareObjectByRule(rule, selected, path, expected, actual, context),
  )
  return unique(all)
}

function compareObjectByRule(
  rule: MatchingRule,
  selected: SelectedRules,
  path: ValuePath,
  expected: ExactObject,
  actual: ExactObject,
  context: MatchingContext,
): readonly Mismatch[] {
  if (!selected.cascaded && isAboutValues(rule))
    return compareValues(path, expected, actual, {
      ...context,
      rules: rule.match === 'eachValue' ? [rulesBelow(path, rule.rules)] : context.rules,
    })
  const whole = applyRules(
    { rules: [rule], combine: 'AND' },
    one => applyToObject(one, expected, actual, selected.cascaded),
    { place: pathText(path), expected: shownValue(expected), actual: shownValue(actual) },
  )
  return [
    ...whole,
    ...compareKeys(path, expected, actual, context),
    ...compareMembers(path, expected, actual, context),
  ]
}

function isAboutValues({ match }: MatchingRule): boolean {
  return match === 'values' || match === 'eachValue' || match === 'arrayContains'
}

/** Every value is compared with the example of its key, or with the first example: the keys may be any. */
function compareValues(
  path: ValuePath,
  expected: ExactObject,
  actual: ExactObject,
  context: MatchingContext,
): readonly Mismatch[] {
  const [first] = expected.values()
  return [...actual].flatMap(([key, value]) => {
    const example = expected.has(key) ? expected.get(key) : first
    return example === undefined ? [] : compareJson([...path, key], example, value, context)
  })
}

function compareMembers(
  path: ValuePath,
  expected: ExactObject,
  actual: ExactObject,
  context: MatchingContext,
): readonly Mismatch[] {
  return [...expected].flatMap(([key, example]) => {
    const value = actual.get(key)
    return value === undefined ? [] : compareJson([...path, key], example, value, context)
  })
}

function compareKeys(
  path: ValuePath,
  expected: ExactObject,
  actual: ExactObject,
  context: MatchingContext,
): readonly Mismatch[] {
  const exact = rulesExactlyAt(context.rules, path)
  const isFree = exact.some(({ rules }) =>
    rules.some(({ match }) => match === 'values' || match === 'eachValue' || match === 'eachKey'),
  )
  const presence = isFree ? [] : [...missingKeys(path, expected, actual)]
  const surplus = isFree || !context.strict ? [] : surplusKeys(path, expected, actual)
  return [...presence, ...surplus, ...(exact.length === 0 ? [] : compareEachKey(path, actual, context))]
}

function missingKeys(path: ValuePath, expected: ExactObject, actual: ExactObject): readonly Mismatch[] {
  return [...expected]
    .filter(([key]) => !actual.has(key))
    .map(([key, example]) => ({
      place: pathText([...path, key]),
      expected: shownValue(example),
      actual: 'nothing',
    }))
}

function surplusKeys(path: ValuePath, expected: ExactObject, actual: ExactObject): readonly Mismatch[] {
  return [...actual]
    .filter(([key]) => !expected.has(key))
    .map(([key, value]) => ({
      place: pathText([...path, key]),
      expected: 'nothing',
      actual: shownValue(value),
    }))
}

function compareEachKey(path: ValuePath, actual: ExactObject, context: MatchingContext): readonly Mismatch[] {
  const rules = selectRules(context.rules, path)?.rules ?? []
  return rules.flatMap(rule =>
    rule.match !== 'eachKey'
      ? []
      : [...actual.keys()].flatMap(key =>
          applyRules(
            { rules: rule.rules, combine: 'AND' },
            one => applyToText(one, '', key, false, context.compilePattern),
            { place: pathText([...path, key]), expected: 'a key', actual: `the key ${shownText(key)}` },
          ),
        ),
  )
}

function compareLists(
  path: ValuePath,
  expected: readonly ExactValue[],
  actual: readonly ExactValue[],
  context: MatchingContext,
): readonly Mismatch[] {
  const selected = selectRules(context.rules, path)
  if (selected !== undefined)
    return unique(compareListByRules(path, selected, expected, actual, context, compareJson))
  const place = pathText(path)
  if (expected.length === 0 && actual.length > 0)
    return [{ place, expected: 'an empty list', actual: shownValue(actual) }]
  const items = expected.flatMap((example, index) => {
    const value = actual[index]
    return value === undefined ? [] : compareJson([...path, String(index)], example, value, context)
  })
  return expected.length === actual.length
    ? items
    : [...items, { place, expected: `${expected.length} items`, actual: `${actual.length} items` }]
}

/** Several rules for one value find the same faults below it. */
function unique(mismatches: readonly Mismatch[]): readonly Mismatch[] {
  return [...new Map(mismatches.map(mismatch => [JSON.stringify(mismatch), mismatch])).values()]
}
