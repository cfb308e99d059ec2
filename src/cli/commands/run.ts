import { prepareRun, type RunInput } from '../../operations/prepare-run.ts'
import { runSuites } from '../../operations/run-suites.ts'
import { listPlan } from '../../report/list-plan.ts'
import { dryRun } from '../../run/dry-run.ts'
import { type Interrupts, listenForInterrupts } from '../interrupts.ts'
import { printProblems } from '../print-problems.ts'
import { parseReporters, type ReporterChoice, startReporters } from '../reporters.ts'
import { type RunArguments, toRunInput } from '../run-input.ts'

/** `apitest [paths]`: runs suites. Answers with the exit code. */
export async function run(given: RunArguments): Promise<number> {
  const input = toRunInput(given)
  const reporters = parseReporters(given.reporter ?? [])
  if (!input.ok || !reporters.ok) {
    printProblems([input, reporters].flatMap(result => (result.ok ? [] : result.problems)))
    return 2
  }
  if (given.list === true || given.dryRun === true) return show(input.value, given.dryRun === true)
  const interrupts = listenForInterrupts()
  const once = (): Promise<number> =>
    runOnce(input.value, reporters.value, given.verbose === true, interrupts)
  if (given.watch !== true)
    return once().finally(() => {
      interrupts.release()
    })
  const { watch } = await import('../watch.ts')
  return watch(input.value, interrupts, signal =>
    runOnce(input.value, reporters.value, given.verbose === true, { ...interrupts, interrupt: signal }),
  )
}

async function runOnce(
  input: RunInput,
  chosen: readonly ReporterChoice[],
  verbose: boolean,
  { interrupt, insist }: Interrupts,
): Promise<number> {
  const { workingFolder } = input
  const reporters = startReporters(chosen, { workingFolder, verbose, environment: process.env })
  const summary = await runSuites(input, { emit: reporters.emit, interrupt, insist })
  const problems = await reporters.finish()
  if (problems.length > 0) printProblems(problems)
  return problems.length > 0 ? Math.max(2, summary.exitCode) : summary.exitCode
}

/** What would run, without running it. */
async function show(input: RunInput, filledIn: boolean): Promise<number> {
  const prepared = await prepareRun(input)
  if (!prepared.ok) {
    printProblems(prepared.problems)
    return 2
  }
  const { plan, processEnvironment } = prepared.value
  process.stdout.write(filledIn ? dryRun(plan, processEnvironment) : listPlan(plan))
  return 0
}
