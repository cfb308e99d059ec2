import { createSaved } from '../../../operations/saved/create-saved.ts'
import { defineCommand, text } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm } from './change.ts'

/** `apitest collections create`. */
export const command = defineCommand({
  positionals: { name: { ...text, demandOption: true, describe: 'Its name' } },
  needs: ['a name', 'Write apitest collections create Shop.'],
  options: {
    ...savedOptions,
    into: { ...text, describe: 'Collection or folder to make a folder in; without it a collection is made' },
    description: { ...text, describe: 'What it is for' },
    'base-url': { ...text, describe: 'Value of {{baseUrl}} in its requests' },
  },
  async run(given) {
    const { name, into, description, baseUrl } = given
    const answer = await createSaved.run({
      ...projectOf(given),
      name,
      ...(into === undefined ? {} : { into }),
      ...(description === undefined ? {} : { description }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    })
    return confirm(answer, given, {
      change: 'created',
      place: into === undefined ? name : `${into}/${name}`,
    })
  },
})
