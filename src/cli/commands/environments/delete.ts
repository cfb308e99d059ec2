import { deleteEnvironment } from '../../../operations/saved/environments.ts'
import { hostOf } from '../../host.ts'
import { defineCommand } from '../../command.ts'
import { confirm } from '../collections/confirm.ts'
import { environmentOptions, environmentsInput, nameArgument, nameNeeded } from './environment.ts'

/** `apitest environments delete`. */
export const command = defineCommand({
  operations: [deleteEnvironment],
  positionals: nameArgument,
  needs: nameNeeded,
  options: environmentOptions,
  async run(given) {
    const answer = await deleteEnvironment.run({ ...environmentsInput(given), name: given.name }, hostOf())
    return confirm(answer, given, { change: 'deleted', place: given.name })
  },
})
