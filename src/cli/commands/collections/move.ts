import { usageProblem } from '../../../model/problem.ts'
import { hostOf } from '../../host.ts'
import { moveSaved } from '../../../operations/saved/move-saved.ts'
import { defineCommand, text } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { refuse } from '../../print-result.ts'
import { confirm, placeArgument } from './change.ts'
import { defined } from '../../../util/defined.ts'

const input = moveSaved.input.properties

/** `apitest collections move`. */
export const command = defineCommand({
  operations: [moveSaved],
  positionals: { ...placeArgument, into: { ...text, demandOption: true, describe: input.into.description } },
  needs: ['a place and where to', 'Write apitest collections move Shop/Users Archive.'],
  options: {
    ...savedOptions,
    position: {
      number: true,
      describe: input.position.description,
    },
  },
  async run(given) {
    const { place, into, position } = given
    if (position !== undefined && !(Number.isInteger(position) && position >= 1))
      return refuse([usageProblem('--position must be a whole number from 1')])
    const answer = await moveSaved.run(defined({ ...projectOf(given), place, into, position }), hostOf())
    return confirm(answer, given, { change: 'moved', place, to: into }, 'into')
  },
})
