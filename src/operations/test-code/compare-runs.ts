import type { TestFile } from '../../formats/test-code/export-tests.ts'
import type { TestOutcome } from '../../formats/test-code/framework.ts'
import type { Outcome } from '../../model/outcome.ts'
import { cutText } from '../../util/cut-text.ts'
import { defined } from '../../util/defined.ts'

/** The outcome of a step in a run of apitest. */
export interface StepOutcome {
  /** `Users / First user`: the suite, the steps that use another one, and the step. */
  readonly where: string
  readonly outcome: Outcome
  readonly reason?: string
  /** The code of the fault, where it could not be carried out. */
  readonly code?: string
}

/** The outcome of a test here, in apitest, and there, in its framework. */
export interface ComparedCase {
  readonly case: string
  readonly here: Outcome | 'not run'
  readonly there: TestOutcome['outcome'] | 'not run'
  readonly reason?: string
  /** True where an earlier test of its file failed, after which the framework ran no more. */
  readonly isStopped?: true
  /** True where a placeholder of the step has no value here. */
  readonly isUnset?: true
}

/**
 * Pairs the tests of files with the steps that they were made of, row by row. `there` are the outcomes of each file's tests, in
 * their order.
 */
export function compareRuns(
  files: readonly TestFile[],
  here: readonly StepOutcome[],
  there: ReadonlyMap<string, readonly TestOutcome[]>,
): readonly ComparedCase[] {
  const steps = new Map<string, StepOutcome[]>()
  for (const step of here) steps.set(step.where, [...(steps.get(step.where) ?? []), step])
  // Suites of the same name may have steps of the same name: theirs are told apart by the order of the files.
  const seen = new Map<string, number>()
  const count = (where: string): number =>
    files.reduce((sum, { runs }) => sum + runs.filter(one => one === where).length, 0)
  return files.flatMap(({ name, runs }) => {
    const tests = there.get(name) ?? []
    const failed = tests.findIndex(({ outcome }) => outcome === 'failed')
    return runs.map((where, index) => {
      const row = seen.get(where) ?? 0
      seen.set(where, row + 1)
      const step = stepOf(stepFor(steps, where) ?? [], row, count(where))
      const test = tests[index]
      const isStopped = failed !== -1 && failed < index && (test?.outcome ?? 'skipped') === 'skipped'
      const reason = test?.outcome === 'failed' ? (test.message ?? step?.reason) : step?.reason
      return {
        case: runs.indexOf(where) === runs.lastIndexOf(where) ? where : `${where}, row ${row + 1}`,
        here: step?.outcome ?? 'not run',
        there: test?.outcome ?? 'not run',
        ...(reason === undefined || reason === '' ? {} : { reason: inOneLine(reason) }),
        ...(isStopped ? { isStopped } : {}),
        ...(step?.code === 'placeholder-unfilled' ? { isUnset: true } : {}),
      }
    })
  })
}

/** The step of one of so many tests: of several rows that are one test, the first that did not pass. */
function stepOf(steps: readonly StepOutcome[], test: number, tests: number): StepOutcome | undefined {
  const each = Math.max(1, Math.floor(steps.length / tests))
  const own = steps.slice(test * each, (test + 1) * each)
  return own.find(({ outcome }) => outcome !== 'passed') ?? own[0]
}

/**
 * The tests of a file whose steps are one test, out of the outcome of the whole: what stands before the line at which it failed has
 * passed, and what stands behind it did not run. `before` lines stand in front of those that the cases count.
 */
export function outcomesByLine(
  { runs, cases }: TestFile,
  [whole]: readonly TestOutcome[],
  before: number,
): readonly TestOutcome[] {
  if (whole === undefined) return []
  const { outcome, line, message } = whole
  const failed =
    line === undefined ? undefined : cases.find(({ lines }) => isWithin(line - before, lines))?.where
  const at = outcome === 'failed' ? runs.indexOf(failed ?? runs[0] ?? '') : runs.length
  return runs
    .slice(0, at + 1)
    .map((name, index) =>
      index < at ? { name, outcome: 'passed' } : { name, outcome, ...defined({ message }) },
    )
}

function isWithin(line: number, lines: readonly [number, number] | undefined): boolean {
  return lines !== undefined && line >= lines[0] && line <= lines[1]
}

/**
 * The names of a case begin with those of the folders that the suites were read from, which a run does not know. Where the step
 * that uses a suite could not begin, that is what became of all steps of that suite.
 */
function stepFor(
  steps: ReadonlyMap<string, readonly StepOutcome[]>,
  where: string,
): readonly StepOutcome[] | undefined {
  for (let rest = where; ;) {
    const found = steps.get(rest) ?? outerOf(steps, rest)
    if (found !== undefined) return found
    const at = rest.indexOf(' / ')
    // One request of a collection runs as a suite that is called after it.
    if (at === -1) return [...steps].find(([name]) => name.endsWith(` / ${rest}`))?.[1]
    rest = rest.slice(at + 3)
  }
}

/** The nearest step around a step, where it did not get so far as to run it. */
function outerOf(
  steps: ReadonlyMap<string, readonly StepOutcome[]>,
  where: string,
): readonly StepOutcome[] | undefined {
  const at = where.lastIndexOf(' / ')
  if (at === -1) return undefined
  const outer = where.slice(0, at)
  const found = steps.get(outer)?.filter(({ outcome }) => outcome === 'errored' || outcome === 'skipped')
  return found === undefined || found.length === 0 ? outerOf(steps, outer) : found
}

/** Puts the message of a failure in a line: without the places in code that it came by. */
function inOneLine(text: string): string {
  const [said = ''] = text.trim().split(/\n\s+at /, 1)
  return cutText(said.replace(/\s+/g, ' '), 200)
}

/** True where a test ended as its step did. One without a step, or with one that was left out, only must not fail. */
export function isSame({ here, there }: ComparedCase): boolean {
  if (here === 'not run' || here === 'skipped') return there === 'passed' || there === 'skipped'
  return (there === 'passed' && here === 'passed') || (there === 'failed' && here !== 'passed')
}
