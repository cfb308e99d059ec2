import { saveRequest } from '../../../operations/saved/save-request.ts'
import { hostOf } from '../../host.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { sendOptions } from '../../call/call-options.ts'
import { idleOptions } from '../../call/curl-compat.ts'
import { stepOf } from '../../call/step-of.ts'
import { defineCommand } from '../../command.ts'
import { print, printAside } from '../../print.ts'
import { projectOf } from '../../saved/saved-options.ts'
import { refuse } from '../../print-result.ts'
import { placeArgument, placeNeeded } from './change.ts'

/** `apitest collections save`: a request as for `apitest send`, which is kept and not sent. */
export const command = defineCommand({
  operations: [saveRequest],
  positionals: { ...placeArgument, words: { array: true, describe: 'Method and URL' } },
  needs: placeNeeded,
  options: sendOptions,
  idle: idleOptions,
  async run(given) {
    const made = await stepOf(given, false)
    if (!made.ok) return refuse(made.problems)
    const { place } = given
    const answer = await saveRequest.run(
      {
        ...projectOf(given),
        steps: [made.value.step],
        into: place,
      },
      hostOf(),
    )
    if (!answer.ok) return refuse(answer.problems)
    for (const note of answer.value.notes) printAside(`${note}\n`)
    const to = `${place}${answer.value.created ? ', a new collection' : ''}`
    print(`${oneLine(`saved in ${to}`)}\n`)
    return 0
  },
})
