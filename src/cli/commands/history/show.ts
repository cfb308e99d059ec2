import { showCall } from '../../../operations/history/show-call.ts'
import { callDetails } from '../../../report/terminal/call-lines.ts'
import { asking } from '../../asking.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { recordOptions } from './record-options.ts'

/** `apitest history show`: everything about one call. */
export const command = asking(showCall, {
  positionals: ['id'],
  options: recordOptions,
  show: (call, given) => printResult(call, given, value => callDetails(value, outputPalette())),
})
