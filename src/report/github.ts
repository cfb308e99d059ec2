import type { Problem } from '../model/problem.ts'
import type { RunEvent, StepFinished } from '../model/run-event.ts'
import type { Span } from '../model/span.ts'
import type { ReporterOptions, RunEvents } from './reporter.ts'
import { rootCause } from './root-cause.ts'
import { innerSkips, isMarked } from './skip-list.ts'
import { rowName } from './step-name.ts'
import { arrangement, standInWords, verdictWords } from './terminal/summary-lines.ts'
import { countsInWords } from './text/counts.ts'
import { flakyWords } from './text/flaky-words.ts'
import { relativePath } from './text/place.ts'
import { oneLine, printable } from './text/printable.ts'
import { plural } from '../util/quantity.ts'

/**
 * Workflow commands of GitHub Actions, each of which marks a line of a suite: errors for steps that did not pass and
 * for problems, warnings for flaky steps and for warnings, notices for what is left out by `skip` and what mocks stood in for. A place is marked once, with rows the first that fails.
 */
export async function* github(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const folder = options.repositoryFolder ?? options.workingFolder
  const marked = new Set<string>()
  let unmarked = 0
  for await (const batch of events)
    for (const event of batch) {
      for (const annotation of annotationsOf(event, folder)) {
        const place = `${annotation.level} ${annotation.place}`
        if (marked.has(place)) unmarked++
        else yield workflowCommand(annotation)
        marked.add(place)
      }
      if (event.type === 'run-finished') {
        if (unmarked > 0) yield `${plural(unmarked, 'more mark')} at the same places left out.\n`
        const { standIns = [] } = event.summary
        if (standIns.length > 0)
          yield workflowCommand({
            level: 'notice',
            place: '',
            title: 'Mocks',
            message: standInWords(standIns),
          })
        const told = arrangement(event.summary).map(([name, words]) => ` ${name}: ${words}.`)
        yield `apitest: ${verdictWords(event.summary)}. Steps: ${countsInWords(event.summary.steps)}.${told.join('')}\n`
      }
    }
}

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  /** `file=suites/users.apitest.yaml,line=14,...`; empty without a place. */
  readonly place: string
  readonly title: string
  readonly message: string
}

function annotationsOf(event: RunEvent, folder: string): readonly Annotation[] {
  if (event.type === 'problem') return [problemAnnotation(event.problem, folder)]
  if (event.type !== 'step-finished') return []
  const { result } = event
  if (result.skippedBy !== undefined) return isMarked(result) ? [skipAnnotation(event, folder)] : []
  const own = result.flaky ? flakyAnnotation(event, folder) : failureAnnotation(event, folder)
  const inner = innerSkips(result).map(step => skipAnnotation({ ...event, result: step }, folder))
  return own === undefined ? inner : [own, ...inner]
}

function problemAnnotation({ severity, code, message, hint, span }: Problem, folder: string): Annotation {
  const text = hint === undefined ? message : `${message}\n${hint}`
  const place = span === undefined ? '' : placeProperties(span, folder)
  return { level: severity, place, title: code, message: text }
}

function flakyAnnotation({ suite, result }: StepFinished, folder: string): Annotation {
  const message = `${result.name}: ${flakyWords(result)}`
  return { level: 'warning', place: placeProperties(result.span, folder), title: `${suite}: flaky`, message }
}

/** A suite that is left out whole is marked at its first step. */
function skipAnnotation({ suite, result }: StepFinished, folder: string): Annotation {
  const { name, span, skipReason = '', skippedBy } = result
  const title = `${skippedBy === 'suite' ? suite : `${suite} › ${name}`}: skipped`
  return { level: 'notice', place: placeProperties(span, folder), title, message: skipReason }
}

/** All reasons at the place of the first; `use` steps are marked where the used suite failed. */
function failureAnnotation({ suite, result }: StepFinished, folder: string): Annotation | undefined {
  const cause = rootCause(result)
  if (cause === undefined) return undefined
  const row = result.row === undefined ? '' : ` (${rowName(result.row)})`
  const messages = result.failures.map(failure => failure.message)
  if (cause.failure !== result.failures[0]) messages.unshift(cause.failure.message)
  return {
    level: 'error',
    place: placeProperties(cause.failure.span, folder),
    title: `${[suite, ...cause.names].join(' › ')}${row}`,
    message: [...messages, ...(cause.failure.hint === undefined ? [] : [cause.failure.hint])].join('\n'),
  }
}

function placeProperties({ file, start, end }: Span, folder: string): string {
  const properties = [
    `file=${property(relativePath(file, folder))}`,
    `line=${start.line}`,
    `endLine=${end.line}`,
    `col=${start.column}`,
    ...(end.line === start.line ? [`endColumn=${end.column}`] : []),
  ]
  return properties.join(',')
}

/** A workflow command that marks a place. */
export function workflowCommand({ level, place, title, message }: Annotation): string {
  const properties = [...(place === '' ? [] : [place]), `title=${property(oneLine(title))}`].join(',')
  return `::${level} ${properties}::${data(printable(message))}\n`
}

/** Escapes as https://github.com/actions/toolkit (packages/core, command) does. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
