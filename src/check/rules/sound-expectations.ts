import { type Expectation, isQuantifier, type Target } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { parseTemplate } from '../../template/template.ts'
import { targetSubject } from '../../extracts/target-subject.ts'
import { parseDuration } from '../../util/duration.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { compileJsonPath } from '../../util/json-path.ts'
import { isPlainPath } from '../../util/plain-json-path.ts'
import { matchesEverything } from '../../validations/operators/matches-regex.ts'
import { emptyOperand, insteadOfOneValue } from '../../validations/several-values.ts'
import { impossibleStatus, statusKindOf } from '../../validations/status-words.ts'
import { markerNames, markerPattern } from '../../validations/type-marker.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/**
 * What is expected of a target can be so, and can fail to be so: an operator of one value looks at one value, an operand
 * asks for something, a status and a time are such. What holds or fails whatever is answered proves nothing.
 */
export const soundExpectations: Rule = async (parsed, { isSaved = false }) => {
  const problems: Problem[] = []
  for (const step of allSteps(parsed)) {
    for (const item of everyTarget(parsed, step))
      if ('expectations' in item) problems.push(...(await targetProblems(parsed, step, item, isSaved)))
    for (const { expectations } of step.when) problems.push(...(await operandProblems(parsed, expectations)))
  }
  return problems
}

interface Expected {
  readonly target: Target
  readonly expectations: readonly Expectation[]
  readonly span: Span
}

async function targetProblems(
  parsed: ParsedSuite,
  step: Step,
  { target, expectations, span }: Expected,
  isSaved: boolean,
): Promise<readonly Problem[]> {
  const bad = (expectation: Expectation, message: string, hint?: string): Problem =>
    problemAt(parsed.source, expectation.span, 'bad-value', message, hint === undefined ? {} : { hint })
  const several = (await selectsSeveral(target)) ? severalProblems(parsed, target, expectations, span) : []
  const items = expectations.filter(({ operator }) => isQuantifier(operator) && isOneText(target))
  return [
    ...several,
    ...expectations.flatMap(one => {
      const why = isSaved ? undefined : comparedWithItself(step, target, one)
      return why === undefined ? [] : [bad(one, why)]
    }),
    ...(await operandProblems(parsed, expectations)),
    ...items.map(one =>
      bad(one, `${one.operator} looks at the items of a list, and "${target.kind}" is one value`),
    ),
    ...(target.kind === 'status' ? statusProblems(step, expectations, bad) : []),
    ...(target.kind === 'time' ? timeProblems(expectations, bad) : []),
  ]
}

/** Why a comparison is one of a value with itself: extracts come before validations. Scripts of Postman may do so. */
function comparedWithItself(step: Step, target: Target, { expected }: Expectation): string | undefined {
  const name = typeof expected === 'string' ? parseTemplate(expected).only?.name : undefined
  if (name === undefined) return undefined
  if (target.kind === 'variable' && target.name === name)
    return `the variable "${name}" is compared with itself`
  const isSame = step.extracts.some(
    one =>
      one.variable === name &&
      'target' in one &&
      one.regex === undefined &&
      targetSubject(one.target) === targetSubject(target),
  )
  return isSame ? `"${name}" is extracted from here in this step, and so compared with itself` : undefined
}

/** Whether a path can select several values. One with placeholders is looked at when they are filled in. */
async function selectsSeveral(target: Target): Promise<boolean> {
  if (target.kind !== 'json-path' || target.path.includes('{{') || isPlainPath(target.path)) return false
  const compiled = await compileJsonPath(target.path)
  return compiled.ok && !compiled.path.singular
}

function severalProblems(
  { source }: ParsedSuite,
  target: Target,
  expectations: readonly Expectation[],
  span: Span,
): readonly Problem[] {
  const path = target.kind === 'json-path' ? target.path : ''
  return expectations.flatMap(expectation => {
    if (asksOnlyWhetherFound(expectation)) {
      const message = `each looks at what "${path}" selects, and what it misses cannot fail`
      const hint = insteadOfExists(path)
      return [problemAt(source, expectation.span, 'several-values', message, { severity: 'warning', hint })]
    }
    // A variable may be a list: that is looked at when it is filled in.
    if (isLonePlaceholder(expectation.expected)) return []
    const instead = insteadOfOneValue(expectation)
    if (instead === undefined) return []
    const message = `"${path}" can select several values, and ${expectation.operator} looks at one: ${instead}`
    return [problemAt(source, severalSpan(expectation, span), 'several-values', message)]
  })
}

/** A bare value stands at its target. */
function severalSpan(expectation: Expectation, span: Span): Span {
  return expectation.span.start.line === span.start.line && expectation.operator === 'equals'
    ? span
    : expectation.span
}

function asksOnlyWhetherFound({ operator, inner = [] }: Expectation): boolean {
  return operator === 'each' && inner.every(one => one.operator === 'exists' && one.expected === true)
}

/** `$.orders[*].total` asks for a total where there is one; the items themselves have to be asked. */
function insteadOfExists(path: string): string {
  const [, list, name] = /^(.*)\[\*\]\.([A-Za-z_]\w*)$/.exec(path) ?? []
  return list === undefined || name === undefined
    ? 'Select the things that must have it, and write each: { matches: { NAME: <any> } }.'
    : `Write ${list}: { each: { matches: { ${name}: <any> } } }.`
}

function isLonePlaceholder(expected: Expectation['expected']): boolean {
  return typeof expected === 'string' && parseTemplate(expected).only !== undefined
}

/** What is wrong with an operand whatever it is held against; that it is empty itself is told by the schema. */
async function operandProblems(
  parsed: ParsedSuite,
  expectations: readonly Expectation[],
  isNone = false,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const expectation of expectations) {
    const { operator, expected, inner = [], span } = expectation
    const why = emptyWithin(expectation) ?? (await holdsAnyway(expectation, isNone))
    if (why !== undefined) problems.push(problemAt(parsed.source, span, 'bad-value', `"${operator}": ${why}`))
    else if (typeof expected === 'number' && !Number.isFinite(expected))
      problems.push(
        problemAt(parsed.source, span, 'bad-value', `"${operator}" must be a number that JSON can have`),
      )
    problems.push(...(await operandProblems(parsed, inner, operator === 'none')))
  }
  return problems
}

function emptyWithin(expectation: Expectation): string | undefined {
  const { expected } = expectation
  const isWhole = expected === '' || (isObject(expected) && Object.keys(expected).length === 0)
  return isWhole || (isList(expected) && expected.length === 0) ? undefined : emptyOperand(expectation)
}

/** Why a pattern holds for everything, or a marker that there is not for nothing, which nobody sees in `none`. */
async function holdsAnyway(
  { operator, expected }: Expectation,
  isNone: boolean,
): Promise<string | undefined> {
  if (operator !== 'matches-regex' && operator !== 'matches') return undefined
  for (const text of operator === 'matches' ? textsIn(expected) : [expected]) {
    if (typeof text !== 'string' || text.includes('{{')) continue
    const pattern = operator === 'matches' ? markerPattern(text) : text
    if (pattern !== undefined && (await matchesEverything(pattern)))
      return `${text} matches everything: it is found in every text`
    const isMarker = operator === 'matches' && /^<[\w-]+>$/.test(text)
    if (isNone && isMarker && !markerNames.includes(text))
      return `${text} is none of the markers ${markerNames.join(', ')}, so that no value is like it`
  }
  return undefined
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function isOneText({ kind, ...target }: Target): boolean {
  if (kind === 'field') return 'name' in target && target.name !== 'details'
  return !['json-path', 'variable'].includes(kind)
}

type Bad = (expectation: Expectation, message: string, hint?: string) => Problem

function statusProblems(
  { action }: Step,
  expectations: readonly Expectation[],
  bad: Bad,
): readonly Problem[] {
  const kind = statusKindOf(action)
  if (kind === undefined) return []
  return expectations.flatMap(expectation => {
    const why = impossibleStatus(kind, expectation)
    return why === undefined ? [] : [bad(expectation, why)]
  })
}

const comparesTime = new Set(['equals', 'not-equals', 'greater-than', 'less-than', 'at-least', 'at-most'])

function timeProblems(expectations: readonly Expectation[], bad: Bad): readonly Problem[] {
  return expectations.flatMap(expectation => {
    const { operator, expected } = expectation
    const isKnown = !(typeof expected === 'string' && expected.includes('{{'))
    if (!comparesTime.has(operator) || !isKnown || expectedNumber(expected) !== undefined) return []
    if (typeof expected === 'string' && parseDuration(expected) !== undefined) return []
    return [bad(expectation, 'a time is a duration, such as 500ms or 2s, or a number of milliseconds')]
  })
}
