import { stopMocks } from '../../../operations/mocks/stop-mocks.ts'
import { asking } from '../../asking.ts'
import { printResult } from '../../print-result.ts'
import { savedOptions } from '../../saved/saved-options.ts'

/** `apitest mock stop`: ends mocks that run on their own. */
export const command = asking(stopMocks, {
  positionals: ['names'],
  options: savedOptions,
  show: (answer, given) =>
    printResult(
      answer,
      given,
      ({ stopped }) =>
        stopped.map(
          ({ name, url, killed }) =>
            `${name} stopped, which answered at ${url}${killed ? '; its process did not answer, and was killed' : ''}`,
        ),
      'no mock runs',
    ),
})
