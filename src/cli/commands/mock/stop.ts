import { stopMocks } from '../../../operations/mocks/stop-mocks.ts'
import { defined } from '../../../util/defined.ts'
import { defineCommand, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { printAside } from '../../print.ts'
import { printResult } from '../../print-result.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'

const input = stopMocks.input.properties

/** `apitest mock stop`: ends mocks that run on their own. */
export const command = defineCommand({
  operations: [stopMocks],
  positionals: { names: { array: true, describe: input.names.description } },
  options: { all: { ...yes, describe: input.all.description }, ...savedOptions },
  async run(given) {
    const { names, all } = given
    const stopped = await stopMocks.run({ ...projectOf(given), ...defined({ names, all }) }, hostOf())
    if (stopped.ok && stopped.value.stopped.length === 0 && given.json !== true) printAside('no mock runs\n')
    return printResult(stopped, given, value =>
      value.stopped.map(
        ({ name, url, killed }) =>
          `${name} stopped, which answered at ${url}${killed ? '; its process did not answer, and was killed' : ''}`,
      ),
    )
  },
})
