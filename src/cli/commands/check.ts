import { checkSuites } from '../../operations/check-suites.ts'
import { plural } from '../../util/quantity.ts'
import { printProblems } from '../print-problems.ts'
import { type SuiteArguments, toSuiteInput } from '../run-input.ts'

/** `apitest check`: prints every problem; exit code 2 when one is an error. */
export async function check(given: SuiteArguments): Promise<number> {
  const input = toSuiteInput(given)
  if (!input.ok) {
    printProblems(input.problems)
    return 2
  }
  const { files, problems } = await checkSuites.run(input.value)
  if (problems.length > 0) printProblems(problems)
  if (problems.some(problem => problem.severity === 'error')) return 2
  process.stdout.write(`${plural(files, 'suite')} checked, no errors\n`)
  return 0
}
