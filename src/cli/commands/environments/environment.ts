import { deleteEnvironment } from '../../../operations/saved/environments.ts'
import type { ValueOf } from '../../../operations/schema.ts'
import { defined } from '../../../util/defined.ts'
import { type Given, type OptionTable, text } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'

/** Options of every command on environments. */
export const environmentOptions = {
  ...savedOptions,
  collection: { ...text, describe: deleteEnvironment.input.properties.collection.description },
} as const satisfies OptionTable

/** The environment that a command is about. */
export const nameArgument = {
  name: { ...text, demandOption: true, describe: 'Its name' },
} as const satisfies OptionTable

/** The message when the name is lacking. */
export const nameNeeded = ['a name', 'apitest environments lists them.'] as const

/** Where the environments are looked for. */
export function environmentsInput(
  given: Given<typeof environmentOptions>,
): Omit<ValueOf<typeof deleteEnvironment.input>, 'name'> {
  const { collection } = given
  return { ...projectOf(given), ...defined({ collection }) }
}
