import { type ListedEnvironment, listEnvironments } from '../../../operations/saved/list-environments.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { defined } from '../../../util/defined.ts'
import { plural } from '../../../util/quantity.ts'
import { asking } from '../../asking.ts'
import { outputPalette, printResult } from '../../print-result.ts'
import { savedOptions } from '../../saved/saved-options.ts'

/** `apitest environments`: lists the environments of the configuration and the saved ones, with the names of their variables. */
export const command = asking(listEnvironments, {
  keys: { name: false },
  options: savedOptions,
  show(answer, given) {
    const all = answer.ok ? { ok: true as const, value: answer.value.map(withNames) } : answer
    return printResult(
      all,
      given,
      environments =>
        environments.map(({ name, collection, file, variables, production = false }) => {
          const colors = outputPalette()
          const from = collection ?? file
          const owner = from === undefined ? '' : `  ${oneLine(from)}`
          const mark = production ? `  ${colors.yellow('production')}` : ''
          return `${oneLine(name)}${colors.dim(`${owner}  ${plural(variables.length, 'variable')}`)}${mark}`
        }),
      'no environments: they stand in apitest.config.yaml, or are saved',
    )
  },
})

function withNames({ name, collection, file, variables, secrets, production }: ListedEnvironment) {
  const names = [...Object.keys(variables), ...Object.keys(secrets)]
  return defined({ name, collection, file, variables: names, production })
}
