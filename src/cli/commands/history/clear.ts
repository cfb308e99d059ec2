import { clearHistory } from '../../../operations/history/clear-history.ts'
import { hostOf } from '../../host.ts'
import { plural } from '../../../util/quantity.ts'
import { defineCommand } from '../../command.ts'
import { print } from '../../print.ts'
import { projectOf } from '../../saved/saved-options.ts'
import { refuse } from '../../print-result.ts'
import { recordOptions } from './record-options.ts'

/** `apitest history clear`: forgets all calls. */
export const command = defineCommand({
  operations: [clearHistory],
  positionals: {},
  options: recordOptions,
  async run(given) {
    const cleared = await clearHistory.run(projectOf(given), hostOf())
    if (!cleared.ok) return refuse(cleared.problems)
    print(`${plural(cleared.value, 'call')} forgotten\n`)
    return 0
  },
})
