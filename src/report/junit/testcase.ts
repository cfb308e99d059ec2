import type { StepResult } from '../../model/result.ts'
import type { StepFinished } from '../../model/run-event.ts'
import type { ReporterOptions } from '../reporter.ts'
import { stepName } from '../step-name.ts'
import { palette } from '../terminal/palette.ts'
import { stepDetails } from '../terminal/step-lines.ts'
import { oneLine } from '../text/printable.ts'
import { element, startTag, xmlText } from './xml.ts'

const colors = palette(false)

/** A step, of one row when there are rows, with its own time in seconds. */
export function testcase({ file, result }: StepFinished, options: ReporterOptions): string {
  const attributes = {
    name: stepName(result),
    classname: oneLine(file),
    time: (result.duration / 1000).toFixed(3),
  }
  const content = verdict(result, options)
  if (content === undefined) return `    ${element('testcase', attributes)}\n`
  return `    ${startTag('testcase', attributes)}\n      ${content}\n    </testcase>\n`
}

/** What became of the step; nothing when it simply passed. Flaky is said the way Surefire says it. */
function verdict(result: StepResult, options: ReporterOptions): string | undefined {
  switch (result.outcome) {
    case 'passed':
      if (!result.flaky) return undefined
      return element('flakyFailure', { message: `passed at attempt ${result.attempts}`, type: 'flaky' })
    case 'skipped':
      return element('skipped', { message: result.skipReason })
    case 'failed':
      return reasons('failure', result, options)
    case 'errored':
      return reasons('error', result, options)
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
