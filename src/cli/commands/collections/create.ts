import { createSaved } from '../../../operations/saved/create-saved.ts'
import { hostOf } from '../../host.ts'
import { defineCommand, text } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm } from './confirm.ts'
import { defined } from '../../../util/defined.ts'

const input = createSaved.input.properties

/** `apitest collections create`. */
export const command = defineCommand({
  operations: [createSaved],
  positionals: { name: { ...text, demandOption: true, describe: input.name.description } },
  needs: ['a name', 'Write apitest collections create Shop.'],
  options: {
    ...savedOptions,
    into: { ...text, describe: input.into.description },
    description: { ...text, describe: input.description.description },
    'base-url': { ...text, describe: input.baseUrl.description },
  },
  async run(given) {
    const { name, into, description, baseUrl } = given
    const answer = await createSaved.run(
      defined({ ...projectOf(given), name, into, description, baseUrl }),
      hostOf(),
    )
    return confirm(answer, given, {
      change: 'created',
      place: into === undefined ? name : `${into}/${name}`,
    })
  },
})
