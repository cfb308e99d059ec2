import { type ContractRule, contractRules, findingText } from '../../model/contract.ts'
import {
  type CheckedOperation,
  type ContractCheck,
  type ContractCheckSummary,
  guessedPathValues,
  type NotCalled,
  type RuleCheck,
  type TriedParameter,
} from '../../model/contract-check.ts'
import { listed } from '../../util/listed.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { inOutcomeColor, type Palette, symbols } from '../terminal/palette.ts'
import { displayWidth } from '../text/display-width.ts'
import { oneLine, printable } from '../text/printable.ts'
import { curlLines } from '../terminal/curl-lines.ts'
import { negativeFailures, negativeInWords, notSentLines, refusedNote } from './negative-lines.ts'

/**
 * A contract check for people: a line for each operation, then each failure, then what was not called, then the totals.
 * `places` are those of operations in the document, by their names.
 */
export function checkTable(
  check: ContractCheck,
  colors: Palette,
  places: ReadonlyMap<string, string> = new Map(),
): string {
  const { operations, title, spec, baseUrl } = check
  const called = operations.filter(operation => operation.called)
  const heading = `${colors.bold(oneLine(title))}  ${colors.dim(oneLine(`${spec} at ${baseUrl}`))}`
  const parts = [
    [heading],
    tableLines(called, colors),
    ...called
      .filter(({ outcome }) => outcome !== 'passed')
      .map(operation => failureLines(operation, colors, places.get(operation.operation))),
    ...negativeFailures(operations, colors),
    notCalledLines(operations, colors),
    notTriedLines(operations, colors),
    notSentLines(operations, colors),
    [totalsLine(check, colors)],
  ]
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.map(line => `${line}\n`).join(''))
    .join('\n')
}

/** The name of each rule's column. */
const columns = {
  status: 'status',
  contentType: 'type',
  body: 'body',
  headers: 'headers',
  request: 'request',
}

function tableLines(called: readonly CheckedOperation[], colors: Palette): readonly string[] {
  if (called.length === 0) return []
  const width = Math.max(...called.map(({ operation }) => displayWidth(oneLine(operation))), 9)
  const head = ['operation'.padEnd(width), 'answer', ...contractRules.map(rule => columns[rule]), 'time']
  return [
    colors.dim(`  ${head.join('  ')}`),
    ...called.map(operation => operationLine(operation, width, colors)),
  ]
}

function operationLine(operation: CheckedOperation, width: number, colors: Palette): string {
  const { outcome, status, duration, checks } = operation
  const name = oneLine(operation.operation)
  const signs = contractRules.map(rule => {
    const column = columns[rule]
    return ruleSign(checks?.[rule], colors) + ' '.repeat(column.length - 1)
  })
  const cells = [
    name + ' '.repeat(width - displayWidth(name)),
    String(status ?? 'none').padEnd(6),
    ...signs,
    colors.dim(duration === undefined ? '' : formatDuration(duration)),
  ]
  const guessed = guessedPathValues(operation)
  const notes = [
    ...(guessed.length === 0 ? [] : [colors.yellow(`${listed(guessed)} guessed`)]),
    ...refusedNote(operation),
  ]
  return [`${inOutcomeColor(outcome, symbols[outcome], colors)} ${cells.join('  ')}`, ...notes].join('  ')
}

function ruleSign(check: RuleCheck | undefined, colors: Palette): string {
  const outcome = check?.outcome ?? 'skipped'
  return inOutcomeColor(outcome, symbols[outcome], colors)
}

function failureLines(operation: CheckedOperation, colors: Palette, place?: string): readonly string[] {
  const { outcome, checks, reason, hint, parameters = [] } = operation
  const findings = contractRules.flatMap(rule =>
    (checks?.[rule].findings ?? []).map(finding => `  ${sideOf(rule)}${findingText(finding)}`),
  )
  const hints = [hint, guessHint(operation), ...parameters.flatMap(madeHint)].filter(
    text => text !== undefined,
  )
  return [
    `${inOutcomeColor(outcome, symbols[outcome], colors)} ${colors.bold(oneLine(operation.operation))}${place === undefined ? '' : `  ${colors.dim(place)}`}`,
    ...findings.map(printable),
    ...(reason === undefined ? [] : [`  ${oneLine(reason)}`]),
    ...hints.map(text => `  ${colors.yellow('hint:')} ${oneLine(text)}`),
    ...curlsOf(operation).flatMap(curl => curlLines(curl, colors, '  ')),
  ]
}

/** Requests whose answers are wrong: the plain one where it is among them, and the first that brings each other thing out. */
function curlsOf({ status, checks, curl, parameters = [] }: CheckedOperation): readonly string[] {
  const findings = contractRules.flatMap(rule => checks?.[rule].findings ?? [])
  const isPlain = status === undefined || findings.some(finding => finding.with === undefined)
  const named = new Set(findings.map(finding => finding.with?.[0]))
  const further = parameters.filter(
    ({ in: place, name, outcome }) => outcome === 'errored' || named.has(`${place} ${name}`),
  )
  return [isPlain ? curl : undefined, ...further.map(one => one.curl)].filter(line => line !== undefined)
}

/** Whose body it is; what else is found says so itself. */
function sideOf(rule: ContractRule): string {
  return rule === 'body' ? 'answer ' : rule === 'request' ? 'request ' : ''
}

/** Why there may be nothing where a guess was sent (the mission's "404 in a contract check"). */
function guessHint(operation: CheckedOperation): string | undefined {
  const guessed = guessedPathValues(operation)
  const [first] = guessed
  if (operation.status !== 404 || first === undefined) return undefined
  return `There is no example value for ${listed(guessed)}, so a guess was used; give one with --param ${first}=VALUE.`
}

/** The hint for a made value of an optional parameter that is refused. */
function madeHint({ in: place, name, from, status = 0, curl }: TriedParameter): readonly string[] {
  if (curl === undefined || from !== 'guessed' || status < 400 || status > 499) return []
  return [`The value for ${place} ${name} was made up of its schema; give one with --param ${name}=VALUE.`]
}

/**
 * Lists the operations that were chosen and not called, by reason; of the ones that were not asked for only how many
 * there are.
 */
function notCalledLines(operations: readonly CheckedOperation[], colors: Palette): readonly string[] {
  const left = operations.filter(({ called }) => !called)
  const filtered = left.filter(({ notCalled }) => notCalled === 'filtered').length
  const groups = new Map<string, CheckedOperation[]>()
  for (const operation of left) {
    if (operation.notCalled === 'filtered') continue
    const reason = operation.reason ?? ''
    groups.set(reason, [...(groups.get(reason) ?? []), operation])
  }
  const lines = [...groups].flatMap(([reason, group]) => [
    `${colors.dim(symbols.skipped)} not called: ${oneLine(reason)}${moreOf(group[0]?.notCalled)}`,
    ...group.map(({ operation }) => `    ${colors.dim(oneLine(operation))}`),
  ])
  const rest =
    filtered === 0 ? [] : [`${colors.dim(symbols.skipped)} not chosen: ${plural(filtered, 'operation')}`]
  return [...lines, ...rest]
}

function moreOf(kind: NotCalled | undefined): string {
  return kind === 'capped' ? ' (--max-operations allows more)' : ''
}

/** Optional parameters that no request was sent for, by the reason; one without a value is an everyday thing. */
function notTriedLines(operations: readonly CheckedOperation[], colors: Palette): readonly string[] {
  const counts = new Map<string, number>()
  for (const { outcome, reason = '' } of operations.flatMap(({ parameters = [] }) => parameters))
    if (outcome === 'skipped') counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(
    ([reason, count]) =>
      `${colors.dim(symbols.skipped)} not tried: ${plural(count, 'optional parameter')}, ${oneLine(reason)}`,
  )
}

function totalsLine({ summary, duration }: ContractCheck, colors: Palette): string {
  const time = colors.dim(formatDuration(duration))
  return `${totalsInWords(summary)}  ${time}`
}

/** `52 operations: 40 passed, 3 failed, 9 not called; 61 requests`. */
function totalsInWords(summary: ContractCheckSummary): string {
  const { operations, passed, failed, errored, skipped, capped, requests } = summary
  const parts = [
    ...(errored > 0 ? [`${errored} errored`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} not called`] : []),
    ...(capped > 0 ? [`${capped} over the cap`] : []),
  ]
  const negative = summary.negative === undefined ? '' : `; ${negativeInWords(summary.negative)}`
  return `${plural(operations, 'operation')}: ${parts.join(', ')}${negative}; ${plural(requests, 'request')}`
}
