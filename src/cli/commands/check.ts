import path from 'node:path'
import { type Problem, isError } from '../../model/problem.ts'
import { checkSuites } from '../../operations/suites/check-suites.ts'
import { fixSuites } from '../../operations/suites/fix-suites.ts'
import { oneLine } from '../../report/text/printable.ts'
import { plural } from '../../util/quantity.ts'
import { defineCommand, yes } from '../command.ts'
import { hostOf } from '../host.ts'
import { print } from '../print.ts'
import { printProblems } from '../print-problems.ts'
import { suiteOptions, suitePaths, toSuiteInput } from '../suite-options.ts'

/** `apitest check`: prints the problems, the first ones unless all are asked for; exit code 2 when one is an error. */
export const command = defineCommand({
  operations: [checkSuites, fixSuites],
  positionals: suitePaths,
  options: {
    ...suiteOptions,
    fix: { ...yes, describe: 'Mend what has one right answer, such as misspelt keys, and check again' },
    verbose: { ...yes, describe: 'Show every problem, however many there are' },
  },
  async run(given) {
    const input = toSuiteInput(given)
    if (!input.ok) {
      printProblems(input.problems)
      return 2
    }
    const fixed = given.fix === true ? await fixSuites.run(input.value, hostOf()) : undefined
    if (fixed?.ok === true) print(mendedLines(fixed.value.mended))
    const answer = fixed ?? (await checkSuites.run(input.value, hostOf()))
    const problems = answer.ok ? answer.value.problems : answer.problems
    if (problems.length > 0) printProblems(problems, { verbose: given.verbose === true })
    if (!answer.ok || problems.some(isError)) return 2
    print(`${plural(answer.value.files, 'suite')} checked, no errors\n`)
    return 0
  },
})

/** A line for each problem that is none any more. */
function mendedLines(problems: readonly Problem[]): string {
  const lines = problems.map(({ message, span }) => {
    const place = span === undefined ? '' : `${path.relative('', span.file)}:${String(span.start.line)}`
    return `mended ${oneLine(`${place} ${message}`)}\n`
  })
  return lines.join('')
}
