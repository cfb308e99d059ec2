import { listCollections } from '../../../operations/saved/list-collections.ts'
import { hostOf } from '../../host.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { plural } from '../../../util/quantity.ts'
import { defineCommand } from '../../command.ts'
import { printAside } from '../../print.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { outputPalette, printResult } from '../../print-result.ts'

/** `apitest collections`: lists the saved collections. */
export const command = defineCommand({
  operations: [listCollections],
  positionals: {},
  options: savedOptions,
  async run(given) {
    const answer = await listCollections.run(projectOf(given), hostOf())
    if (answer.ok && answer.value.length === 0 && given.json !== true)
      printAside('no collections; apitest import makes one, and so does apitest collections create\n')
    return printResult(answer, given, collections =>
      collections.map(({ name, requests, environments }) => {
        const more = environments.length === 0 ? '' : `, ${plural(environments.length, 'environment')}`
        return `${oneLine(name)}  ${outputPalette().dim(`${plural(requests, 'request')}${more}`)}`
      }),
    )
  },
})
