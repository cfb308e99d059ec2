import { factsOf } from '../../actions/index.ts'
import { type Expectation, isQuantifier, type Target } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { hasBraces, parseTemplate } from '../../template/template.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { memberPaths } from '../../template/member-path.ts'
import { targetPlace, targetSubject } from '../../extracts/target-subject.ts'
import { parseDuration } from '../../util/duration.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { compileJsonPath, isPlainPath, type PlainPath } from '../../json-path/index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { emptyOperand, insteadOfOneValue } from '../../validations/several-values.ts'
import { comparesDigests, type DigestForm, digestForm, noDigest } from '../../validations/digest.ts'
import { impossibleStatus, meantStatus } from '../../validations/status-words.ts'
import { wrongDate } from '../../validations/compare-moments.ts'
import { inMilliseconds } from '../../validations/judge-exchange.ts'
import { wrongWithin } from '../../validations/operators/within.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import { everyTarget, mockTargets } from '../message-expectations.ts'
import type { Slip } from '../fixes.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { isNumber, isWhole, type Numeric } from '../../util/exact-number.ts'

/**
 * An expectation of a target can be met, and can fail to be met: an operator of one value looks at one value, an operand
 * asks for something, a status and a time are such. What holds or fails whatever is answered proves nothing.
 */
export const validExpectations: Rule = (parsed, { isSaved = false }) => {
  const problems: Problem[] = []
  const several: Expected[] = []
  allSteps(parsed).forEach(step => {
    everyTarget(parsed, step).forEach(item => {
      if (!('expectations' in item)) return
      const { target } = item
      if (target.kind !== 'status') problems.push(...classProblems(parsed, item))
      const found = tellsMore(target) || !isPlain(item) ? targetProblems(parsed, step, item, isSaved) : none
      if (found.length > 0) problems.push(...found)
      if (target.kind === 'json-path' && mayBeSeveral(target)) several.push(item)
    })
    step.when.forEach(({ expectations }) => problems.push(...operandProblems(parsed, expectations)))
  })
  for (const item of mockTargets(parsed)) {
    problems.push(...operandProblems(parsed, item.expectations))
    if (mayBeSeveral(item.target)) several.push(item)
  }
  return several.length === 0 ? problems : withSeveral(parsed, several, problems)
}

async function withSeveral(
  parsed: ParsedSuite,
  several: readonly Expected[],
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  const found = await Promise.all(several.map(one => severalProblems(parsed, one)))
  return [...found.flat(), ...problems]
}

interface Expected {
  readonly target: Target
  readonly expectations: readonly Expectation[]
  readonly span: Span
}

/** Most expectations are one plain value: what it is compared with is no other, and it asks for something. */
function isPlain({ expectations }: Expected): boolean {
  const only = expectations[0]
  if (only === undefined || expectations.length !== 1 || only.operator !== 'equals') return false
  const { expected } = only
  if (typeof expected === 'string') return !hasBraces(expected)
  return typeof expected === 'boolean' || (typeof expected === 'number' && Number.isFinite(expected))
}

function targetProblems(
  parsed: ParsedSuite,
  step: Step,
  item: Expected,
  isSaved: boolean,
): readonly Problem[] {
  const { target, expectations } = item
  if (!tellsMore(target) && expectations.every(isSoundText)) return none
  const problems: Problem[] = []
  const tell: Tell = ({ span }, message, slip) => {
    problems.push(problemAt(parsed.source, span, 'bad-value', message, { slip }))
  }
  if (!isPlain(item)) {
    for (const one of expectations) {
      const why = isSaved ? undefined : comparedWithItself(step, target, one)
      if (why !== undefined) tell(one, why)
    }
    const compared = target.kind === 'time' ? expectations.map(inMilliseconds) : expectations
    problems.push(...operandProblems(parsed, compared))
    for (const one of expectations)
      if (isOfItems(one.operator) && isOneText(target))
        tell(one, `${one.operator} looks at the items of a list, and "${target.kind}" is one value`)
  }
  if (target.kind === 'status') tellOfStatus(step, expectations, tell)
  if (target.kind === 'time') tellOfTime(expectations, tell)
  if (target.kind === 'size') tellOfSize(expectations, tell)
  if (target.kind === 'sha256' || target.kind === 'certificate')
    tellOfDigest(expectations, digestForm(targetSubject(target)), tell)
  for (const one of expectations) {
    const why = neverSo(target, one)
    if (why !== undefined) tell(one, why)
  }
  return problems
}

const none: readonly Problem[] = []

/** True where an operator looks at the items of a list, and at nothing else. */
function isOfItems(operator: Expectation['operator']): boolean {
  return isQuantifier(operator) || operator === 'unique' || operator === 'is-sorted'
}

/** True where a target has rules of its own about what is expected of it. */
function tellsMore({ kind }: Target): boolean {
  return ownRules.has(kind)
}

const ownRules: ReadonlySet<Target['kind']> = new Set([
  'status',
  'time',
  'size',
  'sha256',
  'cookie',
  'certificate',
])

/** Why what a target holds is of another kind than what is expected of it, whatever is answered. */
function neverSo(target: Target, { operator, expected }: Expectation): string | undefined {
  const { kind } = target
  if (kind === 'status' || kind === 'time')
    return ofDates.has(operator) ? `"${kind}" is no date, which ${operator} compares` : undefined
  if (!('part' in target)) return undefined
  const what = `"${kind} ${kind === 'cookie' ? 'NAME ' : ''}${target.part}"`
  if (target.part === 'starts' || (kind === 'certificate' && target.part === 'expires'))
    return orders.has(operator) ? `${what} is a date: later-than and earlier-than compare it` : undefined
  const isFlag = flags.has(target.part) && (operator === 'equals' || operator === 'same-as')
  const mayBe = expected === true || expected === 'true' || isFilledIn(expected)
  return isFlag && !mayBe ? `${what} is true, or not there: write true, or { exists: false }` : undefined
}

const flags: ReadonlySet<string> = new Set(['secure', 'http-only', 'partitioned'])
const orders = new Set(['greater-than', 'less-than', 'at-least', 'at-most'])

/** True where an operator looks for a text that is written out, as most operators do. */
function isSoundText({ operator, expected, inner }: Expectation): boolean {
  if (typeof expected !== 'string' || expected === '' || inner !== undefined) return false
  return !hasBraces(expected) && !ofDates.has(operator)
}

const ofDates = new Set(['later-than', 'earlier-than'])

/** Why a comparison is one of a value with itself: extracts come before validations. Scripts of Postman may do so. */
function comparedWithItself(
  step: Step,
  target: Target,
  { operator, expected }: Expectation,
): string | undefined {
  for (const { name, keys } of placeholdersOf(operator, expected)) {
    if (keys.length === 0 && target.kind === 'variable' && target.name === name)
      return `the variable "${name}" is compared with itself`
    const compared = targetPlace(target, keys)
    const isSame = step.extracts.some(
      one =>
        'target' in one &&
        one.regex === undefined &&
        membersOf(name, one.variable).some(members => targetPlace(one.target, members) === compared),
    )
    if (isSame) return `"${name}" is extracted from here in this step, and so compared with itself`
  }
  return undefined
}

/** The placeholders that are an operand, an item of those to choose from, or a member (by its keys) of what is compared. */
function placeholdersOf(
  operator: Expectation['operator'],
  expected: JsonValue,
  keys: PlainPath = [],
): readonly { readonly name: string; readonly keys: PlainPath }[] {
  if (operator === 'within') return placeholdersOf('equals', mapping(expected)['equals'] ?? null)
  const name = loneName(expected)
  if (name !== undefined) return [{ name, keys }]
  if (typeof expected !== 'object' || expected === null) return []
  const isChoice = keys.length === 0 && ['one-of', 'not-one-of'].includes(operator)
  if (isChoice) return isList(expected) ? expected.flatMap(one => placeholdersOf('equals', one)) : []
  if (!['equals', 'not-equals', 'same-as', 'matches'].includes(operator)) return []
  const members: readonly (readonly [string | number, JsonValue])[] = isList(expected)
    ? expected.map((item, index) => [index, item])
    : Object.entries(expected)
  return members.flatMap(([key, member]) => placeholdersOf(operator, member, [...keys, key]))
}

/** The ways into a variable that a name may stand for. */
function membersOf(name: string, variable: string): readonly PlainPath[] {
  return name === variable
    ? [[]]
    : memberPaths(name).flatMap(one => (one.variable === variable ? [one.keys] : []))
}

/** True where a path is one that may select several values. One with placeholders is looked at when they are filled in. */
function mayBeSeveral(target: Target): boolean {
  return target.kind === 'json-path' && !target.path.includes('{{') && !isPlainPath(target.path)
}

async function severalProblems(
  { source }: ParsedSuite,
  { target, expectations, span }: Expected,
): Promise<readonly Problem[]> {
  const path = target.kind === 'json-path' ? target.path : ''
  const compiled = await whenLoaded(() => compileJsonPath(path))
  if (!compiled.ok || compiled.path.singular) return []
  return expectations.flatMap(expectation => {
    if (asksOnlyWhetherFound(expectation)) {
      const message = `each looks at what "${path}" selects, and what it misses cannot fail`
      const hint = insteadOfExists(path)
      return [problemAt(source, expectation.span, 'several-values', message, { severity: 'warning', hint })]
    }
    // A variable may be a list: that is looked at when it is filled in.
    if (loneName(expectation.expected) !== undefined) return []
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

/** The name in a text that is nothing but a placeholder. */
function loneName(expected: JsonValue): string | undefined {
  return typeof expected === 'string' && hasBraces(expected) ? parseTemplate(expected).only?.name : undefined
}

/** The problems of an operand whatever it is held against; that it is empty itself is reported by the schema. */
function operandProblems(parsed: ParsedSuite, expectations: readonly Expectation[]): readonly Problem[] {
  const problems: Problem[] = []
  for (const expectation of expectations) {
    const { operator, expected, inner, span } = expectation
    const isSound = !isNumber(expected) || Number.isFinite(Number(expected)) || isExactly(operator, expected)
    const empty = emptyWithin(expectation)
    const why = empty === undefined ? undefined : `"${operator}": ${empty}`
    const unfit = wrongOperand(expectation)
    const wrong = why ?? unfit ?? (isSound ? undefined : `"${operator}" must be a number that JSON can have`)
    if (wrong !== undefined) problems.push(problemAt(parsed.source, span, 'bad-value', wrong))
    if (inner !== undefined) problems.push(...operandProblems(parsed, inner))
  }
  return problems
}

/** A number beyond all doubles may come, digit by digit; as a bound it would leave everything on one side. */
function isExactly(operator: string, expected: Numeric): boolean {
  return typeof expected !== 'number' && /^(not-)?equals$|^same-as$/.test(operator)
}

/** Why an operand is of a kind that the operator compares nothing with. */
function wrongOperand({ operator, expected }: Expectation): string | undefined {
  if (operator === 'within') {
    const why = wrongWithin(expected)
    return why === undefined ? undefined : `"within": ${why}`
  }
  if (!ofDates.has(operator) || holdsBraces(expected)) return undefined
  const why = wrongDate(expected)
  return why === undefined ? undefined : `"${operator}": ${why}`
}

function emptyWithin(expectation: Expectation): string | undefined {
  const { expected } = expectation
  const isWhole = expected === '' || (isObject(expected) && Object.keys(expected).length === 0)
  return isWhole || (isList(expected) && expected.length === 0) ? undefined : emptyOperand(expectation)
}

function isOneText({ kind, ...target }: Target): boolean {
  if (kind === 'certificate') return 'part' in target && target.part !== 'names'
  if (kind === 'field') return 'name' in target && target.name !== 'details'
  return !['json-path', 'variable', 'xpath'].includes(kind)
}

type Tell = (expectation: Expectation, message: string, slip?: Slip) => void

function tellOfStatus({ action }: Step, expectations: readonly Expectation[], tell: Tell): void {
  const { statuses } = factsOf(action)
  if (statuses === undefined) return
  expectations.forEach(expectation => {
    const why = impossibleStatus(statuses, expectation)
    if (why === undefined) return
    const meant = meantStatus(statuses, expectation.expected)
    tell(
      expectation,
      why,
      meant === undefined ? undefined : { written: valueText(expectation.expected), meant },
    )
  })
}

/** `2xx` is a word of statuses alone. */
function classProblems({ source }: ParsedSuite, { expectations }: Expected): readonly Problem[] {
  const ofClass = expectations.filter(
    ({ expected }) => typeof expected === 'string' && isClass.test(expected),
  )
  return ofClass.map(({ expected, span }) => {
    const message = `"${valueText(expected)}" is a class only of "status": here it is text`
    return problemAt(source, span, 'bad-value', message, { severity: 'warning' })
  })
}

const isClass = /^[1-5]xx$/

/** A size or a digest is always there, and of one type: what asks for that alone holds for every answer. */
function tellOfSize(expectations: readonly Expectation[], tell: Tell): void {
  for (const expectation of expectations) {
    const { operator, expected } = expectation
    if (!comparesTime.has(operator) && !choices.has(operator))
      tell(expectation, `a size is a number of bytes: ${[...comparesTime, ...choices].join(', ')}`)
    else if ([expected].flat().some(one => !isFilledIn(one) && expectedNumber(one) === undefined))
      tell(expectation, 'a size is a number of bytes, such as 2048')
    else if ([expected].flat().some(one => isNoSize(one, orders.has(operator))))
      tell(expectation, 'a size is a whole number of bytes from 0 up')
  }
}

function isNoSize(one: JsonValue, isBound: boolean): boolean {
  const number = expectedNumber(one)
  return number !== undefined && (Number(number) < 0 || !(isBound || isWhole(number)))
}

function tellOfDigest(expectations: readonly Expectation[], form: DigestForm | undefined, tell: Tell): void {
  if (form === undefined) return
  for (const expectation of expectations) {
    const { operator, expected } = expectation
    const known = [expected].flat().filter(one => !isFilledIn(one))
    const why = noDigest([{ operator, expected: known }], form)
    if (why !== undefined) tell(expectation, why)
    const isSerial = form === 'serial-number'
    // A serial number may be known in part, but what it lacks depends on how it is written.
    if (isSerial && !operator.startsWith('not-')) continue
    // Every body has a digest, but only a server with TLS has a certificate.
    if (!comparesDigests.has(operator) && !(form === 'fingerprint' && ofPresence.has(operator)))
      tell(
        expectation,
        `a ${isSerial ? 'serial number' : 'SHA-256'} is compared by ${[...comparesDigests].join(', ')}`,
      )
  }
}

/** The operators that only ask whether something is there. */
const ofPresence: ReadonlySet<string> = new Set(['exists', 'missing'])

function isFilledIn(value: JsonValue): boolean {
  return typeof value === 'string' && value.includes('{{')
}

const choices = new Set(['one-of', 'not-one-of'])

const comparesTime = new Set(['equals', 'not-equals', 'greater-than', 'less-than', 'at-least', 'at-most'])

function tellOfTime(expectations: readonly Expectation[], tell: Tell): void {
  for (const expectation of expectations) {
    const { operator, expected } = expectation
    const isKnown = !(typeof expected === 'string' && expected.includes('{{'))
    if (!comparesTime.has(operator) || !isKnown || expectedNumber(expected) !== undefined) continue
    if (typeof expected === 'string' && parseDuration(expected) !== undefined) continue
    tell(expectation, 'a time is a duration, such as 500ms or 2s, or a number of milliseconds')
  }
}
