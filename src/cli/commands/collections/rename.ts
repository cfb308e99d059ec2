import { renameSaved } from '../../../operations/saved/rename-saved.ts'
import { hostOf } from '../../host.ts'
import { defineCommand, text } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm, placeArgument } from './change.ts'

/** `apitest collections rename`. */
export const command = defineCommand({
  operations: [renameSaved],
  positionals: {
    ...placeArgument,
    name: { ...text, demandOption: true, describe: renameSaved.input.properties.name.description },
  },
  needs: ['a place and a new name', 'Write apitest collections rename Shop/Users People.'],
  options: savedOptions,
  async run(given) {
    const { place, name } = given
    const answer = await renameSaved.run({ ...projectOf(given), place, name }, hostOf())
    return confirm(answer, given, { change: 'renamed', place, to: name })
  },
})
