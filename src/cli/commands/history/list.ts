import { usageProblem } from '../../../model/problem.ts'
import { hostOf } from '../../host.ts'
import { listHistory, usualCount } from '../../../operations/history/list-history.ts'
import { callList } from '../../../report/terminal/call-lines.ts'
import { defineCommand, type OptionTable, wholeNumber, yes } from '../../command.ts'
import { numberProblems } from '../../number-problems.ts'
import { printAside } from '../../print.ts'
import { projectOf } from '../../saved/saved-options.ts'
import { outputPalette, refuse, printResult } from '../../print-result.ts'
import { recordOptions } from './record-options.ts'
import { defined } from '../../../util/defined.ts'

const input = listHistory.input.properties

const options = {
  ...recordOptions,
  count: {
    ...wholeNumber(input.count),
    describe: 'How many calls to list, the newest',
    alias: 'n',
    default: usualCount,
  },
  failed: { ...yes, describe: input.failed.description },
  grep: {
    alias: 'g',
    describe: input.grep.description,
  },
} as const satisfies OptionTable

/** `apitest history`: lists calls, the newest last, next to the prompt. */
export const command = defineCommand({
  operations: [listHistory],
  positionals: {},
  options,
  async run(given) {
    const { count, failed = false, grep } = given
    const wrong = numberProblems(options, given)
    if (wrong.length > 0) return refuse(wrong)
    if (grep?.trim() === '') return refuse([usageProblem('--grep is an empty expression')])
    const calls = await listHistory.run(defined({ ...projectOf(given), count, failed, grep }), hostOf())
    if (calls.ok && calls.value.length === 0 && given.json !== true) printAside('no calls\n')
    return printResult(calls, given, value => callList(value, outputPalette()))
  },
})
