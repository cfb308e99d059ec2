import { lostRounds } from '../rounds-of-step.ts'
import { factsOf } from '../../actions/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { actionOf, stepName } from '../../parse/build-step.ts'
import { parseTarget } from '../../parse/target.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { requestOfStep } from '../request-of-step.ts'
import {
  checksOf,
  checksOfStep,
  comparisonsOf,
  conditionsOf,
  expectationsOf,
  judgeStatus,
  type WrittenCheck,
  saysMore,
} from '../written-checks.ts'
import {
  all,
  buildComparison,
  buildConditions,
  buildPredicate,
  isPredicate,
  not,
  type Refusal,
  subjectOf,
} from './build-predicate.ts'
import { buildGroup, buildRounds, stepsOf } from './build-rounds.ts'
import { buildRequest, type Remark } from './build-request.ts'
import { filledSegments } from './build-url.ts'
import { folderKeys } from './expand-uses.ts'
import type { ProgramScope } from './program-scope.ts'
import { areExclusive } from './expand-pattern.ts'
import type { Expect, Extract, Pattern, Predicate, Repeat, Rows, Statement, Value } from './test-program.ts'
import { typeOfValue } from './value-type.ts'

/** The statements of a step, none when it cannot be carried out, and what of it is not in them. */
export interface BuiltCase {
  readonly statements: readonly Statement[]
  /** A test that must run before it, once for all. */
  readonly before?: readonly Statement[]
  readonly losses: readonly Remark[]
}

/** Builds the statements of a step. `judging` are the rows that may say which status is right for it. */
export function buildCase(
  step: JsonObject,
  settings: JsonObject,
  scope: ProgramScope,
  judging: Rows | undefined,
): BuiltCase {
  const missing = lostName(step, scope)
  if (missing !== undefined)
    return { statements: [], losses: [{ what: `{{${missing}}}`, why: 'its extract is lost' }] }
  const { loops = false } = scope.target
  if (loops && (step['for-each'] ?? step['repeat']) !== undefined) {
    const skipped = skipping(step, scope)
    const rounds = buildRounds(step, scope, inner => buildCase(inner, settings, scope, judging))
    const { statements } = rounds
    return statements.length === 0 ? rounds : { ...rounds, statements: [...skipped, ...statements] }
  }
  const before = [...skipping(step, scope), ...assignments(step['variables'], scope)]
  const scripts: readonly Remark[] =
    (step['scripts'] ?? settings['scripts']) === undefined
      ? []
      : [{ what: 'scripts', why: "they are Postman's, and need its sandbox" }]
  const rounds = lostRounds(step)
  if (rounds !== undefined) return { statements: [], losses: [rounds] }
  const action = actionOf(step) ?? ''
  // A request needs what a script does before it.
  if (isObject(step['scripts'] ?? null) && (step['scripts'] as JsonObject)['before'] !== undefined)
    return { statements: [], losses: scripts }
  const { setsVariables, pauses, runsSteps } = factsOf(action)
  if (loops && runsSteps === true) {
    const group = groupOf(step, settings, scope, judging)
    const isWritten = group.statements.length > 0
    return { ...group, statements: isWritten ? [...before, ...group.statements] : [] }
  }
  if (setsVariables === true || pauses === true) {
    const milliseconds = parseDuration(valueText(step[action] ?? '')) ?? 0
    const own: readonly Statement[] =
      setsVariables === true ? assignments(step[action], scope) : [{ kind: 'pause', milliseconds }]
    // There is no answer, and so nothing but variables to look at.
    const judged = loops ? scope.afterSteps(new Set(), () => onAnswer(step, scope)) : untried(step)
    return { statements: [...before, ...own, ...judged.statements], losses: [...scripts, ...judged.losses] }
  }
  const sent = sending(step, settings, scope, judging)
  if (sent === undefined) return { statements: [], losses: [{ what: action, why: whyNotSent(action, step) }] }
  if (sent.statements.length === 0) return { statements: [], losses: sent.losses }
  return { ...sent, statements: [...before, ...sent.statements], losses: [...sent.losses, ...scripts] }
}

/** A variable that a step names, and of which nothing is there since its extract is lost; steps of a group are asked by themselves. */
function lostName({ steps: _, ...own }: JsonObject, { lost }: ProgramScope): string | undefined {
  if (lost.size === 0) return undefined
  return placeholdersIn(own)
    .flatMap(({ name }) => possibleVariables(name))
    .find(name => lost.has(name))
}

/** A group of steps, with what stands on it of what they leave. */
function groupOf(
  step: JsonObject,
  settings: JsonObject,
  scope: ProgramScope,
  judging: Rows | undefined,
): BuiltCase {
  const judged = stepsOf(step).findLast(mayBeJudged)
  const build = (inner: JsonObject): BuiltCase & { readonly name: string } => ({
    ...buildCase(inner, settings, scope, inner === judged ? judging : undefined),
    name: stepName(inner),
  })
  return buildGroup(step, scope, build, () => onAnswer(step, scope))
}

/** True where what a row says of the status may be about a step, or one of its group. */
export function mayBeJudged(step: JsonObject): boolean {
  return factsOf(actionOf(step) ?? '').sendsRequests === true || stepsOf(step).some(mayBeJudged)
}

/** The validations and extracts of a step that sends nothing itself. */
function onAnswer(step: JsonObject, scope: ProgramScope): BuiltCase {
  const checks = checksOf(step['validations']).map(check => expectation(check, scope))
  const extracted = extracts(step['extracts'], scope)
  return {
    statements: [...checks.flatMap(({ statements }) => statements), ...extracted.statements],
    losses: [...checks.flatMap(({ losses }) => losses), ...extracted.losses],
  }
}

/** The validations of a step that sends nothing, where tests only look at answers. */
function untried(step: JsonObject): BuiltCase {
  const losses = checksOf(step['validations']).map(({ name }) => ({
    what: `validation ${name}`,
    why: 'tests look at answers alone, and there is none',
  }))
  return { statements: [], losses }
}

function whyNotSent(action: string, step: JsonObject): string {
  if (factsOf(action).runsSuite !== true) return 'tests send HTTP requests only'
  const own = Object.keys(step).filter(key => !folderKeys.has(key))
  return own.length === 0
    ? 'the suite cannot be read, or uses itself'
    : `its steps are tests of their own, and none of them is one for ${own.join(', ')}`
}

/** The name of a step, in which `{{column}}` shows the row and everything else in braces stays as it is written. */
export function caseTitle(step: JsonObject, scope: ProgramScope): Value {
  const columns = scope.rows.flatMap(row => row.columns.map(({ name }) => name))
  const shown = stepName(step).replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, variable: string) =>
    columns.includes(variable) ? whole : `{${variable}}`,
  )
  return scope.text(shown)
}

function assignments(values: JsonValue = null, scope: ProgramScope): readonly Statement[] {
  if (!isObject(values)) return []
  return Object.entries(values).map(([variable, written]) => {
    return { kind: 'assign', variable, value: scope.assign(variable, scope.exact(written)) }
  })
}

function skipping(
  { skip, when = null, unless = null }: JsonObject,
  scope: ProgramScope,
): readonly Statement[] {
  if (typeof skip === 'string')
    return [{ kind: 'skip-unless', holds: { kind: 'some', of: [] }, reason: skip }]
  const [wanted, unwanted] = [conditions(when, scope), conditions(unless, scope)]
  const never: Predicate = { kind: 'some', of: [] }
  const holds = [
    ...wanted.map(term => (isPredicate(term) ? term : never)),
    ...(unwanted.length === 0 ? [] : [unwanted.every(isPredicate) ? not(all(...unwanted)) : never]),
  ]
  return holds.length === 0 ? [] : [{ kind: 'skip-unless', holds: all(...holds) }]
}

function conditions(written: JsonValue, scope: ProgramScope): readonly (Predicate | Refusal)[] {
  return Object.entries(mapping(written)).flatMap(([name, expected]) =>
    expectationsOf(expected).map(expectation => buildPredicate(scope.subject(name), expectation, scope)),
  )
}

function sending(
  step: JsonObject,
  settings: JsonObject,
  scope: ProgramScope,
  judging: Rows | undefined,
): BuiltCase | undefined {
  const written = requestOfStep(step, settings)
  if (written === undefined) return undefined
  const { request, losses, expected: implied, before } = buildRequest(written, scope)
  if (losses.some(({ isEssential }) => isEssential)) return { statements: [], losses }
  const retry = isObject(step['retry'] ?? null) ? (step['retry'] as JsonObject) : undefined
  const expected = expectations(step, scope, judging, retry)
  const extracted = extracts(step['extracts'], scope)
  const send = { kind: 'send', request } as const
  const unsaved =
    step['save-to'] === undefined ? [] : [{ what: 'save-to', why: 'tests leave no files behind' }]
  const sent =
    retry === undefined ? { statement: send, losses: [] } : repeat(send, retry, expected.statements, scope)
  return {
    statements: [
      ...filledSegments(request.url, scope),
      sent.statement,
      ...expected.statements,
      ...implied,
      ...extracted.statements,
    ],
    before,
    losses: [...losses, ...expected.losses, ...extracted.losses, ...sent.losses, ...unsaved],
  }
}

/** Without a word on the status, 2xx and 3xx are right, and only 2xx where success is waited for. */
function expectations(
  step: JsonObject,
  scope: ProgramScope,
  judging: Rows | undefined,
  retry: JsonObject | undefined,
): { readonly statements: readonly Expect[]; readonly losses: readonly Remark[] } {
  const checks = checksOfStep(step)
  const isWaited = retry?.['until'] === 'success'
  const usual: WrittenCheck = {
    name: isWaited ? 'status is 2xx' : 'status is 2xx or 3xx',
    comparisons: comparisonsOf('status', { 'at-least': 200, 'less-than': isWaited ? 300 : 400 }),
  }
  const judged = judgedByRow(judging, scope)
  // Whoever waits for success is not content with another status, whatever is expected of it.
  const own = judgeStatus(checks) && !isWaited ? checks : [usual, ...checks]
  const all = judged === undefined ? own : own.map(withoutStatus)
  const built = all.map(check => expectation(check, scope))
  return {
    statements: [...(judged === undefined ? [] : [judged]), ...built.flatMap(({ statements }) => statements)],
    losses: built.flatMap(({ losses }) => losses),
  }
}

function withoutStatus(check: WrittenCheck): WrittenCheck {
  return { ...check, comparisons: check.comparisons.filter(({ target }) => target.kind !== 'status') }
}

/** The status that a row says is right; where it says none, 2xx and 3xx are. */
function judgedByRow(judging: Rows | undefined, scope: ProgramScope): Expect | undefined {
  const column = judging?.columns.find(({ name }) => name === 'expected_status')
  if (judging === undefined || column === undefined) return undefined
  const expected: Value = { kind: 'column', row: judging.name, name: column.name, type: column.type }
  const number: Value = column.type === 'number' ? expected : { kind: 'number-of', of: expected }
  const asSaid: Predicate = { kind: 'equal', actual: { kind: 'status' }, expected: number, as: 'number' }
  const name = 'status is that of the row'
  if (judging.rows.every(row => (row['expected_status'] ?? '') !== ''))
    return { kind: 'expect', name, holds: asSaid }
  const isSaid: Predicate = { kind: 'exists', value: expected }
  const usual = comparisonsOf('status', { 'at-least': 200, 'less-than': 400 }).map(one =>
    buildComparison(one, scope),
  )
  const isGood = all(...usual.filter(isPredicate))
  return {
    kind: 'expect',
    name,
    holds: { kind: 'some', of: [all(isSaid, asSaid), all(not(isSaid), isGood)] },
  }
}

function expectation(
  { name, comparisons, conditions }: WrittenCheck,
  scope: ProgramScope,
): { readonly statements: readonly Expect[]; readonly losses: readonly Remark[] } {
  const when = conditions === undefined ? undefined : buildConditions(conditions, scope)
  if (conditions !== undefined && when === undefined)
    return {
      statements: [],
      losses: [{ what: `validation ${name}`, why: 'the code has no word for its condition' }],
    }
  const built = comparisons.map(comparison => counted(buildComparison(comparison, scope)))
  return {
    statements: built
      .filter(isPredicate)
      .map(holds => ({ kind: 'expect', name, holds, ...(when === undefined ? {} : { when }) })),
    losses: built.flatMap(one => (isPredicate(one) ? [] : [{ what: `validation ${name}`, why: one.why }])),
  }
}

/** Where one item of a list may match two that are expected, code does not tell them apart. */
function counted(built: ReturnType<typeof buildComparison>): typeof built {
  if (!isPredicate(built) || built.kind !== 'matches' || !hasOverlap(built.pattern)) return built
  return { why: 'one item may be two of those that are expected: the tests do not count them' }
}

function hasOverlap(pattern: Pattern): boolean {
  if (pattern.kind === 'object') return pattern.members.some(member => hasOverlap(member.pattern))
  if (pattern.kind !== 'items') return false
  return !areExclusive(pattern.patterns) || pattern.patterns.some(hasOverlap)
}

function repeat(
  send: Repeat['send'],
  retry: JsonObject,
  expected: readonly Expect[],
  scope: ProgramScope,
): { readonly statement: Repeat; readonly losses: readonly Remark[] } {
  const { attempts = 1, interval = '1s', backoff = 1, 'stop-when': stops, until } = retry
  const isGood = comparisonsOf('status', { 'at-least': 200, 'less-than': 300 }).map(one =>
    buildComparison(one, scope),
  )
  const settled = expected.map(({ holds, when }): Predicate =>
    when === undefined ? holds : { kind: 'some', of: [not(when), holds] },
  )
  const stopping = stops === undefined ? [] : checksOf(stops)
  const terms = stopping.flatMap(check => check.comparisons.map(one => buildComparison(one, scope)))
  const isWhole = terms.every(isPredicate) && stopping.every(({ conditions }) => conditions === undefined)
  const stopWhen = terms.length > 0 && isWhole ? { stopWhen: all(...terms.filter(isPredicate)) } : {}
  return {
    statement: {
      kind: 'repeat',
      send,
      attempts: Number(attempts),
      interval: parseDuration(valueText(interval)) ?? 1000,
      backoff: Number(backoff),
      longest: parseDuration(valueText(retry['max-interval'] ?? '30s')) ?? 30_000,
      until: until === 'success' ? all(...isGood.filter(isPredicate)) : all(...settled),
      ...stopWhen,
    },
    losses: isWhole ? [] : [{ what: 'retry stop-when', why: 'the code has no word for it' }],
  }
}

function extracts(
  written: JsonValue = null,
  scope: ProgramScope,
): { readonly statements: readonly Extract[]; readonly losses: readonly Remark[] } {
  const entries = Object.entries(isObject(written) ? written : {}).map(([name, from]) => ({
    name,
    from,
    statement: extract(name, from, scope),
  }))
  const found = entries.flatMap(({ statement }) => statement ?? [])
  for (const { name, statement } of entries) {
    if (statement === undefined) scope.lost.add(name)
    else scope.lost.delete(name)
  }
  return {
    statements: found.map(one => ({
      ...one,
      value: scope.assign(one.variable, one.value, one.append !== undefined),
    })),
    losses: entries
      .filter(({ statement }) => statement === undefined)
      .map(({ name, from }) => ({
        what: `extract ${name}: ${valueText(from)}`,
        why: 'the code has no word for it',
      })),
  }
}

function extract(variable: string, written: JsonValue, scope: ProgramScope): Extract | undefined {
  const conditions = conditionsOf(written)
  const when = conditions === undefined ? undefined : buildConditions(conditions, scope)
  const value = extractedValue(written, scope)
  if (value === undefined || (conditions !== undefined && when === undefined)) return undefined
  const isOptional = isObject(written) && written['optional'] === true
  const more = isObject(written) && saysMore(written) ? moreOf(written, value, scope) : {}
  if (more === undefined) return undefined
  return { kind: 'extract', variable, value, isOptional, ...more, ...(when === undefined ? {} : { when }) }
}

/** The value in place of a missing one, or that it is put behind a list; undefined where there is no word for that. */
function moreOf(
  { default: standIn, append, optional }: JsonObject,
  value: Value,
  scope: ProgramScope,
): Pick<Extract, 'standIn' | 'append'> | undefined {
  if (scope.target.loops !== true) return undefined
  if (append === true) {
    const isList = value.kind === 'json-list'
    return standIn !== undefined || (optional === true && !isList)
      ? undefined
      : { append: isList ? 'items' : 'item' }
  }
  // Of a text, an index finds a character.
  const isPlain = value.kind === 'json' && value.path.every(key => typeof key === 'string')
  return isPlain && standIn !== undefined ? { standIn: scope.value(standIn) } : undefined
}

function extractedValue(written: JsonValue, scope: ProgramScope): Value | undefined {
  if (isObject(written) && written['value'] !== undefined) return scope.exact(written['value'])
  const from = isObject(written) ? written['from'] : written
  const target = typeof from === 'string' ? parseTarget(from) : undefined
  const subject = target === undefined ? undefined : subjectOf(target, scope)
  const pattern = isObject(written) ? written['regex'] : undefined
  if (subject === undefined || pattern === undefined) return subject
  if (typeof pattern !== 'string' || pattern.includes('{{')) return undefined
  const text: Value = typeOfValue(subject) === 'text' ? subject : { kind: 'text-of', of: subject }
  return { kind: 'found', text, pattern, group: /(^|[^\\])\((?!\?)/.test(pattern) ? 1 : 0 }
}
