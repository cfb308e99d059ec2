import { deleteSaved } from '../../../operations/saved/delete-saved.ts'
import { hostOf } from '../../host.ts'
import { defineCommand } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm, placeArgument, placeNeeded } from './confirm.ts'

/** `apitest collections delete`. */
export const command = defineCommand({
  operations: [deleteSaved],
  positionals: placeArgument,
  needs: placeNeeded,
  options: savedOptions,
  async run(given) {
    const { place } = given
    return confirm(await deleteSaved.run({ ...projectOf(given), place }, hostOf()), given, {
      change: 'deleted',
      place,
    })
  },
})
