import { resetMocks } from '../../../operations/mocks/reset-mocks.ts'
import { defined } from '../../../util/defined.ts'
import { defineCommand, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { printAside } from '../../print.ts'
import { printResult } from '../../print-result.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'

const input = resetMocks.input.properties

/** `apitest mock reset`: has mocks that run on their own begin anew. */
export const command = defineCommand({
  operations: [resetMocks],
  positionals: { names: { array: true, describe: input.names.description } },
  options: { all: { ...yes, describe: input.all.description }, ...savedOptions },
  async run(given) {
    const { names, all } = given
    const answer = await resetMocks.run({ ...projectOf(given), ...defined({ names, all }) }, hostOf())
    if (answer.ok && answer.value.reset.length === 0 && given.json !== true) printAside('no mock runs\n')
    return printResult(answer, given, value => value.reset.map(name => `${name} begins anew`))
  },
})
