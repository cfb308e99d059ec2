import { isError } from '../../../model/problem.ts'
import { type ChangeLevel, type ContractComparison, changeLevels } from '../../../model/contract-change.ts'
import { compareContracts } from '../../../operations/contract/compare-contracts.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { defineCommand, type Given, type OptionTable } from '../../command.ts'
import { comparisonReporters, readReports, writeReports } from './comparison-reports.ts'
import { hostOf } from '../../host.ts'
import { optionsOf } from '../../options-of.ts'
import { printAside } from '../../print.ts'
import { printProblems } from '../../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../../refuse-over-inputs.ts'
import { refuse } from '../../print-result.ts'

/** The values of `--fail-on`. */
const failLevels = ['breaking', 'warning', 'never'] as const

const { positionals, inputOf, ...derived } = optionsOf(compareContracts.input, {
  positionals: ['documents'],
  keys: {
    documents: {
      demandOption: true,
      describe: 'Two OpenAPI files, URLs, or paths in a revision of git: HEAD:openapi.yaml',
    },
    since: { describe: 'Compare each document with what it was in this revision of git: HEAD, origin/main' },
    ignoreFile: { name: 'ignore' },
  },
})

const { since, ignore, ...others } = derived.options

const options = {
  since,
  'fail-on': {
    choices: failLevels,
    default: 'breaking',
    describe: 'The least level of change that makes the exit code 1',
  },
  ignore,
  reporter: {
    array: true,
    alias: 'r',
    describe: `A report, name or name=file; repeatable: ${comparisonReporters.join(', ')}`,
  },
  ...others,
} as const satisfies OptionTable

/** `apitest contract diff`: what changed. The exit code is 1 for changes of the level that fails. */
export const command = defineCommand({
  operations: [compareContracts],
  positionals,
  options,
  usage: ['contract diff OLD NEW | --since REVISION DOCUMENT.. [options]'],
  needs: ['documents', 'Write old.yaml new.yaml, or --since HEAD openapi.yaml.'],
  run: diff,
})

type DiffArguments = Given<typeof positionals> & Given<typeof options>

async function diff(given: DiffArguments): Promise<number> {
  const reports = readReports(given.reporter ?? ['pretty'])
  if (!reports.ok) return refuse(reports.problems)
  const told = inputOf(given)
  if (!told.ok) return refuse(told.problems)
  const { documents, ignore } = given
  const inputs = [...documents, ...(ignore === undefined ? [] : [ignore])]
  const refused = await refuseOverInputs(reportFiles(reports.value), process.cwd(), () => inputs)
  if (refused.length > 0) return refuse(refused)
  const answer = await compareContracts.run({ remoteReferences: false, ...told.value }, hostOf())
  if (!answer.ok) return refuse(answer.problems)
  const { comparisons, added } = answer.value
  const all = comparisons.map(({ comparison }) => comparison)
  const unwritten = all.length === 0 ? [] : await writeReports(reports.value, all)
  for (const document of added)
    printAside(`${oneLine(document)} is new: there is nothing to compare it with\n`)
  const odd = comparisons.flatMap(({ warnings }) => warnings)
  printProblems(odd)
  if (unwritten.length > 0) return refuse(unwritten)
  if (odd.some(isError)) return 2
  return all.some(comparison => fails(comparison, given.failOn)) ? 1 : 0
}

function fails({ changes }: ContractComparison, failOn: (typeof failLevels)[number]): boolean {
  if (failOn === 'never') return false
  const counted = new Set<ChangeLevel>(changeLevels.slice(0, changeLevels.indexOf(failOn) + 1))
  return changes.some(({ level }) => counted.has(level))
}
