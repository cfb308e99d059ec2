import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ChangeLevel, type ContractComparison, changeLevels } from '../../model/contract-change.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import { compareContracts } from '../../operations/contract/compare-contracts.ts'
import { githubComparison } from '../../report/contract/github-comparison.ts'
import { markdownComparison } from '../../report/contract/markdown-comparison.ts'
import { prettyComparison } from '../../report/contract/pretty-comparison.ts'
import { palette } from '../../report/terminal/palette.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import { makeFolder } from '../../util/make-folder.ts'
import { comparisonReporters, type failLevels } from '../contract/diff-options.ts'
import { listenForInterrupts } from '../interrupts.ts'
import { printProblems } from '../print-problems.ts'
import { outputPalette, refuse } from '../saved/tell.ts'
import { inputOf } from './collections.ts'

interface DiffArguments {
  readonly old: string
  readonly new: string
  readonly failOn?: (typeof failLevels)[number] | undefined
  readonly ignore?: string | undefined
  readonly reporter?: readonly string[] | undefined
  readonly remoteReferences?: boolean | undefined
  readonly config?: string | undefined
}

/** `apitest contract diff OLD NEW`: what changed. Answers with the exit code: 1 for changes of the level that fails. */
export async function diff(given: DiffArguments): Promise<number> {
  const reports = readReports(given.reporter ?? ['pretty'])
  if (!reports.ok) return refuse(reports.problems)
  const interrupts = listenForInterrupts()
  try {
    const answer = await compareContracts.run({
      ...inputOf({ config: given.config }),
      processEnvironment: process.env,
      interrupt: interrupts.interrupt,
      before: given.old,
      after: given.new,
      remoteReferences: given.remoteReferences === true,
      ...(given.ignore === undefined ? {} : { ignoreFile: given.ignore }),
    })
    if (!answer.ok) return refuse(answer.problems)
    const { comparison, warnings } = answer.value
    const unwritten = await writeReports(reports.value, comparison)
    printProblems(warnings)
    if (unwritten.length > 0) return refuse(unwritten)
    return fails(comparison, given.failOn ?? 'breaking') ? 1 : 0
  } finally {
    interrupts.release()
  }
}

function fails({ changes }: ContractComparison, failOn: (typeof failLevels)[number]): boolean {
  if (failOn === 'never') return false
  const counted = new Set<ChangeLevel>(changeLevels.slice(0, changeLevels.indexOf(failOn) + 1))
  return changes.some(({ level }) => counted.has(level))
}

type ReportName = (typeof comparisonReporters)[number]

interface ReportChoice {
  readonly name: ReportName
  readonly file?: string
}

function readReports(written: readonly string[]): Result<readonly ReportChoice[]> {
  const problems: Problem[] = []
  const choices = written.flatMap((text): readonly ReportChoice[] => {
    const [word = '', ...rest] = text.split('=')
    const name = comparisonReporters.find(one => one === word)
    const file = rest.join('=')
    if (name !== undefined) return [{ name, ...(file === '' ? {} : { file }) }]
    const hint = suggesting(word, comparisonReporters, `Reporters are ${comparisonReporters.join(', ')}.`)
    problems.push(usageProblem(`there is no reporter "${word}" of a comparison`, hint))
    return []
  })
  if (choices.filter(({ file }) => file === undefined).length > 1)
    problems.push(
      usageProblem(
        'several reports would write to the terminal',
        'Send all but one to a file: markdown=changes.md.',
      ),
    )
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: choices }
}

async function writeReports(
  choices: readonly ReportChoice[],
  comparison: ContractComparison,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const { name, file } of choices) {
    if (file === undefined) {
      process.stdout.write(reportText(name, comparison, outputPalette()))
      continue
    }
    try {
      await makeFolder(path.dirname(path.resolve(file)))
      writeFileSync(file, reportText(name, comparison, palette(false)))
    } catch (error) {
      problems.push(
        usageProblem(`the ${name} report cannot be written to ${file}: ${(error as Error).message}`),
      )
    }
  }
  return problems
}

function reportText(
  name: ReportName,
  comparison: ContractComparison,
  colors: ReturnType<typeof palette>,
): string {
  const repositoryFolder = process.env['GITHUB_WORKSPACE']
  switch (name) {
    case 'pretty':
      return prettyComparison(comparison, colors)
    case 'json':
      return `${JSON.stringify({ version: 1, ...comparison }, null, 2)}\n`
    case 'markdown':
      return markdownComparison(comparison)
    case 'github':
      return githubComparison(comparison, {
        workingFolder: process.cwd(),
        ...(repositoryFolder === undefined ? {} : { repositoryFolder }),
      })
  }
}
