import type { StepResult } from '../../model/result.ts'
import type { StepFinished } from '../../model/run-event.ts'
import type { ReporterOptions } from '../reporter.ts'
import { stepName } from '../step-name.ts'
import { palette } from '../terminal/palette.ts'
import { stepDetails } from '../terminal/step-lines.ts'
import { relativePath } from '../text/place.ts'
import { oneLine } from '../text/printable.ts'
import { element, startTag, xmlText } from './xml.ts'

const colors = palette(false)

/** A step, of one row when there are rows, with its own time in seconds. */
export function testcase({ file, result }: StepFinished, options: ReporterOptions): string {
  const attributes = {
    name: stepName(result),
    classname: oneLine(file),
    time: (result.duration / 1000).toFixed(3),
    file: relativePath(result.span.file, options.workingFolder),
    line: result.failures[0]?.span.start.line ?? result.span.start.line,
  }
  const content = [...properties(result), ...verdict(result, options)]
  if (content.length === 0) return `    ${element('testcase', attributes)}\n`
  const lines = content.map(line => `      ${line}\n`).join('')
  return `    ${startTag('testcase', attributes)}\n${lines}    </testcase>\n`
}

/** What JUnit has no attribute for: status, attempts, row. A passed step with several attempts is marked as flaky. */
function properties(result: StepResult): string[] {
  const status = result.exchange?.response?.status
  const facts: [name: string, value: string | number][] = [
    ...(result.flaky || result.attempts > 1 ? [['attempts', result.attempts] as [string, number]] : []),
    ...(result.flaky ? [['flaky', 'true'] as [string, string]] : []),
    ...(status === undefined ? [] : [['status', status] as [string, number]]),
    ...(result.row === undefined ? [] : [['row', result.row.number] as [string, number]]),
  ]
  if (facts.length === 0) return []
  return [
    element('properties', {}, facts.map(([name, value]) => element('property', { name, value })).join('')),
  ]
}

function verdict(result: StepResult, options: ReporterOptions): string[] {
  switch (result.outcome) {
    case 'passed':
      return []
    case 'skipped':
      return [element('skipped', { message: result.skipReason })]
    case 'failed':
      return [reasons('failure', result, options)]
    case 'errored':
      return [reasons('error', result, options)]
  }
}

/** The first reason as the message, and everything a reader needs below it. */
function reasons(name: 'failure' | 'error', result: StepResult, options: ReporterOptions): string {
  const [first] = result.failures
  const others = result.failures.length > 1 ? ` (and ${result.failures.length - 1} more)` : ''
  const details = [result, ...descendants(result)].flatMap(step => [
    ...(step === result ? [] : ['', `${step.name}:`]),
    ...stepDetails(step, { colors, verbose: false, workingFolder: options.workingFolder }),
  ])
  const message = `${first?.message ?? result.outcome}${others}`
  return element(name, { message, type: first?.kind ?? result.outcome }, xmlText(`\n${details.join('\n')}\n`))
}

/** The steps below a `use` step that did not pass. */
function descendants(result: StepResult): StepResult[] {
  return (result.steps ?? [])
    .flatMap(step => [step, ...descendants(step)])
    .filter(step => step.failures.length > 0)
}
