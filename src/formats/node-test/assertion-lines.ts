import { checkCode, regexCode, type Subject } from '../../compile/javascript/check-code.ts'
import type { CodeScope } from '../../compile/javascript/code-scope.ts'
import { pathCode } from '../../compile/javascript/path-code.ts'
import { printText } from '../../compile/javascript/print-text.ts'
import {
  type AnswerConditions,
  type Comparison,
  conditionsCode,
  type WrittenCheck,
} from '../../compile/written-checks.ts'
import type { Target } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { valueText } from '../../util/value-text.ts'

/** What of an answer is looked at. */
export type AnswerPart = 'body' | 'text' | 'duration'

/** One assertion, the part of the answer it needs, or why there is none. */
export interface AssertionLine {
  readonly name: string
  readonly line?: string
  readonly needs?: readonly AnswerPart[]
  readonly why?: string
}

/** Checks as lines of node:assert. */
export function assertionLines(checks: readonly WrittenCheck[], scope: CodeScope): readonly AssertionLine[] {
  return checks.flatMap(check => check.comparisons.map(comparison => assertionLine(check, comparison, scope)))
}

/** What is true for the answers that something counts for, and the parts of the answer it needs. */
export function conditionLine(
  conditions: AnswerConditions,
  scope: CodeScope,
): { readonly code: string; readonly needs: readonly AnswerPart[] } | undefined {
  const needs: AnswerPart[] = []
  const code = conditionsCode(conditions, ({ target, expectation }) => {
    const looked = target.kind === 'schema' ? undefined : subjectOf(target, scope)
    if (looked === undefined || expectation === undefined) return undefined
    if (looked.needs !== undefined) needs.push(looked.needs)
    return checkCode(looked.subject, expectation, scope)
  })
  return code === undefined ? undefined : { code, needs }
}

function assertionLine(check: WrittenCheck, comparison: Comparison, scope: CodeScope): AssertionLine {
  const { name, conditions } = check
  const own = plainAssertion(check, comparison, scope)
  if (conditions === undefined || own.line === undefined) return own
  const condition = conditionLine(conditions, scope)
  if (condition === undefined) return { name, why: 'plain JavaScript cannot look at its condition' }
  return {
    name,
    line: `if (${condition.code}) ${own.line}`,
    needs: [...condition.needs, ...(own.needs ?? [])],
  }
}

function plainAssertion(
  { name }: WrittenCheck,
  { target, expectation }: Comparison,
  scope: CodeScope,
): AssertionLine {
  if (target.kind === 'schema' || expectation === undefined)
    return { name, why: 'node:assert has no JSON Schema' }
  const looked = subjectOf(target, scope)
  if (looked === undefined) return { name, why: 'plain JavaScript has no such path' }
  const { operator, expected } = expectation
  const line =
    simpleAssertion(looked.subject, operator, expected, scope) ??
    okAssertion(name, looked.subject, expectation, scope)
  if (line === undefined) return { name, why: 'the pattern is none of JavaScript' }
  return { name, line, needs: looked.needs === undefined ? [] : [looked.needs] }
}

/** What node:assert has a function for, which shows both values when they differ. */
function simpleAssertion(
  { code, textual }: Subject,
  operator: string,
  expected: JsonValue,
  scope: CodeScope,
): string | undefined {
  if (operator === 'equals' && textual) return `assert.equal(${code}, ${scope.text(valueText(expected))})`
  if (operator === 'equals' && isPlain(expected)) return `assert.equal(${code}, ${scope.value(expected)})`
  if (operator === 'equals' && typeof expected === 'object' && !JSON.stringify(expected).includes('{{'))
    return `assert.deepEqual(${code}, ${scope.value(expected, 4)})`
  if (operator !== 'matches-regex' || !textual) return undefined
  const regex = regexCode(valueText(expected), scope)
  return regex === undefined ? undefined : `assert.match(${code} ?? '', ${regex})`
}

function isPlain(expected: JsonValue): boolean {
  if (typeof expected !== 'string') return typeof expected !== 'object' || expected === null
  return !expected.includes('{{') && !/^(-?\d|true$|false$|null$|[[{])/.test(expected)
}

function okAssertion(
  name: string,
  subject: Subject,
  expectation: NonNullable<Comparison['expectation']>,
  scope: CodeScope,
): string | undefined {
  const code = checkCode(subject, expectation, scope)
  return code === undefined ? undefined : `assert.ok(${code}, ${printText(name)})`
}

/** What a target looks at, as it is called in a test. */
export function subjectOf(
  target: Target,
  scope: CodeScope,
): { readonly subject: Subject; readonly needs?: AnswerPart } | undefined {
  switch (target.kind) {
    case 'status':
      return { subject: { code: 'response.status', textual: false, numeric: true } }
    case 'time':
      return { subject: { code: 'duration', textual: false, numeric: true }, needs: 'duration' }
    case 'text':
      return { subject: { code: 'text', textual: true }, needs: 'text' }
    case 'header':
      return { subject: { code: `response.headers.get(${printText(target.name)})`, textual: true } }
    case 'json-path': {
      const path = target.path.includes('{{') ? undefined : pathCode(target.path, 'body')
      return path === undefined
        ? undefined
        : { subject: { code: path.code, textual: false, several: path.isList, path }, needs: 'body' }
    }
    case 'variable':
      return { subject: { code: scope.reference(target.name), textual: false } }
    case 'trailer':
    case 'field':
    case 'query':
    case 'path':
      return undefined
  }
}
