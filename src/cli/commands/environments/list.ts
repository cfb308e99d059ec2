import { type ListedEnvironment, listEnvironments } from '../../../operations/saved/environments.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { defined } from '../../../util/defined.ts'
import { plural } from '../../../util/quantity.ts'
import { defineCommand } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { printAside } from '../../print.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { environmentOptions, environmentsInput } from './environment.ts'

/** `apitest environments`: lists the saved environments, with the names of their variables. */
export const command = defineCommand({
  operations: [listEnvironments],
  positionals: {},
  options: environmentOptions,
  async run(given) {
    const answer = await listEnvironments.run(environmentsInput(given), hostOf())
    if (answer.ok && answer.value.length === 0 && given.json !== true)
      printAside('no saved environments; those of apitest.config.yaml stand there\n')
    const all = answer.ok ? { ok: true as const, value: answer.value.map(withNames) } : answer
    return printResult(all, given, environments =>
      environments.map(({ name, collection, variables, production = false }) => {
        const colors = outputPalette()
        const owner = collection === undefined ? '' : `  ${oneLine(collection)}`
        const mark = production ? `  ${colors.yellow('production')}` : ''
        return `${oneLine(name)}${colors.dim(`${owner}  ${plural(variables.length, 'variable')}`)}${mark}`
      }),
    )
  },
})

function withNames({ name, collection, variables, secrets, production }: ListedEnvironment) {
  const names = [...Object.keys(variables), ...Object.keys(secrets)]
  return defined({ name, collection, variables: names, production })
}
