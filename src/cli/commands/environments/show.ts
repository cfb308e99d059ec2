import { showEnvironment } from '../../../operations/saved/environments.ts'
import { hostOf } from '../../host.ts'
import { environmentLines } from '../../../report/terminal/saved-lines.ts'
import { defineCommand } from '../../command.ts'
import { printResult } from '../../print-result.ts'
import { environmentOptions, environmentsInput, nameArgument, nameNeeded } from './environment.ts'

/** `apitest environments show`: its variables; secrets are masked, as JSON too. */
export const command = defineCommand({
  operations: [showEnvironment],
  positionals: nameArgument,
  needs: nameNeeded,
  options: environmentOptions,
  async run(given) {
    const answer = await showEnvironment.run({ ...environmentsInput(given), name: given.name }, hostOf())
    return printResult(answer, given, environmentLines)
  },
})
