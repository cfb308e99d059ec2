import { attemptWords } from '../text/attempt-words.ts'
import { factsOf } from '../../actions/index.ts'
import type { Outcome } from '../../model/outcome.ts'
import { type RowLabel, type RowResult, type StepResult, withName } from '../../model/result.ts'
import type { ReporterOptions } from '../reporter.ts'
import { foldedRounds, groupRounds } from '../rounds.ts'
import { doneNote, roundName, rowName } from '../step-name.ts'
import { failedPath } from '../text/judged-path.ts'
import { relativePath } from '../text/place.ts'
import { escapedLine, oneLine, printable } from '../text/printable.ts'
import { defined } from '../../util/defined.ts'
import { formatDuration } from '../../util/quantity.ts'
import { failedCurl } from '../failed-curl.ts'
import { curlLines } from './curl-lines.ts'
import { exchangeLines } from './exchange-lines.ts'
import { type Explain, reasonsBeyondHints } from './explanation-lines.ts'
import { reasonLines, shortReason } from './failure-lines.ts'
import { type Palette, inOutcomeColor, symbols } from './palette.ts'

/** How steps are shown. */
export interface StepFormat extends Pick<ReporterOptions, 'verbose' | 'workingFolder'> {
  readonly colors: Palette
  /** The row is named above the step already. */
  readonly insideRow?: boolean
  /** Columns of the terminal that the lines are read in, 0 for unknown; not given where they are read elsewhere. */
  readonly columns?: number
  readonly explain: Explain
}

/** A step as the lines a reader sees: one when it passed, with reasons and the exchange when it did not. */
export function stepLines(result: StepResult, format: StepFormat, depth = 1): string[] {
  const indent = '  '.repeat(depth)
  const title = indent + stepTitle(titleOf(result), format)
  const files = fileLines(result, format).map(line => `${indent}  ${line}`)
  // Most steps of a run have no more to show.
  if (result.outcome === 'passed' && result.steps === undefined && !format.verbose) return [title, ...files]
  return [
    title,
    ...files,
    ...shownSteps(result.steps ?? [], format).flatMap(step => stepLines(step, format, depth + 1)),
    ...stepDetails(result, narrower(format, indent.length + 2)).map(line =>
      line === '' ? '' : `${indent}  ${line}`,
    ),
  ]
}

/** Steps as lines are made of them: rounds that passed are one, unless everything is shown. */
export function shownSteps(steps: readonly StepResult[], { verbose }: StepFormat): readonly StepResult[] {
  return verbose ? steps : groupRounds(steps).flatMap(rounds => foldedRounds(rounds) ?? [])
}

/** The same with fewer columns; of an unknown number 80 are taken. */
function narrower(format: StepFormat, by: number): StepFormat {
  const { columns } = format
  return columns === undefined ? format : { ...format, columns: (columns > 0 ? columns : 80) - by }
}

/** Why a step did not pass and what was sent and answered; for a passed step only when everything is shown. */
export function stepDetails(result: StepResult, format: StepFormat): string[] {
  const { colors, verbose, columns } = format
  const reasons = reasonLines(result, format)
  if (reasons.length === 0 && !verbose) return reasons
  const explained = reasonsBeyondHints(result, format.explain).map(text => colors.dim(oneLine(text)))
  const told = [
    ...reasons,
    ...explained,
    ...(verbose ? skippedLines(result, colors) : unjudgedLine(result, colors)),
    ...logLines(result, colors),
  ]
  if (result.exchange === undefined || factsOf(result.action).hidesExchange === true) return told
  const exchange = exchangeLines(result.exchange, {
    colors,
    everything: verbose,
    glance: columns !== undefined,
    path: failedPath(result),
  })
  return [...told, ...exchange, ...curlLines(failedCurl(result), colors)]
}

/** The validations that their conditions left out: `- $.id (status: Expected equals 200, got 404)`. */
function skippedLines(result: StepResult, colors: Palette): string[] {
  return skippedValidations(result).map(text => colors.dim(`- ${oneLine(text)}`))
}

/** The tests that a step without an answer has by name: `- not judged: Status is 200, Has an id`. */
function unjudgedLine({ outcome, validations }: StepResult, colors: Palette): string[] {
  if (outcome !== 'errored') return []
  const names = validations.flatMap(({ name, skipped, skipReason }) =>
    skipped === true && skipReason !== undefined && name !== undefined ? [name] : [],
  )
  return names.length === 0 ? [] : [colors.dim(`- not judged: ${oneLine([...new Set(names)].join(', '))}`)]
}

/** Lists the validations of a step that were not judged, each with the reason. */
export function skippedValidations({ validations }: StepResult): readonly string[] {
  return validations.flatMap(one =>
    one.skipped === true && one.skipReason !== undefined
      ? [`${withName(one.subject, one)} was not judged (${one.skipReason})`]
      : [],
  )
}

/**
 * Names the files written from the response; that of a saved body only where it is worth a look:
 * `wrote the snapshot snapshots/users/first.json`.
 */
export function fileLines(
  { files = [], outcome }: StepResult,
  { colors, workingFolder, verbose }: Pick<StepFormat, 'colors' | 'workingFolder' | 'verbose'>,
): readonly string[] {
  return files
    .filter(({ kind }) => kind === 'snapshot' || verbose || outcome !== 'passed')
    .map(({ kind, file }) => {
      const words = kind === 'snapshot' ? 'wrote the snapshot' : 'saved the body in'
      return colors.dim(`${words} ${escapedLine(relativePath(file, workingFolder))}`)
    })
}

/** Shows the console output of scripts: `log: 3 items`. */
function logLines({ logs = [] }: StepResult, colors: Palette): string[] {
  return logs.flatMap(({ level, text }) => {
    const [first = '', ...rest] = printable(text).split('\n')
    return [`${colors.dim(`${level}:`)} ${first}`, ...rest.map(line => `  ${line}`)]
  })
}

/** `✓ row 3  email=ada@example.org  41 ms`, and the first reason when it did not pass. */
export function rowLine({ row, outcome, flaky, reason, duration }: RowResult, colors: Palette): string {
  const parts = [
    `${inOutcomeColor(outcome, symbols[outcome], colors)} ${rowName(row, '  ')}`,
    colors.dim(formatDuration(duration)),
    ...(flaky ? [colors.yellow('~ flaky')] : []),
    ...(reason === undefined ? [] : [inOutcomeColor(outcome, shortReason(reason), colors)]),
  ]
  return parts.join('  ')
}

/** The parts of the line of a step. */
export interface StepTitle extends Pick<
  StepResult,
  | 'outcome'
  | 'duration'
  | 'name'
  | 'round'
  | 'attempts'
  | 'retryAfter'
  | 'flaky'
  | 'reason'
  | 'skipReason'
  | 'doneIn'
> {
  readonly status: number | string | undefined
  readonly stepRow: RowLabel | undefined
}

/** Lets go of all the rest of a result. */
export function titleOf(result: StepResult): StepTitle {
  const { outcome, duration, name, row, round, attempts, flaky, reason, exchange, skipReason, doneIn } =
    result
  const { retryAfter } = result
  const status = exchange?.response?.status
  const title = { outcome, status, duration, name, stepRow: row, attempts, flaky }
  if ((round ?? skipReason ?? doneIn ?? reason ?? retryAfter) === undefined) return title
  return { ...title, ...defined({ round, reason, skipReason, doneIn, retryAfter }) }
}

/** `✓ 200    41 ms  First user  ~ 3 attempts, at first: status 503`: symbol, status, time, name, and what is out of the ordinary. */
export function stepTitle(
  step: StepTitle,
  { colors, insideRow }: Pick<StepFormat, 'colors' | 'insideRow'>,
): string {
  const { outcome, stepRow: row } = step
  const status = String(step.status ?? '').padEnd(3)
  const time = (outcome === 'skipped' ? '' : formatDuration(step.duration)).padStart(7)
  const name = roundName(step.name, step.round)
  let title = `${inOutcomeColor(outcome, symbols[outcome], colors)} ${status} ${colors.dim(time)}`
  title += `  ${nameInOutcome(name, outcome, colors)}`
  if (row !== undefined && insideRow !== true) title += `  ${colors.dim(rowName(row))}`
  if (step.attempts > 1) title += `  ${attempts(step, colors)}`
  if (step.skipReason !== undefined) title += `  ${colors.dim(`(${oneLine(step.skipReason)})`)}`
  const done = doneNote(step)
  if (done !== undefined) title += `  ${colors.dim(`(${done})`)}`
  return title
}

function attempts(step: StepTitle, colors: Palette): string {
  const words = attemptWords(step)
  if (!step.flaky) return colors.dim(words)
  return colors.yellow(
    `~ ${words}${step.reason === undefined ? '' : `, at first: ${shortReason(step.reason)}`}`,
  )
}

function nameInOutcome(name: string, outcome: Outcome, colors: Palette): string {
  if (outcome === 'skipped') return colors.dim(name)
  return outcome === 'passed' ? name : colors.bold(name)
}
