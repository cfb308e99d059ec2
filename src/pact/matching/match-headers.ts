import type { MatchingRule, RulesAt } from '../matching-rule.ts'
import { applyRules } from './apply-rules.ts'
import { applyToText } from './apply-to-text.ts'
import { compareTextsByRules } from './compare-texts.ts'
import type { MatchingContext } from './context.ts'
import type { Mismatch } from './mismatch.ts'
import { selectRules, type ValuePath } from './select-rules.ts'
import { shownText } from './value-text.ts'

type Headers = ReadonlyMap<string, readonly string[]>

/** Compares the headers that are expected with those that came. Names ignore case; other headers may be there. */
export function matchHeaders(
  expected: Headers,
  actual: Headers,
  context: MatchingContext,
): readonly Mismatch[] {
  const lowered = { ...context, rules: context.rules.map(inLowerCase) }
  const byName = new Map([...actual].map(([name, values]) => [name.toLowerCase(), values]))
  return [...expected].flatMap(([name, values]): readonly Mismatch[] => {
    const came = byName.get(name.toLowerCase())
    if (came !== undefined) return matchHeader(name, values, came, lowered)
    return [{ place: `header ${name}`, expected: shownText(values.join(', ')), actual: 'nothing' }]
  })
}

function inLowerCase(at: RulesAt): RulesAt {
  return {
    ...at,
    path: at.path.map(token =>
      token.kind === 'name' ? { kind: 'name', name: token.name.toLowerCase() } : token,
    ),
  }
}

function matchHeader(
  name: string,
  expected: readonly string[],
  actual: readonly string[],
  context: MatchingContext,
): readonly Mismatch[] {
  const place = `header ${name}`
  const path = ['$', name.toLowerCase()]
  if (expected.length === 0)
    return actual.length === 0
      ? []
      : [{ place, expected: 'an empty header', actual: shownText(actual.join(', ')) }]
  const [example = '', value = ''] = [expected[0], actual[0]]
  if (expected.length === 1 && actual.length === 1) return matchHeaderValue(name, 0, example, value, context)
  const selected = selectRules(context.rules, path)
  if (selected !== undefined)
    return compareTextsByRules(path, place, selected, expected, actual, (item, came) =>
      matchHeaderValue(name, 0, item, came, context),
    )
  const count = Math.max(expected.length, actual.length)
  return Array.from({ length: count }, (_, index) => index).flatMap((index): readonly Mismatch[] => {
    const came = actual[index]
    if (came !== undefined) return matchHeaderValue(name, index, expected[index] ?? '', came, context)
    return [{ place, expected: shownText(expected[index] ?? ''), actual: 'nothing' }]
  })
}

function matchHeaderValue(
  name: string,
  index: number,
  expectedText: string,
  actualText: string,
  context: MatchingContext,
): readonly Mismatch[] {
  const [expected, actual] = [expectedText.trim(), actualText.trim()]
  const compared = { place: `header ${name}`, expected: shownText(expected), actual: shownText(actual) }
  const path: ValuePath = ['$', name.toLowerCase()]
  const selected = selectRules(context.rules, path) ?? selectRules(context.rules, [...path, String(index)])
  if (selected !== undefined) {
    const apply = (rule: MatchingRule) =>
      applyToText(rule, expected, actual, selected.cascaded, context.compilePattern)
    return applyRules(selected, apply, compared)
  }
  const isSame = isParameterised(name)
    ? sameParameterised(expected, actual)
    : withoutBlanks(expected) === withoutBlanks(actual)
  return isSame ? [] : [{ ...compared, expected: `equals ${compared.expected}` }]
}

/** Blanks behind commas mean nothing. */
function withoutBlanks(value: string): string {
  return value
    .split(',')
    .map(item => item.trim())
    .join(',')
}

function isParameterised(name: string): boolean {
  return ['accept', 'content-type'].includes(name.toLowerCase())
}

/** The value is the same, and so is every parameter that is expected; their order does not count, nor do others. */
function sameParameterised(expected: string, actual: string): boolean {
  const [expectedName = '', ...expectedParameters] = parts(expected)
  const [actualName = '', ...actualParameters] = parts(actual)
  const there = new Map(actualParameters.map(nameAndValue))
  return (
    expectedName === actualName &&
    expectedParameters.every(parameter => {
      const [name, value] = nameAndValue(parameter)
      return there.get(name)?.toLowerCase() === value.toLowerCase()
    })
  )
}

function parts(value: string): readonly string[] {
  return value
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '')
}

function nameAndValue(parameter: string): readonly [string, string] {
  const at = parameter.indexOf('=')
  return at === -1 ? [parameter.trim(), ''] : [parameter.slice(0, at).trim(), parameter.slice(at + 1).trim()]
}
