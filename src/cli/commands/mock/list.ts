import path from 'node:path'
import { listMocks } from '../../../operations/mocks/list-mocks.ts'
import { plural } from '../../../util/quantity.ts'
import { asking } from '../../asking.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { savedOptions } from '../../saved/saved-options.ts'

/** `apitest mock list`: the mocks that run on their own. */
export const command = asking(listMocks, {
  options: savedOptions,
  show(answer, given) {
    const colors = outputPalette()
    return printResult(
      answer,
      given,
      mocks =>
        mocks.map(({ name, url, file, since, calls, page }) =>
          [
            colors.cyan(name),
            url,
            calls === undefined ? colors.red('does not answer') : plural(calls, 'call'),
            `since ${since}`,
            path.relative(process.cwd(), file),
            ...(page === undefined ? [] : [colors.dim(page)]),
          ].join('  '),
        ),
      'no mock runs',
    )
  },
})
