import { changeSaved } from '../../../operations/saved/change-saved.ts'
import { hostOf } from '../../host.ts'
import { defineCommand, text } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm, placeArgument } from './confirm.ts'

/** `apitest collections rename`. */
export const command = defineCommand({
  operations: [changeSaved],
  positionals: {
    ...placeArgument,
    name: { ...text, demandOption: true, describe: 'Its new name' },
  },
  needs: ['a place and a new name', 'Write apitest collections rename Shop/Users People.'],
  options: savedOptions,
  async run(given) {
    const { place, name } = given
    const answer = await changeSaved.run({ ...projectOf(given), place, change: { name } }, hostOf())
    return confirm(answer, given, { change: 'renamed', place, to: name })
  },
})
