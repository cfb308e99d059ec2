import path from 'node:path'
import { listMocks } from '../../../operations/mocks/list-mocks.ts'
import { defined } from '../../../util/defined.ts'
import { plural } from '../../../util/quantity.ts'
import { defineCommand, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { printAside } from '../../print.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'

const input = listMocks.input.properties

/** `apitest mock list`: the mocks that run on their own. */
export const command = defineCommand({
  operations: [listMocks],
  positionals: {},
  options: { page: { ...yes, describe: input.page.description }, ...savedOptions },
  async run(given) {
    const mocks = await listMocks.run({ ...projectOf(given), ...defined({ page: given.page }) }, hostOf())
    if (mocks.ok && mocks.value.length === 0 && given.json !== true) printAside('no mock runs\n')
    const colors = outputPalette()
    return printResult(mocks, given, value =>
      value.map(({ name, url, file, since, calls, page }) =>
        [
          colors.cyan(name),
          url,
          calls === undefined ? colors.red('does not answer') : plural(calls, 'call'),
          `since ${since}`,
          path.relative(process.cwd(), file),
          ...(page === undefined ? [] : [colors.dim(page)]),
        ].join('  '),
      ),
    )
  },
})
