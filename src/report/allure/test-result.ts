import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { factsOf } from '../../actions/index.ts'
import type { Outcome } from '../../model/outcome.ts'
import {
  type ExtractResult,
  isMissing,
  type StepResult,
  type ValidationResult,
  withName,
} from '../../model/result.ts'
import type { SuiteStarted } from '../../model/run-event.ts'
import { cutText } from '../../util/cut-text.ts'
import { failedCurl } from '../failed-curl.ts'
import type { ReportFile } from '../reporter.ts'
import { mocksIn, roundName } from '../step-name.ts'
import { requestLines, responseLines } from '../terminal/exchange-lines.ts'
import { palette } from '../terminal/palette.ts'
import { stepDetails } from '../terminal/step-lines.ts'
import { explain } from '../explain/explain.ts'
import { transcriptLines } from '../terminal/transcript-lines.ts'
import { flakyWords } from '../text/flaky-words.ts'
import { placeOf } from '../text/place.ts'
import { oneLine, printable } from '../text/printable.ts'
import { writeJson } from '../../util/exact-number.ts'

/** A test as Allure reads it. */
export interface TestResult extends Part {
  readonly uuid: string
  /** The same in every run, for each row and round. */
  readonly historyId: string
  /** The same in every run. */
  readonly testCaseId: string
  readonly fullName: string
  readonly titlePath: readonly string[]
  readonly labels: readonly Pair[]
}

/** The common parts of a test and its steps. */
interface Part {
  readonly name: string
  readonly status: 'passed' | 'failed' | 'broken' | 'skipped'
  readonly statusDetails: { readonly message?: string; readonly trace?: string; readonly flaky?: boolean }
  readonly stage: 'finished'
  /** Milliseconds since 1970. */
  readonly start: number
  readonly stop: number
  readonly steps: readonly Part[]
  readonly attachments: readonly Attachment[]
  readonly parameters: readonly Parameter[]
}

interface Pair {
  readonly name: string
  readonly value: string
}

interface Parameter extends Pair {
  /** It tells of a run, and not which test it is. */
  readonly excluded?: boolean
}

interface Attachment {
  readonly name: string
  readonly source: string
  readonly type: string
}

/** The values that are the same for all steps of a test. */
interface Writing {
  /** Takes the files that are attached. */
  readonly attached: ReportFile[]
  readonly workingFolder: string
}

const statuses = { passed: 'passed', failed: 'failed', errored: 'broken', skipped: 'skipped' } as const

const colors = palette(false)

/** A step, with one row or round where there are some, as a test; what is attached is added to `attached`. */
export function testResult(
  result: StepResult,
  { file, name: suite, tags }: SuiteStarted,
  writtenName: string,
  { attached, workingFolder }: Writing,
): TestResult {
  const fullName = `${oneLine(file)}#${writtenName}`
  const { row, round } = result
  const told = [
    ...(row === undefined ? [] : [{ name: 'row', value: `${row.number} ${row.label}`.trimEnd() }]),
    // Of several results of one test Allure shows the last alone.
    ...(row?.pass === undefined ? [] : [{ name: 'run', value: String(row.pass.number) }]),
    ...(round === undefined ? [] : [{ name: 'round', value: String(round.number) }]),
  ]
  const folder = path.posix.dirname(file)
  return {
    ...identity(fullName, writeJson([fullName, told])),
    titlePath: [...file.split('/'), suite],
    labels: [
      ...(folder === '.' ? [] : [{ name: 'parentSuite', value: folder }]),
      { name: 'suite', value: suite },
      ...(result.phase === 'after' ? [{ name: 'subSuite', value: 'after' }] : []),
      { name: 'framework', value: 'apitest' },
      ...tags.map(value => ({ name: severities.has(value) ? 'severity' : 'tag', value })),
    ],
    ...partOf(result, told, { attached, workingFolder }),
  }
}

/** Tags that are words of Allure for how bad it is when a test fails. */
const severities: ReadonlySet<string> = new Set(['blocker', 'critical', 'normal', 'minor', 'trivial'])

/** The problem that kept a run from starting or from ending, so that no reader takes a missing result for a success. */
export function problemResult(name: string, message: string, trace: string): TestResult {
  const fullName = `problems#${name}: ${message}`
  const start = Date.now()
  return {
    ...identity(fullName, fullName),
    titlePath: ['problems'],
    labels: [
      { name: 'suite', value: 'problems' },
      { name: 'framework', value: 'apitest' },
    ],
    ...part(name, 'errored', { message, trace }, [start, start]),
  }
}

/** Makes the ids of a test: its own and, by `history`, that of the test that it was in the runs before. */
function identity(
  fullName: string,
  history: string,
): Pick<TestResult, 'uuid' | 'historyId' | 'testCaseId' | 'fullName'> {
  const [historyId = '', testCaseId = ''] = [history, fullName].map(text =>
    createHash('md5').update(text).digest('hex'),
  )
  return { uuid: randomUUID(), historyId, testCaseId, fullName }
}

function partOf(result: StepResult, told: readonly Parameter[], writing: Writing): Part {
  const { name, round, outcome, startedAt, duration, attempts } = result
  const time = [Math.round(startedAt), Math.round(startedAt + duration)] as const
  const parameters = [
    ...told,
    ...(attempts > 1 ? [{ name: 'attempts', value: String(attempts), excluded: true }] : []),
    ...mocksIn(result).map(value => ({ name: 'mock', value, excluded: true })),
    { name: 'place', value: placeOf(result.span, writing.workingFolder), excluded: true },
  ]
  return {
    ...part(roundName(name, round), outcome, detailsOf(result, writing), time),
    steps: [
      ...(result.steps ?? []).map(step => partOf(step, [], writing)),
      ...result.extracts.map(extract => extractPart(extract, time[1])),
      ...result.validations.map(validation => validationPart(validation, time[1])),
    ],
    attachments: attachments(result, writing),
    parameters,
  }
}

function part(
  name: string,
  outcome: Outcome,
  statusDetails: Part['statusDetails'],
  time: readonly [number, number],
): Part {
  const [start, stop] = time
  const status = statuses[outcome]
  return {
    name,
    status,
    statusDetails,
    stage: 'finished',
    start,
    stop,
    steps: [],
    attachments: [],
    parameters: [],
  }
}

function detailsOf(result: StepResult, { workingFolder }: Writing): Part['statusDetails'] {
  const { failures, flaky, skipReason } = result
  if (flaky) return { message: flakyWords(result), flaky }
  if (skipReason !== undefined) return { message: printable(skipReason) }
  if (failures.length === 0) return {}
  return {
    message: failures.map(({ message }) => cutText(printable(message), 2000)).join('\n'),
    trace: stepDetails(result, { colors, verbose: false, workingFolder, explain }).join('\n'),
  }
}

function validationPart(validation: ValidationResult, at: number): Part {
  const { subject, operator, expected, passed, skipped, skipReason, messages } = validation
  const name = withName(`${subject} ${operator} ${cutText(writeJson(expected), 200)}`, validation)
  const message = printable(skipReason ?? messages.join('\n'))
  const outcome = skipped === true ? 'skipped' : passed ? 'passed' : 'failed'
  return part(oneLine(name), outcome, message === '' ? {} : { message: cutText(message, 2000) }, [at, at])
}

function extractPart(extract: ExtractResult, at: number): Part {
  const { variable, source, found, value, message, skipReason } = extract
  const outcome = isMissing(extract) ? 'failed' : found ? 'passed' : 'skipped'
  const text = found ? cutText(writeJson(value ?? null), 200) : (skipReason ?? message ?? 'found nothing')
  return part(oneLine(`extract ${variable} from ${source}`), outcome, { message: printable(text) }, [at, at])
}

/** Request, answer and curl command of a step, as far as a report keeps them. */
function attachments(result: StepResult, { attached }: Writing): readonly Attachment[] {
  const { exchange, action } = result
  if (exchange === undefined || factsOf(action).hidesExchange === true) return []
  const format = { colors, everything: true }
  const curl = failedCurl(result)
  const texts: readonly (readonly [name: string, lines: readonly string[]])[] = [
    ['Request', requestLines(exchange, format)],
    ['Response', [...responseLines(exchange, format), ...transcriptLines(exchange.transcript, format)]],
    ['curl', curl === undefined ? [] : [printable(curl)]],
  ]
  return texts.flatMap(([name, lines]) => {
    // A line alone says no more than the test itself.
    if (lines.length < (name === 'curl' ? 1 : 2)) return []
    const source = `${randomUUID()}-attachment.txt`
    attached.push({ name: source, text: `${lines.join('\n')}\n` })
    return [{ name, source, type: 'text/plain' }]
  })
}
