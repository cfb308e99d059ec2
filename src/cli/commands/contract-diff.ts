import { type ChangeLevel, type ContractComparison, changeLevels } from '../../model/contract-change.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import { compareContracts } from '../../operations/contract/compare-contracts.ts'
import { compareSince, type CompareSinceAnswer } from '../../operations/contract/compare-since.ts'
import { oneLine } from '../../report/text/printable.ts'
import { readReports, writeReports } from '../contract/comparison-reports.ts'
import type { failLevels } from '../contract/diff-options.ts'
import { leftToTheSystem } from '../interrupts.ts'
import { printAside } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { refuse } from '../saved/tell.ts'
import { inputOf } from './collections.ts'

interface DiffArguments {
  readonly documents: readonly string[]
  readonly since?: string | undefined
  readonly failOn?: (typeof failLevels)[number] | undefined
  readonly ignore?: string | undefined
  readonly reporter?: readonly string[] | undefined
  readonly remoteReferences?: boolean | undefined
  readonly config?: string | undefined
}

/** `apitest contract diff`: what changed. Answers with the exit code: 1 for changes of the level that fails. */
export async function diff(given: DiffArguments): Promise<number> {
  const reports = readReports(given.reporter ?? ['pretty'])
  if (!reports.ok) return refuse(reports.problems)
  const inputs = [...given.documents, ...(given.ignore === undefined ? [] : [given.ignore])]
  const refused = await refuseOverInputs(reportFiles(reports.value), process.cwd(), () => inputs)
  if (refused.length > 0) return refuse(refused)
  const answer = await compare(given)
  if (!answer.ok) return refuse(answer.problems)
  const { comparisons, added } = answer.value
  const all = comparisons.map(({ comparison }) => comparison)
  const unwritten = all.length === 0 ? [] : await writeReports(reports.value, all)
  for (const document of added)
    printAside(`${oneLine(document)} is new: there is nothing to compare it with\n`)
  const odd = comparisons.flatMap(({ warnings }) => warnings)
  printProblems(odd)
  if (unwritten.length > 0) return refuse(unwritten)
  if (odd.some(({ severity }) => severity === 'error')) return 2
  return all.some(comparison => fails(comparison, given.failOn ?? 'breaking')) ? 1 : 0
}

/** Two documents with each other, or each with what it was. */
async function compare(given: DiffArguments): Promise<Result<CompareSinceAnswer>> {
  const { documents, since, ignore, config } = given
  const input = {
    ...inputOf({ config }),
    processEnvironment: process.env,
    interrupt: leftToTheSystem,
    remoteReferences: given.remoteReferences === true,
    ...(ignore === undefined ? {} : { ignoreFile: ignore }),
  }
  if (since !== undefined) return compareSince.run({ ...input, revision: since, documents })
  const [before = '', after, ...others] = documents
  if (after === undefined || others.length > 0) {
    const named = documents.length === 1 ? 'one is' : `${documents.length} are`
    const message = `contract diff compares two documents, and ${named} named`
    const hint = 'Write apitest contract diff old.yaml new.yaml, or --since HEAD openapi.yaml.'
    return { ok: false, problems: [usageProblem(message, hint)] }
  }
  const answer = await compareContracts.run({ ...input, before, after })
  return answer.ok ? { ok: true, value: { comparisons: [answer.value], added: [] } } : answer
}

function fails({ changes }: ContractComparison, failOn: (typeof failLevels)[number]): boolean {
  if (failOn === 'never') return false
  const counted = new Set<ChangeLevel>(changeLevels.slice(0, changeLevels.indexOf(failOn) + 1))
  return changes.some(({ level }) => counted.has(level))
}
