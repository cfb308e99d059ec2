import { hostOf } from '../../host.ts'
import { moveSaved } from '../../../operations/saved/move-saved.ts'
import { defineCommand, type OptionTable, text, wholeNumber } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { numberProblems } from '../../number-problems.ts'
import { refuse } from '../../print-result.ts'
import { confirm, placeArgument } from './confirm.ts'
import { defined } from '../../../util/defined.ts'

const input = moveSaved.input.properties

const options = { ...savedOptions, position: wholeNumber(input.position) } as const satisfies OptionTable

/** `apitest collections move`. */
export const command = defineCommand({
  operations: [moveSaved],
  positionals: { ...placeArgument, into: { ...text, demandOption: true, describe: input.into.description } },
  needs: ['a place and where to', 'Write apitest collections move Shop/Users Archive.'],
  options,
  async run(given) {
    const { place, into, position } = given
    const wrong = numberProblems(options, given)
    if (wrong.length > 0) return refuse(wrong)
    const answer = await moveSaved.run(defined({ ...projectOf(given), place, into, position }), hostOf())
    return confirm(answer, given, { change: 'moved', place, to: into }, 'into')
  },
})
