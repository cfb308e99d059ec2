import { lostRounds } from '../../compile/rounds-of-step.ts'
import type { CodeScope } from '../../compile/javascript/code-scope.ts'
import { checkCode, regexCode } from '../../compile/javascript/check-code.ts'
import { mayExpectStatus, type rowsInScope } from '../../compile/javascript/data-code.ts'
import { printText } from '../../compile/javascript/print-text.ts'
import { requestOfStep } from '../../compile/request-of-step.ts'
import {
  checksOf,
  checksOfStep,
  comparisonsOf,
  conditionsOf,
  expectationsOf,
  judgeStatus,
  type WrittenCheck,
  saysMore,
} from '../../compile/written-checks.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { actionOf, stepName } from '../../parse/build-step.ts'
import { parseTarget } from '../../parse/target.ts'
import { oneLine } from '../../report/text/printable.ts'
import { parseDuration } from '../../util/duration.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { checkLines, checkMember, conditionCode, type MadeCheck, subjectOf } from './check-lines.ts'
import { requestCode, type ScriptNeeds } from './request-code.ts'

type Remark = Pick<Loss, 'what' | 'why'>

/** A step as lines of a script; none when k6 cannot carry it out. */
export interface StepLines {
  readonly name: string
  readonly lines: readonly string[]
  readonly losses: readonly Remark[]
  /** Whether it sends a request. */
  readonly sends: boolean
}

/** What a step is written in. */
export interface StepContext {
  readonly settings: JsonObject
  readonly scope: CodeScope
  readonly needs: ScriptNeeds
  /** The function that makes checks: that of k6, or one that counts failed requests as well. */
  readonly check: 'check' | 'judge'
  /** The rows that may say which status is right for this step. */
  readonly judgedBy?: ReturnType<typeof rowsInScope>
}

/** Writes a step as lines of a script, without indentation. */
export function stepLines(step: JsonObject, around: StepContext): StepLines {
  const { scope } = around
  const name = stepName(step)
  const rounds = lostRounds(step)
  if (rounds !== undefined) return { name, lines: [], losses: [rounds], sends: false }
  const losses = lostKeys(step)
  const condition = variableCondition(step['when'], scope)
  const before = assignments(step['variables'], scope)
  const action = actionOf(step) ?? ''
  const plain = plainLines(step, action, scope)
  const sent = plain === undefined ? requestLines(step, name, around) : { lines: plain, losses: [] }
  if (sent === undefined)
    return { name, lines: [], losses: [{ what: action, why: 'k6 needs an extension for it' }], sends: false }
  const lines = [...before, ...sent.lines]
  return {
    name,
    lines: condition === undefined ? lines : [`if (${condition}) {`, ...indented(lines), '}'],
    losses: [...sent.losses, ...losses],
    sends: plain === undefined,
  }
}

/** Lines two columns further right; those of a text between backticks stay. */
export function indented(lines: readonly string[]): readonly string[] {
  return lines.map(line => (line === '' ? '' : `  ${line}`))
}

function plainLines(step: JsonObject, action: string, scope: CodeScope): readonly string[] | undefined {
  if (action === 'set') return assignments(step['set'], scope)
  if (action === 'pause') return [`sleep(${(parseDuration(valueText(step['pause'] ?? '')) ?? 0) / 1000})`]
  return undefined
}

function assignments(values: JsonValue = null, scope: CodeScope): readonly string[] {
  if (!isObject(values)) return []
  return Object.entries(values).map(
    ([name, value]) => `${scope.names.identifier(name)} = ${scope.value(value)}`,
  )
}

function requestLines(
  step: JsonObject,
  name: string,
  { settings, scope, needs, check, judgedBy }: StepContext,
): Pick<StepLines, 'lines' | 'losses'> | undefined {
  const request = requestOfStep(step, settings)
  if (request === undefined) return undefined
  const retry = isObject(step['retry'] ?? null) ? (step['retry'] as JsonObject) : undefined
  const { code, losses } = requestCode(request, {
    name,
    scope,
    needs,
    indentation: retry === undefined ? 0 : 2,
  })
  const checks = checkLines(judged(checksOfStep(step), retry), scope)
  const made = [
    ...checks.flatMap(one => ('code' in one ? [one] : [])).map(one => withRowStatus(one, judgedBy)),
  ]
  const members = made.map(one => `  ${checkMember(one, retry === undefined)},`)
  const send =
    retry === undefined
      ? [`response = ${code}`, `${check}(response, {`, ...members, '})']
      : retryLines(retry, code, members, { scope, check })
  const extracts = extractLines(step['extracts'], scope)
  return {
    lines: [
      `// ${oneLine(name).replaceAll('{{', '{').replaceAll('}}', '}')}`,
      ...send.flatMap(line => line.split('\n')),
      ...extracts.lines,
    ],
    losses: [
      ...losses,
      ...checks.flatMap(one => ('why' in one ? [{ what: `validation ${one.name}`, why: one.why }] : [])),
      ...extracts.losses,
      ...(retry?.['stop-when'] === undefined ? [] : stopLosses(retry, scope)),
    ],
  }
}

/** Without a word on the status, 2xx and 3xx are right, and only 2xx where success is waited for. */
function judged(checks: readonly WrittenCheck[], retry: JsonObject | undefined): readonly WrittenCheck[] {
  const saysStatus = judgeStatus(checks)
  const isWaited = retry?.['until'] === 'success'
  const usual: WrittenCheck = {
    name: isWaited ? 'status is 2xx' : 'status is 2xx or 3xx',
    comparisons: comparisonsOf('status', { 'at-least': 200, 'less-than': isWaited ? 300 : 400 }),
  }
  return saysStatus ? checks : [usual, ...checks]
}

function withRowStatus(check: MadeCheck, rows: StepContext['judgedBy']): MadeCheck {
  if (
    check.condition !== undefined ||
    rows === undefined ||
    !mayExpectStatus(rows) ||
    !/^answer\.status\b/.test(check.code)
  )
    return check
  const expected = `${rows.identifier}.expected_status`
  return { ...check, code: `${expected} ? String(answer.status) === String(${expected}) : ${check.code}` }
}

function retryLines(
  retry: JsonObject,
  code: string,
  members: readonly string[],
  { scope, check }: Pick<StepContext, 'scope' | 'check'>,
): readonly string[] {
  const { attempts = 1, interval = '1s', backoff = 1, 'stop-when': stops, until } = retry
  const seconds = (parseDuration(valueText(interval)) ?? 1000) / 1000
  const most = (parseDuration(valueText(retry['max-interval'] ?? '30s')) ?? 30_000) / 1000
  const wait =
    backoff === 1 ? String(seconds) : `Math.min(${seconds} * ${valueText(backoff)} ** (attempt - 1), ${most})`
  const stop = stopCode(stops, scope)
  const done =
    until === 'success'
      ? 'response.status >= 200 && response.status < 300'
      : 'Object.values(checks).every(holds => holds(response))'
  const first = until === 'success' ? [] : ['checks = {', ...members, '}']
  return [
    ...first,
    `for (let attempt = 1; attempt <= ${valueText(attempts)}; attempt++) {`,
    `  response = ${code}`,
    `  if (attempt === ${valueText(attempts)} || (${done})${stop === undefined ? '' : ` || (${stop})`}) break`,
    `  sleep(${wait})`,
    '}',
    ...(until === 'success' ? [`${check}(response, {`, ...members, '})'] : [`${check}(response, checks)`]),
  ]
}

/** All validations of `stop-when`, of the answer that is called `response`. */
function stopCode(stops: JsonValue = null, scope: CodeScope): string | undefined {
  const lines = checkLines(checksOf(stops), scope)
  const codes = lines.flatMap(line =>
    'code' in line
      ? [line.condition ?? [], line.code].flat().map(code => code.replaceAll('answer', 'response'))
      : [],
  )
  return codes.length === 0 || lines.some(line => 'why' in line) ? undefined : codes.join(' && ')
}

function stopLosses(retry: JsonObject, scope: CodeScope): readonly Remark[] {
  const isWhole = stopCode(retry['stop-when'], scope) !== undefined
  return isWhole ? [] : [{ what: 'retry stop-when', why: 'k6 cannot look at it' }]
}

function extractLines(extracts: JsonValue = null, scope: CodeScope): Pick<StepLines, 'lines' | 'losses'> {
  const entries = Object.entries(isObject(extracts) ? extracts : {}).map(([name, from]) => ({
    name,
    from,
    ...conditionalExtract(name, from, scope),
  }))
  return {
    lines: entries.flatMap(({ name, code, condition }) =>
      code === undefined ? [] : [`${condition}${scope.names.identifier(name)} = ${code}`],
    ),
    losses: entries
      .filter(({ code }) => code === undefined)
      .map(({ name, from }) => ({
        what: `extract ${name}: ${valueText(from)}`,
        why: 'k6 cannot look at it',
      })),
  }
}

/** The value of an extract, and the `if` in front of it. */
function conditionalExtract(
  name: string,
  from: JsonValue,
  scope: CodeScope,
): { readonly code: string | undefined; readonly condition: string } {
  const code = extractCode(name, from, scope)
  const conditions = conditionsOf(from)
  if (conditions === undefined) return { code, condition: '' }
  const condition = conditionCode(conditions, 'response', scope)
  return condition === undefined
    ? { code: undefined, condition: '' }
    : { code, condition: `if (${condition}) ` }
}

function extractCode(name: string, written: JsonValue, scope: CodeScope): string | undefined {
  if (isObject(written) && written['value'] !== undefined) return scope.value(written['value'])
  const from = isObject(written) ? written['from'] : written
  const target = typeof from === 'string' ? parseTarget(from) : undefined
  const subject = target === undefined ? undefined : subjectOf(target, 'response', scope)
  if (subject === undefined) return undefined
  const regex = isObject(written) ? written['regex'] : undefined
  const pattern = typeof regex === 'string' ? regexCode(regex, scope) : undefined
  if (regex !== undefined && pattern === undefined) return undefined
  const group = typeof regex === 'string' && /(^|[^\\])\((?!\?)/.test(regex) ? 1 : 0
  const code = pattern === undefined ? subject.code : `${pattern}.exec(${subject.code})?.[${group}]`
  const isOptional = isObject(written) && written['optional'] === true
  if (saysMore(written))
    return isObject(written) && written['default'] === null ? `${code} ?? null` : undefined
  return isOptional ? `${code} ?? ${scope.names.identifier(name)}` : code
}

/** `when` as an expression over variables. */
function variableCondition(when: JsonValue = null, scope: CodeScope): string | undefined {
  if (!isObject(when)) return undefined
  const codes = Object.entries(when).flatMap(([name, expected]) =>
    expectationsOf(expected).map(expectation =>
      checkCode({ code: scope.reference(name), textual: false }, expectation, scope),
    ),
  )
  return codes.some(code => code === undefined) ? 'false' : codes.join(' && ')
}

function lostKeys(step: JsonObject): readonly Remark[] {
  return step['scripts'] === undefined
    ? []
    : [{ what: 'scripts', why: `they are Postman's; k6 does not know ${printText('pm')}` }]
}

/** The rows of a step's own data. */
export function stepData(step: JsonObject): JsonValue | undefined {
  const { data } = step
  return typeof data === 'string' || isList(data ?? null) ? data : undefined
}
