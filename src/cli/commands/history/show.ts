import { showCall } from '../../../operations/history/show-call.ts'
import { callDetails } from '../../../report/terminal/call-lines.ts'
import { defineCommand } from '../../command.ts'
import { projectOf } from '../../saved/saved-options.ts'
import { outputPalette, tell } from '../../saved/tell.ts'
import { recordOptions } from './record-options.ts'

/** `apitest history show`: everything about one call. */
export const command = defineCommand({
  positionals: { id: { string: true, describe: 'The id of the list, or its beginning' } },
  options: recordOptions,
  async run(given) {
    const { id } = given
    const call = await showCall.run({ ...projectOf(given), ...(id === undefined ? {} : { id }) })
    return tell(call, given, value => callDetails(value, outputPalette()))
  },
})
