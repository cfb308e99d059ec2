import type { JsonObject, JsonValue } from '../../model/json.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { plainNumber } from '../../util/exact-number.ts'
import { mapNumbers } from '../../util/plain-numbers.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { type Say, silent } from '../told.ts'
import type { Written } from './merge-pieces.ts'
import { fileText, quotedText } from './hurl-text.ts'
import { importedAssert } from './imported-assert.ts'
import { kindOfTarget } from './value-kinds.ts'
import { checkedName, checkedQuery, noWord } from './write-captures.ts'
import { Predicates } from './write-checks.ts'
import { queryOf } from './write-query.ts'

/** The asserts of one validation. */
export interface WrittenCheck extends Written {
  readonly remark: string
  /** Absent for lines that no validation asks for. */
  readonly validation?: JsonObject
}

/** The asserts of validations, by the validations. */
export function writtenChecks(
  validations: readonly JsonObject[],
  extracts: JsonObject,
  lose: Say,
): readonly WrittenCheck[] {
  return validations.map(validation => {
    const lines = assertsOf(validation, extracts, lose)
    const { name, ...asked } = validation
    // The spelling of a number does not count: `2.50` stays where it is `2.5`.
    const plain = mapping(mapNumbers(asked, plainNumber))
    const same = assertsOf(plain, extracts, silent.lose)
    return {
      key: same.length === 0 ? canonicalJson(plain) : same.join('\n'),
      name: Object.keys(asked).find(key => key !== 'when' && key !== 'unless') ?? '',
      lines,
      remark: lines.length === 0 ? '' : valueText(name ?? ''),
      validation: asked,
    }
  })
}

/** Asserts that no validation asks for. */
export function writtenLines(lines: readonly string[]): readonly WrittenCheck[] {
  return lines.map(line => ({
    key: line,
    name: /^\w+/.exec(line)?.[0] ?? '',
    lines: [line],
    remark: '',
  }))
}

/** The variables that validations of a step alone look at: their asserts have what is found themselves. */
export function checkedBy(
  validations: readonly JsonObject[],
  used: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = validations.flatMap(one => Object.keys(one).flatMap(target => checkedName(target) ?? []))
  return new Set(names.filter(name => !used.has(name)))
}

/** The asserts that a validation becomes; none, with a loss that says why, where Hurl has no word for it. */
function assertsOf(validation: JsonObject, extracts: JsonObject, lose: Say): readonly string[] {
  const { name, when, unless, ...targets } = validation
  const [[target, expected] = ['', null]] = Object.entries(targets)
  const what = `validation ${typeof name === 'string' ? name : target}`
  const query = checkedQuery(target, extracts) ?? queryOf(target)
  const { name: _, ...asked } = validation
  const imported =
    query === undefined ? undefined : importedAssert(query, asked, candidates(target, expected ?? null))
  if (imported !== undefined) return [imported]
  if (when !== undefined || unless !== undefined) {
    lose(what, 'Hurl has no conditions')
    return []
  }
  const nodes = kindOfTarget(target) === 'nodes' ? target.slice('xpath '.length) : undefined
  if (nodes !== undefined && isOfOneText(expected ?? null))
    return [
      `xpath ${quotedText(nodes)} count == 1`,
      ...assertsOf(
        { ...(name === undefined ? {} : { name }), [`xpath string(${nodes})`]: expected ?? null },
        extracts,
        lose,
      ),
    ]
  if (target === 'file') return [`bytes == file,${fileText(valueText(expected ?? ''))};`]
  const predicates = query === undefined ? undefined : new Predicates(target).of(expected ?? null)
  if (query === undefined || predicates === undefined) {
    lose(what, noWord)
    return []
  }
  return predicates.map(one => (isWhole(one) ? one : `${query} ${one}`))
}

/** True where one node is looked at, whose text Hurl does not compare. */
function isOfOneText(expected: JsonValue): boolean {
  const text = /^(?:equals|same-as|not-equals|starts-with|ends-with|one-of|(?:not-)?matches-regex)$/
  return isObject(expected) ? Object.keys(expected).every(key => text.test(key)) : !isList(expected)
}

/** True for an assert that has a query of its own. */
const isWhole = (line: string): boolean => /^(?:jsonpath|xpath|bytes) /.test(line)

/** Predicates that alone may be all that is expected. */
function candidates(target: string, expected: JsonValue): readonly string[] {
  const predicates = new Predicates(target)
  if (!isObject(expected)) return predicates.of({ equals: expected }) ?? []
  return Object.entries(mapping(expected)).flatMap(([operator, operand]) => {
    const item = mapping(operand)['same-as']
    const literal = item === undefined ? undefined : predicates.literal(item)
    if (literal === undefined) return predicates.of({ [operator]: operand }) ?? []
    const not = operator === 'none' ? 'not ' : ''
    return [`${not}includes ${literal}`, `${not}contains ${literal}`]
  })
}
