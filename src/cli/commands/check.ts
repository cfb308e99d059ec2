import { checkSuites } from '../../operations/suites/check-suites.ts'
import { plural } from '../../util/quantity.ts'
import { defineCommand, yes } from '../command.ts'
import { hostOf } from '../host.ts'
import { print } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { suiteOptions, suitePaths, toSuiteInput } from '../suite-options.ts'

/** `apitest check`: prints the problems, the first ones unless all are asked for; exit code 2 when one is an error. */
export const command = defineCommand({
  operations: [checkSuites],
  positionals: suitePaths,
  options: {
    ...suiteOptions,
    verbose: { ...yes, describe: 'Show every problem, however many there are' },
  },
  async run(given) {
    const input = toSuiteInput(given)
    if (!input.ok) {
      printProblems(input.problems)
      return 2
    }
    const answer = await checkSuites.run(input.value, hostOf())
    const problems = answer.ok ? answer.value.problems : answer.problems
    if (problems.length > 0) printProblems(problems, { verbose: given.verbose === true })
    if (!answer.ok || problems.some(problem => problem.severity === 'error')) return 2
    print(`${plural(answer.value.files, 'suite')} checked, no errors\n`)
    return 0
  },
})
