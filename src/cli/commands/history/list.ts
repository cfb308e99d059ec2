import { type Result, usageRefusal } from '../../../model/problem.ts'
import { listHistory, usualCount } from '../../../operations/history/list-history.ts'
import { callList } from '../../../report/terminal/call-lines.ts'
import { asking } from '../../asking.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { recordOptions } from './record-options.ts'

/** `apitest history`: lists calls, the newest last, next to the prompt. */
export const command = asking(listHistory, {
  options: recordOptions,
  keys: {
    count: { alias: 'n', default: usualCount, describe: 'How many calls to list, the newest' },
    grep: { alias: 'g', read: readExpression },
  },
  show: (calls, given) => printResult(calls, given, value => callList(value, outputPalette()), 'no calls'),
})

function readExpression([grep = '']: readonly string[]): Result<string> {
  return grep.trim() === '' ? usageRefusal('--grep is an empty expression') : { ok: true, value: grep }
}
