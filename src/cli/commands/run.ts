import path from 'node:path'
import { type Result, problemsIn } from '../../model/problem.ts'
import { prepareProjects } from '../../operations/suites/prepare-run.ts'
import { type PreparedProjects, type PreparedRun, withSuites } from '../../operations/opening/prepared-run.ts'
import type { RunInput } from '../../operations/suites/run-input.ts'
import { runPrepared } from '../../operations/suites/run-prepared.ts'
import { runSuites } from '../../operations/suites/run-suites.ts'
import {
  affectedBy,
  inputFiles,
  isKeptByRun,
  openNameOf,
  watchedFiles,
} from '../../operations/suites/watched-files.ts'
import type { StepResult } from '../../model/result.ts'
import { listPlan } from '../../report/list-plan.ts'
import { escapedLine } from '../../report/text/printable.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { closest } from '../../util/did-you-mean.ts'
import { realPath } from '../../util/is-within.ts'
import { defineCommand, type Line } from '../command.ts'
import { hostOf, ownProgram } from '../host.ts'
import { Interrupts } from '../interrupts.ts'
import { print } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { parseReporters, startReporters } from '../reporters.ts'
import { type RunArguments, runGroups, runOptions, toRunInput } from '../run-options.ts'
import { suitePaths } from '../suite-options.ts'

/** `apitest [paths]`: runs suites. */
export const command = defineCommand({
  operations: [runSuites],
  positionals: suitePaths,
  options: runOptions,
  groups: runGroups,
  run,
})

async function run(given: RunArguments, line: Line): Promise<number> {
  const input = toRunInput(given)
  const reporters = parseReporters(given.reporter ?? [])
  if (!input.ok || !reporters.ok) {
    printProblems(problemsIn(input, reporters))
    return 2
  }
  if (given.dryRun === true) {
    const { dryRun } = await import('../../run/dry-run.ts')
    return show(given, line, input.value, projects =>
      projects
        .map(({ plan, processEnvironment, secrets }) =>
          dryRun(plan, processEnvironment, secrets, escapedLine),
        )
        .join('\n'),
    )
  }
  if (given.list === true) return show(given, line, input.value, listing)
  const interrupts = new Interrupts()
  const written = new Set<string>()
  const once = async (overtaken?: AbortSignal, changed?: readonly string[]): Promise<number> => {
    const affected = changed === undefined ? input.value : await affectedBy(changed, input.value)
    return runOnce(affected, given, line, interrupts, written, overtaken)
  }
  try {
    if (given.watch !== true) return await once()
    const { watch } = await import('../watch.ts')
    return await watch({ files: await watchedFiles(input.value), written }, interrupts, once)
  } finally {
    interrupts.release()
  }
}

/** The names of other tools for the commands that run, check and begin. */
const otherCommands: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['test', 'exec', 'start'].map(word => [word, 'Suites are run by `apitest run PATH`.']),
  ),
  ...Object.fromEntries(
    ['lint', 'verify'].map(word => [word, 'Suites are checked by `apitest check PATH`.']),
  ),
  version: 'Write `apitest --version`.',
  ...Object.fromEntries(['new', 'create'].map(word => [word, 'A first suite is written by `apitest init`.'])),
}

function commandHint(word: string, commandWords: Line['commandWords']): string | undefined {
  if (Object.hasOwn(otherCommands, word)) return otherCommands[word]
  const name = closest(word, commandWords())
  return name === undefined ? undefined : `Did you mean \`apitest ${name}\`?`
}

/** Prepares a run; a word that is no path, but nearly a command, gets a hint. */
async function prepare(
  input: RunInput,
  { isNamed, commandWords }: Line,
  host: Pick<Interrupts, 'interrupt'>,
): Promise<Result<PreparedProjects>> {
  const prepared = await prepareProjects(input, host)
  const [word = ''] = input.paths
  if (prepared.ok || isNamed) return prepared
  const hint = commandHint(word, commandWords)
  if (hint === undefined) return prepared
  const problems = prepared.problems.map(problem =>
    problem.code === 'path-missing' && problem.name === word ? { ...problem, hint } : problem,
  )
  return { ok: false, problems }
}

/** The files that a run reads, also where the configuration has mistakes. */
async function filesRead(input: RunInput): Promise<readonly string[]> {
  const { scopeFiles } = await import('../../operations/suites/scope-files.ts')
  return [...(await inputFiles(input)), ...(await scopeFiles(input, { about: input.paths }))]
}

/** One run, unless another one overtakes it; the files that it writes are added to `written`. */
async function runOnce(
  input: RunInput,
  given: RunArguments,
  line: Line,
  interrupts: Interrupts,
  written: Set<string>,
  overtaken?: AbortSignal,
): Promise<number> {
  // Until the run begins there is nothing to clean up.
  interrupts.release()
  const prepared = await prepare(input, line, interrupts)
  const chosen = parseReporters(
    given.reporter ?? (prepared.ok ? prepared.value.reporters : undefined) ?? ['pretty'],
  )
  if (!chosen.ok) {
    printProblems(chosen.problems)
    return 2
  }
  const { workingFolder } = input
  const files = reportFiles(chosen.value)
  const refused = await refuseOverInputs(
    files,
    workingFolder,
    () => filesRead(input),
    file => isKeptByRun(file, input),
    file => openNameOf(file, input),
  )
  if (refused.length > 0) {
    printProblems(refused)
    return 2
  }
  for (const { file } of files) written.add(realPath(path.resolve(workingFolder, file)))
  const reporters = startReporters(chosen.value, {
    workingFolder,
    verbose: given.verbose === true,
    environment: process.env,
    historyFolder: historyFolderOf(prepared, input),
  })
  const { interrupt, insist } = interrupts
  const summary = await runPrepared(prepared, input, {
    emit: event => {
      if (event.type === 'step-finished' && event.result.files !== undefined)
        filesWritten(event.result.files, input).forEach(file => written.add(realPath(file)))
      reporters.emit(event)
    },
    showsBegins: reporters.showsBegins,
    interrupt: overtaken === undefined ? interrupt : AbortSignal.any([interrupt, overtaken]),
    insist,
    program: ownProgram(),
  })
  const problems = await reporters.finish()
  if (problems.length > 0) printProblems(problems)
  return worstExitCode([summary.exitCode, ...problems.map(() => 2)])
}

/** Lists the files of a step that it writes again in the next run. */
function filesWritten(
  files: NonNullable<StepResult['files']>,
  { updateSnapshots = false }: RunInput,
): readonly string[] {
  return files.filter(({ kind }) => kind === 'saved' || updateSnapshots).map(({ file }) => file)
}

/** Where the runs before this one are kept; a run of several projects is in none of them, and nothing may be kept. */
function historyFolderOf(prepared: Result<PreparedProjects>, input: RunInput): string | undefined {
  if (!prepared.ok) return undefined
  const [only, ...others] = prepared.value.projects
  if (only === undefined || others.length > 0) return undefined
  const { configuration } = only
  return (input.history ?? configuration.history) ? configuration.directory : undefined
}

/** The steps that would run, without the secrets in their names. */
function listing(projects: readonly PreparedRun[]): string {
  const mask = projects[0]?.secrets.mask ?? String
  return listPlan(
    projects.map(({ plan }) => plan),
    mask,
  )
}

/** Prints what would run, without running it. */
async function show(
  given: RunArguments,
  line: Line,
  input: RunInput,
  textOf: (projects: readonly PreparedRun[]) => string,
): Promise<number> {
  const prepared = await prepare(input, line, hostOf())
  if (!prepared.ok) {
    printProblems(prepared.problems, { verbose: given.verbose === true })
    return 2
  }
  const warnings = prepared.value.projects.flatMap(one => one.warnings)
  const untold = warnings.filter(({ code }) => code === 'nothing-selected')
  if (untold.length > 0) printProblems(untold)
  print(textOf(withSuites(prepared.value)))
  return 0
}
