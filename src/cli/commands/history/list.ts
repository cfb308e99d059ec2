import { usageProblem } from '../../../model/problem.ts'
import { hostOf } from '../../host.ts'
import { listHistory } from '../../../operations/history/list-history.ts'
import { callList } from '../../../report/terminal/call-lines.ts'
import { defineCommand, yes } from '../../command.ts'
import { printAside } from '../../print.ts'
import { projectOf } from '../../saved/saved-options.ts'
import { outputPalette, refuse, printResult } from '../../print-result.ts'
import { recordOptions } from './record-options.ts'
import { defined } from '../../../util/defined.ts'

const input = listHistory.input.properties

/** `apitest history`: lists calls, the newest last, next to the prompt. */
export const command = defineCommand({
  operations: [listHistory],
  positionals: {},
  options: {
    ...recordOptions,
    count: {
      alias: 'n',
      number: true,
      default: 20,
      describe: input.count.description,
    },
    failed: { ...yes, describe: input.failed.description },
    grep: {
      alias: 'g',
      string: true,
      describe: input.grep.description,
    },
  },
  async run(given) {
    const { count, failed = false, grep } = given
    if (!Number.isInteger(count) || count < 1)
      return refuse([usageProblem('--count must be a whole number from 1')])
    if (grep?.trim() === '') return refuse([usageProblem('--grep is an empty expression')])
    const calls = await listHistory.run(defined({ ...projectOf(given), count, failed, grep }), hostOf())
    if (calls.ok && calls.value.length === 0 && given.json !== true) printAside('no calls\n')
    return printResult(calls, given, value => callList(value, outputPalette()))
  },
})
