import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isNotInstalled } from '../../actions/processes/command-end.ts'
import { startProcessTree } from '../../actions/processes/process-tree.ts'
import { patience } from '../../actions/processes/running-command.ts'
import type { Runner, TestCommand, TestOutcome } from '../../formats/test-code/framework.ts'

/** Where tests are run, and with which variables. */
export interface FrameworkRun {
  readonly runner: Runner
  /** Absolute path of the project that has the framework. */
  readonly projectFolder: string
  /** Files of tests, relative to it. */
  readonly files: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly interrupt: AbortSignal
}

/** The outcomes of the tests of each file; or the reason why they could not be started. */
export type FrameworkEnd =
  | { readonly outcomes: ReadonlyMap<string, readonly TestOutcome[]>; readonly output: string }
  | { readonly missing: string }

/** More of what a framework prints than this is not kept. */
const longestOutput = 4 * 1024 * 1024

/** Runs tests by their framework, and reads its report. */
export async function runFramework(run: FrameworkRun): Promise<FrameworkEnd> {
  const { runner, files } = run
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-tests-'))
  try {
    const outcomes = new Map<string, readonly TestOutcome[]>()
    let printed = ''
    const turns = runner.isPerFile === true ? files.map(file => [file]) : [files]
    for (const turn of turns) {
      const report = path.join(folder, `report-${outcomes.size}`)
      const command = runner.command(turn, report)
      const output = await outputOf(command, run)
      if (output === undefined) return { missing: command.command }
      printed += output
      const found = runner.outcomes(await textOf(report), output)
      for (const file of turn)
        outcomes.set(file, turn.length === 1 ? found : found.filter(one => isOf(one, file)))
    }
    return { outcomes, output: printed }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** True where a test is one of this file: a report names it by its path, or by what it is called without its ending. */
function isOf({ file = '' }: TestOutcome, name: string): boolean {
  const given = file.replaceAll('\\', '/')
  const stem = path.posix.basename(name).replace(/\..*$/, '')
  return (
    given.endsWith(name) || given.endsWith(path.posix.basename(name)) || given.split(/[./]/).includes(stem)
  )
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return ''
  }
}

/** Everything that a command prints; undefined when there is no such program. */
async function outputOf(
  { command, args, environment }: TestCommand,
  { projectFolder, environment: given, interrupt }: FrameworkRun,
): Promise<string | undefined> {
  const { NODE_TEST_CONTEXT: _, ...outer } = given
  const tree = startProcessTree([command, ...args], {
    directory: projectFolder,
    environment: { ...outer, PATH: programPath(projectFolder, outer['PATH']), ...environment },
    streams: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [tree.child?.stdout, tree.child?.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < longestOutput) output += text
    })
  const stop = (): void => void tree.stop(patience)
  interrupt.addEventListener('abort', stop)
  const end = await tree.ended
  interrupt.removeEventListener('abort', stop)
  await tree.stop(patience)
  return isNotInstalled(end) ? undefined : output
}

/** Where programs are looked for: first among those of the project's packages, as npm, composer and a virtual environment do. */
export function programPath(projectFolder: string, outer = ''): string {
  const folders = [projectFolder]
  for (let folder = path.dirname(projectFolder); folder !== folders.at(-1); folder = path.dirname(folder))
    folders.push(folder)
  const own = ['.venv', 'venv', 'vendor'].map(name => path.join(projectFolder, name, 'bin'))
  return [...own, ...folders.map(folder => path.join(folder, 'node_modules', '.bin')), outer].join(
    path.delimiter,
  )
}
