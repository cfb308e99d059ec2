import type { StepResult } from '../../model/result.ts'
import type { StepFinished } from '../../model/run-event.ts'
import type { ReporterOptions } from '../reporter.ts'
import { innerSkipWords } from '../skip-list.ts'
import { mocksIn, stepName } from '../step-name.ts'
import { palette } from '../terminal/palette.ts'
import { explain } from '../explain/explain.ts'
import { skippedValidations, stepDetails } from '../terminal/step-lines.ts'
import { flakyWords } from '../text/flaky-words.ts'
import { oneLine } from '../text/printable.ts'
import { element, properties, startTag, xmlText } from './xml.ts'

const colors = palette(false)

/** How often each name stood in a file so far. */
export type NamesOfFile = Map<string, number>

/**
 * A step, of one row when there are rows, with its own time in seconds. Its name is the one that stands in the file, so
 * that servers find the same test in every run; what was filled in is a property.
 */
export function testcase(
  { file, result }: StepFinished,
  names: NamesOfFile,
  options: ReporterOptions,
): string {
  const { name, writtenName = name, round, ...others } = result
  const number = round === undefined ? '' : `[${round.number}]`
  const attributes = {
    name: distinct(
      stepName({ ...others, name: `${writtenName}${number === '' ? '' : ` ${number}`}` }),
      names,
    ),
    classname: oneLine(file),
    file: oneLine(file),
    line: result.span.start.line,
    time: (result.duration / 1000).toFixed(3),
  }
  const told = [
    ...(name === writtenName ? [] : [{ name: 'name', value: oneLine(name) }]),
    ...(result.doneIn === undefined ? [] : [{ name: 'done in', value: oneLine(result.doneIn) }]),
    ...mocksIn(result).map(value => ({ name: 'mock', value })),
    ...innerSkipWords(result).map(value => ({ name: 'skipped', value })),
    ...skippedValidations(result).map(value => ({ name: 'skipped', value: oneLine(value) })),
  ]
  const content = [...(told.length === 0 ? [] : [properties(told, '      ')]), ...verdict(result, options)]
  if (content.length === 0) return `    ${element('testcase', attributes)}\n`
  const lines = content.map(line => `      ${line}\n`).join('')
  return `    ${startTag('testcase', attributes)}\n${lines}    </testcase>\n`
}

/** `Poll`, and the next time `Poll (2)`: servers take tests of one name for one. */
function distinct(name: string, names: NamesOfFile): string {
  const count = (names.get(name) ?? 0) + 1
  names.set(name, count)
  return count === 1 ? name : distinct(`${name} (${count})`, names)
}

/** The outcome of the step; nothing when it simply passed. Flaky is said the way Surefire says it. */
function verdict(result: StepResult, options: ReporterOptions): readonly string[] {
  switch (result.outcome) {
    case 'passed':
      if (!result.flaky) return []
      return [element('flakyFailure', { message: flakyWords(result), type: 'flaky' })]
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
    ...stepDetails(step, { colors, verbose: false, workingFolder: options.workingFolder, explain }),
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
