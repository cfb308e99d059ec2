import { clearHistory } from '../../../operations/history/clear-history.ts'
import { plural } from '../../../util/quantity.ts'
import { asking } from '../../asking.ts'
import { printResult } from '../../print-result.ts'
import { recordOptions } from './record-options.ts'

/** `apitest history clear`: forgets all calls. */
export const command = asking(clearHistory, {
  options: recordOptions,
  show: cleared => printResult(cleared, {}, count => [`${plural(count, 'call')} forgotten`]),
})
