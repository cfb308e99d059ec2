import { showCall } from '../../../operations/history/show-call.ts'
import { hostOf } from '../../host.ts'
import { callDetails } from '../../../report/terminal/call-lines.ts'
import { defineCommand } from '../../command.ts'
import { projectOf } from '../../saved/saved-options.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { recordOptions } from './record-options.ts'
import { defined } from '../../../util/defined.ts'

/** `apitest history show`: everything about one call. */
export const command = defineCommand({
  operations: [showCall],
  positionals: { id: { describe: showCall.input.properties.id.description } },
  options: recordOptions,
  async run(given) {
    const { id } = given
    const call = await showCall.run(defined({ ...projectOf(given), id }), hostOf())
    return printResult(call, given, value => callDetails(value, outputPalette()))
  },
})
