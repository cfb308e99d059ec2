import type { Problem } from '../../model/problem.ts'
import { arrangement, cutWords } from '../terminal/summary-lines.ts'
import type { SuiteResult } from '../../model/result.ts'
import type { StepFinished, SuiteStarted } from '../../model/run-event.ts'
import { formatProblems } from '../problems.ts'
import type { ReporterOptions, RunEvents } from '../reporter.ts'
import { placeOf, relativePath } from '../text/place.ts'
import { type NamesOfFile, testcase } from './testcase.ts'
import { element, properties, startTag, xmlText } from './xml.ts'

interface Property {
  readonly name: string
  readonly value: string
}

/** How many cases there are, and what became of them. */
interface Counts {
  tests: number
  failures: number
  errors: number
  skipped: number
}

/** The cases of one file so far. */
interface OpenSuite {
  readonly started: SuiteStarted
  readonly environment: string | undefined
  readonly warnings: readonly string[]
  cases: string
  readonly counts: Counts
  readonly names: NamesOfFile
  time: number
  startedAt: number | undefined
}

/**
 * JUnit XML (`schemas/junit.xsd`): a testsuite per file, a testcase per step and row. All is written at the end, as its
 * first line has the totals; problems that kept a run from starting are errors of their own suite, and warnings are
 * properties of the files they concern.
 */
export async function* junit(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const open = new Map<string, OpenSuite>()
  const errors: Problem[] = []
  const warnings: Problem[] = []
  const told = new Set<Problem>()
  let environment: string | undefined
  const totals = newCounts()
  const ended: [suite: OpenSuite, result: SuiteResult | undefined][] = []
  let asked: readonly Property[] = []
  let cut: string | undefined
  let time = 0
  for await (const batch of events)
    for (const event of batch) {
      if (event.type === 'run-started') environment = event.environment
      else if (event.type === 'problem')
        (event.problem.severity === 'error' ? errors : warnings).push(event.problem)
      else if (event.type === 'suite-started') {
        const own = warnings.filter(warning => fileOf(warning, options) === event.file)
        for (const warning of own) told.add(warning)
        open.set(
          event.file,
          newSuite(
            event,
            environment,
            own.map(warning => warningText(warning, options)),
          ),
        )
      } else if (event.type === 'step-finished') addCase(open.get(event.file), totals, event, options)
      else if (event.type === 'suite-finished') {
        const suite = open.get(event.file)
        open.delete(event.file)
        if (suite !== undefined) ended.push([suite, event.result])
      } else if (event.type === 'run-finished') {
        cut = cutWords(event.summary)
        time = event.summary.duration
        asked = arrangement(event.summary).map(([name, value]) => ({ name: name.toLowerCase(), value }))
      }
    }
  for (const suite of open.values()) ended.push([suite, undefined])
  const cases = errors.map(problem => problemCase(problem, options.workingFolder))
  if (cut !== undefined) cases.push(cutCase(cut))
  const others = warnings.filter(warning => !told.has(warning)).map(warning => warningText(warning, options))
  totals.tests += cases.length
  totals.errors += cases.length
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `${startTag('testsuites', { name: 'apitest', ...totals, time: seconds(time) })}\n`
  for (const [suite, result] of ended) yield testsuite(suite, result, asked)
  if (cases.length + others.length > 0) yield problemSuite(cases, others)
  yield '</testsuites>\n'
}

/** The file a warning is about, as events name it; empty where it is about none. */
function fileOf({ span }: Problem, { workingFolder }: ReporterOptions): string {
  return span === undefined ? '' : relativePath(span.file, workingFolder)
}

function warningText({ span, code, message }: Problem, { workingFolder }: ReporterOptions): string {
  const place = span === undefined ? '' : `${placeOf(span, workingFolder)} `
  return `${place}${code}: ${message}`
}

function newSuite(
  started: SuiteStarted,
  environment: string | undefined,
  warnings: readonly string[],
): OpenSuite {
  const counts = newCounts()
  const names: NamesOfFile = new Map()
  return { started, environment, warnings, cases: '', counts, names, time: 0, startedAt: undefined }
}

function newCounts(): Counts {
  return { tests: 0, failures: 0, errors: 0, skipped: 0 }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

function addCase(
  suite: OpenSuite | undefined,
  totals: Counts,
  event: StepFinished,
  options: ReporterOptions,
): void {
  if (suite === undefined) return
  const { result } = event
  suite.cases += testcase(event, suite.names, options)
  for (const counts of [suite.counts, totals]) {
    counts.tests++
    if (result.outcome === 'failed') counts.failures++
    if (result.outcome === 'errored') counts.errors++
    if (result.outcome === 'skipped') counts.skipped++
  }
  suite.time += result.duration
  suite.startedAt ??= result.startedAt
}

/** A file with its cases; `result` is missing when the run was cut off before the file ended. */
function testsuite(suite: OpenSuite, result: SuiteResult | undefined, asked: readonly Property[]): string {
  const { file, name, tags } = suite.started
  const startedAt = result?.startedAt ?? suite.startedAt
  const attributes = {
    name,
    ...suite.counts,
    time: seconds(result?.duration ?? suite.time),
    timestamp: startedAt === undefined ? undefined : new Date(startedAt).toISOString().slice(0, 19),
    file,
  }
  const list = propertyList([
    ...(suite.environment === undefined ? [] : [{ name: 'environment', value: suite.environment }]),
    ...asked,
    ...tags.map(tag => ({ name: 'tag', value: tag })),
    ...suite.warnings.map(warningProperty),
  ])
  return `  ${startTag('testsuite', attributes)}\n${list}${suite.cases}  </testsuite>\n`
}

function propertyList(list: readonly Property[]): string {
  return list.length === 0 ? '' : `    ${properties(list, '    ')}\n`
}

/**
 * Renders the problem that kept the run from starting or from ending, so that no reader takes a missing result for a
 * success; and warnings.
 */
function problemSuite(cases: readonly string[], warnings: readonly string[]): string {
  const count = cases.length
  const attributes = { name: 'problems', tests: count, failures: 0, errors: count, skipped: 0, time: '0.000' }
  const list = propertyList(warnings.map(warningProperty))
  return `  ${startTag('testsuite', attributes)}\n${list}${cases.join('')}  </testsuite>\n`
}

function warningProperty(value: string): Property {
  return { name: 'warning', value }
}

function problemCase(problem: Problem, workingFolder: string): string {
  const text = formatProblems([problem], { color: false, workingFolder })
  const name = problem.span === undefined ? problem.code : placeOf(problem.span, workingFolder)
  return errorCase(name, element('error', { message: problem.message, type: problem.code }, xmlText(text)))
}

function cutCase(message: string): string {
  return errorCase('interrupted', element('error', { message, type: 'interrupted' }))
}

function errorCase(name: string, error: string): string {
  return `    ${element('testcase', { name, classname: 'problems', time: '0.000' }, error)}\n`
}
