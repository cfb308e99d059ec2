import { arrangement, verdictWords } from '../terminal/summary-lines.ts'
import { stringify } from 'yaml'
import type { RedirectRecord } from '../../model/exchange.ts'
import { type Problem, isError } from '../../model/problem.ts'
import type { RowLabel, StepResult } from '../../model/result.ts'
import type { StepFinished } from '../../model/run-event.ts'
import { countProblems } from '../problems.ts'
import type { ReporterOptions, RunEvents } from '../reporter.ts'
import { innerSkipWords } from '../skip-list.ts'
import { doneNote, stepName } from '../step-name.ts'
import { requestTitle, responseTitle } from '../terminal/exchange-lines.ts'
import { bodyLines, readable } from '../text/body-lines.ts'
import { failedPath } from '../text/judged-path.ts'
import { flakyWords } from '../text/flaky-words.ts'
import { placeOf, relativePath } from '../text/place.ts'
import { oneLine, printable } from '../text/printable.ts'

/**
 * Test Anything Protocol 14 (https://testanything.org/tap-version-14-specification.html): one point per step, and per
 * row when there are rows, in the order they ended; what went wrong as a YAML block.
 */
export async function* tap(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const problems: Problem[] = []
  let points = 0
  yield 'TAP version 14\n'
  for await (const batch of events)
    for (const event of batch) {
      if (event.type === 'problem') {
        problems.push(event.problem)
        yield problemComment(event.problem, options)
      } else if (event.type === 'service')
        yield comment(`service ${event.name} ${event.state}: ${event.message}`)
      else if (event.type === 'step-finished') {
        yield point(++points, event, options)
        for (const words of innerSkipWords(event.result)) yield comment(words)
      } else if (event.type === 'run-finished') {
        for (const [name, words] of arrangement(event.summary)) yield comment(`${name}: ${words}`)
        if (problems.some(isError)) yield `Bail out! Nothing was sent: ${countProblems(problems)}\n`
        else if (event.summary.overtime !== undefined) yield `Bail out! ${verdictWords(event.summary)}\n`
        else if (event.summary.interrupted) yield 'Bail out! Interrupted\n'
        else yield `1..${points}\n`
      }
    }
}

function point(number: number, event: StepFinished, options: ReporterOptions): string {
  const { result } = event
  const isOk = result.outcome === 'passed' || result.outcome === 'skipped'
  const done = doneNote(result)
  const note = done === undefined ? '' : ` (${escaped(done)})`
  const description = `${escaped(event.file)} > ${escaped(stepName(result))}${note}`
  const line = `${isOk ? 'ok' : 'not ok'} ${number} - ${description}${directive(result)}\n`
  return result.failures.length === 0 && !result.flaky ? line : line + diagnostics(event, options)
}

function directive(result: StepResult): string {
  if (result.outcome === 'skipped') return ` # SKIP ${escaped(result.skipReason ?? '')}`.trimEnd()
  return ` # time=${Math.round(result.duration)}ms`
}

/** Which of several runs it is, and which row, if there are rows. */
function rowFacts({ number, label, pass }: RowLabel): { readonly run?: number; readonly row?: number } {
  if (pass === undefined) return { row: number }
  return label === '' ? { run: pass.number } : { run: pass.number, row: number }
}

/** The block of what a program or a person needs to know about a point, indented by two as the protocol asks. */
function diagnostics({ suite, result }: StepFinished, options: ReporterOptions): string {
  const facts = {
    suite: printable(suite),
    outcome: result.outcome,
    duration_ms: Math.round(result.duration),
    ...(result.attempts > 1 ? { attempts: result.attempts } : {}),
    ...(result.flaky ? { flaky: true, message: flakyWords(result) } : {}),
    ...(result.row === undefined ? {} : rowFacts(result.row)),
    ...at(result, options.workingFolder),
    ...(result.failures.length === 0 ? {} : { reasons: reasons(result, options.workingFolder) }),
    ...(result.failures.length === 0 ? {} : exchange(result)),
  }
  const block = stringify(facts, { lineWidth: 0, blockQuote: 'literal' })
  return `  ---\n${block.replace(/^(?=.)/gm, '  ')}  ...\n`
}

function at({ failures, span: stepSpan }: StepResult, workingFolder: string) {
  const span = failures[0]?.span ?? stepSpan
  const { line, column } = span.start
  return { at: { file: relativePath(span.file, workingFolder), line, column } }
}

function reasons({ failures }: StepResult, workingFolder: string) {
  return failures.map(failure => ({
    message: printable(failure.message),
    at: placeOf(failure.span, workingFolder),
    ...(failure.sourceLine === '' ? {} : { source: printable(failure.sourceLine).trim() }),
    ...(failure.hint === undefined ? {} : { hint: printable(failure.hint) }),
  }))
}

function exchange(result: StepResult) {
  if (result.exchange === undefined) return {}
  const { redirects = [], request, response } = result.exchange
  return {
    ...(redirects.length === 0 ? {} : { redirects: redirects.map(redirectTitle) }),
    request: printable(requestTitle(request)),
    ...(request.body === undefined ? {} : { 'request-body': bodyLines(request.body).join('\n') }),
    ...(response === undefined ? {} : { response: printable(responseTitle(response)) }),
    ...(response?.body === undefined
      ? {}
      : { 'response-body': bodyLines(response.body, readable, failedPath(result)).join('\n') }),
  }
}

function redirectTitle({ method, url, status }: RedirectRecord): string {
  return printable(`${method} ${url}: ${status}`)
}

function problemComment(problem: Problem, { workingFolder }: ReporterOptions): string {
  const place = problem.span === undefined ? '' : `${placeOf(problem.span, workingFolder)} `
  return comment(`${place}${problem.severity} ${problem.code}: ${problem.message}`)
}

function comment(text: string): string {
  return `# ${oneLine(text)}\n`
}

/** Description text: a backslash or a number sign would end it or begin a directive. */
function escaped(text: string): string {
  return oneLine(text).replace(/[\\#]/g, '\\$&')
}
