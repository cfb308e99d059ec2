import type { StepResult } from '../../model/result.ts'
import { failedCurl } from '../curl/failed-curl.ts'
import { printable } from '../text/printable.ts'
import type { Palette } from './palette.ts'

/** The command that sends the request of a failed step again; nothing for any other step. Not indented. */
export function curlLines(result: StepResult, colors: Palette): string[] {
  const command = failedCurl(result)
  if (command === undefined) return []
  const [first = '', ...more] = printable(command).split('\n')
  return [`${colors.cyan('$')} ${first}`, ...more]
}
