import type { Problem } from '../../model/problem.ts'
import type { SuiteResult } from '../../model/result.ts'
import type { RunEvent, StepFinished, SuiteStarted } from '../../model/run-event.ts'
import { formatProblems } from '../problems.ts'
import type { ReporterOptions } from '../reporter.ts'
import { placeOf, relativePath } from '../text/place.ts'
import { testcase } from './testcase.ts'
import { element, startTag, xmlText } from './xml.ts'

/** The cases of one file so far. */
interface OpenSuite {
  readonly started: SuiteStarted
  readonly environment: string | undefined
  readonly warnings: readonly string[]
  cases: string
  readonly counts: { tests: number; failures: number; errors: number; skipped: number }
  time: number
  startedAt: number | undefined
}

/**
 * JUnit XML (`schemas/junit.xsd`) that the strictest readers take too: a testsuite per file, a testcase per step and
 * row. A file is written when it has ended; problems that kept a run from starting are errors of their own suite, and
 * warnings are properties of the files they concern.
 */
export async function* junit(
  events: AsyncIterable<RunEvent>,
  options: ReporterOptions,
): AsyncGenerator<string> {
  const open = new Map<string, OpenSuite>()
  const errors: Problem[] = []
  const warnings: Problem[] = []
  const told = new Set<Problem>()
  let environment: string | undefined
  let interrupted = false
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="apitest">\n'
  for await (const event of events) {
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
    } else if (event.type === 'step-finished') addCase(open.get(event.file), event, options)
    else if (event.type === 'suite-finished') {
      const suite = open.get(event.file)
      open.delete(event.file)
      if (suite !== undefined) yield testsuite(suite, event.result)
    } else if (event.type === 'run-finished') interrupted = event.summary.interrupted
  }
  for (const suite of open.values()) yield testsuite(suite, undefined)
  const cases = errors.map(problem => problemCase(problem, options.workingFolder))
  if (interrupted) cases.push(interruptedCase)
  const others = warnings.filter(warning => !told.has(warning)).map(warning => warningText(warning, options))
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
  const counts = { tests: 0, failures: 0, errors: 0, skipped: 0 }
  return { started, environment, warnings, cases: '', counts, time: 0, startedAt: undefined }
}

function addCase(suite: OpenSuite | undefined, event: StepFinished, options: ReporterOptions): void {
  if (suite === undefined) return
  const { result } = event
  suite.cases += testcase(event, options)
  suite.counts.tests++
  if (result.outcome === 'failed') suite.counts.failures++
  if (result.outcome === 'errored') suite.counts.errors++
  if (result.outcome === 'skipped') suite.counts.skipped++
  suite.time += result.duration
  suite.startedAt ??= result.startedAt
}

/** A file with its cases; `result` is missing when the run was cut off before the file ended. */
function testsuite(suite: OpenSuite, result: SuiteResult | undefined): string {
  const { file, name, tags } = suite.started
  const startedAt = result?.startedAt ?? suite.startedAt
  const attributes = {
    name,
    ...suite.counts,
    time: ((result?.duration ?? suite.time) / 1000).toFixed(3),
    timestamp: startedAt === undefined ? undefined : new Date(startedAt).toISOString().slice(0, 19),
    file,
  }
  const properties = propertyList([
    ...(suite.environment === undefined ? [] : [{ name: 'environment', value: suite.environment }]),
    ...tags.map(tag => ({ name: 'tag', value: tag })),
    ...suite.warnings.map(warningProperty),
  ])
  return `  ${startTag('testsuite', attributes)}\n${properties}${suite.cases}  </testsuite>\n`
}

function propertyList(properties: readonly { name: string; value: string }[]): string {
  if (properties.length === 0) return ''
  const lines = properties.map(property => `      ${element('property', property)}\n`)
  return `    <properties>\n${lines.join('')}    </properties>\n`
}

/** What kept the run from starting or from ending, so that no reader takes what is missing for a success; and warnings. */
function problemSuite(cases: readonly string[], warnings: readonly string[]): string {
  const count = cases.length
  const attributes = { name: 'problems', tests: count, failures: 0, errors: count, skipped: 0, time: '0.000' }
  const properties = propertyList(warnings.map(warningProperty))
  return `  ${startTag('testsuite', attributes)}\n${properties}${cases.join('')}  </testsuite>\n`
}

function warningProperty(value: string): { name: string; value: string } {
  return { name: 'warning', value }
}

function problemCase(problem: Problem, workingFolder: string): string {
  const text = formatProblems([problem], { color: false, workingFolder })
  const name = problem.span === undefined ? problem.code : placeOf(problem.span, workingFolder)
  return errorCase(name, element('error', { message: problem.message, type: problem.code }, xmlText(text)))
}

const interruptedCase = errorCase(
  'interrupted',
  element('error', { message: 'the run was interrupted', type: 'interrupted' }),
)

function errorCase(name: string, error: string): string {
  return `    ${element('testcase', { name, classname: 'problems', time: '0.000' }, error)}\n`
}
