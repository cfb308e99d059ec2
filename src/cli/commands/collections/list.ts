import { listCollections } from '../../../operations/saved/list-collections.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { plural } from '../../../util/quantity.ts'
import { asking } from '../../asking.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { savedOptions } from '../../saved/saved-options.ts'

/** `apitest collections`: lists the saved collections. */
export const command = asking(listCollections, {
  options: savedOptions,
  show: (answer, given) =>
    printResult(
      answer,
      given,
      collections =>
        collections.map(({ name, requests, environments }) => {
          const more = environments.length === 0 ? '' : `, ${plural(environments.length, 'environment')}`
          return `${oneLine(name)}  ${outputPalette().dim(`${plural(requests, 'request')}${more}`)}`
        }),
      'no collections; apitest import makes one, and so does apitest collections create',
    ),
})
