import { usageProblem } from '../../../model/problem.ts'
import { listHistory } from '../../../operations/history/list-history.ts'
import { callList } from '../../../report/terminal/call-lines.ts'
import { defineCommand, yes } from '../../command.ts'
import { printAside } from '../../print.ts'
import { projectOf } from '../../saved/saved-options.ts'
import { outputPalette, refuse, tell } from '../../saved/tell.ts'
import { recordOptions } from './record-options.ts'

/** `apitest history`: lists calls, the newest last, next to the prompt. */
export const command = defineCommand({
  positionals: {},
  options: {
    ...recordOptions,
    count: {
      alias: 'n',
      number: true,
      default: 20,
      describe: 'How many calls to list, the newest',
    },
    failed: { ...yes, describe: 'Only calls of steps that did not pass' },
    grep: {
      alias: 'g',
      string: true,
      describe: 'Only calls whose "METHOD URL" matches a regular expression',
    },
  },
  async run(given) {
    const { count, failed = false, grep } = given
    if (!Number.isInteger(count) || count < 1)
      return refuse([usageProblem('--count must be a whole number from 1')])
    if (grep?.trim() === '') return refuse([usageProblem('--grep is an empty expression')])
    const calls = await listHistory.run({
      ...projectOf(given),
      count,
      failed,
      ...(grep === undefined ? {} : { grep }),
    })
    if (calls.ok && calls.value.length === 0 && given.json !== true) printAside('no calls\n')
    return tell(calls, given, value => callList(value, outputPalette()))
  },
})
