import { saveRequest } from '../../../operations/saved/save-request.ts'
import { hostOf } from '../../host.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { sendOptions } from '../../call/call-options.ts'
import { idleOptions } from '../../call/curl-compat.ts'
import { stepOf } from '../../call/step-of.ts'
import { defineCommand, yes } from '../../command.ts'
import { print, printAside } from '../../print.ts'
import { projectOf } from '../../saved/saved-options.ts'
import { refuse } from '../../print-result.ts'
import { placeArgument, placeNeeded } from './confirm.ts'

/** `apitest collections save`: a request as for `apitest send`, which is kept and not sent. */
export const command = defineCommand({
  operations: [saveRequest],
  positionals: { ...placeArgument, words: { array: true, describe: 'Method and URL' } },
  needs: placeNeeded,
  options: {
    ...sendOptions,
    replace: { ...yes, describe: saveRequest.input.properties.replace.description },
  },
  idle: idleOptions,
  async run(given) {
    const made = await stepOf(given, false)
    if (!made.ok) return refuse(made.problems)
    const { place, replace = false } = given
    const steps = [made.value.step]
    const answer = await saveRequest.run({ ...projectOf(given), steps, into: place, replace }, hostOf())
    if (!answer.ok) return refuse(answer.problems)
    for (const note of answer.value.notes) printAside(`${note}\n`)
    const { created, replaced } = answer.value
    const to = `${place}${created ? ', a new collection' : ''}`
    const instead = replaced.map(name => `, in the place of ${name}`).join('')
    print(`${oneLine(`saved in ${to}${instead}`)}\n`)
    return 0
  },
})
