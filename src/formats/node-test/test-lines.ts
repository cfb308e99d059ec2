import { checkCode, regexCode } from '../../compile/javascript/check-code.ts'
import type { CodeScope, RowsInScope } from '../../compile/javascript/code-scope.ts'
import { mayExpectStatus } from '../../compile/javascript/data-code.ts'
import { requestOfStep } from '../../compile/request-of-step.ts'
import {
  checksOfStep,
  comparisonsOf,
  conditionsOf,
  expectationsOf,
  judgeStatus,
} from '../../compile/written-checks.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { actionOf, stepName } from '../../parse/build-step.ts'
import { parseTarget } from '../../parse/target.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import {
  assertionLines,
  type AnswerPart,
  type AssertionLine,
  conditionLine,
  subjectOf,
} from './assertion-lines.ts'
import { fetchCode } from './request-code.ts'

type Remark = Pick<Loss, 'what' | 'why'>

/** What a test needs from outside. */
export type TestNeed = 'openAsBlob' | 'readFile' | 'sleep' | 'retry' | 'test context'

/** A step as the body of a test, without indentation; none when it cannot be carried out. */
export interface TestLines {
  readonly name: string
  readonly lines: readonly string[]
  readonly needs: ReadonlySet<TestNeed>
  readonly losses: readonly Remark[]
}

/** Writes a step as the body of a test. `rows` may say which status is right for it. */
export function testLines(
  step: JsonObject,
  settings: JsonObject,
  scope: CodeScope,
  rows: RowsInScope | undefined,
): TestLines {
  const name = stepName(step)
  const action = actionOf(step) ?? ''
  const before = [...conditionLines(step['when'], scope), ...assignments(step['variables'], scope)]
  const losses: readonly Remark[] =
    step['scripts'] === undefined
      ? []
      : [{ what: 'scripts', why: "they are Postman's; node:test does not know pm" }]
  const context: readonly TestNeed[] = step['when'] === undefined ? [] : ['test context']
  if (action === 'set')
    return { name, lines: [...before, ...assignments(step['set'], scope)], needs: new Set(context), losses }
  if (action === 'pause') {
    const wait = `await sleep(${parseDuration(valueText(step['pause'] ?? '')) ?? 0})`
    return { name, lines: [...before, wait], needs: new Set<TestNeed>([...context, 'sleep']), losses }
  }
  const sent = requestLines(step, settings, scope, rows)
  if (sent === undefined)
    return {
      name,
      lines: [],
      needs: new Set(),
      losses: [{ what: action, why: 'fetch sends HTTP requests only' }],
    }
  return {
    name,
    lines: sent.lines.length === 0 ? [] : [...before, ...sent.lines],
    needs: new Set([...context, ...sent.needs]),
    losses: [...sent.losses, ...losses],
  }
}

function assignments(values: JsonValue = null, scope: CodeScope): readonly string[] {
  if (!isObject(values)) return []
  return Object.entries(values).map(
    ([name, value]) => `${scope.names.identifier(name)} = ${scope.value(value)}`,
  )
}

function conditionLines(when: JsonValue = null, scope: CodeScope): readonly string[] {
  if (!isObject(when)) return []
  const codes = Object.entries(when).flatMap(([name, expected]) =>
    expectationsOf(expected).map(
      expectation =>
        checkCode({ code: scope.reference(name), textual: false }, expectation, scope) ?? 'false',
    ),
  )
  return [`if (!(${codes.join(' && ')})) return test.skip()`]
}

function requestLines(
  step: JsonObject,
  settings: JsonObject,
  scope: CodeScope,
  rows: RowsInScope | undefined,
): Pick<TestLines, 'lines' | 'needs' | 'losses'> | undefined {
  const request = requestOfStep(step, settings)
  if (request === undefined) return undefined
  const retry = isObject(step['retry'] ?? null) ? (step['retry'] as JsonObject) : undefined
  const sent = fetchCode(request, scope, retry === undefined ? 0 : 2)
  if (sent.refused !== undefined)
    return { lines: [], needs: new Set(), losses: [{ what: request.method, why: sent.refused }] }
  const assertions = [...statusLines(step, scope, rows)]
  const extracts = extractLines(step['extracts'], scope)
  const needed = new Set([...assertions, ...extracts.lines].flatMap(({ needs }) => needs ?? []))
  const lines = [
    ...sent.before,
    ...(needed.has('duration') ? ['const start = performance.now()'] : []),
    ...`const response = await ${sent.code}`.split('\n'),
    ...answerLines(needed, assertions, extracts.lines),
  ]
  return {
    lines:
      retry === undefined
        ? lines
        : [`await retry(${retryOptions(retry)}, async () => {`, ...lines.map(line => `  ${line}`), '})'],
    needs: new Set<TestNeed>([...sent.needs, ...(retry === undefined ? [] : (['retry', 'sleep'] as const))]),
    losses: [
      ...sent.losses,
      ...assertions.flatMap(({ name, why }) =>
        why === undefined ? [] : [{ what: `validation ${name}`, why }],
      ),
      ...extracts.losses,
      ...(retry?.['stop-when'] === undefined
        ? []
        : [{ what: 'retry stop-when', why: 'the test tries until its time is over' }]),
    ],
  }
}

/** The assertions of a step; without a word on the status, 2xx and 3xx are right. */
function statusLines(
  step: JsonObject,
  scope: CodeScope,
  rows: RowsInScope | undefined,
): readonly AssertionLine[] {
  const checks = checksOfStep(step)
  const saysStatus = judgeStatus(checks)
  const usual = {
    name: 'status is 2xx or 3xx',
    comparisons: comparisonsOf('status', { 'at-least': 200, 'less-than': 400 }),
  }
  if (rows === undefined || !mayExpectStatus(rows)) {
    const lines = assertionLines(checks, scope)
    return saysStatus
      ? lines
      : [
          {
            name: usual.name,
            line: 'assert.ok(response.status >= 200 && response.status < 400, `status ${response.status}`)',
          },
          ...lines,
        ]
  }
  const expected = `${rows.identifier}.expected_status`
  const others = checks.map(check => ({
    ...check,
    comparisons: check.comparisons.filter(({ target }) => target.kind !== 'status'),
  }))
  return [
    { name: usual.name, line: `assert.equal(String(response.status), String(${expected} || 200))` },
    ...assertionLines(others, scope),
  ]
}

/** Assertions in their order, each part of the answer read before it is first needed. */
function answerLines(
  needed: ReadonlySet<AnswerPart>,
  assertions: readonly AssertionLine[],
  extracts: readonly ExtractLine[],
): readonly string[] {
  const lines: string[] = []
  const isConditional = [...assertions, ...extracts].some(({ line }) => line?.startsWith('if ('))
  let isRead = false
  const read = (): void => {
    if (isRead) return
    isRead = true
    const both = needed.has('text') && needed.has('body')
    if (needed.has('text') || (needed.has('duration') && !needed.has('body')))
      lines.push('const text = await response.text()')
    if (needed.has('body')) lines.push(`const body = ${bodyCode(both, isConditional)}`)
    if (needed.has('duration')) lines.push('const duration = performance.now() - start')
  }
  for (const { line, needs } of [...assertions, ...extracts]) {
    if (line === undefined) continue
    if (needs !== undefined && needs.length > 0) read()
    lines.push(...line.split('\n'))
  }
  return lines
}

/** The body as JSON. Where some lines only count for some answers, others may have none. */
function bodyCode(isRead: boolean, isConditional: boolean): string {
  if (!isRead) return `await response.json()${isConditional ? '.catch(() => undefined)' : ''}`
  return isConditional ? 'await new Response(text).json().catch(() => undefined)' : 'JSON.parse(text)'
}

interface ExtractLine {
  readonly line: string
  readonly needs?: readonly AnswerPart[]
}

function extractLines(
  extracts: JsonValue = null,
  scope: CodeScope,
): {
  readonly lines: readonly ExtractLine[]
  readonly losses: readonly Remark[]
} {
  const entries = Object.entries(isObject(extracts) ? extracts : {}).map(([name, from]) => ({
    name,
    from,
    found: conditionalExtract(name, from, scope),
  }))
  return {
    lines: entries.flatMap(({ found }) => found ?? []),
    losses: entries
      .filter(({ found }) => found === undefined)
      .map(({ name, from }) => ({
        what: `extract ${name}: ${valueText(from)}`,
        why: 'plain JavaScript has no such path',
      })),
  }
}

/** The lines of an extract, under its condition. */
function conditionalExtract(
  name: string,
  written: JsonValue,
  scope: CodeScope,
): readonly ExtractLine[] | undefined {
  const lines = extractCode(name, written, scope)
  const conditions = conditionsOf(written)
  if (lines === undefined || conditions === undefined) return lines
  const condition = conditionLine(conditions, scope)
  const needs = [...(condition?.needs ?? []), ...lines.flatMap(line => line.needs ?? [])]
  return condition === undefined
    ? undefined
    : lines.map(({ line }) => ({ line: `if (${condition.code}) ${line}`, needs }))
}

function extractCode(name: string, written: JsonValue, scope: CodeScope): readonly ExtractLine[] | undefined {
  const own = scope.names.identifier(name)
  if (isObject(written) && written['value'] !== undefined)
    return [{ line: `${own} = ${scope.value(written['value'])}` }]
  const from = isObject(written) ? written['from'] : written
  const target = typeof from === 'string' ? parseTarget(from) : undefined
  const looked = target === undefined ? undefined : subjectOf(target, scope)
  if (looked === undefined) return undefined
  const regex = isObject(written) ? written['regex'] : undefined
  const pattern = typeof regex === 'string' ? regexCode(regex, scope) : undefined
  if (regex !== undefined && pattern === undefined) return undefined
  const group = typeof regex === 'string' && /(^|[^\\])\((?!\?)/.test(regex) ? 1 : 0
  const code =
    pattern === undefined ? looked.subject.code : `${pattern}.exec(${looked.subject.code})?.[${group}]`
  const needs = looked.needs === undefined ? {} : { needs: [looked.needs] }
  if (isObject(written) && written['optional'] === true)
    return [{ line: `${own} = ${code} ?? ${own}`, ...needs }]
  return [
    { line: `${own} = ${code}`, ...needs },
    { line: `assert.ok(${own} ${looked.subject.textual ? '!= null' : '!== undefined'}, '${own} was found')` },
  ]
}

function retryOptions(retry: JsonObject): string {
  const { attempts = 1, interval = '1s', backoff } = retry
  const wait = parseDuration(valueText(interval)) ?? 1000
  return `{ attempts: ${valueText(attempts)}, interval: ${wait}${backoff === undefined ? '' : `, backoff: ${valueText(backoff)}`} }`
}
