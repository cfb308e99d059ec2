import type { ContractComparison } from '../../../model/contract-change.ts'
import { type Problem, type Result, usageProblem } from '../../../model/problem.ts'
import { githubComparison } from '../../../report/contract/github-comparison.ts'
import { markdownComparison } from '../../../report/contract/markdown-comparison.ts'
import { prettyComparison } from '../../../report/contract/pretty-comparison.ts'
import { palette } from '../../../report/terminal/palette.ts'
import { jsonText, oneLine } from '../../../report/text/printable.ts'
import { suggesting } from '../../../util/did-you-mean.ts'
import { writeWhole } from '../../../util/whole-file.ts'
import { print, printCommands } from '../../print.ts'
import { outputPalette } from '../../print-result.ts'
import { defined } from '../../../util/defined.ts'

type ReportName = (typeof comparisonReporters)[number]

/** Reports of a comparison. */
export const comparisonReporters = ['pretty', 'json', 'markdown', 'github'] as const

/** A report, and the file it goes to instead of the terminal. */
export interface ReportChoice {
  readonly name: ReportName
  readonly file?: string
}

/** The reports that `--reporter` names. */
export function readReports(written: readonly string[]): Result<readonly ReportChoice[]> {
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

/** Writes the reports of one or several comparisons; what could not be written. */
export async function writeReports(
  choices: readonly ReportChoice[],
  comparisons: readonly ContractComparison[],
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const { name, file } of choices) {
    if (file === undefined) {
      const text = reportText(name, comparisons, outputPalette())
      if (name === 'github') printCommands(text)
      else print(text)
      continue
    }
    try {
      await writeWhole(file, reportText(name, comparisons, palette(false)))
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
  comparisons: readonly ContractComparison[],
  colors: ReturnType<typeof palette>,
): string {
  if (name === 'json') return jsonReport(comparisons)
  const texts = comparisons.map(comparison => comparisonText(name, comparison, colors))
  if (comparisons.length < 2 || name !== 'pretty') return texts.join(name === 'markdown' ? '\n' : '')
  return texts
    .map((text, index) => `${colors.bold(oneLine(comparisons[index]?.after.source ?? ''))}\n${text}`)
    .join('\n')
}

/** One comparison, or a list of several. */
function jsonReport(comparisons: readonly ContractComparison[]): string {
  const reports = comparisons.map(comparison => ({ version: 1, ...comparison }))
  return `${jsonText(reports.length === 1 ? reports[0] : reports, 2)}\n`
}

function comparisonText(
  name: Exclude<ReportName, 'json'>,
  comparison: ContractComparison,
  colors: ReturnType<typeof palette>,
): string {
  const repositoryFolder = process.env['GITHUB_WORKSPACE']
  switch (name) {
    case 'pretty':
      return prettyComparison(comparison, colors)
    case 'markdown':
      return markdownComparison(comparison)
    case 'github':
      return githubComparison(comparison, defined({ workingFolder: process.cwd(), repositoryFolder }))
  }
}
